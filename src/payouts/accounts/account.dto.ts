import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsOptional, IsString, Matches } from 'class-validator';
import { BankCodeField, OptionalTextField, OutsideAccountField } from '../../http/fields.js';
import { PageView } from '../../http/paging.js';

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
export class SettlementAccountView {
  @ApiProperty()
  settlementAccountId!: string;

  @ApiProperty({
    description: 'Account number. Masked, except in the reply that registers the account.',
    example: '******6789',
  })
  accountNumber!: string;

  @ApiProperty({ description: 'NIP code of the bank.', example: '000013' })
  bankCode!: string;

  @ApiProperty({ type: String, nullable: true, example: null })
  bankName!: string | null;

  @ApiProperty({ description: 'Name that the bank gave.', example: 'SANDBOX SHOP LTD' })
  accountName!: string;

  @ApiProperty({ description: 'Whether settlements are paid to it.', example: true })
  isDefault!: boolean;

  @ApiProperty({
    description: 'REMOVED: settlements are not paid to it any more.',
    enum: ['ACTIVE', 'REMOVED'],
  })
  status!: 'ACTIVE' | 'REMOVED';

  @ApiProperty({
    description:
      'Time from which settlements can be paid to it. Your first account can be used at once, later ones after a cooling period.',
    format: 'date-time',
  })
  usableFrom!: string;

  @ApiProperty({ description: 'Whether settlements can be paid to it now.', example: true })
  isUsable!: boolean;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;
}

/** What registering is answered with: the number in full, to be checked once more. */
export class RegisteredSettlementAccount extends SettlementAccountView {
  @ApiProperty({
    description: 'How similar the name of the account is to your name, 0 to 100.',
    minimum: 0,
    maximum: 100,
    example: 100,
  })
  nameScore!: number;

  @ApiProperty({
    description:
      'ACCOUNT_NAME_DIFFERS: the bank gave a name that is not yours. ACCOUNT_CHECK_DIGIT_UNUSUAL: the check digit of the number does not fit the bank.',
    type: [String],
    example: [],
  })
  warnings!: string[];
}

export class SettlementAccountList {
  @ApiProperty({
    description: 'Your accounts, the default first, then the newest.',
    type: [SettlementAccountView],
  })
  items!: SettlementAccountView[];

  @ApiProperty({ type: PageView })
  page!: PageView;
}
