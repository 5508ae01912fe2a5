import { ApiPropertyOptional, IntersectionType } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsIn,
  IsOptional,
  IsString,
  MaxLength,
} from 'class-validator';
import { KeyParameters } from '../../merchants/keys/keys.dto.js';
import { defaultKeyGroups, keyGroupNames, type KeyGroup } from '../../http/access/scopes.js';
import { InFuture, OptionalTimeField, Rule, TextField } from '../../http/fields.js';
import { MerchantParameters } from './merchant-requests.dto.js';

export class MerchantKeyParameters extends IntersectionType(MerchantParameters, KeyParameters) {}

export class CreateKeyRequest {
  @TextField({ max: 100 }, { description: 'What it is called.', example: 'Web shop' })
  @Rule('isText', 'must not be empty', (value) => typeof value === 'string' && value.trim() !== '')
  name!: string;

  @ApiPropertyOptional({
    description: `What it may do. Without it: ${defaultKeyGroups.join(' and ')}.`,
    enum: keyGroupNames,
    isArray: true,
    example: [...defaultKeyGroups],
  })
  @IsOptional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(keyGroupNames.length)
  @ArrayUnique()
  @IsIn(keyGroupNames, { each: true })
  groups?: KeyGroup[];

  @ApiPropertyOptional({
    description: 'Addresses or networks from which it may be used. Without it: from everywhere.',
    type: [String],
    maxItems: 20,
    example: ['203.0.113.0/24'],
  })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(20)
  @ArrayUnique()
  @IsString({ each: true })
  @MaxLength(50, { each: true })
  addresses?: string[];

  @OptionalTimeField('Time at which it ends. Without it, it does not.', '2027-12-31T23:59:59+01:00')
  @InFuture()
  expiresAt?: string | null;
}
