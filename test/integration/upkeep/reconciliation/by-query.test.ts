import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BankRail, RailAnswer, RailOutcome } from '../../../../src/domain/bank-rail.port.js';
import { sessionId } from '../../../../src/domain/nip-session.js';
import { PgCreditStore } from '../../../../src/payments/credits/credit.store.js';
import { newId } from '../../../../src/platform/database/new-id.js';
import type { CreditConfirmation, CreditNotice } from '../../../../src/providers/notice.js';
import { ByQuery } from '../../../../src/upkeep/reconciliation/by-query.js';
import { PgAskedAtBank } from '../../../../src/upkeep/reconciliation/by-query.store.js';
import { Shop } from '../../../support/shop.js';

/** A bank that has no statement: what it says of our payments, by their keys. */
let shop: Shop;
let asked: PgAskedAtBank;
let byQuery: ByQuery;
let bank: Pick<BankRail, 'query'>;
const ofCredits = new Map<string, CreditConfirmation['outcome']>();
const ofTransfers = new Map<string, RailOutcome>();
const questions: string[] = [];
const provider = 'querybank';
beforeAll(async () => {
  shop = await Shop.open();
  asked = new PgAskedAtBank(shop.pool);
  const confirm = (credit: CreditNotice): Promise<CreditConfirmation> => {
    questions.push(`${credit.key} ${credit.accountNumber} ${credit.amountMinor}`);
    const outcome = ofCredits.get(credit.key) ?? 'UNKNOWN';
    return Promise.resolve({ outcome, credit } as CreditConfirmation);
  };
  const query = (id: string, amountMinor?: bigint): Promise<RailAnswer> => {
    questions.push(`${id} ${amountMinor}`);
    return Promise.resolve({
      outcome: ofTransfers.get(id) ?? 'UNKNOWN',
      code: null,
      failure: null,
    });
  };
  bank = { query };
  byQuery = new ByQuery(asked, new Map([[provider, { confirm }]]), new Map([[provider, bank]]));
});
afterAll(() => shop[Symbol.asyncDispose]());

let sessions = 0;
const hour = 3_600_000;

async function credit(ageMs: number) {
  sessions += 1;
  const key = `SETTLED-${sessions}`;
  const { creditId } = await new PgCreditStore(shop.pool).receive({
    creditId: newId('txn'),
    ...{ provider, sessionId: sessionId('000014', new Date(), String(sessions)) },
    details: { key, feeMinor: null, vatMinor: null, settledMinor: null, schemeIds: null },
    ...{ accountNumber: '9011111111', amountMinor: 500_000n, currency: 'NGN', narration: null },
    source: { accountNumber: null, accountName: 'ADA OBI', bankCode: null, bankName: null },
    sentAt: null,
  });
  await age('inward_credit', 'received_at', 'credit_id', creditId, ageMs);
  return { key, creditId, question: `${key} 9011111111 500000` };
}

async function transfer(ageMs: number, status = 'SUCCESSFUL') {
  sessions += 1;
  const id = sessionId('000023', new Date(), String(sessions));
  await shop.pool.query(
    `insert into outward_transfer (session_id, provider, purpose, purpose_id, attempt, amount_minor, currency, status, sent_at)
       values ($1, $2, 'REFUND', $3, 1, 70000, 'NGN', $4, now())`,
    [id, provider, newId('rfd'), status],
  );
  await age('outward_transfer', 'sent_at', 'session_id', id, ageMs);
  return { id, question: `${id} 70000` };
}

async function age(table: string, column: string, key: string, id: string, ageMs: number) {
  await shop.pool.query(
    `update ${table} set ${column} = now() - make_interval(secs => $2) where ${key} = $1`,
    [id, ageMs / 1_000],
  );
}

/** Since each was asked about. */
async function aQuarterLater(): Promise<void> {
  await shop.pool.query(`update asked_at_bank set asked_at = asked_at - interval '16 minutes'`);
}

async function run(): Promise<{ asked: string[]; found: string[] }> {
  questions.length = 0;
  const { findings } = await byQuery.run(provider, performance.now() + 10_000);
  const found = findings.map(({ kind, subject }) => `${kind} ${subject}`).toSorted();
  return { asked: questions.toSorted(), found };
}

it('asks about what is five minutes to three days old, once, and once more after a day', async () => {
  const minute = 60_000;
  const known = [await credit(6 * minute), await credit(71 * hour)] as const;
  const sent = await transfer(6 * minute);
  for (const { key } of known) ofCredits.set(key, 'SAME');
  ofTransfers.set(sent.id, 'SUCCESS');
  await credit(4 * minute);
  await credit(73 * hour);
  await transfer(4 * minute);
  await transfer(hour, 'UNKNOWN');
  const first = await run();
  expect(first.asked).toEqual([...known, sent].map(({ question }) => question).toSorted());
  expect(first.found).toEqual([]);
  // The older one is a day old already: it is asked about a second time, and then no more.
  expect((await run()).asked).toEqual([known[1].question]);
  expect((await run()).asked).toEqual([]);
  await age('inward_credit', 'received_at', 'credit_id', known[0].creditId, 25 * hour);
  await age('outward_transfer', 'sent_at', 'session_id', sent.id, 25 * hour);
  ofTransfers.set(sent.id, 'FAILED');
  const again = await run();
  expect(again.asked).toEqual([known[0].question, sent.question].toSorted());
  // Confirmed first, and sent back by the bank days later: it says so twice.
  expect(again.found).toEqual([]);
  expect((await run()).asked).toEqual([]);
  await aQuarterLater();
  expect(await run()).toEqual({ asked: [sent.question], found: [`PAID_BUT_DENIED ${sent.id}`] });
  await aQuarterLater();
  expect((await run()).asked).toEqual([]);
});

