import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SettlementSums } from '../../../../src/payouts/settlement/settlement-requests.js';
import type {
  LinePosition,
  StatementHead,
  StatementLine,
} from '../../../../src/payouts/statements/statement.js';
import { PgStatementStore } from '../../../../src/payouts/statements/statement.store.js';
import { PgSettlementReader } from '../../../../src/payouts/settlement/settlement.store.js';
import { SettlementWorld } from '../../../support/settlement-world.js';

let world: SettlementWorld;
let statements: PgStatementStore;
let merchantId: string;
/** Settlements of the merchant, the first by a run, the second on demand. */
let references: string[];

const dayMs = 86_400_000;
const days = ['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21'] as const;

/** What was booked so far and has no day yet was booked on this day, at noon and the milliseconds after it. */
async function bookedOn(day: string): Promise<void> {
  await world.shop.pool.query(
    `update balance_transaction set created_at = $2::timestamptz + balance_transaction_id * interval '7 microseconds'
      where merchant_id = $1 and created_at > now() - interval '1 hour'`,
    [merchantId, `${day}T12:00:00+01:00`],
  );
}

beforeAll(async () => {
  world = await SettlementWorld.open();
  statements = new PgStatementStore(world.shop.pool);
  merchantId = await world.merchant({ payoutFeeMinor: 2_000n });
  const credit = await world.collect(merchantId, 3_000_000n, '2026-11-16');
  await world.collect(merchantId, 700_000n, '2026-11-16');
  await bookedOn(days[0]);
  await world.shop.requestRefund(credit, { amountMinor: 1_200_000n, merchantId } as never);
  await world.collect(merchantId, 5_000_000n, '2026-11-17');
  await bookedOn(days[1]);
  await world.run('2026-11-19');
  const first = await world.lastOf(merchantId);
  await world.take(first.settlement_id, ['SENT', 'CONFIRMED', 'RETURNED']);
  await bookedOn(days[2]);
  await world.request(merchantId, { settlementReference: 'PAY-2', amountMinor: 900_000n });
  await bookedOn(days[3]);
  references = (await world.settlementsOf(merchantId)).map(
    (row) => (row as unknown as { settlement_reference: string }).settlement_reference,
  );
});
afterAll(() => world[Symbol.asyncDispose]());

async function allLines(head: StatementHead, size: number): Promise<StatementLine[]> {
  const lines: StatementLine[] = [];
  let after: LinePosition | null = null;
  for (;;) {
    const page: readonly StatementLine[] = await statements.lines(head, after, size);
    if (page.length === 0) return lines;
    lines.push(...page);
    after = page.at(-1)?.position ?? null;
  }
}

const period = (from: string, to: string): Promise<StatementHead> =>
  statements.ofPeriod(
    merchantId,
    new Date(`${from}T00:00:00+01:00`),
    new Date(Date.parse(`${to}T00:00:00+01:00`) + dayMs),
  );

async function ofSettlement(at: number): Promise<StatementHead> {
  const head = await statements.ofSettlement(merchantId, references[at] ?? '');
  if (head === undefined) throw new Error('the settlement is not there');
  return head;
}

/** What the ledger's own entries say that a line's journal did to the merchant, and to fees, VAT and duty. */
async function ledgerOf({ position }: StatementLine) {
  const { rows } = await world.shop.pool.query<Record<'net' | 'fee' | 'vat' | 'duty', bigint>>(
    `select (-sum(e.amount_minor) filter (where e.account_id = any (merchant_accounts(b.merchant_id, b.currency))))::bigint as net,
            coalesce(-sum(e.amount_minor) filter (where e.account_id like '41%'), 0)::bigint as fee,
            coalesce(-sum(e.amount_minor) filter (where e.account_id like '2400:%'), 0)::bigint as vat,
            coalesce(-sum(e.amount_minor) filter (where e.account_id like '2410:%'), 0)::bigint as duty
       from balance_transaction b
       join journal j using (source_type, source_id, purpose)
       join entry e using (journal_id)
      where b.balance_transaction_id = $1 group by b.merchant_id`,
    [position.lineId],
  );
  return rows[0];
}

