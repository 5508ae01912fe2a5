import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '../../support/calendar-model.js';
import { planQuarter } from '../../support/quarter-plan.js';
import { soakNumber } from '../../support/soak-random.js';
import { assertQuarter, printTable, readQuarter } from './quarter-check.js';
import { QuarterRun } from './quarter-run.js';

const size = {
  seed: soakNumber('SEED', 7),
  merchants: soakNumber('MERCHANTS', 10),
  payments: soakNumber('PAYMENTS', 200),
  days: soakNumber('DAYS', 9),
};
const limitMs = 240_000 + size.days * 60_000 + size.payments * 100;

let run: QuarterRun;
beforeAll(async () => {
  run = await QuarterRun.start(planQuarter(size));
}, 120_000);
afterAll(() => run[Symbol.asyncDispose]());

test(
  `${size.days} days of ${size.merchants} merchants and ${size.payments} payments: every kobo is paid, held or pending`,
  async () => {
    const began = Date.now();
    for (const [n, day] of run.plan.days.entries()) {
      await run.live(day);
      if (n % 10 === 9) console.log(`${n + 1} days in ${Date.now() - began} ms`);
    }
    await run.rest();
    const books = await readQuarter(run);
    console.log(
      [
        `seed ${size.seed}: ${size.days} days in ${Date.now() - began} ms, the worker killed ${run.kills} times, ` +
          `${run.returned} payouts sent back later`,
        await run.summary(),
        printTable(books.lines),
      ].join('\n'),
    );
    assertQuarter(run, books);
    expect(books.lines.reduce((sum, { payments }) => sum + payments, 0)).toBe(size.payments);
    expect(books.lines.some(({ paid }) => paid > 0n)).toBe(true);
  },
  limitMs,
);

/** The journal of a step once more under another name: each constraint of the books is kept. */
const payoutsPostTwice = `
  create function post_confirmation_again() returns trigger language plpgsql as $$ begin
    if new.status = 'SUCCESSFUL' and old.status <> 'SUCCESSFUL' then
      perform post_journals(array[
        ('payout', new.payout_id, 'confirmed-again', 'in-transit', '2320', new.merchant_id, 'NGN', new.amount_minor),
        ('payout', new.payout_id, 'confirmed-again', 'pool', '1110', new.provider, 'NGN', -new.amount_minor)]::leg[]);
    end if;
    return null;
  end $$;
  create trigger confirmed_again after update on payout for each row execute function post_confirmation_again()`;

/** A freeze that takes an entry which the settlement before has already; the sums of its own row stay right. */
const freezeTakesTwice = `
  create function freeze_again() returns trigger language plpgsql as $$ begin
    update balance_transaction set settlement_id = new.settlement_id
     where balance_transaction_id = (
       select min(b.balance_transaction_id) from balance_transaction b
        where b.merchant_id = new.merchant_id and b.type = 'COLLECTION' and b.settlement_id <> new.settlement_id);
    return null;
  end $$;
  create trigger frozen_again after insert on settlement for each row execute function freeze_again()`;

/** One more day, on which a merchant that is paid at once sells. */
async function liveOn(daysLater: number): Promise<void> {
  const payments = Array.from({ length: 6 }, () => ({
    merchant: 1,
    channel: 'Bank' as const,
    amountMinor: 900_000n,
    refundMinor: 0n,
    chargeback: undefined,
  }));
  const day = addDays(run.lastDay, daysLater);
  await run.live({ day, payments, declared: [], isKilled: false });
  await run.rest();
}

test(
  'a payout step that posts twice is found, and the seed is named',
  async () => {
    await run.pool.query(payoutsPostTwice);
    await liveOn(1);
    const books = await readQuarter(run);
    expect(() => assertQuarter(run, books)).toThrow(`--quarter --seed ${size.seed}`);
    expect(() => assertQuarter(run, books)).toThrow(/by our books the bank has/);
    expect(() => assertQuarter(run, books)).toThrow(/what is on its way to a merchant/);
    await run.pool.query('drop trigger confirmed_again on payout');
  },
  limitMs,
);

test(
  'a freeze that takes an entry twice is found, and the seed is named',
  async () => {
    await run.pool.query(freezeTakesTwice);
    await liveOn(2);
    const books = await readQuarter(run);
    expect(() => assertQuarter(run, books)).toThrow(`--quarter --seed ${size.seed}`);
    expect(() => assertQuarter(run, books)).toThrow(
      /every settlement has the sums of its transactions/,
    );
  },
  limitMs,
);
