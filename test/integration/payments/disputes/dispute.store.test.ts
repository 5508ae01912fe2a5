import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DisputeFilter } from '../../../../src/payments/disputes/dispute.js';
import type { Slice } from '../../../../src/domain/slice.js';
import { PgDisputeStore } from '../../../../src/payments/disputes/dispute.store.js';
import { PgRailEventStore } from '../../../../src/payments/cards/rail-event.store.js';
import { chargeback, paidByCard } from '../../../support/card-sale.js';
import { addMerchant, Shop } from '../../../support/shop.js';

let shop: Shop;
let store: PgDisputeStore;
const dueAt = new Date('2026-11-27T14:00:00Z');

/** By the reference that the acquirer gave each, the oldest first. */
const made: Record<string, Awaited<ReturnType<typeof paidByCard>>> = {};
beforeAll(async () => {
  shop = await Shop.open();
  store = new PgDisputeStore(shop.pool);
  const events = new PgRailEventStore(shop.pool);
  for (const name of ['open', 'won', 'lost', 'reversed']) {
    const sale = await paidByCard(shop);
    made[name] = sale;
    const about = { reason: 'Goods not received', evidenceDueAt: dueAt };
    const kind = name === 'reversed' ? 'REVERSAL' : 'CHARGEBACK_OPENED';
    await events.receive(chargeback(kind, sale.chargeId, name, about));
    const end = { won: 'CHARGEBACK_WON', lost: 'CHARGEBACK_LOST' } as const;
    if (name === 'won' || name === 'lost')
      await events.receive(chargeback(end[name], sale.chargeId, name));
  }
});
afterAll(() => shop[Symbol.asyncDispose]());

const slice = (changes: Partial<Slice> = {}): Slice => ({
  ...{ after: null, offset: 0, limit: 21 },
  ...changes,
});
const found = (filter: Partial<DisputeFilter>, asked = slice(), merchantId = shop.merchantId) =>
  store.list(merchantId, { since: null, before: null, ...filter }, asked);

/** What the acquirer called them. */
async function names(filter: Partial<DisputeFilter>): Promise<(string | undefined)[]> {
  const listed = await found(filter);
  return listed.map(({ item }) =>
    Object.keys(made).find((name) => made[name]?.creditId === item.creditId),
  );
}

describe('the list of disputes', () => {
  it('has all of them, the newest first, and goes on behind any', async () => {
    expect(await names({})).toEqual(['reversed', 'lost', 'won', 'open']);
    const all = await found({});
    for (const [at, { position }] of all.entries())
      expect(await found({}, slice({ after: position }))).toEqual(all.slice(at + 1));
    expect(await found({}, slice({ offset: 1, limit: 2 }))).toEqual(all.slice(1, 3));
  });

  it('is narrowed by status, kind, payment and time', async () => {
    expect(await names({ status: 'OPENED' })).toEqual(['open']);
    expect(await names({ status: 'WON' })).toEqual(['won']);
    expect(await names({ status: 'LOST' })).toEqual(['reversed', 'lost']);
    expect(await names({ kind: 'RECALL' })).toEqual(['reversed']);
    expect(await names({ kind: 'CHARGEBACK', status: 'LOST' })).toEqual(['lost']);
    expect(await names({ reference: made['won']?.creditId })).toEqual(['won']);
    expect(await names({ reference: made['open']?.checkout.paymentReference })).toEqual(['open']);
    const [, lost] = await found({});
    expect(await names({ since: lost?.item.openedAt ?? null })).toEqual(['reversed', 'lost']);
    expect(await names({ before: lost?.item.openedAt ?? null })).toEqual(['won', 'open']);
  });

  it('is narrowed by what has changed, from both sides of the moment', async () => {
    const [, lost] = await found({});
    // Midnight in Lagos.
    const at = new Date('2027-03-01T23:00:00Z');
    const later = new Date(at.getTime() + 1);
    await shop.pool.query('update dispute set closed_at = $2 where dispute_id = $1', [
      lost?.item.disputeId,
      at,
    ]);
    expect(await names({ changedSince: at, changedBefore: later })).toContain('lost');
    expect(await names({ changedBefore: at })).not.toContain('lost');
    expect(await names({ changedSince: later })).not.toContain('lost');
  });

  it('keeps them from other merchants', async () => {
    const other = await addMerchant(shop.pool);
    expect(await found({}, slice(), other)).toEqual([]);
    expect(await found({ reference: made['open']?.creditId }, slice(), other)).toEqual([]);
    const [{ item } = { item: { disputeId: '' } }] = await found({});
    expect(await store.find(other, item.disputeId)).toBeUndefined();
    expect(await store.find(shop.merchantId, item.disputeId)).toEqual(item);
  });
});

describe('a dispute', () => {
  it('has the reason and the deadline that its acquirer named, also when it is decided', async () => {
    for (const name of ['open', 'won', 'lost']) {
      const [listed] = await found({ reference: made[name]?.creditId });
      expect(listed?.item).toMatchObject({
        ...{ kind: 'CHARGEBACK', reason: 'Goods not received', evidenceDueAt: dueAt },
        ...{ amountMinor: 1_000_000n, currency: 'NGN', creditId: made[name]?.creditId },
        paymentReference: made[name]?.checkout.paymentReference,
        closedAt: name === 'open' ? null : expect.any(Date),
      });
    }
  });

  it('tells its deadline in its events', async () => {
    const { rows } = await shop.pool.query<{ dispute: object }>(
      `select body::json -> 'data' -> 'dispute' as dispute from event where checkout_id = $1 and type = 'dispute.opened'`,
      [made['open']?.checkout.checkoutId],
    );
    expect(rows[0]?.dispute).toMatchObject({
      status: 'OPENED',
      evidenceDueAt: '2026-11-27T14:00:00.000Z',
    });
  });

  it('that was taken back at once has no deadline', async () => {
    const [listed] = await found({ kind: 'RECALL' });
    expect(listed?.item).toMatchObject({ status: 'LOST', reason: null, evidenceDueAt: null });
  });
});
