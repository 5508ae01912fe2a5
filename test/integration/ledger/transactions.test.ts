import { afterAll, beforeAll, expect, it } from 'vitest';
import { clockSkewMs } from '../../support/oracles/lateness.js';
import { PgRailEventStore } from '../../../src/payments/cards/rail-event.store.js';
import { Shop } from '../../support/shop.js';

let shop: Shop;

beforeAll(async () => {
  shop = await Shop.open();
  const till = await shop.order({ amountMinor: 50_000_000n });
  await shop.payAndPost(till, 50_000_000n);
});
afterAll(async () => {
  await shop.assertBooks();
  await shop[Symbol.asyncDispose]();
});

async function statusOf(creditId: string): Promise<string | undefined> {
  const { rows } = await shop.pool.query<{ status: string }>(
    'select status from transaction_read where credit_id = $1',
    [creditId],
  );
  return rows[0]?.status;
}

it('a transaction that pays its order is on its way, then successful', async () => {
  const order = await shop.order();
  const { creditId } = await shop.pay(order.account.accountNumber, 1_000_000n);
  expect(await statusOf(creditId)).toBe('PROCESSING');
  await shop.steps.applyCredit({ creditId });
  expect(await statusOf(creditId)).toBe('SUCCESSFUL');
});

it('a part is pending until the rest comes', async () => {
  const order = await shop.order();
  const { creditId } = await shop.payAndPost(order, 400_000n);
  expect(await statusOf(creditId)).toBe('PENDING');
  await shop.payAndPost(order, 600_000n);
  expect(await statusOf(creditId)).toBe('SUCCESSFUL');
});

it('what goes back is on its way, then partly or wholly refunded', async () => {
  const order = await shop.order();
  const { creditId } = await shop.payAndPost(order, 1_000_000n);
  for (const [amountMinor, after] of [
    [300_000n, 'PARTIALLY_REFUNDED'],
    [700_000n, 'REFUNDED'],
  ] as const) {
    const { refund } = await shop.requestRefund(creditId, { amountMinor });
    expect(await statusOf(creditId)).toBe('REFUND_PENDING');
    await shop.sendRefund(refund?.refundId ?? '');
    expect(await statusOf(creditId)).toBe(after);
  }
});

it('what is late is held until it is decided', async () => {
  const { account } = await shop.order();
  const sentAt = new Date(account.expiresAt.getTime() + clockSkewMs + 1);
  const { creditId } = await shop.pay(account.accountNumber, 1_000_000n, { sentAt });
  expect(await statusOf(creditId)).toBe('HELD');
  const { rows } = await shop.pool.query('select subject, held_minor, overdue from suspense_aged');
  expect(rows).toContainEqual({ subject: creditId, held_minor: 1_000_000n, overdue: false });
  await shop.heldCredits.resolveCredit({ creditId, ruling: { by: 'OPERATOR', decision: 'keep' } });
  expect(await statusOf(creditId)).toBe('HELD');
});

it('what the rail takes back is disputed, then reversed', async () => {
  const order = await shop.order();
  const sessionId = 'to-be-recalled';
  const { creditId } = await shop.pay(order.account.accountNumber, 1_000_000n, { sessionId });
  await shop.steps.applyCredit({ creditId });
  const store = new PgRailEventStore(shop.pool);
  const event = { provider: 'sandbox', subject: sessionId, amountMinor: 1_000_000n, feeMinor: 0n };
  const reference = 'cbk-9';
  await store.receive({ ...event, reference, eventId: 'o', kind: 'CHARGEBACK_OPENED' });
  expect(await statusOf(creditId)).toBe('DISPUTED');
  await store.receive({ ...event, reference, eventId: 'w', kind: 'CHARGEBACK_WON' });
  expect(await statusOf(creditId)).toBe('SUCCESSFUL');
  await store.recall({ ...event, sessionId, eventId: 'r' });
  expect(await statusOf(creditId)).toBe('REVERSED');
});
