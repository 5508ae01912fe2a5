/** What a page's values are in this run. */
export type Known = Map<string, string>;

/** Values that are made anew each time: the page's and the real one must be of one kind. */
const kinds: readonly RegExp[] = [
  /^([a-z]{2,4})_[0-9A-HJKMNP-TV-Z]{26}$/, // ids
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/,
  /^\d{4}-\d\d-\d\d$/,
  /^\d{10}$/, // account numbers
  /^\*{6}\d{4}$/,
  /^\d{30}$/, // session ids
  /^(whsec|ac)_[\w+/=-]{20,}$/,
  /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/,
  /^[A-Z0-9 ]+-[A-Z ]+$/, // the shop's name and the customer's
  /^https?:\/\//,
  /^W\/"\d+-([A-Z_]+)-[\w-]{16}"$/,
  /^"merchant";[a-z0-9=;]+$/,
  /^[SP]-[\d-]+$/, // numbers of statements
];

/** Numbers that depend on the hour, or on how often something was tried. */
const passing: ReadonlySet<string> = new Set([
  ...['secondsRemaining', 'retryAfterSeconds', 'version', 'firstByteMs', 'durationMs'],
  ...['RateLimit-Remaining', 'RateLimit-Reset', 'Retry-After', 'available', 'capacity'],
]);

/**
 * Where the real value is not as the page shows it: each field that the page shows, in lists of the same length. What else
 * the reply has is of no matter. Learns what the page's values are.
 */
export function unlike(
  shown: unknown,
  real: unknown,
  { at, known }: { readonly at: string; readonly known: Known },
): string[] {
  if (Array.isArray(shown)) {
    if (!Array.isArray(real) || real.length !== shown.length) return [fault(at, shown, real)];
    return shown.flatMap((each, i) => unlike(each, real[i], { at: `${at}[${i}]`, known }));
  }
  if (shown !== null && typeof shown === 'object') {
    if (real === null || typeof real !== 'object') return [fault(at, shown, real)];
    return Object.entries(shown).flatMap(([name, value]) =>
      name in real
        ? unlike(value, (real as Record<string, unknown>)[name], { at: `${at}.${name}`, known })
        : [`${at}.${name} is not there`],
    );
  }
  return isSame(shown, real, { at, known }) ? [] : [fault(at, shown, real)];
}

function isSame(shown: unknown, real: unknown, { at, known }: { at: string; known: Known }) {
  const name = at.split('.').at(-1) ?? '';
  if (passing.has(name)) return real !== null && !Number.isNaN(Number(real));
  if (typeof shown !== 'string' || typeof real !== 'string') return shown === real;
  const before = known.get(shown);
  if (before !== undefined) return before === real;
  if (shown === real) return true;
  if (!kinds.some((kind) => isOneKind(kind, shown, real))) return false;
  known.set(shown, real);
  return true;
}

/** What a kind captures is the same in both. */
function isOneKind(kind: RegExp, shown: string, real: string): boolean {
  const [a, b] = [kind.exec(shown), kind.exec(real)];
  return a !== null && b !== null && a[1] === b[1];
}

function fault(at: string, shown: unknown, real: unknown): string {
  return `${at}: the page has ${JSON.stringify(shown)}, the reply ${JSON.stringify(real)}`;
}
