/** A time of RFC 3339 with hours and minutes that clocks show, and an offset that a place on earth has. */
const rfc3339 =
  /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:0\d:[0-5]\d|1[0-3]:[0-5]\d|14:00))$/i;

/**
 * The moment that a text names, to the millisecond; undefined when it names none. All times that people, programs and
 * banks send us are read here, because `Date` alone moves 30 February and 24:00 to another day.
 */
export function momentOf(text: unknown): Date | undefined {
  const [, day] = typeof text === 'string' ? (rfc3339.exec(text) ?? []) : [];
  if (day === undefined || !isDay(day)) return undefined;
  const at = new Date(String(text).toUpperCase());
  // An offset can lead out of the years that four digits write.
  return hasFourDigits(at) ? at : undefined;
}

/** The moment that a text names. @throws RangeError when it names none, which the rules of its field have ruled out. */
export function momentIn(text: string): Date {
  const at = momentOf(text);
  if (at === undefined) throw new RangeError('not a time of RFC 3339');
  return at;
}

/** Tells whether the calendar has the day that is written `2026-11-20`. */
function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && hasFourDigits(at) && at.toISOString().startsWith(text);
}

function hasFourDigits(at: Date): boolean {
  const year = at.getUTCFullYear();
  return year >= 1 && year <= 9_999;
}
