import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { idPattern } from '../../domain/ids.js';
import { MerchantParameters } from './merchant-requests.dto.js';

const accountPattern = idPattern('sta');

export class MerchantAccountParameters extends MerchantParameters {
  @ApiProperty({
    description: 'Id of the settlement account.',
    type: 'string',
    pattern: accountPattern.source,
    example: 'sta_01KA0000000000000000000000',
  })
  @Matches(accountPattern, { message: 'settlementAccountId must be the id that registering gave' })
  settlementAccountId!: string;
}
