import { keyHolder } from '../../../support/actors.js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Dispute } from '../../../../src/payments/disputes/dispute.js';
import { PgDisputeAnswers } from '../../../../src/payments/disputes/dispute-answer.store.js';
import { PgDisputeStore } from '../../../../src/payments/disputes/dispute.store.js';
import { newId } from '../../../../src/platform/database/new-id.js';
import { PgRailEventStore } from '../../../../src/payments/cards/rail-event.store.js';
import { chargeback, paidByCard } from '../../../support/card-sale.js';
import { evidence } from '../../../support/dispute-world.js';
import { addMerchant, Shop } from '../../../support/shop.js';

let shop: Shop;
let store: PgDisputeStore;
let answers: PgDisputeAnswers;
let events: PgRailEventStore;
let count = 0;

beforeAll(async () => {
  shop = await Shop.open(16);
  store = new PgDisputeStore(shop.pool);
  answers = new PgDisputeAnswers(shop.pool);
  events = new PgRailEventStore(shop.pool);
});
afterEach(() => shop.assertBooks());
afterAll(() => shop[Symbol.asyncDispose]());

const dayMs = 86_400_000;

async function opened(evidenceDueAt: Date | null = new Date(Date.now() + dayMs)) {
  const sale = await paidByCard(shop);
  const reference = `cbk-${(count += 1)}`;
  await events.receive(
    chargeback('CHARGEBACK_OPENED', sale.chargeId, reference, { evidenceDueAt }),
  );
  const filter = { since: null, before: null, reference: sale.creditId };
  const [found] = await store.list(shop.merchantId, filter, { after: null, offset: 0, limit: 2 });
  if (found === undefined) throw new Error('there is no dispute');
  const { disputeId } = found.item;
  const end = (kind: 'CHARGEBACK_WON' | 'CHARGEBACK_LOST') =>
    events.receive(chargeback(kind, sale.chargeId, reference));
  return { ...sale, reference, disputeId, end };
}

const answer = (
  disputeId: string,
  kind: 'ACCEPT' | 'EVIDENCE' = 'EVIDENCE',
  { words = kind as string, merchantId = shop.merchantId } = {},
) =>
  store.answer({
    ...{ answerId: newId('dsa'), merchantId, disputeId, kind },
    evidence: kind === 'EVIDENCE' ? evidence : null,
    requestHash: Buffer.from(words),
    by: keyHolder('mid_test'),
  });

const find = async (disputeId: string): Promise<Dispute> =>
  (await store.find(shop.merchantId, disputeId)) as Dispute;

const openFacts = async (answerId: string | null | undefined) => {
  const { rows } = await shop.pool.query(
    'select from fact where subject_id = $1 and applied_at is null',
    [answerId],
  );
  return rows.length;
};

const taken = { status: 'DELIVERED', code: '00', failure: null } as const;
const refused = { status: 'REFUSED', code: '68', failure: 'DEADLINE_PASSED' } as const;

