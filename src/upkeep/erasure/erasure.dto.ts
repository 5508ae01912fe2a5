import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsOptional, IsString, Matches } from 'class-validator';
import { idPattern } from '../../domain/ids.js';
import { OptionalEmailField, Rule, TextField } from '../../http/fields.js';

const checkoutPattern = idPattern('chk');
const merchantPattern = idPattern('mch');
const kinds = ['CHECKOUT', 'STATIC_ACCOUNT', 'CREDIT'] as const;

export class ErasureRequest {
  @OptionalEmailField('E-mail address of the payer. Either this or `checkoutId`.')
  email?: string;

  @ApiPropertyOptional({
    description: 'One order. Either this or `email`.',
    type: 'string',
    pattern: checkoutPattern.source,
    example: 'chk_01KA0000000000000000000000',
  })
  @IsOptional()
  @IsString()
  @Matches(checkoutPattern, { message: 'checkoutId must be the id of a checkout' })
  @Rule('isAlone', 'cannot be sent together with email', (_value, sent) => !('email' in sent))
  checkoutId?: string;

  @ApiPropertyOptional({
    description: 'Only what this merchant has of the payer.',
    type: 'string',
    pattern: merchantPattern.source,
    example: 'mch_01KA0000000000000000000000',
  })
  @IsOptional()
  @IsString()
  @Matches(merchantPattern, { message: 'merchantId must be the id of a merchant' })
  merchantId?: string;

  @ApiPropertyOptional({
    description: 'False: answers what would be erased, and changes nothing.',
    type: 'boolean',
    default: false,
    example: true,
  })
  @IsOptional()
  @IsBoolean()
  apply?: boolean;

  @TextField(
    { max: 500, form: 'LINES' },
    { description: 'Why. Name no payer.', example: 'Asked by letter.' },
  )
  @Rule('isText', 'must say why', (value) => typeof value === 'string' && value.trim() !== '')
  reason!: string;
}

class PayerPieceView {
  @ApiProperty({ description: 'What bears data of the payer.', enum: kinds })
  kind!: string;

  @ApiProperty({ description: 'Its id.', example: 'chk_01KA0000000000000000000000' })
  subject!: string;

  @ApiProperty({
    description: 'Its merchant. Null: the money is nobody’s.',
    type: String,
    nullable: true,
    example: 'mch_01KA0000000000000000000000',
  })
  merchantId!: string | null;

  @ApiProperty({
    description: 'The merchant’s reference of an order.',
    type: String,
    nullable: true,
    example: 'ORD-1001',
  })
  paymentReference!: string | null;

  @ApiProperty({ description: 'How many transfers it has.', type: 'integer', example: 1 })
  transfers!: number;

  @ApiProperty({ description: 'How many events tell of it.', type: 'integer', example: 2 })
  events!: number;

  @ApiProperty({
    description: 'What keeps it, such as REFUND_OWED. Null: it may go, or is erased.',
    type: String,
    nullable: true,
    example: null,
  })
  heldBy!: string | null;
}

export class ErasureView {
  @ApiProperty({ description: 'Whether what nothing keeps is erased now.', example: true })
  applied!: boolean;

  @ApiProperty({ description: 'Where the payer is known.', type: [PayerPieceView] })
  pieces!: readonly PayerPieceView[];
}
