import { z } from 'zod';
import { reply, text, whole, flag, oneOf, listOf } from '../../http/reply.js';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsOptional, IsString, Matches } from 'class-validator';
import { idPattern } from '../../domain/ids.js';
import { OptionalEmailField, OptionalPhoneField, Rule, TextField } from '../../http/fields.js';

const checkoutPattern = idPattern('chk');
const merchantPattern = idPattern('mch');
const kinds = ['CHECKOUT', 'STATIC_ACCOUNT', 'CREDIT'] as const;

export class ErasureRequest {
  @OptionalEmailField('E-mail address of the payer. Either this, `phoneNumber` or `checkoutId`.')
  email?: string;

  @OptionalPhoneField('Phone number of the payer. Either this, `email` or `checkoutId`.')
  @Rule('isAlone', 'cannot be sent together with email', (_value, sent) => !('email' in sent))
  phoneNumber?: string;

  @ApiPropertyOptional({
    description: 'One order. Either this, `email` or `phoneNumber`.',
    type: 'string',
    pattern: checkoutPattern.source,
    example: 'chk_01KA0000000000000000000000',
  })
  @IsOptional()
  @IsString()
  @Matches(checkoutPattern, { message: 'checkoutId must be the id of a checkout' })
  @Rule('isAlone', 'cannot be sent together with email or phoneNumber', isOnlyName)
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

function isOnlyName(_value: unknown, sent: object): boolean {
  return !('email' in sent || 'phoneNumber' in sent);
}

const PayerPieceView = reply('PayerPieceView', {
  kind: oneOf(kinds, 'What bears data of the payer.'),
  subject: text('Its id.', 'chk_01KA0000000000000000000000'),
  merchantId: text(
    'Its merchant. Null: the money is nobody’s.',
    'mch_01KA0000000000000000000000',
  ).nullable(),
  paymentReference: text('The merchant’s reference of an order.', 'ORD-1001').nullable(),
  transfers: whole('How many transfers it has.', 1),
  events: whole('How many events tell of it.', 2),
  heldBy: text(
    'What keeps it, such as REFUND_OWED. Null: it may go, or is erased.',
    null,
  ).nullable(),
});

export const ErasureView = reply('ErasureView', {
  applied: flag('Whether what nothing keeps is erased now.', true),
  pieces: listOf(PayerPieceView, 'Where the payer is known.'),
});
export type ErasureView = z.infer<typeof ErasureView>;
