import { feeBearers } from '../../domain/fee-bearer.js';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { applyDecorators } from '@nestjs/common';
import { grantableScopes } from '../../http/access/scopes.js';
import { channelNames } from '../../domain/channels.js';
import { isLatinName } from '../../domain/names.js';
import { idPattern } from '../../domain/ids.js';
import { merchantStatuses } from '../../domain/merchant-state.js';
import { prefixPattern } from '../../domain/reference.js';
import { EmailField, OptionalTextField, PhoneField, Rule, TextField } from '../../http/fields.js';
import { PageQuery } from '../../http/paging.js';
import { EnumQuery } from '../../http/query-fields.js';
import { settlementSchedulePattern } from '../../domain/settlement-schedule.js';

const merchantPattern = idPattern('mch');
const isWritten = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';

/** Letters of another alphabet may look like Latin ones, and banks accept no other letters than Latin ones. */
function LatinName(): PropertyDecorator {
  return Rule(
    'isText',
    'must be written in Latin letters, with accents or without',
    (value) => typeof value === 'string' && isLatinName(value),
  );
}

/** An amount in kobo. `null` means no limit, if the field allows it. */
export function KoboField(
  description: string,
  {
    least = 0,
    example = 10_000,
    nullable = false,
  }: { least?: number; example?: number; nullable?: boolean } = {},
): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({
      ...{ description: `${description} In kobo.`, type: 'integer', format: 'int64' },
      ...{ minimum: least, maximum: Number.MAX_SAFE_INTEGER, example },
      ...(nullable && { nullable }),
    }),
    IsOptional(),
    IsInt({ message: 'value must be a whole number of kobo' }),
    Min(least),
    Max(Number.MAX_SAFE_INTEGER),
  );
}

export class MerchantParameters {
  @ApiProperty({
    description: 'Id of the merchant.',
    type: 'string',
    pattern: merchantPattern.source,
    example: 'mch_01KA0000000000000000000000',
  })
  @Matches(merchantPattern, { message: 'merchantId must be the id of a merchant' })
  merchantId!: string;
}

export class MerchantPrefixParameters extends MerchantParameters {
  @ApiProperty({
    description: 'First three digits of account numbers.',
    type: 'string',
    pattern: prefixPattern.source,
    example: '501',
  })
  @Matches(prefixPattern, { message: 'prefix must be three digits' })
  prefix!: string;
}

class ContactRequest {
  @TextField({ max: 100 }, { description: 'Name of the person.', example: 'Ada Obi' })
  name!: string;

  @EmailField('E-mail address of the person.')
  email!: string;

  @PhoneField()
  phoneNumber!: string;
}

class ContactsRequest {
  @ApiPropertyOptional({ description: 'Who answers for the business.', type: ContactRequest })
  @IsOptional()
  @ValidateNested()
  @Type(() => ContactRequest)
  business?: ContactRequest;

  @ApiPropertyOptional({ description: 'Who runs the integration.', type: ContactRequest })
  @IsOptional()
  @ValidateNested()
  @Type(() => ContactRequest)
  technical?: ContactRequest;

  @ApiPropertyOptional({ description: 'Who asks about settlements.', type: ContactRequest })
  @IsOptional()
  @ValidateNested()
  @Type(() => ContactRequest)
  settlement?: ContactRequest;
}

export class CreateMerchantRequest {
  @TextField({ max: 200 }, { description: 'Legal name.', example: 'Ada Stores Limited' })
  @LatinName()
  name!: string;

  @TextField(
    { max: 100 },
    {
      description: 'Trading name, which payers see. No other merchant has it.',
      example: 'ADA STORES',
    },
  )
  @LatinName()
  tradeName!: string;

  @ApiPropertyOptional({ description: 'Whom to ask about what.', type: ContactsRequest })
  @IsOptional()
  @ValidateNested()
  @Type(() => ContactsRequest)
  contacts?: ContactsRequest;
}

export class UpdateMerchantRequest {
  @OptionalTextField({ max: 200 }, { description: 'Legal name.', example: 'Ada Stores Limited' })
  @LatinName()
  name?: string;

  @OptionalTextField(
    { max: 100 },
    {
      description: 'Trading name, which payers see. No other merchant has it.',
      example: 'ADA STORES',
    },
  )
  @LatinName()
  tradeName?: string;

  @ApiPropertyOptional({
    description: 'Whether operators are told at once when the webhooks of this merchant fail.',
    type: 'boolean',
    example: true,
  })
  @IsOptional()
  @IsBoolean()
  isImportant?: boolean;

