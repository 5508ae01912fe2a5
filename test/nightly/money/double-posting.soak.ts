import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SoakPlan } from '../../support/soak-plan.js';
import { readBooks } from './soak-books.js';
import { SoakCase } from './soak-case.js';
import { assertWorld } from './soak-check.js';
import { untilQuiet } from './soak-settle.js';
import { SoakWorld, together } from './soak-world.js';

const seed = 4_711;

let world: SoakWorld;
beforeAll(async () => {
  world = await SoakWorld.start();
});
afterAll(() => world[Symbol.asyncDispose]());

/** Paid, held in part, and paid twice. */
const steps: readonly SoakPlan['steps'][] = [
  [[{ do: 'pay', share: 'EXACT', sent: 'NOW', times: 1 }]],
  [[{ do: 'pay', share: 'SHORT', sent: 'NOW', times: 1 }]],
  [
    [{ do: 'pay', share: 'EXACT', sent: 'NOW', times: 1 }],
    [{ do: 'pay', share: 'EXACT', sent: 'NOW', times: 1 }],
  ],
];

function casesOf(): SoakCase[] {
  return steps.map((each, n) => {
    const plan: SoakPlan = {
      n,
      seed,
      shop: 0,
      amount: 250_000,
      policies: {},
      channels: ['Bank', 'Card'],
      steps: each,
      ruling: undefined,
    };
    return new SoakCase(plan, world);
  });
}

/** Copies the journals of a case's first credit under another purpose: every constraint of the books is kept. */
async function postAgain({ reference }: SoakCase): Promise<void> {
  await world.query(
    `with first as (
       select j.* from journal j join inward_credit k on k.credit_id = j.source_id join checkout c using (checkout_id)
        where c.payment_reference = $1 and j.source_type = 'credit' order by j.journal_id limit 1),
     again as (
       insert into journal (source_type, source_id, purpose, entries)
         select source_type, source_id, purpose || '-again', entries from first returning journal_id)
     insert into entry (journal_id, leg, account_id, amount_minor)
       select again.journal_id, e.leg, e.account_id, e.amount_minor
         from entry e join first using (journal_id) cross join again`,
    [reference],
  );
}

test('a credit that was posted twice under another name is found, and the case and seed are named', async () => {
  const cases = casesOf();
  await together(cases, 3, (each) => each.run());
  await untilQuiet(world, cases);
  assertWorld(await readBooks(world, cases));
  expect(await world.query('select * from books_proof where faults <> 0')).toEqual([]);

  const planted = cases[1] as SoakCase;
  await postAgain(planted);
  const proof = await world.query<{ claim: string }>(
    'select claim from books_proof where faults <> 0',
  );
  expect(proof.map(({ claim }) => claim)).not.toContain('journals balance per currency');
  const books = await readBooks(world, cases);
  expect(() => assertWorld(books)).toThrow(
    new RegExp(
      `1 of ${cases.length} cases .*--seed ${seed}[^]*case ${planted.plan.n} of seed ${seed}`,
    ),
  );
  expect(() => assertWorld(books)).toThrow(/the pool has \d+ of this case, the bank was paid \d+/);
});
