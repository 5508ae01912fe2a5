import { z } from 'zod';
import { reply, text, whole } from '../../http/reply.js';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsInt, IsString, Matches, Max, Min } from 'class-validator';
import { channelNames } from '../../domain/channels.js';
import { cbnCodePattern, institutionCodePattern, prefixPattern } from '../../domain/reference.js';
import { OptionalTimeField, TextField, TimeField } from '../../http/fields.js';
import { listReply } from '../../http/paging.js';
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

export const FeePlanView = reply('FeePlanView', {
  feePlanId: text('Id of the plan.', 'transfer-2027'),
  rateBps: whole('Rate in basis points.', 100),
  flatMinor: whole('Added to the part of the rate, in kobo.', 0),
  flatWaivedBelowMinor: whole('Amounts below this one do not pay `flatMinor`.', 0),
  capMinor: whole('The most that the fee may be, in kobo.', 30_000),
  vatBps: whole('VAT on the fee, in basis points.', 750),
});
export type FeePlanView = z.infer<typeof FeePlanView>;

export const FeePlanList = listReply('FeePlanList', FeePlanView, 'The plans, by id.');
export type FeePlanList = z.infer<typeof FeePlanList>;

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

export const NumberPrefixView = reply('NumberPrefixView', {
  prefix: text('First three digits of account numbers.', '512'),
  provider: text('The rail of the bank.', 'simulator'),
  bankCode: text('CBN code of the bank.', '50547'),
  bankName: text('Name of the bank.', 'Simulator MFB'),
  nipInstitutionCode: text('NIP code of the bank.', '090547'),
  merchants: whole('Merchants that use it.', 3).exactOptional(),
});
export type NumberPrefixView = z.infer<typeof NumberPrefixView>;

export const NumberPrefixList = listReply(
  'NumberPrefixList',
  NumberPrefixView,
  'The prefixes, by number.',
);
export type NumberPrefixList = z.infer<typeof NumberPrefixList>;
