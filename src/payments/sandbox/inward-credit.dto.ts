import { z } from 'zod';
import { reply, text, whole } from '../../http/reply.js';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsInt, IsOptional, IsString, Matches, Max, Min } from 'class-validator';
import { accountNumberPattern } from '../../domain/reference.js';
import { TransferAmountField, OptionalTextField, OptionalTimeField } from '../../http/fields.js';

const responseCodePattern = /^\d{2}$/;

export class SandboxCreditRequest {
  @ApiProperty({
    description: 'Virtual account to pay into.',
    pattern: accountNumberPattern.source,
    example: '5011234561',
  })
  @IsString()
  @Matches(accountNumberPattern, { message: 'accountNumber must be ten digits' })
  accountNumber!: string;

  @TransferAmountField('Amount that the payer sends, in kobo.')
  amount!: number;

  @OptionalTimeField(
    'Time at which the payer sent the money, at most 24 hours from now. Without it, now.',
    '2026-11-20T14:12:33Z',
  )
  senderTimestamp?: string | null;

  @ApiPropertyOptional({
    description: 'Session id of an earlier transfer. The bank tells us of that transfer again.',
    example: '999998261120151233000000000001',
  })
  @IsOptional()
  @IsString()
  @Matches(/^[\x21-\x7e]{6,64}$/, { message: 'sessionId must be 6 to 64 visible characters' })
  sessionId?: string | null;

  @ApiPropertyOptional({
    description:
      'Whether the bank asks for the account name first, and sends nothing when it is refused. Without it: yes, unless you send `senderTimestamp` or `sessionId`.',
    example: true,
  })
  @IsOptional()
  @IsBoolean()
  nameEnquiry?: boolean | null;

  @ApiPropertyOptional({
    description:
      'Seconds until the bank tells us of the transfer. The reply comes at once, without `transactionReference`.',
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
    description: 'How often the bank tells us of the transfer. It counts once. 0: never.',
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
      'Result code that the bank gives the payer. With any code but 00, nothing is sent.',
    pattern: responseCodePattern.source,
    example: '00',
  })
  @IsOptional()
  @IsString()
  @Matches(responseCodePattern, { message: 'responseCode must be two digits' })
  responseCode?: string | null;

  @ApiPropertyOptional({
    description:
      'Account of the payer, to which a refund goes. Without it, 0123456789. A test account refuses the refund.',
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

export const SandboxCreditData = reply('SandboxCreditData', {
  sessionId: text('NIP session id of the transfer.', '999998261120151233000000000001'),
  accountNumber: text(),
  accountName: text('Account name that the bank got. Null when it did not ask.').nullable(),
  amount: whole(),
  transactionReference: text(
    'Reference of the transaction. Null when the bank has not told us of the transfer.',
    'txn_01KA0000000000000000000000',
  ).nullable(),
  responseCode: text('Result code that the bank gave the payer.', '00'),
});
export type SandboxCreditData = z.infer<typeof SandboxCreditData>;
