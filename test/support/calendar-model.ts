/** The settlement calendar once more, in the plainest way: domain/calendar.sql is compared with it. */

const dayMs = 86_400_000;
const feasts = new Set(['01-01', '05-01', '06-12', '10-01', '12-25', '12-26']);
const weekdays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/** Days are YYYY-MM-DD. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);
}

export function lagosDay(at: Date): string {
  return new Date(at.getTime() + 3_600_000).toISOString().slice(0, 10);
}

/** Easter Sunday by the rule itself: the Sunday after the first ecclesiastical full moon from 21 March on. */
export function easterSunday(year: number): string {
  const century = Math.floor(year / 100);
  const moonSteps =
    15 + century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25) + 19 * (year % 19);
  const epact = moonSteps % 30;
  // The moon of the 19 April of the table is drawn back a day, and of two that would be equal in one cycle, one.
  const moon = epact === 29 || (epact === 28 && year % 19 > 10) ? epact - 1 : epact;
  let day = addDays(`${year}-03-21`, moon + 1);
  while (weekdayOf(day) !== 'SUN') day = addDays(day, 1);
  return day;
}

export function weekdayOf(day: string): string {
  return weekdays[new Date(day).getUTCDay()] ?? '';
}

/** `declared`: what ops have said of a day, true for a holiday. */
export class CalendarModel {
  readonly #days = new Map<string, boolean>();

  constructor(private readonly declared: ReadonlyMap<string, boolean> = new Map()) {}

  isBusinessDay(day: string): boolean {
    const known = this.#days.get(day);
    if (known !== undefined) return known;
    const weekend = weekdayOf(day) === 'SAT' || weekdayOf(day) === 'SUN';
    const open = !weekend && !(this.declared.get(day) ?? isFeast(day));
    this.#days.set(day, open);
    return open;
  }

  nextBusinessDay(from: string): string {
    let day = from;
    while (!this.isBusinessDay(day)) day = addDays(day, 1);
    return day;
  }

  /** A nominal day is paid on itself, or on the first business day after it. */
  isPayoutDay(schedule: string, day: string): boolean {
    if (schedule === 'MANUAL') return false;
    if (schedule === 'T0_INSTANT') return true;
    if (!this.isBusinessDay(day)) return false;
    for (let nominal = day; ; nominal = addDays(nominal, -1)) {
      if (isNominal(schedule, nominal)) return true;
      if (this.isBusinessDay(addDays(nominal, -1))) return false;
    }
  }

  nextPayoutDay(schedule: string, from: string): string | null {
    if (schedule === 'MANUAL') return null;
    let day = from;
    while (!this.isPayoutDay(schedule, day)) day = addDays(day, 1);
    return day;
  }

  dueOn(schedule: string, channel: 'Bank' | 'Card', receivedAt: Date): string {
    const received = lagosDay(receivedAt);
    if (schedule === 'T0_INSTANT' && channel === 'Bank') return received;
    const t1 = this.nextBusinessDay(addDays(received, 1));
    const t2 = this.nextBusinessDay(addDays(t1, 1));
    const earliest = channel === 'Card' || schedule === 'T2' ? t2 : t1;
    return this.nextPayoutDay(schedule, earliest) ?? earliest;
  }
}

function isNominal(schedule: string, day: string): boolean {
  const [kind, which] = schedule.split(':');
  if (kind === 'WEEKLY') return weekdayOf(day) === which;
  if (kind !== 'MONTHLY') return true;
  const dayOfMonth = Number(day.slice(8));
  const isLast = addDays(day, 1).endsWith('-01');
  return dayOfMonth === Number(which) || (isLast && dayOfMonth < Number(which));
}

function isFeast(day: string): boolean {
  const easter = easterSunday(Number(day.slice(0, 4)));
  return feasts.has(day.slice(5)) || day === addDays(easter, -2) || day === addDays(easter, 1);
}