function closingOf(s: SettlementSums): bigint {
  const added = s.openingMinor + s.grossMinor + s.reversalMinor + s.adjustmentMinor;
  const taken = s.feeMinor + s.vatMinor + s.refundMinor + s.chargebackMinor + s.dutyMinor;
  return added - taken - s.payoutFeeMinor - s.payoutDutyMinor - s.netMinor;
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((a, b) => a + b, 0n);

describe('the statement of a settlement', () => {
  it('adds up to what was frozen, line by line as the ledger has it', async () => {
    const reader = new PgSettlementReader(world.shop.pool);
    for (const at of [0, 1]) {
      const head = await ofSettlement(at);
      const settlement = await reader.find(merchantId, references[at] ?? '');
      expect(head.sums).toEqual(settlement?.sums);
      expect(head.number).toBe(at + 1);
      expect(closingOf(head.sums)).toBe(head.sums.closingMinor);
      const lines = await allLines(head, 2);
      expect(lines).toHaveLength(head.lineCount);
      const { openingMinor, closingMinor } = head.sums;
      expect(openingMinor + sum(lines.map(({ netMinor }) => netMinor))).toBe(closingMinor);
      for (const line of lines) {
        const { netMinor: net, feeMinor: fee, vatMinor: vat, dutyMinor: duty } = line;
        expect({ net, fee, vat, duty }).toEqual(await ledgerOf(line));
        expect(line.grossMinor - fee - vat - duty).toBe(net);
      }
    }
    const [first, second] = [await ofSettlement(0), await ofSettlement(1)];
    expect(second.sums.openingMinor).toBe(first.sums.closingMinor);
  });

  it('has its head without a look at its lines, however many they are', async () => {
    const client = await world.shop.pool.connect();
    try {
      await client.query('begin; lock table balance_transaction in access exclusive mode');
      expect(await ofSettlement(0)).toMatchObject({ lineCount: 5 });
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  it('names each line: transaction, refund or settlement, its order and its transfer', async () => {
    const lines = await allLines(await ofSettlement(0), 100);
    expect(lines.map(({ type }) => type)).toEqual([
      ...['COLLECTION', 'COLLECTION', 'REFUND', 'COLLECTION', 'SETTLEMENT'],
    ]);
    const [collection, , refund, , payout] = lines;
    expect(collection?.reference).toMatch(/^txn_/);
    expect(collection?.paymentReference).toMatch(/^ORD-/);
    expect(collection?.sessionId).toMatch(/^session-/);
    expect(refund?.paymentReference).toBe(collection?.paymentReference);
    expect(collection?.transactionReference).toBe(collection?.reference);
    expect(refund?.transactionReference).toBe(collection?.reference);
    expect(refund?.grossMinor).toBe(-1_200_000n);
    expect(payout).toMatchObject({
      reference: references[0],
      paymentReference: null,
      transactionReference: null,
    });
    expect(payout?.sessionId).not.toBeNull();
  });

  it('shows money that came back on the next one', async () => {
    const { sums } = await ofSettlement(1);
    expect(sums.reversalMinor).toBeGreaterThan(0n);
    expect(sums.netMinor).toBe(897_850n);
  });

  it('is not there for another merchant, nor for a reference nobody has', async () => {
    const other = await world.merchant();
    expect(await statements.ofSettlement(other, references[0] ?? '')).toBeUndefined();
    expect(await statements.ofSettlement(merchantId, 'nobody')).toBeUndefined();
  });
});

describe('the statement of a period', () => {
  it('closes with what the ledger holds, and opens with what the days before closed with', async () => {
    const whole = await period('2026-11-01', days[3]);
    expect(whole.sums.openingMinor).toBe(0n);
    const held = await world.moneyOf(merchantId);
    const inHand = (held['2100'] ?? 0n) + (held['2110'] ?? 0n) + (held['1300'] ?? 0n);
    expect(whole.sums.closingMinor).toBe(inHand);
    expect(closingOf(whole.sums)).toBe(inHand);
    let opening = 0n;
    let count = 0;
    for (const day of days) {
      const { sums, lineCount } = await period(day, day);
      expect(sums.openingMinor).toBe(opening);
      expect(closingOf(sums)).toBe(sums.closingMinor);
      opening = sums.closingMinor;
      count += lineCount;
    }
    expect(opening).toBe(inHand);
    expect(count).toBe(whole.lineCount);
  });

  it('has each line once, whatever the size of a page', async () => {
    const head = await period(days[0], days[3]);
    const once = await allLines(head, 100);
    expect(once).toHaveLength(head.lineCount);
    for (const size of [1, 2, 3]) expect(await allLines(head, size)).toEqual(once);
    for (const line of once) {
      const { netMinor: net, feeMinor: fee, vatMinor: vat, dutyMinor: duty } = line;
      expect({ net, fee, vat, duty }).toEqual(await ledgerOf(line));
    }
  });

  it('of a year is that of the days on which something was booked', async () => {
    const { sums, lineCount } = await period(days[0], days[3]);
    expect(await period('2026-01-01', '2026-12-31')).toMatchObject({ sums, lineCount });
  });

  it('leaves out what a transaction that still runs may book', async () => {
    const other = await world.merchant();
    await world.collect(other, 500_000n, '2026-11-20');
    const [lastMonth, tomorrow] = [new Date(Date.now() - 30 * dayMs), new Date(Date.now() + dayMs)];
    const head = await statements.ofPeriod(other, lastMonth, tomorrow);
    expect(head).toMatchObject({ lineCount: 0, sums: { openingMinor: 0n, closingMinor: 0n } });
    expect(await statements.lines(head, null, 10)).toEqual([]);
    const sql = `update balance_transaction set created_at = created_at - interval '6 seconds' where merchant_id = $1`;
    await world.shop.pool.query(sql, [other]);
    const later = await statements.ofPeriod(other, lastMonth, tomorrow);
    expect(later).toMatchObject({ lineCount: 1, sums: { closingMinor: 494_625n } });
    expect(await statements.lines(later, null, 10)).toHaveLength(1);
  });

  it('has a line and its journal by when they were posted, however long ago its transaction began', async () => {
    const other = await world.merchant();
    await world.collect(other, 500_000n, '2026-11-20');
    const client = await world.shop.pool.connect();
    try {
      await client.query('begin');
      await client.query('select now()');
      const { rows } = await world.shop.pool.query<{ since: string }>(
        'select clock_timestamp()::text as since',
      );
      await client.query(`select settle_merchant($1, 'DAILY', '2026-11-23T00:00:00+01:00')`, [
        other,
      ]);
      await client.query('commit');
      const posted = await world.shop.pool.query(
        `select b.created_at >= $2 as line, j.posted_at >= $2 as journal
           from balance_transaction b join journal j using (source_type, source_id, purpose)
          where b.merchant_id = $1 and b.type = 'SETTLEMENT'`,
        [other, rows[0]?.since],
      );
      expect(posted.rows).toEqual([{ line: true, journal: true }]);
    } finally {
      client.release();
    }
  });

  it('is empty for days that are still to come', async () => {
    const head = await period('2999-01-01', '2999-01-02');
    expect(head.lineCount).toBe(0);
    expect(head.sums.openingMinor).toBe(head.sums.closingMinor);
  });
});
