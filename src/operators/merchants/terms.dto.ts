import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsInt, IsString, Matches, Max, Min } from 'class-validator';
import { channelNames } from '../../domain/channels.js';
import { cbnCodePattern, institutionCodePattern, prefixPattern } from '../../domain/reference.js';
import { OptionalTimeField, TextField, TimeField } from '../../http/fields.js';
import { PageView } from '../../http/paging.js';
import { KoboField } from './merchant-requests.dto.js';

const planPattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/;
const bps = (description: string, example: number) =>
  ({ description, type: 'integer', minimum: 0, maximum: 10_000, example }) as const;

/** A fee plan. It never changes: checkouts that were begun by it go on with it. */
export class FeePlanRequest {
  @ApiProperty({
    description: 'Its id: letters, digits, hyphens.',
    type: 'string',
    pattern: planPattern.source,
    example: 'transfer-2027',
  })
  @IsString()
  @Matches(planPattern, { message: 'feePlanId must be 1 to 40 letters, digits and hyphens' })
  feePlanId!: string;

  @ApiProperty(bps('Rate in basis points: 100 is 1 %.', 100))
  @IsInt()
  @Min(0)
  @Max(10_000)
  rateBps!: number;

  @KoboField('Added to the part of the rate. Without it, 0.', { example: 10_000 })
  flatMinor?: number;

  @KoboField('Amounts below this one do not pay `flatMinor`. Without it, 0.', { example: 250_000 })
  flatWaivedBelowMinor?: number;

  @ApiProperty({
    ...{ description: 'The most that the fee may be, without VAT. In kobo.', type: 'integer' },
    ...{ format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, example: 30_000 },
  })
  @IsInt({ message: 'capMinor must be a whole number of kobo' })
  @Min(0)
  @Max(Number.MAX_SAFE_INTEGER)
  capMinor!: number;

  @ApiProperty(bps('VAT on the fee, in basis points.', 750))
  @IsInt()
  @Min(0)
  @Max(10_000)
  vatBps!: number;
}

export class FeePlanView {
  @ApiProperty({ description: 'Id of the plan.', example: 'transfer-2027' })
  feePlanId!: string;

  @ApiProperty({ description: 'Rate in basis points.', example: 100 })
  rateBps!: number;

  @ApiProperty({ description: 'Added to the part of the rate, in kobo.', example: 0 })
  flatMinor!: number;

  @ApiProperty({ description: 'Amounts below this one do not pay `flatMinor`.', example: 0 })
  flatWaivedBelowMinor!: number;

  @ApiProperty({ description: 'The most that the fee may be, in kobo.', example: 30_000 })
  capMinor!: number;

  @ApiProperty({ description: 'VAT on the fee, in basis points.', example: 750 })
  vatBps!: number;
}

export class FeePlanList {
  @ApiProperty({ description: 'The plans, by id.', type: [FeePlanView] })
  items!: FeePlanView[];

  @ApiProperty({ type: PageView })
  page!: PageView;
}

export class AssignFeePlanRequest {
  @ApiProperty({ description: 'A way to pay.', enum: channelNames, example: channelNames[0] })
  @IsIn(channelNames)
  channel!: string;

  @ApiProperty({
    description: 'Id of the plan.',
    type: 'string',
    pattern: planPattern.source,
    example: 'transfer-2027',
  })
  @IsString()
  @Matches(planPattern, { message: 'feePlanId must be the id of a fee plan' })
  feePlanId!: string;

  @OptionalTimeField(
    'Time from which it holds. Without it, from now on. Checkouts that began before keep their plan.',
    '2027-01-01T00:00:00+01:00',
  )
  from?: string | null;
}

export class WithdrawFeePlanRequest {
  @ApiProperty({ description: 'A way to pay.', enum: channelNames, example: channelNames[0] })
  @IsIn(channelNames)
  channel!: string;

  @TimeField('Time from which the plan would hold, as `next` has it.', '2027-01-01T00:00:00+01:00')
  from!: string;
}

export class NumberPrefixRequest {
  @ApiProperty({
    description: 'First three digits of account numbers.',
    type: 'string',
    pattern: prefixPattern.source,
    example: '512',
  })
  @IsString()
  @Matches(prefixPattern, { message: 'prefix must be three digits' })
  prefix!: string;

  @TextField(
    { max: 40, form: 'EXACT' },
    { description: 'The rail of the bank.', example: 'simulator' },
  )
  provider!: string;

  @ApiProperty({
    description: 'CBN code of the bank.',
    type: 'string',
    pattern: cbnCodePattern.source,
    example: '50547',
  })
  @IsString()
  @Matches(cbnCodePattern, { message: 'bankCode must be 3 or 5 digits' })
  bankCode!: string;

  @TextField({ max: 100 }, { description: 'Name of the bank.', example: 'Simulator MFB' })
  bankName!: string;

  @ApiProperty({
    description: 'NIP code of the bank.',
    type: 'string',
    pattern: institutionCodePattern.source,
    example: '090547',
  })
  @IsString()
  @Matches(institutionCodePattern, { message: 'nipInstitutionCode must be 6 digits' })
  nipInstitutionCode!: string;
}

export class NumberPrefixView {
  @ApiProperty({ description: 'First three digits of account numbers.', example: '512' })
  prefix!: string;

  @ApiProperty({ description: 'The rail of the bank.', example: 'simulator' })
  provider!: string;

  @ApiProperty({ description: 'CBN code of the bank.', example: '50547' })
  bankCode!: string;

  @ApiProperty({ description: 'Name of the bank.', example: 'Simulator MFB' })
  bankName!: string;

  @ApiProperty({ description: 'NIP code of the bank.', example: '090547' })
  nipInstitutionCode!: string;

  @ApiPropertyOptional({ description: 'Merchants that use it.', example: 3 })
  merchants?: number;
}

export class NumberPrefixList {
  @ApiProperty({ description: 'The prefixes, by number.', type: [NumberPrefixView] })
  items!: NumberPrefixView[];

  @ApiProperty({ type: PageView })
  page!: PageView;
}
