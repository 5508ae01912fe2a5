import { keyHolder } from '../../../support/actors.js';
import { evidenceFilesOf } from '../../../support/world-activities.js';
import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { PgEvidenceFiles } from '../../../../src/payments/disputes/evidence-file.store.js';
import { keySetOf } from '../../../../src/platform/config/key-set.js';
import { createSecretSeal, sealKeyId } from '../../../../src/platform/keys/secret-seal.js';
import { PgSealedStore } from '../../../../src/platform/keys/sealed.store.js';
import { sealKeySet } from '../../../support/key-sets.js';
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
  answers = new PgDisputeAnswers(shop.pool, evidenceFilesOf(shop.pool));
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

  it('keeps the files that it names until the payer is forgotten; others go when the dispute is closed', async () => {
    const { disputeId, checkout, end } = await opened();
    const files = evidenceFilesOf(shop.pool);
    const add = async (text: string) => {
      const fileId = newId('fil');
      const content = Buffer.from(text);
      const added = await files.add(
        {
          ...{ merchantId: shop.merchantId, disputeId, fileId, mediaType: 'application/pdf' },
          ...{ content, uploadHash: content, by: keyHolder('mid_test') },
        },
        { files: 2, bytes: 100 },
      );
      return { fileId, outcome: added.outcome };
    };
    const named = await add('named');
    const other = await add('not named');
    expect([named.outcome, other.outcome]).toEqual(['ADDED', 'ADDED']);
    expect(await add('a third')).toMatchObject({ outcome: 'EVIDENCE_FULL' });
    const documents = [{ type: 'RECEIPT', fileId: named.fileId }] as const;
    const asked = {
      ...{
        answerId: newId('dsa'),
        merchantId: shop.merchantId,
        disputeId,
        kind: 'EVIDENCE' as const,
      },
      ...{ requestHash: Buffer.from('files'), by: keyHolder('mid_test') },
    };
    const unknown = [{ type: 'RECEIPT', fileId: newId('fil') }] as const;
    expect(
      await store.answer({ ...asked, evidence: { ...evidence, documents: unknown } }),
    ).toMatchObject({ outcome: 'UNKNOWN_FILE', fact: null });
    await store.answer({ ...asked, evidence: { ...evidence, documents } });
    const { answerId } = asked;
    const [handed, ...more] = (await answers.instruction(answerId)).files;
    expect([handed?.fileId, more]).toEqual([named.fileId, []]);
    expect(Buffer.from((await handed?.content()) ?? []).toString()).toBe('named');

    const { first } = sealKeySet(inject('stack').env);
    const keySet = keySetOf('seal', [randomBytes(32), first.key]);
    await new PgSealedStore(shop.pool).sealAnew((purpose) => ({
      seal: createSecretSeal(keySet, purpose),
      id: sealKeyId(purpose, keySet.first.key),
    }));
    const sealedAnew = new PgEvidenceFiles(shop.pool, createSecretSeal(keySet, 'evidence file'));
    const read = async (fileId: string) =>
      (await sealedAnew.read(disputeId, fileId))?.content.toString();
    expect([await read(named.fileId), await read(other.fileId)]).toEqual(['named', 'not named']);
    await end('CHARGEBACK_LOST');
    expect([await read(named.fileId), await read(other.fileId)]).toEqual(['named', undefined]);
    await shop.pool.query(`select erase_piece(('CHECKOUT', $1, $2)::payer_piece)`, [
      checkout.checkoutId,
      shop.merchantId,
    ]);
    expect(await read(named.fileId)).toBeUndefined();
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
      ...{ kind: 'EVIDENCE', evidence, files: [] },
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