  @ApiPropertyOptional({
    description: 'Contacts to replace. Those that you leave out stay.',
    type: ContactsRequest,
  })
  @IsOptional()
  @ValidateNested()
  @Type(() => ContactsRequest)
  contacts?: ContactsRequest;
}

export class MerchantReasonRequest {
  @TextField(
    { max: 500, form: 'LINES' },
    { description: 'Why.', example: 'The contract is signed.' },
  )
  @Rule('isText', 'must say why', isWritten)
  reason!: string;
}

export class ListMerchantsQuery extends PageQuery {
  @EnumQuery(merchantStatuses, { description: 'Status of the merchant.', example: 'ACTIVE' })
  status?: (typeof merchantStatuses)[number];

  @OptionalTextField({ max: 100 }, { description: 'An id, or a part of a name.', example: 'ada' })
  q?: string;
}

export class LimitsRequest {
  @KoboField('The least that an order may be.', { least: 1 })
  minAmountMinor?: number;

  @KoboField('The most that an order may be.', { least: 1, example: 1_000_000_000 })
  maxAmountMinor?: number;

  @KoboField('The most that may be received in a day. Null: no limit.', {
    ...{ least: 1, example: 500_000_000, nullable: true },
  })
  dailyLimitMinor?: number | null;

  @KoboField('The most that may be paid out on demand in a day. Null: no limit.', {
    ...{ least: 1, example: 200_000_000, nullable: true },
  })
  dailySettlementLimitMinor?: number | null;

  @ApiPropertyOptional({
    description: 'Accounts for one payment that may wait for money at once.',
    type: 'integer',
    minimum: 1,
    maximum: 1_000_000,
    example: 100_000,
  })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  openAccountLimit?: number;
}

class ChannelRequest {
  @ApiProperty({ description: 'A way to pay.', enum: channelNames, example: channelNames[0] })
  @IsIn(channelNames)
  channel!: string;

  @ApiPropertyOptional({
    description: 'Who bears its fee. Without it: as all other channels of the merchant.',
    enum: feeBearers,
    example: 'MERCHANT',
  })
  @IsOptional()
  @IsIn(feeBearers)
  feeBearer?: (typeof feeBearers)[number] | null;
}

export class ChannelsRequest {
  @ApiProperty({
    description: 'Channels that checkouts offer, in this order. Each must have a fee plan.',
    type: [ChannelRequest],
    example: [{ channel: channelNames[0] }],
  })
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(10)
  @ArrayUnique((each: ChannelRequest) => each.channel)
  @ValidateNested({ each: true })
  @Type(() => ChannelRequest)
  channels!: ChannelRequest[];
}

export class GrantsRequest {
  @ApiProperty({
    description: 'Scopes that only some merchants have. Those that you leave out are taken back.',
    enum: grantableScopes,
    isArray: true,
    example: ['transactions:pii'],
  })
  @IsArray()
  @ArrayMaxSize(grantableScopes.length)
  @ArrayUnique()
  @IsIn(grantableScopes, { each: true })
  scopes!: string[];
}

export class AssignPrefixRequest {
  @ApiPropertyOptional({ description: 'Whether it becomes the default.', example: true })
  @IsOptional()
  @IsBoolean()
  isDefault?: boolean;

  @ApiPropertyOptional({
    description: 'SUSPENDED: no new numbers are made from it for the merchant.',
    enum: ['ACTIVE', 'SUSPENDED'],
    example: 'ACTIVE',
  })
  @IsOptional()
  @IsIn(['ACTIVE', 'SUSPENDED'])
  status?: 'ACTIVE' | 'SUSPENDED';
}

export class MerchantSettlementRequest {
  @ApiProperty({
    description:
      'T0_INSTANT, T1, T2, WEEKLY:MON to WEEKLY:FRI, MONTHLY:1 to MONTHLY:31, or MANUAL.',
    type: 'string',
    pattern: settlementSchedulePattern.source,
    example: 'T1',
  })
  @Matches(settlementSchedulePattern, { message: 'schedule must be such as T1 or WEEKLY:FRI' })
  schedule!: string;

  @KoboField('The least that is paid out. Without it, 0.', { example: 100_000 })
  minimumPayoutMinor?: number;

  @KoboField('Fee for each payout, without VAT. Without it, it stays.', { example: 0 })
  payoutFeeMinor?: number;
}
