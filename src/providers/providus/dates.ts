import { momentOf } from '../../domain/moment.js';

const lagosOffsetMs = 3_600_000;
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * A time as the bank writes it: `2021-03-01 18:06:20`, with or without fractions, `2/13/2021 4:11:09 PM` (the month first), or ISO with an
 * offset. Without one it is Lagos time. Undefined: none of these, or a mere date, which says no time.
 */
export function providusTime(text: string): Date | undefined {
  const iso = momentOf(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
  if (iso !== undefined) return iso;
  const [, year, month, day, ...clock] =
    /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d):(\d\d)(?:\.\d+)?$/.exec(text) ?? [];
  if (year !== undefined) return lagos([year, month, day].map(Number), clock.map(Number));
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4}) (\d{1,2}):(\d\d):(\d\d) ([AP])M$/i.exec(text);
  if (american !== null) return ofAmerican(american.slice(1));
  const named = /^(\d\d)-([A-Za-z]{3})-(\d\d|\d{4}) (\d\d):(\d\d):(\d\d)$/.exec(text);
  return named === null ? undefined : ofNamed(named.slice(1));
}

function ofAmerican(parts: readonly string[]): Date | undefined {
  const [month, day, year, hour = 0, minute, second] = parts.slice(0, 6).map(Number);
  if (hour < 1 || hour > 12) return undefined;
  const isAfternoon = parts[6]?.toUpperCase() === 'P';
  const hours = (hour % 12) + (isAfternoon ? 12 : 0);
  return lagos([year, month, day], [hours, minute, second]);
}

function ofNamed([day, month = '', year = '', ...clock]: readonly string[]): Date | undefined {
  const number = months.indexOf(month.toLowerCase()) + 1;
  const full = year.length === 2 ? 2_000 + Number(year) : Number(year);
  return lagos([full, number, Number(day)], clock.map(Number));
}

/** Undefined for a date that does not exist, such as 31 February. */
function lagos(
  [year = 0, month = 0, day = 0]: readonly (number | undefined)[],
  [hour = 0, minute = 0, second = 0]: readonly (number | undefined)[],
): Date | undefined {
  const local = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const isSame =
    local.getUTCMonth() === month - 1 && local.getUTCDate() === day && local.getUTCHours() === hour;
  return isSame ? new Date(local.getTime() - lagosOffsetMs) : undefined;
}
