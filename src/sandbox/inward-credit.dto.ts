import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsInt, IsOptional, IsString, Matches, Max, Min } from 'class-validator';
import { accountNumberPattern } from '../domain/reference.js';
import { AmountField, OptionalTextField, Rule } from '../http/fields.js';

const responseCodePattern = /^\d{2}$/;

export class SandboxCreditRequest {
  @ApiProperty({ description: 'The account to pay into.', example: '5011234561' })
  @IsString()
  @Matches(accountNumberPattern, { message: 'accountNumber must be ten digits' })
  accountNumber!: string;

  @AmountField('What the payer sends.')
  amount!: number;

  @ApiPropertyOptional({
    description: 'When the payer sent it; now when left out. At most 24 h from now to be believed.',
    format: 'date-time',
  })
  @IsOptional()
  @Rule('isRfc3339', 'must be a time such as 2026-11-20T14:12:33Z', isTime)
  senderTimestamp?: string | null;

  @ApiPropertyOptional({
    description: 'The session id of an earlier transfer: the bank tells of that one again.',
    example: '999998261120151233000000000001',
  })
  @IsOptional()
  @IsString()
  @Matches(/^[\x21-\x7e]{6,64}$/, { message: 'sessionId must be 6 to 64 visible characters' })
  sessionId?: string | null;

  @ApiPropertyOptional({
    description:
      'Whether the bank asks for the name first, and does not send when it is refused. By default it does, unless senderTimestamp or sessionId say that the money was sent before.',
  })
  @IsOptional()
  @IsBoolean()
  nameEnquiry?: boolean | null;

  @ApiPropertyOptional({
    description:
      'The bank tells of it so much later, and this answers at once, without transactionReference. One that is stopped meanwhile keeps silent: reconciliation finds the money.',
    type: 'integer',
    minimum: 0,
    maximum: 60,
    example: 0,
  })
  @IsOptional()
  @IsInt({ message: 'delaySeconds must be a whole number' })
  @Min(0, { message: 'delaySeconds must be at least 0' })
  @Max(60, { message: 'delaySeconds must be at most 60' })
  delaySeconds?: number | null;

  @ApiPropertyOptional({
    description: 'How often the bank tells of this one transfer: it counts once. 0: not at all.',
    type: 'integer',
    minimum: 0,
    maximum: 5,
    example: 1,
  })
  @IsOptional()
  @IsInt({ message: 'times must be a whole number' })
  @Min(0, { message: 'times must be at least 0' })
  @Max(5, { message: 'times must be at most 5' })
  times?: number | null;

  @ApiPropertyOptional({
    description:
      "What the payer's bank tells the payer. With any code but 00, such as 51 (no sufficient funds), nothing is sent.",
    pattern: responseCodePattern.source,
    example: '00',
  })
  @IsOptional()
  @IsString()
  @Matches(responseCodePattern, { message: 'responseCode must be two digits' })
  responseCode?: string | null;

  @ApiPropertyOptional({
    description:
      "The payer's account, to which a refund goes. By default 0123456789; a test account refuses the refund.",
    pattern: accountNumberPattern.source,
    example: '0123456789',
  })
  @IsOptional()
  @IsString()
  @Matches(accountNumberPattern, { message: 'sourceAccountNumber must be ten digits' })
  sourceAccountNumber?: string | null;

  @OptionalTextField({ max: 100 }, { description: 'Text of the transfer.', example: 'Order 1001' })
  narration?: string | null;
}

export class SandboxCreditData {
  @ApiProperty({ example: '999998261120151233000000000001' })
  sessionId!: string;

  @ApiProperty()
  accountNumber!: string;

  @ApiProperty({ type: String, nullable: true, description: 'Null when the bank did not ask.' })
  accountName!: string | null;

  @ApiProperty()
  amount!: number;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Null when the bank keeps silent, tells of it later, or has declined.',
    example: 'txn_01KA0000000000000000000000',
  })
  transactionReference!: string | null;

  @ApiProperty({ description: "What the payer's bank told the payer.", example: '00' })
  responseCode!: string;
}

function isTime(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > 40) return false;
  const isRfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(value);
  return isRfc3339 && !Number.isNaN(Date.parse(value));
}
