import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type JournalWish,
  PgJournalProposals,
} from '../../../../src/operators/journals/journal-proposal.store.js';
import { newId } from '../../../../src/platform/database/new-id.js';
import { byTest, plantPeople } from '../../../support/operators.js';
import { Shop } from '../../../support/shop.js';

let shop: Shop;
let journals: PgJournalProposals;
let people: Awaited<ReturnType<typeof plantPeople<'Ada' | 'Bola' | 'Chidi'>>>;

beforeAll(async () => {
  shop = await Shop.open();
  journals = new PgJournalProposals(shop.pool as pg.Pool);
  people = await plantPeople(shop.pool as pg.Pool, 'Ada', 'Bola', 'Chidi');
  await shop.payAndPost(await shop.order(), 1_000_000n);
});
afterEach(() => shop.assertBooks());
afterAll(() => shop?.[Symbol.asyncDispose]());

const by = (actor: 'Ada' | 'Bola' | 'Chidi') => ({
  ...byTest,
  kind: 'OPERATOR' as const,
  ...{ actor, operatorId: people[actor].operatorId, reason: 'the bank says so' },
});
const pool = '1100:sandbox:NGN';
const writeOff = '5300:-:NGN';
const legs = (amountMinor: bigint, from = pool): JournalWish => ({
  legs: [
    { account: writeOff, amountMinor },
    { account: from, amountMinor: -amountMinor },
  ],
});

async function proposed(wish: JournalWish): Promise<string> {
  const id = newId('jnp');
  expect(await journals.propose(id, wish, by('Ada'))).toBe('PROPOSED');
  return id;
}

describe('a journal by hand', () => {
  it('is in the books when a second operator has posted it, once', async () => {
    const before = await shop.balanceOf(writeOff);
    const id = await proposed(legs(500n));
    expect(await journals.post(id, by('Ada'))).toBe('SAME_OPERATOR');
    expect(await shop.balanceOf(writeOff)).toBe(before);
    const outcomes = await Promise.all(
      (['Bola', 'Chidi', 'Bola'] as const).map((name) => journals.post(id, by(name))),
    );
    expect(outcomes).toEqual(['POSTED', 'POSTED', 'POSTED']);
    expect((await shop.balanceOf(writeOff)) - before).toBe(500n);
    expect(await journals.find(id)).toMatchObject({
      ...{ status: 'POSTED', operator: 'Ada' },
      partner: expect.stringMatching(/^(Bola|Chidi)$/),
      journalId: expect.any(BigInt),
    });
  });

  it('never touches what merchants have, nor what is in suspense', async () => {
    for (const account of [
      `2100:${shop.merchantId}:NGN`,
      `2110:${shop.merchantId}:NGN`,
      '2200:txn_x:NGN',
    ]) {
      const outcome = await journals.propose(newId('jnp'), legs(1n, account), by('Ada'));
      expect({ account, outcome }).toEqual({ account, outcome: 'NOT_ADJUSTABLE' });
    }
  });

  it.each([
    ['NOT_BALANCED', { legs: [{ account: pool, amountMinor: 1n }] }],
    [
      'NOT_BALANCED',
      {
        legs: [
          { account: pool, amountMinor: 1n },
          { account: writeOff, amountMinor: -2n },
        ],
      },
    ],
    ['ACCOUNT_UNKNOWN', legs(1n, '1100:nobody:NGN')],
    ['JOURNAL_UNKNOWN', { reverse: 999_999_999n }],
  ] satisfies [string, JournalWish][])('%s: %#', async (outcome, wish) => {
    expect(await journals.propose(newId('jnp'), wish, by('Ada'))).toBe(outcome);
  });

  it('takes a journal back once, whichever two propose it', async () => {
    const first = await proposed(legs(700n));
    await journals.post(first, by('Bola'));
    const { journalId } = (await journals.find(first)) ?? {};
    const reverse = { reverse: journalId ?? 0n };
    const outcomes = await Promise.all(
      (['Ada', 'Bola'] as const).map((name) => journals.propose(newId('jnp'), reverse, by(name))),
    );
    expect(outcomes.toSorted()).toEqual(['ALREADY_REVERSED', 'PROPOSED']);
    const [waiting] = await journals.list('PROPOSED', { limit: 1, offset: 0, after: null });
    const before = await shop.balanceOf(pool);
    expect(await journals.post(waiting?.item.proposalId ?? '', by('Chidi'))).toBe('POSTED');
    expect((await shop.balanceOf(pool)) - before).toBe(700n);
  });

  it('that was withdrawn is not posted, and may be proposed again', async () => {
    const first = await proposed(legs(900n));
    await journals.post(first, by('Bola'));
    const { journalId } = (await journals.find(first)) ?? {};
    const reverse = { reverse: journalId ?? 0n };
    const id = await proposed(reverse);
    expect(await journals.withdraw(id, by('Ada'))).toBe(true);
    expect(await journals.post(id, by('Bola'))).toBe('WITHDRAWN');
    expect(await journals.withdraw(id, by('Ada'))).toBe(false);
    await journals.post(await proposed(reverse), by('Bola'));
  });
});
