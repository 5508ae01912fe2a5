import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Shop } from '../../../support/shop.js';
import { type Ask, withoutTrace } from '../../../support/asking.js';

let shop: Shop;
let refundId: string;
beforeAll(async () => {
  shop = await Shop.open();
  const order = await shop.order();
  await shop.payAndPost(order, 1_000_100n);
  refundId = (await shop.refundsOf(order.checkout.checkoutId))[0]?.refundId ?? '';
  await shop.refundSteps.take({ refundId, event: 'NAME_ASKED' });
  await shop.refundSteps.take({ refundId, event: 'SENT', sessionId: 'out-1' });
});
afterAll(() => shop[Symbol.asyncDispose]());

const ofBank = <Found>(ask: Ask, column: string) =>
  ask<Found>(`select ${column} from banks_health() where provider = 'sandbox'`);

describe('a bank', () => {
  it.each([
    ['SENT', 61, 1n],
    ['SENT', 58, 0n],
    ['UNKNOWN', 61, 1n],
    ['SUCCESSFUL', 61, 0n],
    ['FAILED', 61, 0n],
  ])('has a transfer that is %s for %s s: it owes %s answers', async (status, seconds, owed) => {
    const unanswered = await withoutTrace(shop.pool, async (ask) => {
      await ask(
        `update outward_transfer set status = $2, sent_at = now() - make_interval(secs => $3) where purpose_id = $1`,
        ...[refundId, status, seconds],
      );
      return ofBank<bigint>(ask, 'unanswered');
    });
    expect(unanswered).toBe(owed);
  });

  it('has the hold that came first, and none once that is over', async () => {
    const found = await withoutTrace(shop.pool, async (ask) => {
      const before = await ofBank(ask, 'hold');
      await ask(
        `select record_finding('UNEXPLAINED_DEBIT', 'one', '{"provider": "sandbox"}', 'ATTENTION')`,
      );
      return [before, await ofBank(ask, 'hold')];
    });
    expect(found).toEqual([null, 'UNEXPLAINED_DEBIT']);
  });

  it('differs from our books by what its statement does not have', async () => {
    const [none, difference] = await withoutTrace(shop.pool, async (ask) => {
      const books = await ask<bigint>(
        `select minor from pool_position where provider = 'sandbox' and currency = 'NGN'`,
      );
      const before = await ofBank<bigint | null>(ask, 'difference_minor');
      await ask(
        `insert into statement_line (provider, line_id, kind, booked_at, amount_minor, balance_minor, matched)
           values ('sandbox', 1, 'CREDIT', now(), 1, $1::bigint - 5, 'MATCHED')`,
        books,
      );
      return [before, await ofBank<bigint | null>(ask, 'difference_minor')];
    });
    expect([none, difference]).toEqual([null, 5n]);
  });
});
