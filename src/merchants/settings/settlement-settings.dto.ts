import { z } from 'zod';
import { reply, whole } from '../../http/reply.js';
import { ApiProperty } from '@nestjs/swagger';
import { IsInt, IsString, Matches, Max, Min } from 'class-validator';
import { settlementSchedulePattern } from '../../domain/settlement-schedule.js';

const scheduleSchema = {
  description:
    'When you are paid. T0_INSTANT: at once. T1, T2: after one or two business days. WEEKLY:MON to WEEKLY:FRI: on that weekday. MONTHLY:1 to MONTHLY:31: on that day of the month. MANUAL: only when you ask.',
  type: 'string',
  pattern: settlementSchedulePattern.source,
  example: 'T1',
} as const;
const minimumSchema = {
  description: 'Smallest payout, in kobo. Less than it is carried over to the next payout.',
  type: 'integer',
  format: 'int64',
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  example: 100_000,
} as const;

export class SettlementSettingsRequest {
  @ApiProperty(scheduleSchema)
  @IsString()
  @Matches(settlementSchedulePattern, {
    message:
      'schedule must be T0_INSTANT, T1, T2, WEEKLY:MON to WEEKLY:FRI, MONTHLY:1 to MONTHLY:31, or MANUAL',
  })
  schedule!: string;

  @ApiProperty(minimumSchema)
  @IsInt({ message: 'minimumPayout must be a whole number of kobo' })
  @Min(0, { message: 'minimumPayout must not be negative' })
  @Max(Number.MAX_SAFE_INTEGER, {
    message: `minimumPayout must be at most ${Number.MAX_SAFE_INTEGER}`,
  })
  minimumPayout!: number;
}

export const SettlementSettingsView = reply('SettlementSettingsView', {
  schedule: z
    .string()
    .regex(
      new RegExp(
        '^(?:T0_INSTANT|T1|T2|WEEKLY:(?:MON|TUE|WED|THU|FRI)|MONTHLY:(?:[1-9]|[12][0-9]|3[01])|MANUAL)$',
      ),
    )
    .meta({
      description:
        'When you are paid. T0_INSTANT: at once. T1, T2: after one or two business days. WEEKLY:MON to WEEKLY:FRI: on that weekday. MONTHLY:1 to MONTHLY:31: on that day of the month. MANUAL: only when you ask.',
      example: 'T1',
    }),
  minimumPayout: z.int().min(0).max(9_007_199_254_740_991).meta({
    description: 'Smallest payout, in kobo. Less than it is carried over to the next payout.',
    example: 100_000,
  }),
  payoutFee: whole('Fee for each transfer to you, without VAT, in kobo. It is agreed with you.', 0),
});
export type SettlementSettingsView = z.infer<typeof SettlementSettingsView>;
