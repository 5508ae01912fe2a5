import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PgRailEventStore } from '../../../../src/payments/cards/rail-event.store.js';
import { PgStatementStore } from '../../../../src/payouts/statements/statement.store.js';
import { SettlementWorld } from '../../../support/settlement-world.js';
import { issueStaticNumber } from '../../../support/static-number.js';

let world: SettlementWorld;
beforeAll(async () => {
  world = await SettlementWorld.open();
});
afterAll(() => world[Symbol.asyncDispose]());

const staticNumber = (merchantId: string) => issueStaticNumber(world.shop.pool, merchantId, '501');

async function dueOn(creditId: string): Promise<string> {
  const { rows } = await world.shop.pool.query<{ due_on: string }>(
    `select due_on::text from balance_transaction where source_id = $1`,
    [creditId],
  );
  return rows[0]?.due_on ?? '';
}

describe('what a static account received', () => {
  it('is foretold, settled on its day, and a line of the statement', async () => {
    const { pool } = world.shop;
    const merchantId = await world.merchant();
    const { creditId } = await world.shop.pay(await staticNumber(merchantId), 1_000_000n);
    const day = await dueOn(creditId);
    const { rows } = await pool.query('select * from next_settlement($1, now())', [merchantId]);
    // what reaches the bank is less the duty on the transfer
    expect(rows).toMatchObject([{ amount_minor: 989_250n }]);
    await world.settle(merchantId, day);
    const settlement = await world.lastOf(merchantId);
    expect(settlement).toMatchObject({
      gross_minor: 1_000_000n,
      fee_minor: 10_000n,
      vat_minor: 750n,
      transaction_count: 1,
    });
    const [{ settlement_reference: reference }] = (await world.settlementsOf(
      merchantId,
    )) as unknown as [{ settlement_reference: string }];
    const statements = new PgStatementStore(pool);
    const head = await statements.ofSettlement(merchantId, reference);
    if (head === undefined) throw new Error('the settlement has no statement');
    const lines = await statements.lines(head, null, 10);
    expect(lines.find((line) => line.reference === creditId)).toMatchObject({
      type: 'COLLECTION',
      paymentReference: null,
    });
    await world.shop.assertBooks();
  });

  it('is taken back when its sender recalls it, and told as reversed', async () => {
    const { pool } = world.shop;
    const merchantId = await world.merchant();
    const sessionId = 'recalled-session';
    const number = await staticNumber(merchantId);
    const { creditId } = await world.shop.pay(number, 1_000_000n, { sessionId });
    const rail = new PgRailEventStore(pool);
    const event = { provider: 'sandbox', eventId: 'rcl-1', sessionId, amountMinor: 1_000_000n };
    expect(await rail.recall(event)).toMatchObject({ outcome: 'REVERSED', duplicate: false });
    expect(await rail.recall(event)).toMatchObject({ outcome: 'REVERSED', duplicate: true });
    const { rows } = await pool.query<{ data: object }>(
      `select body::jsonb -> 'data' as data from event where merchant_id = $1 and type = 'transaction.reversed'`,
      [merchantId],
    );
    expect(rows.map(({ data }) => data)).toMatchObject([
      { transactionReference: creditId, status: 'REVERSED', dispute: { amount: 1_000_000 } },
    ]);
    await world.shop.assertBooks();
  });
});
