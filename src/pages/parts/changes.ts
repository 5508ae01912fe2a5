import { lagosMoment } from '../../domain/lagos-day.js';
import { momentOf } from '../../domain/moment.js';
import { formatNaira } from '../../domain/money.js';

interface Changed {
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

/**
 * Lists only the differences: `role: viewer → finance`, and values that were removed. A nested value is named by its
 * whole path.
 */
export function changesOf(entry: Changed): string[] {
  const [before, after] = [flat(entry.before), flat(entry.after)];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => {
    const [was = '', is = ''] = [before[name], after[name]];
    if (was === is) return [];
    if (is === '') return [`${name} was ${was}`];
    return [was === '' ? `${name}: ${is}` : `${name}: ${was} → ${is}`];
  });
}

/** Returns each single value under its whole path in words: `contacts business email`. */
function flat(state: unknown, above: readonly string[] = []): Readonly<Record<string, string>> {
  const isWhole = state !== null && typeof state === 'object' && !Array.isArray(state);
  if (!isWhole) return above.length === 0 ? {} : { [above.join(' ')]: wordsOf(state) };
  return Object.assign(
    {},
    ...Object.entries(state).map(([name, value]) =>
      flat(isKobo(name, value) ? formatNaira(BigInt(value)) : value, [...above, wordOf(name)]),
    ),
  ) as Record<string, string>;
}

/** Turns a name into words: `daily_limit_minor` and `dailyLimitMinor` both become "daily limit". */
function wordOf(name: string): string {
  return name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .replace(/ minor$/i, '')
    .toLowerCase();
}

/** Tells whether a value is an amount in kobo; pages show amounts in naira. */
function isKobo(name: string, value: unknown): value is number | string {
  return /minor$/i.test(name) && /^-?\d+$/.test(String(value));
}

/** Writes a value in words. Times are shown in Lagos time, as on every page. */
function wordsOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(wordsOf).join(', ');
  if (typeof value !== 'string') return JSON.stringify(value);
  const at = momentOf(value);
  return at === undefined ? value : lagosMoment(at);
}