it.each([
  ['ABSENT', 'ABSENT'],
  ['OTHER', 'FAILED'],
] as const)(
  'finds what the bank calls %s, for a person to decide',
  async (ofCredit, ofTransfer) => {
    const [came, sent] = [await credit(hour), await transfer(hour)];
    ofCredits.set(came.key, ofCredit);
    ofTransfers.set(sent.id, ofTransfer);
    expect((await run()).found).toEqual([]);
    await aQuarterLater();
    const { found } = await run();
    expect(found).toEqual([`NOT_AT_BANK ${came.creditId}`, `PAID_BUT_DENIED ${sent.id}`]);
    const { rows } = await shop.pool.query(
      `select kind, action from finding where subject = any ($1) order by kind`,
      [[came.creditId, sent.id]],
    );
    expect(rows).toEqual([
      { kind: 'NOT_AT_BANK', action: 'ATTENTION' },
      { kind: 'PAID_BUT_DENIED', action: 'ATTENTION' },
    ]);
  },
);

it('takes one denial for a mistake of the bank when it knows the payment later', async () => {
  const came = await credit(hour);
  ofCredits.set(came.key, 'ABSENT');
  expect(await run()).toEqual({ asked: [came.question], found: [] });
  ofCredits.set(came.key, 'SAME');
  await aQuarterLater();
  expect(await run()).toEqual({ asked: [came.question], found: [] });
  await aQuarterLater();
  expect(await run()).toEqual({ asked: [], found: [] });
});

it('asks about the newer payments although the bank gives no answer about 200 older ones', async () => {
  const ofOther = 'silentbank';
  await shop.pool.query(
    `insert into outward_transfer (session_id, provider, purpose, purpose_id, attempt, amount_minor, currency, status, sent_at)
       select 'silent-' || n, $1, 'REFUND', 'rfd_silent_' || n, 1, 70000, 'NGN', 'SUCCESSFUL', now() - interval '1 hour'
         from generate_series(1, 250) n`,
    [ofOther],
  );
  await shop.pool.query(
    `update outward_transfer set sent_at = now() - interval '6 minutes' where session_id = 'silent-250'`,
  );
  ofTransfers.set('silent-250', 'SUCCESS');
  questions.length = 0;
  const silent = new ByQuery(asked, new Map(), new Map([[ofOther, bank]]));
  const page = () => silent.run(ofOther, performance.now() + 10_000);
  expect(await page()).toMatchObject({ asked: 200, hasMore: false });
  expect(questions).not.toContain('silent-250 70000');
  expect(await page()).toMatchObject({ asked: 200, hasMore: true });
  expect(questions).toContain('silent-250 70000');
  expect(await asked.standing(ofOther)).toMatchObject({ toAsk: 249 });
});

it('asks after an outage about all that came since the last complete run', async () => {
  const ofOther = 'awaybank';
  const days = { gone: 12, before: 10.5, during: 6 };
  for (const [name, age] of Object.entries(days)) {
    await shop.pool.query(
      `insert into outward_transfer (session_id, provider, purpose, purpose_id, attempt, amount_minor, currency, status, sent_at)
         values ($1, $2, 'REFUND', $1, 1, 70000, 'NGN', 'SUCCESSFUL', now() - make_interval(hours => $3))`,
      [`away-${name}`, ofOther, age * 24],
    );
    ofTransfers.set(`away-${name}`, 'SUCCESS');
  }
  const readAt = (ago: string) =>
    shop.pool.query(
      `insert into statement_read (provider, read_at) values ($1, now() - $2::interval)
       on conflict (provider) do update set read_at = excluded.read_at`,
      [ofOther, ago],
    );
  await readAt('10 days');
  questions.length = 0;
  const away = new ByQuery(asked, new Map(), new Map([[ofOther, bank]]));
  await away.run(ofOther, performance.now() + 10_000);
  expect(questions.toSorted()).toEqual(['away-before 70000', 'away-during 70000']);
  await readAt('1 minute');
  expect(await asked.standing(ofOther)).toMatchObject({ toAsk: 0 });
});

it('takes no answer for none: it asks again', async () => {
  const { denied } = await asked.standing(provider);
  const [came, sent] = [await credit(hour), await transfer(hour)];
  ofTransfers.set(sent.id, 'WAITING');
  const both = [came.question, sent.question].toSorted();
  expect(await run()).toEqual({ asked: both, found: [] });
  expect((await run()).asked).toEqual(both);
  expect(await asked.standing(provider)).toMatchObject({ toAsk: 2 });
  ofCredits.set(came.key, 'SAME');
  ofTransfers.set(sent.id, 'SUCCESS');
  await run();
  expect(await asked.standing(provider)).toMatchObject({ toAsk: 0, denied });
});