describe('an answer to a dispute', () => {
  it('is written down once with its fact, however often the merchant gives it', async () => {
    const { disputeId, checkout } = await opened();
    const given = await Promise.all(Array.from({ length: 8 }, () => answer(disputeId)));
    const outcomes = given.map(({ outcome }) => outcome).toSorted();
    expect(outcomes).toEqual(['ANSWERED', ...Array.from({ length: 7 }, () => 'EXISTING')]);
    const first = given.find(({ outcome }) => outcome === 'ANSWERED');
    expect(first).toMatchObject({
      dispute: { disputeId, isAnswerable: false, answer: { kind: 'EVIDENCE', status: 'PENDING' } },
      fact: { kind: 'DISPUTE_ANSWERED', checkout: { checkoutId: checkout.checkoutId } },
    });
    expect(given.filter(({ fact }) => fact !== null)).toHaveLength(1);
    expect(await openFacts(first?.fact?.subjectId)).toBe(1);
  });

  it('stays the only one, unless the acquirer refuses it', async () => {
    const { disputeId } = await opened();
    const both = await Promise.all([answer(disputeId), answer(disputeId, 'ACCEPT')]);
    expect(both.map(({ outcome }) => outcome).toSorted()).toEqual([
      'ANSWERED',
      'DISPUTE_ALREADY_ANSWERED',
    ]);
    const first = both.find(({ outcome }) => outcome === 'ANSWERED')?.fact?.subjectId ?? '';
    await answers.concludeDisputeAnswer({ answerId: first, verdict: refused });
    expect(await find(disputeId)).toMatchObject({
      ...{ status: 'OPENED', isAnswerable: true },
      answer: { status: 'REFUSED', failure: 'DEADLINE_PASSED' },
    });
    expect(await answer(disputeId, 'EVIDENCE', { words: 'again' })).toMatchObject({
      outcome: 'ANSWERED',
    });
  });

  it('is refused where nothing can be answered', async () => {
    const late = await opened(new Date(Date.now() - 1_000));
    expect(await answer(late.disputeId)).toMatchObject({
      outcome: 'DISPUTE_DEADLINE_PASSED',
      ...{ dispute: null, fact: null },
    });
    expect((await find(late.disputeId)).isAnswerable).toBe(false);
    const won = await opened();
    await won.end('CHARGEBACK_WON');
    expect(await answer(won.disputeId)).toMatchObject({ outcome: 'DISPUTE_NOT_OPEN' });
    expect((await find(won.disputeId)).isAnswerable).toBe(false);
    const { disputeId } = await opened(null);
    const merchantId = await addMerchant(shop.pool);
    expect(await answer(disputeId, 'ACCEPT', { merchantId })).toMatchObject({
      outcome: 'RESOURCE_NOT_FOUND',
    });
    expect(await answer(disputeId)).toMatchObject({ outcome: 'ANSWERED' });
  });

  it('of a recall is refused: nobody decides about one', async () => {
    const { chargeId, creditId } = await paidByCard(shop);
    await events.receive(chargeback('REVERSAL', chargeId, `rvs-${(count += 1)}`));
    const filter = { since: null, before: null, reference: creditId };
    const [found] = await store.list(shop.merchantId, filter, { after: null, offset: 0, limit: 2 });
    expect(found?.item.isAnswerable).toBe(false);
    expect(await answer(found?.item.disputeId ?? '', 'ACCEPT')).toMatchObject({
      outcome: 'DISPUTE_NOT_OPEN',
    });
  });

  it('leaves with what the merchant wrote, under what the acquirer calls the chargeback', async () => {
    const { disputeId, reference } = await opened();
    const { fact } = await answer(disputeId);
    const answerId = fact?.subjectId ?? '';
    expect(await answers.findDisputeAnswer({ answerId })).toMatchObject({
      status: 'PENDING',
      sentAt: null,
    });
    const { sentAt } = await answers.startDisputeAnswer({ answerId });
    expect(Date.parse(sentAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
    expect(await answers.startDisputeAnswer({ answerId })).toMatchObject({ sentAt });
    expect(await answers.instruction(answerId)).toEqual({
      ...{ provider: 'simulator-acquirer', chargebackId: reference },
      ...{ kind: 'EVIDENCE', evidence },
    });
  });

  it('that is delivered is told once', async () => {
    const { disputeId, checkout } = await opened();
    const { fact } = await answer(disputeId);
    const answerId = fact?.subjectId ?? '';
    await answers.concludeDisputeAnswer({ answerId, verdict: taken });
    expect(await answers.concludeDisputeAnswer({ answerId, verdict: refused })).toMatchObject({
      status: 'DELIVERED',
    });
    expect((await shop.eventsOf(checkout)).slice(-2)).toEqual([
      'dispute.opened',
      'dispute.updated',
    ]);
    expect(await openFacts(answerId)).toBe(0);
    const { rows } = await shop.pool.query<{ dispute: object }>(
      `select body::json -> 'data' -> 'dispute' as dispute from event where checkout_id = $1 and type = 'dispute.updated'`,
      [checkout.checkoutId],
    );
    expect(rows.map(({ dispute }) => dispute)).toMatchObject([
      { status: 'OPENED', answer: { type: 'EVIDENCE', status: 'DELIVERED', failure: null } },
    ]);
  });
});

describe('a chargeback that is accepted', () => {
  it.each([
    ['before its acquirer says that it is lost', ['taken', 'lost']],
    ['after its acquirer has said so', ['lost', 'taken']],
  ])('is lost once: %s', async (_when, order) => {
    const { disputeId, checkout, end } = await opened();
    const { fact } = await answer(disputeId, 'ACCEPT');
    for (const step of order) {
      if (step === 'lost') await end('CHARGEBACK_LOST');
      else await answers.concludeDisputeAnswer({ answerId: fact?.subjectId ?? '', verdict: taken });
    }
    expect(await find(disputeId)).toMatchObject({
      ...{ status: 'LOST', closedAt: expect.any(Date) },
      answer: { kind: 'ACCEPT', status: 'DELIVERED' },
    });
    expect(await shop.legsOf(disputeId, 'lost')).toMatchObject({
      'put-aside 2120': 1_000_000n,
      'rail 1200': -1_000_000n,
    });
    expect((await shop.eventsOf(checkout)).slice(-3)).toEqual([
      ...['dispute.opened', 'dispute.lost', 'transaction.reversed'],
    ]);
    expect(await shop.read(checkout)).toMatchObject({ status: 'REVERSED' });
    expect(await answer(disputeId, 'ACCEPT')).toMatchObject({ outcome: 'EXISTING' });
  });

  it('stays open when the acquirer refuses the answer', async () => {
    const { disputeId, checkout } = await opened();
    const { fact } = await answer(disputeId, 'ACCEPT');
    await answers.concludeDisputeAnswer({ answerId: fact?.subjectId ?? '', verdict: refused });
    expect(await find(disputeId)).toMatchObject({ status: 'OPENED', closedAt: null });
    expect((await shop.eventsOf(checkout)).at(-1)).toBe('dispute.updated');
  });
});
