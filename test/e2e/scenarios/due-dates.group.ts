import { describe, expect, it } from 'vitest';
import type { Sale } from './sale.js';
import { answerOf } from './surroundings.js';
import type { ScenarioWorld } from './scenario-world.js';
import { useWorld } from './shared-world.js';

/** 28: money that arrives before weekends and holidays. The database is told when each transfer arrived. */

let world: ScenarioWorld;
useWorld(async (shared) => {
  world = shared;
  await world.query('create table arrival (account_number text primary key, at timestamptz)');
  await world.query(`create function arrive() returns trigger language plpgsql security definer as $$
    begin
      new.received_at := coalesce((select a.at from arrival a where a.account_number = new.account_number), new.received_at);
      return new;
    end $$`);
  await world.query(
    'create trigger arrive before insert on inward_credit for each row execute function arrive()',
  );
});

async function paidAt(receivedAt: string): Promise<Sale> {
  const sale = await world.shop.open();
  await world.query('insert into arrival values ($1, $2)', [sale.accountNumber, receivedAt]);
  await sale.pay();
  return sale;
}

/** In the answer to complete-checkout, in query, and in the webhook. */
async function expectDue(sale: Sale, settlementDueDate: string): Promise<void> {
  const reply = await sale.complete({}, { prefer: 'wait=20' });
  expect(answerOf(reply), reply.text).toBe('200/00');
  expect(reply.data).toMatchObject({ settlementDueDate });
  await sale.until({ transaction: { settlementDueDate } });
}

describe.concurrent('due dates', () => {
  it.each([
    ['Friday', '2026-11-20T14:00:00+01:00', '2026-11-23'],
    ['Saturday', '2026-11-21T14:00:00+01:00', '2026-11-23'],
    ['Sunday', '2026-11-22T14:00:00+01:00', '2026-11-23'],
    ['the last moment of a Wednesday', '2026-11-18T23:59:59.999+01:00', '2026-11-19'],
    ['the first moment of a Thursday', '2026-11-19T00:00:00.000+01:00', '2026-11-20'],
    ["New Year's Eve", '2026-12-31T10:00:00+01:00', '2027-01-04'],
    ['the Thursday before Easter', '2027-03-25T10:00:00+01:00', '2027-03-30'],
  ])('28: received on %s', async (_when, receivedAt, due) => {
    const sale = await paidAt(receivedAt);
    await expectDue(sale, due);
    await sale.wasTold(['collection.received', 'checkout.successful']);
    expect(sale.told[1]?.data).toMatchObject({
      settlementAmount: 989_250,
      settlementDueDate: due,
    });
  });

  it('28: received on the eve of Christmas, and the Monday after it is declared a holiday', async () => {
    const sale = await paidAt('2026-12-24T10:00:00+01:00');
    await expectDue(sale, '2026-12-28');
    await world.query(
      "select declare_holiday('2026-12-28', true, 'Boxing Day (in lieu)', 'ada', 'Gazette')",
    );
    await expectDue(sale, '2026-12-29');
    await world.query("select withdraw_holiday('2026-12-28', 'ada', 'withdrawn')");
    await expectDue(sale, '2026-12-28');
  });

  it("28: a part is nobody's yet; what completes it is due by its own day", async () => {
    const sale = await world.shop.open();
    await world.query('insert into arrival values ($1, $2)', [
      sale.accountNumber,
      '2026-11-20T14:00:00+01:00',
    ]);
    await sale.pay(400_000);
    await sale.until({ status: 'PARTIALLY_PAID', transactions: [{ settlementDueDate: null }] });
    await world.query('update arrival set at = $2 where account_number = $1', [
      sale.accountNumber,
      '2026-11-23T14:00:00+01:00',
    ]);
    await sale.pay(600_000);
    await expectDue(sale, '2026-11-24');
  });
});
