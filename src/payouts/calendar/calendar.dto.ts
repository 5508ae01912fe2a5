import { z } from 'zod';
import { reply, text, flag, day, listOf } from '../../http/reply.js';
import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { lagosDate, lagosDay } from '../../domain/lagos-day.js';
import { Rule } from '../../http/fields.js';
import { PageView } from '../../http/paging.js';

const longestDays = 366;
const dayMs = 86_400_000;

/** Dates in Lagos, both included. */
export class CalendarQuery {
  @DateQuery('First day. Without it, today.', '2026-12-21')
  from?: string;

  @DateQuery('Last day. Without it, 30 days after `from`.', '2027-01-04')
  @Rule('min', 'must not be before from', (to, request) => daysUntil(to, request) >= 0)
  @Rule(
    'max',
    `must be less than ${longestDays} days after from`,
    (to, request) => daysUntil(to, request) < longestDays,
  )
  to?: string;
}

function DateQuery(description: string, example: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ type: 'string', format: 'date', description, example }),
    IsOptional(),
    Rule(
      'isRfc3339',
      'must be a date of this century, such as 2026-12-28',
      (value) => sinceOf(value) !== undefined,
    ),
  );
}

/** Whole days from the first to the last; 0 when one of them is not a date, because another rule reports that. */
function daysUntil(to: unknown, request: object): number {
  const { from = lagosDate(new Date()) } = request as CalendarQuery;
  const [first, last] = [sinceOf(from), sinceOf(to)];
  return first === undefined || last === undefined ? 0 : (last - first) / dayMs;
}

function sinceOf(date: unknown): number | undefined {
  return typeof date === 'string' && date.startsWith('20')
    ? lagosDay(date)?.since.getTime()
    : undefined;
}

export const CalendarDay = reply('CalendarDay', {
  date: day('The day, in Lagos.', '2026-12-25'),
  businessDay: flag('Whether it is a day from Monday to Friday and no holiday.', false),
  holiday: text('Name of the holiday. Null on other days.', 'Christmas Day').nullable(),
  payoutDay: flag('Whether your schedule pays out on this day.', false),
});

export const SettlementCalendar = reply('SettlementCalendar', {
  schedule: text('Your schedule. The payout days follow from it.', 'T1'),
  from: day('First day.', '2026-12-25'),
  to: day('Last day.', '2026-12-25'),
  items: listOf(CalendarDay, 'Every day from the first to the last.'),
  page: PageView,
});
export type SettlementCalendar = z.infer<typeof SettlementCalendar>;
