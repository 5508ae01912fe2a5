import { setTimeout as sleep } from 'node:timers/promises';

const isTerminal = process.stdout.isTTY === true;
const colours = isTerminal && process.env['NO_COLOR'] === undefined;

const paint =
  (code: string) =>
  (text: string): string =>
    colours ? `\u001B[${code}m${text}\u001B[0m` : text;

export const bold = paint('1');
export const dim = paint('2');
export const green = paint('32');
export const red = paint('31');
export const yellow = paint('33');
export const blue = paint('34');
export const cyan = paint('36');

export function say(...lines: string[]): void {
  for (const line of lines) console.log(line);
}

let chapters = 0;

/** A numbered heading with a sentence on what happens. */
export function chapter(title: string, sentence: string): void {
  chapters += 1;
  say('', `${bold(`${chapters}. ${title}`)}`, dim(sentence), '');
}

/** JSON as people read it: indented, keys and values told apart, secrets shortened. */
export function prettyJson(value: unknown, indent = '    '): string {
  return JSON.stringify(value, shorten, 2)
    .split('\n')
    .map((line) => indent + paintJsonLine(line))
    .join('\n');
}

const secretFields: ReadonlySet<string> = new Set([
  'clientSecret',
  'access_token',
  'accessCode',
  'secret',
]);

function shorten(name: string, value: unknown): unknown {
  if (!secretFields.has(name) || typeof value !== 'string') return value;
  return shortened(value);
}

/** The beginning of a secret, enough to tell it from another. */
export function shortened(secret: string): string {
  return secret.length > 14 ? `${secret.slice(0, 10)}…` : secret;
}

function paintJsonLine(line: string): string {
  const match = /^(\s*)("(?:[^"\\]|\\.)*"): (.*)$/.exec(line);
  if (match === null) return line;
  const [, space = '', name = '', value = ''] = match;
  const colour = value.startsWith('"') ? green : /^[-\d]/.test(value) ? yellow : cyan;
  return `${space}${blue(name)}: ${/^[[{]/.test(value) ? value : colour(value)}`;
}

/** Counts down in place, one line per second; without a terminal it only waits. */
export async function countDown(
  seconds: number,
  line: (secondsLeft: number) => string,
  startAt: number,
): Promise<void> {
  if (!isTerminal) {
    say(line(startAt));
    return;
  }
  for (let elapsed = 0; elapsed <= seconds; elapsed += 1) {
    process.stdout.write(`\r\u001B[K${line(startAt - elapsed)}`);
    if (elapsed < seconds) await sleep(1_000);
  }
  process.stdout.write('\n');
}

/** Columns as wide as their widest cell. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => (row[column] ?? '').length)),
  );
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
