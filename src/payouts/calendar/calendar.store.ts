import type pg from 'pg';
import { query } from '../../platform/database/database.js';

const readCalendar = {
  name: 'read_settlement_calendar',
  text: `select m.settlement_schedule as schedule, d.day::text as day, d.is_business_day, d.holiday,
                is_payout_day(m.settlement_schedule, d.day) as is_payout_day
           from merchant m, days_between($2, $3) d where m.merchant_id = $1 order by d.day`,
};

export interface SettlementDay {
  readonly schedule: string;
  /** YYYY-MM-DD in Lagos, like all days here. */
  readonly day: string;
  readonly is_business_day: boolean;
  readonly holiday: string | null;
  readonly is_payout_day: boolean;
}

/** Reads the days of settlement from PostgreSQL. */
export class PgCalendarStore {
  constructor(private readonly pool: pg.Pool) {}

  /** Returns each day from the first to the last, with whether the merchant's schedule pays out on it. */
  days(merchantId: string, firstDay: string, lastDay: string): Promise<SettlementDay[]> {
    return query<SettlementDay>(this.pool, readCalendar, [merchantId, firstDay, lastDay]);
  }
}
