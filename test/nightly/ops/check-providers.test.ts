import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WorkingCopy } from '../../../scripts/mutants/working-copy.ts';
import { mutants } from '../../mutants/index.ts';

/** `npm run check:providers` as a whole, over a copy of the tree: green as it is, and red with a fault in any half. */
let copy: WorkingCopy;
beforeAll(() => {
  copy = new WorkingCopy();
});
afterAll(() => copy?.remove());

/** A fault of each half, and whose row it turns red. */
const planted: readonly (readonly [half: string, mutant: string, provider: string])[] = [
  ['a wrong signature is accepted', 'any-signature-of-a-notice', 'providus'],
  ['a notice is booked that nobody confirms', 'unconfirmed-credit', 'providus'],
  ['naira count for kobo', 'naira-for-kobo', 'providus'],
  ['what is unknown is taken for failed', 'unknown-code-for-a-failure', 'providus'],
  ['a refund goes out twice', 'second-refund', 'providus'],
  ['a number counts for another time', 'number-of-another-time', 'providus'],
  ['a card is refunded without looking', 'refund-made-without-looking', 'pages'],
  ['a payment of another amount is believed', 'page-payment-of-another-amount', 'pages'],
];

async function check(): Promise<{ code: number | null; said: string }> {
  const run = spawn(process.execPath, ['scripts/check-providers.ts'], {
    cwd: copy.folder,
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [run.stdout, run.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  }
  const [code] = (await once(run, 'close')) as [number | null];
  return { code, said };
}

const rowOf = (said: string, provider: string): string =>
  said.split('\n').find((line) => line.includes(`'${provider}'`)) ?? said.slice(-2_000);

const longestMs = 1_200_000;

test('is green as it is, with a row for each folder', { timeout: longestMs }, async () => {
  const { code, said } = await check();
  for (const name of ['simulator', 'pages', 'providus'])
    expect(rowOf(said, name)).toMatch(/'yes' *│$/);
  expect(code, said.slice(-2_000)).toBe(0);
});

test.each(planted)('is red when %s', { timeout: longestMs }, async (_half, name, provider) => {
  const mutant = mutants.find((each) => each.name === name);
  if (mutant === undefined) throw new Error(`there is no mutant ${name}`);
  const takeOut = copy.plant(mutant);
  expect(takeOut, 'the mutant is stale').toBeDefined();
  try {
    const { code, said } = await check();
    expect(code, said.slice(-2_000)).toBe(1);
    expect(rowOf(said, provider)).toContain(`'NO'`);
  } finally {
    takeOut?.();
  }
});
