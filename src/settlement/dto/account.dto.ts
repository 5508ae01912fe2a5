import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsOptional, IsString, Matches } from 'class-validator';
import { BankCodeField, OptionalTextField, OutsideAccountField } from '../../http/fields.js';

export class SettlementAccountRequest {
  @OutsideAccountField()
  accountNumber!: string;

  @BankCodeField()
  bankCode!: string;

  @OptionalTextField(
    { max: 200 },
    {
      description:
        'Whose account you take it to be. When its bank gives another name, it is not registered.',
      example: 'SANDBOX SHOP LTD',
    },
  )
  accountName?: string | null;

  @ApiPropertyOptional({
    description:
      'Whether settlements go to it from now on. Your only account is the default anyway.',
    example: true,
  })
  @IsOptional()
  @IsBoolean()
  makeDefault?: boolean | null;
}

export class SettlementAccountParameters {
  @ApiProperty({ example: 'sta_01KA0000000000000000000000' })
  @IsString()
  @Matches(/^sta_[0-7][0-9A-HJKMNP-TV-Z]{25}$/, {
    message: 'settlementAccountId must be the id that registering gave',
  })
  settlementAccountId!: string;
}

/** An account that settlements are paid to. */
export class SettlementAccountView {
  @ApiProperty({ example: 'sta_01KA0000000000000000000000' })
  settlementAccountId!: string;

  @ApiProperty({
    description: 'Masked, but in the reply that registers it.',
    example: '******6789',
  })
  accountNumber!: string;

  @ApiProperty({ example: '000013' })
  bankCode!: string;

  @ApiProperty({ type: String, nullable: true, example: null })
  bankName!: string | null;

  @ApiProperty({ description: 'As its bank told it.', example: 'SANDBOX SHOP LTD' })
  accountName!: string;

  @ApiProperty({ description: 'Whether settlements go to it.', example: true })
  isDefault!: boolean;

  @ApiProperty({ enum: ['ACTIVE', 'REMOVED'] })
  status!: 'ACTIVE' | 'REMOVED';

  @ApiProperty({
    description:
      'Nothing is sent to it before. Your first account is usable at once, later ones after a cooling period.',
    format: 'date-time',
  })
  usableFrom!: string;

  @ApiProperty({ example: true })
  isUsable!: boolean;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;
}

/** What registering is answered with: the number in full, to be checked once more. */
export class RegisteredSettlementAccount extends SettlementAccountView {
  @ApiProperty({
    description: "How like your name the account's is, 0 to 100.",
    minimum: 0,
    maximum: 100,
    example: 100,
  })
  nameScore!: number;

  @ApiProperty({
    description:
      'ACCOUNT_NAME_DIFFERS: its bank gives a name that is not yours. ACCOUNT_CHECK_DIGIT_UNUSUAL: the number is not a NUBAN of that bank.',
    type: [String],
    example: [],
  })
  warnings!: string[];
}

export class SettlementAccountList {
  @ApiProperty({ type: [SettlementAccountView] })
  accounts!: SettlementAccountView[];
}

/** What ACCOUNT_NAME_MISMATCH carries. */
export class NameMismatch {
  @ApiProperty({
    description: 'How like accountName the name at its bank is, 0 to 100.',
    example: 0,
  })
  nameScore!: number;
}
