import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PgCases } from '../../../../src/operators/cases/case.store.js';
import { Shop } from '../../../support/shop.js';

let shop: Shop;
let cases: PgCases;
beforeAll(async () => {
  shop = await Shop.open();
  cases = new PgCases(shop.pool);
});
afterAll(() => shop[Symbol.asyncDispose]());

const page = { title: 'it waits', happened: 'It waits.', safe: 'It is safe.', todo: 'Decide.' };

async function step(kind: string, subject: string, event: string, decision?: object) {
  const about = { kind, subject, workflowId: `w/${subject}`, update: 'decide' };
  const { rows } = await shop.pool.query<{ number: bigint }>(
    'select case_number as number from take_case_step($1)',
    [
      JSON.stringify({
        ...{ stepId: randomUUID(), event, decision },
        case: { ...about, reason: 'HELD: UNMATCHED', decisions: ['accept', 'return'], page },
      }),
    ],
  );
  return BigInt(rows[0]?.number ?? 0);
}
const by = (decision: string) => ({ decision, operator: 'Ada', partner: 'Bola', reason: 'why' });
/** Money for a number that was never given, under the merchant's prefix. */
async function held() {
  const { creditId } = await shop.pay('5019999991', 770_000n);
  await shop.pool.query(`select resolve_held_credit($1, 'POLICY', null)`, [creditId]);
  return { creditId, number: await step('CREDIT', creditId, 'OPENED') };
}
const decide = (creditId: string, decision: string) =>
  shop.pool.query(`select resolve_held_credit($1, 'OPERATOR', $2)`, [creditId, decision]);

it('a case that waits has no end', async () => {
  const { number } = await held();
  expect(await cases.find(number)).toMatchObject({ ending: null, title: 'it waits' });
});

it('money that goes back has gone back when it has arrived, and not when it was ordered', async () => {
  const { creditId, number } = await held();
  await step('CREDIT', creditId, 'DECIDED', by('return'));
  await decide(creditId, 'return');
  await step('CREDIT', creditId, 'DONE');
  const found = await cases.find(number);
  expect(found).toMatchObject({
    ...{ title: 'decided: return', subjectStatus: 'RETURN_ORDERED' },
    ending: { type: 'DECIDED', operator: 'Ada', partner: 'Bola', decision: 'return' },
  });
  expect(found?.ending?.journals).toHaveLength(1);
  const [refund] = await cases.sendings({ kind: 'CREDIT', subject: creditId });
  expect(refund).toMatchObject({ kind: 'REFUND', status: 'REQUESTED', arrivedAt: null });
  await shop.sendRefund(refund?.subject ?? '');
  expect(await cases.find(number)).toMatchObject({ subjectStatus: 'RETURNED' });
  expect(await cases.sendings({ kind: 'CREDIT', subject: creditId })).toMatchObject([
    { status: 'SUCCESSFUL', arrivedAt: expect.any(Date) },
  ]);
});

it('what was accepted is told with its journal', async () => {
  const { creditId, number } = await held();
  await step('CREDIT', creditId, 'DECIDED', by('accept'));
  await decide(creditId, 'accept');
  const found = await cases.find(number);
  expect(found).toMatchObject({ subjectStatus: 'ACCEPTED', title: 'decided: accept' });
  const { rows } = await shop.pool.query<{ id: bigint }>(
    `select journal_id as id from journal where source_id = $1 and purpose = 'accepted'`,
    [creditId],
  );
  expect(found?.ending?.journals).toContain(String(rows[0]?.id));
});

it('what the merchant was told of the order is told, with its delivery', async () => {
  const { checkout, account } = await shop.order();
  await shop.pay(account.accountNumber, 500_000n);
  const number = await step('CHECKOUT', checkout.checkoutId, 'OPENED');
  await shop.pool.query(
    `update checkout set status = 'CANCELLED', event_sequence = event_sequence + 1 where checkout_id = $1`,
    [checkout.checkoutId],
  );
  await shop.pool.query(
    `select emit_events(c, null, '{checkout.cancelled}') from checkout c where checkout_id = $1`,
    [checkout.checkoutId],
  );
  await step('CHECKOUT', checkout.checkoutId, 'HEALED');
  expect(await cases.find(number)).toMatchObject({
    ...{ title: 'ended by itself', subjectStatus: 'CANCELLED' },
    ending: { type: 'HEALED', events: [{ type: 'checkout.cancelled' }] },
  });
});

it('one that was opened again and ended again tells of its last end', async () => {
  const { creditId, number } = await held();
  await step('CREDIT', creditId, 'DECIDED', by('retry'));
  expect(await step('CREDIT', creditId, 'OPENED')).toBe(number);
  expect(await cases.find(number)).toMatchObject({ ending: null, title: 'it waits' });
  await step('CREDIT', creditId, 'HEALED');
  expect(await cases.find(number)).toMatchObject({ ending: { type: 'HEALED', decision: null } });
});

it('ids of a time and later are found by the smallest of them', async () => {
  const { rows } = await shop.pool.query<{ before: string; id: string; after: string }>(
    `select id_since('evt_', now() - interval '1 ms') as before, new_id('evt_') as id, id_since('evt_', clock_timestamp() + interval '2 s') as after`,
  );
  const [{ before, id, after } = { before: '', id: '', after: '' }] = rows;
  expect([before, id, after].toSorted()).toEqual([before, id, after]);
});
