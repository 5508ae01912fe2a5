import { z } from 'zod';
import { reply, text, flag, time, oneOf, listOf } from '../../http/reply.js';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsOptional, IsString, Matches } from 'class-validator';
import { BankCodeField, OptionalTextField, OutsideAccountField } from '../../http/fields.js';
import { listReply } from '../../http/paging.js';

export class SettlementAccountRequest {
  @OutsideAccountField()
  accountNumber!: string;

  @BankCodeField()
  bankCode!: string;

  @OptionalTextField(
    { max: 200 },
    {
      description:
        'Name of the account holder. When the bank gives another name, the account is not registered.',
      example: 'SANDBOX SHOP LTD',
    },
  )
  accountName?: string | null;

  @ApiPropertyOptional({
    description:
      'Whether settlements are paid to it from now on. Your first account is the default anyway.',
    example: true,
  })
  @IsOptional()
  @IsBoolean()
  makeDefault?: boolean | null;
}

export class SettlementAccountParameters {
  @ApiProperty()
  @IsString()
  @Matches(/^sta_[0-7][0-9A-HJKMNP-TV-Z]{25}$/, {
    message: 'settlementAccountId must be the id that registering gave',
  })
  settlementAccountId!: string;
}

/** An account that settlements are paid to. */
export const SettlementAccountView = reply('SettlementAccountView', {
  settlementAccountId: text(),
  accountNumber: text(
    'Account number. Masked, except in the reply that registers the account.',
    '******6789',
  ),
  bankCode: text('NIP code of the bank.', '000013'),
  bankName: text().meta({ example: null }).nullable(),
  accountName: text('Name that the bank gave.', 'SANDBOX SHOP LTD'),
  isDefault: flag('Whether settlements are paid to it.', true),
  status: oneOf(['ACTIVE', 'REMOVED'], 'REMOVED: settlements are not paid to it any more.'),
  usableFrom: time(
    'Time from which settlements can be paid to it. Your first account can be used at once, later ones after a cooling period.',
  ),
  isUsable: flag('Whether settlements can be paid to it now.', true),
  createdAt: time(),
});
export type SettlementAccountView = z.infer<typeof SettlementAccountView>;

/** The answer to a registration: the number in full, to be checked once more. */
export const RegisteredSettlementAccount = reply('RegisteredSettlementAccount', {
  ...SettlementAccountView.shape,
  nameScore: z.int().min(0).max(100).meta({
    description: 'How similar the name of the account is to your name, 0 to 100.',
    example: 100,
  }),
  warnings: listOf(
    text(),
    'ACCOUNT_NAME_DIFFERS: the bank gave a name that is not yours. ACCOUNT_CHECK_DIGIT_UNUSUAL: the check digit of the number does not fit the bank.',
    [],
  ),
});
export type RegisteredSettlementAccount = z.infer<typeof RegisteredSettlementAccount>;

export const SettlementAccountList = listReply(
  'SettlementAccountList',
  SettlementAccountView,
  'Your accounts, the default first, then the newest.',
);
export type SettlementAccountList = z.infer<typeof SettlementAccountList>;
