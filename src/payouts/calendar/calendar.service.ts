import { lagosDate, lagosDay } from '../../domain/lagos-day.js';
import { wholeList } from '../../http/paging.js';
import type { PgCalendarStore } from './calendar.store.js';
import { CalendarQuery, SettlementCalendar } from './calendar.dto.js';

const dayMs = 86_400_000;
const usualDays = 30;

export class CalendarService {
  constructor(private readonly store: PgCalendarStore) {}

  async read(merchantId: string, query: CalendarQuery): Promise<SettlementCalendar> {
    const from = query.from ?? lagosDate(new Date());
    const to = query.to ?? daysAfter(from, usualDays);
    const days = await this.store.days(merchantId, from, to);
    const items = days.map(({ day, is_business_day, holiday, is_payout_day }) => ({
      date: day,
      businessDay: is_business_day,
      holiday,
      payoutDay: is_payout_day,
    }));
    return { schedule: days[0]?.schedule ?? '', from, to, ...wholeList(items) };
  }
}

function daysAfter(date: string, count: number): string {
  const since = lagosDay(date)?.since.getTime() ?? Date.now();
  return lagosDate(new Date(since + count * dayMs));
}
