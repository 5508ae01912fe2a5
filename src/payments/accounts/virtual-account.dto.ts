import { ApiProperty } from '@nestjs/swagger';
import { IsString, Matches } from 'class-validator';
import { accountNumberPattern } from '../../domain/reference.js';
import { OptionalTextField } from '../../http/fields.js';

export class AccountParameters {
  @ApiProperty({ pattern: accountNumberPattern.source })
  @IsString()
  @Matches(accountNumberPattern, { message: 'accountNumber must be ten digits' })
  accountNumber!: string;
}

export class AccountChangeRequest {
  static readonly body = 'optional';

  @OptionalTextField(
    { max: 200 },
    { description: 'Why you do it, for your records.', example: 'The customer asked for it' },
  )
  reason?: string | null;
}
