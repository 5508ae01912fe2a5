/**
 * The times at which a merchant's collections become due, and the days on which they are paid out; domain/calendar.sql
 * has the days.
 */
export type SettlementSchedule =
  /** Money is due on the day it is received, and paid out every few minutes, every day. */
  | 'T0_INSTANT'
  /** Money is due one (T2: two) business days after it is received, and paid out every business day. */
  | 'T1'
  | 'T2'
  /** Money is paid out on this weekday, or the next business day. */
  | `WEEKLY:${Weekday}`
  /** Money is paid out on this day of the month (a short month: its last), or the next business day. */
  | `MONTHLY:${number}`
  /** Money is due as with T1, and paid out only when the merchant asks. */
  | 'MANUAL';

type Weekday = 'MON' | 'TUE' | 'WED' | 'THU' | 'FRI';

export const settlementSchedulePattern =
  /^(?:T0_INSTANT|T1|T2|WEEKLY:(?:MON|TUE|WED|THU|FRI)|MONTHLY:(?:[1-9]|[12][0-9]|3[01])|MANUAL)$/;

export function isSettlementSchedule(text: string): text is SettlementSchedule {
  return settlementSchedulePattern.test(text);
}
