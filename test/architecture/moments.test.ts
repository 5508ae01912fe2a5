import { expect, it } from 'vitest';
import { filesIn, read } from './tree.js';

/** They read times that this program wrote itself: of the database, of an activity, of a reply of its own API. */
const ourOwn = [
  /^src\/.*\.store\.ts$/,
  /^src\/platform\/(database|keys)\//,
  /^src\/(programs\/cli|operators\/desk|pages\/portal)\//,
  /^src\/reports\/(search|orders|in-doubt|sums)\/.*-page\.tsx$/,
  /^src\/reports\/(things\/thing-text|sums\/sums\.service)\.ts$/,
  /^src\/reports\/home\/shown-days\.ts$/,
  /^src\/operators\/cases\/(case-view|cases\.controller|approval-codes|shown-decision)\.ts$/,
  /^src\/domain\/(case-endings|sending-words)\.ts$/,
  /^src\/payments\/checkouts\/(checkout\.gateway|checkout-row)\.ts$/,
  /^src\/providers\/simulator\/server\/acquirer\/dispute-answers\.ts$/,
  /^(workflows|activities)\//,
];
const others: Readonly<Record<string, string>> = {
  'src/domain/moment.ts': 'the reader itself',
  'src/http/list-columns.ts': 'times of our own replies',
  'src/programs/wiring/people.ts': 'times of the audit',
  'src/domain/lagos-day.ts': 'readableMoment shows times of ours',
  'src/notify/delivery/sender.ts': 'Retry-After has the form of HTTP',
  'src/providers/http-caller.ts': 'Retry-After has the form of HTTP',
  'src/providers/simulator/server/providus/transfers.ts': 'times of its own rows',
};

/** `Date.parse(` of anything, and `new Date(` of a name, a call or a text; sums are numbers. */
const reading = /\bDate\.parse\(|\bnew Date\((?!.*[-+*] )[^)]/;

it('one function reads the times that others send: Date takes 30 February and 24:00', () => {
  const files = filesIn('src', 'workflows', 'activities').filter((path) => /\.tsx?$/.test(path));
  const reads = files.filter((path) =>
    read(path)
      .split('\n')
      .some((line) => reading.test(line)),
  );
  const unknown = reads.filter(
    (path) => others[path] === undefined && !ourOwn.some((room) => room.test(path)),
  );
  expect(unknown).toEqual([]);
  expect(Object.keys(others).filter((path) => !reads.includes(path))).toEqual([]);
});

/** Kept until later, or a time until which something is left alone. */
const keptNow =
  /(?:this\.#\w+|#\w+|\bdeadline\w*|\w*(?:EndsAt|UntilMs|OpenedAt))\s*=\s*(?!>)[^=;]*Date\.now\(\)/;

it('nothing is timed by a clock that may be set back: what waits for it would stand still for so long', () => {
  const files = filesIn('src', 'activities').filter((path) => /\.tsx?$/.test(path));
  const wrong = files.flatMap((path) =>
    read(path)
      .split('\n')
      .filter((line) => keptNow.test(line) && !line.includes('new Date('))
      .map((line) => `${path}: ${line.trim()}`),
  );
  // The bank's clock is held against ours.
  expect(wrong.toSorted()).toEqual([
    'src/providers/http-caller.ts: this.#skewMs = Number.isNaN(saidAtMs) ? null : saidAtMs - Date.now();',
  ]);
});
