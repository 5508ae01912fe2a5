import { ApiProperty } from '@nestjs/swagger';
import { IsString, Matches } from 'class-validator';
import { accountNumberPattern } from '../../domain/reference.js';
import { OptionalTextField } from '../../http/fields.js';

export class AccountParameters {
  @ApiProperty({ pattern: accountNumberPattern.source, example: '5011234561' })
  @IsString()
  @Matches(accountNumberPattern, { message: 'accountNumber must be ten digits' })
  accountNumber!: string;
}

export class AccountChangeRequest {
  static readonly body = 'optional';

  @OptionalTextField(
    { max: 200 },
    { description: 'Why, for your own records.', example: 'Asked for by the customer' },
  )
  reason?: string | null;
}
