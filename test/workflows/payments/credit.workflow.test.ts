import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { creditWorkflowId } from '../../../src/domain/ids.js';
import type { Policies } from '../../../src/domain/policies.js';
import { decide } from '../../../workflows/messages.js';
import type { CreditChoice } from '../../../src/domain/decisions.js';
import { assertBooks } from '../../support/books.js';
import { currentDetails } from '../../support/history.js';
import { heldLate } from '../../support/late-money.js';
import { RailWorld } from '../../support/rail-world.js';
import { fastForward } from '../../support/time.js';

let rails: RailWorld;
beforeAll(async () => void (rails = await RailWorld.start()));
afterAll(() => rails[Symbol.asyncDispose]());
afterEach(() => assertBooks(rails.world.database));

const late = (policies: Partial<Policies>) => heldLate(rails, policies);

const choose = (creditId: string, decision: CreditChoice) =>
  rails
    .credit(creditId)
    .executeUpdate(decide, { args: [{ decision, operator: 'ngozi', reason: 'looked' }] });

/** Late money that is held, of an order that is open yet. */
async function lateWhileOpen() {
  const { world } = rails;
  const initiated = await world.initiate({ policies: { late: 'HOLD' } });
  await world.tell(initiated);
  const account = await world.issueAccount(initiated, { validityMinutes: 10 });
  await world.tell(account);
  const sentAt = new Date(Date.now() + 3_600_000);
  const amount = initiated.checkout.amountMinor;
  const { creditId, fact } = await rails.receive(account.accountNumber, amount, { sentAt });
  if (fact?.kind !== 'CREDIT_HELD') throw new Error('it is not late');
  await world.tell(fact);
  await rails.untilWaiting(creditWorkflowId(creditId));
  return { creditId, initiated };
}

describe('late money', () => {
  test('goes back by the policy REFUND, and its refund is requested', async () => {
    const { creditId, fact, initiated } = await late({ late: 'REFUND' });
    expect(fact.kind).toBe('CREDIT_HELD');
    await rails.world.tell(fact);
    expect(await rails.credit(creditId).result()).toEqual({ resolution: 'RETURNED' });
    expect(await rails.refundStatus(await rails.refundOf(creditId))).toBe('REQUESTED');
    expect((await rails.world.checkout(initiated)).status).toBe('EXPIRED');
  });

  test('pays its checkout by the policy ACCEPT_LATE', async () => {
    const { creditId, fact, initiated } = await late({ late: 'ACCEPT_LATE' });
    await rails.world.tell(fact);
    expect(await rails.credit(creditId).result()).toEqual({ resolution: 'ACCEPTED' });
    expect((await rails.world.checkout(initiated)).status).toBe('SUCCESSFUL');
  });

  test('waits for an operator by the policy HOLD, who may accept it', async () => {
    const { creditId, fact, initiated } = await late({ late: 'HOLD' });
    await rails.world.tell(fact);
    expect(await rails.untilWaiting(creditWorkflowId(creditId))).toBe('HELD: LATE');
    const details = await currentDetails(rails.credit(creditId));
    expect(details).toMatch(/What happened.*paid after the deadline/);
    expect(details).toMatch(/(?:--reason WHY`|May be decided): [^\n]*`accept`/);
    expect(details).toContain('₦10,000.00');
    expect(await choose(creditId, 'accept')).toEqual({ creditId, decision: 'accept' });
    expect(await rails.credit(creditId).result()).toEqual({ resolution: 'ACCEPTED' });
    expect((await rails.world.checkout(initiated)).status).toBe('SUCCESSFUL');
  });

  test('that is accepted while its order is open ends the order: its workflow is told', async () => {
    const { world } = rails;
    const { creditId, initiated } = await lateWhileOpen();
    expect((await world.checkout(initiated)).status).toBe('AWAITING_PAYMENT');
    await choose(creditId, 'accept');
    await rails.credit(creditId).result();
    const relay = rails.relay();
    relay.start();
    expect(await world.handle(initiated).result()).toEqual({ status: 'SUCCESSFUL' });
    await relay.close();
  });

  test.each([
    ['return', 'RETURNED'],
    ['keep', 'KEPT'],
  ] as const)('that is held may be told to %s', async (decision, resolution) => {
    const { creditId, fact } = await late({ late: 'HOLD' });
    await rails.world.tell(fact);
    await rails.untilWaiting(creditWorkflowId(creditId));
    await choose(creditId, decision);
    expect(await rails.credit(creditId).result()).toEqual({ resolution });
  });
});

describe('money of nobody', () => {
  test('waits for an operator, and goes back after a day when nobody decides', async () => {
    const { creditId, fact } = await rails.receiveStray();
    await rails.world.tell(fact);
    expect(await rails.untilWaiting(creditWorkflowId(creditId))).toBe('HELD: UNMATCHED');
    expect(await currentDetails(rails.credit(creditId))).toContain(
      'If nobody decides, it goes back by itself',
    );
    await fastForward(rails.world.client, creditWorkflowId(creditId), 24 * 3_600_000 + 1_000);
    expect(await rails.credit(creditId).result()).toEqual({ resolution: 'RETURNED' });
  });
});

describe('decide', () => {
  test('is refused with an unknown decision, and leaves the credit as it is', async () => {
    const { creditId, fact } = await rails.receiveStray();
    await rails.world.tell(fact);
    await rails.untilWaiting(creditWorkflowId(creditId));
    await expect(choose(creditId, 'burn' as CreditChoice)).rejects.toThrow();
    await choose(creditId, 'keep');
    expect(await rails.credit(creditId).result()).toEqual({ resolution: 'KEPT' });
  });

  test('to accept is refused by name where the number belongs to no merchant', async () => {
    const { creditId, fact } = await rails.receive('9999999999', 500_000n);
    if (fact === null) throw new Error('no workflow is to be told of the credit');
    await rails.world.tell(fact);
    await rails.untilWaiting(creditWorkflowId(creditId));
    await expect(choose(creditId, 'accept')).rejects.toMatchObject({
      cause: { message: expect.stringContaining('belongs to no merchant') },
    });
    const details = await currentDetails(rails.credit(creditId));
    expect(details).not.toMatch(/(?:--reason WHY`|May be decided): [^\n]*`accept`/);
    await choose(creditId, 'return');
    expect(await rails.credit(creditId).result()).toEqual({ resolution: 'RETURNED' });
  });

  test('to accept what came for an order that is called off is refused; the credit waits on', async () => {
    const { creditId, initiated } = await lateWhileOpen();
    await rails.world.handle(initiated).cancel();
    await rails.world.handle(initiated).result();
    expect((await rails.world.checkout(initiated)).status).toBe('CANCELLED');
    // The credit's workflow has not heard of it, and learns it from the books.
    await choose(creditId, 'accept');
    await vi.waitFor(
      async () =>
        expect(await currentDetails(rails.credit(creditId))).toContain(
          'The order was called off while its money was held',
        ),
      30_000,
    );
    expect(await rails.untilWaiting(creditWorkflowId(creditId))).toBe('HELD: LATE');
    await expect(choose(creditId, 'accept')).rejects.toMatchObject({
      cause: { message: expect.stringContaining('the order was called off') },
    });
    expect(await currentDetails(rails.credit(creditId))).not.toMatch(
      /(?:--reason WHY`|May be decided): [^\n]*`accept`/,
    );
    await choose(creditId, 'return');
    expect(await rails.credit(creditId).result()).toEqual({ resolution: 'RETURNED' });
  });

  test('that the books refuse has the credit wait again, and says why', async () => {
    const { creditId, fact } = await rails.receiveStray();
    await rails.world.tell(fact);
    await rails.untilWaiting(creditWorkflowId(creditId));
    const { rows } = await rails.world.pool.query<{ merchant_id: string }>(
      'select merchant_id from inward_credit where credit_id = $1',
      [creditId],
    );
    const belongTo = (merchantId: string | null) =>
      rails.world.pool.query('update inward_credit set merchant_id = $2 where credit_id = $1', [
        creditId,
        merchantId,
      ]);
    await belongTo(null);
    const given = { decision: 'accept', operator: 'ngozi', partner: 'bola', reason: 'looked' };
    await rails.credit(creditId).executeUpdate(decide, { args: [given as never] });
    await vi.waitFor(
      async () =>
        expect(await currentDetails(rails.credit(creditId))).toMatch(
          /Our books refused this very step.*`LEDGER_REFUSED`/,
        ),
      30_000,
    );
    await belongTo(rows[0]?.merchant_id ?? null);
    await choose(creditId, 'return');
    expect(await rails.credit(creditId).result()).toEqual({ resolution: 'RETURNED' });
  });
});

test('a credit whose workflow was terminated by hand is resolved by the relay', async () => {
  const { creditId, fact } = await late({ late: 'REFUND' });
  await rails.world.pauseWorker();
  await rails.world.tell(fact);
  await rails.credit(creditId).terminate('by hand');
  expect(await rails.world.tell(fact)).toBe('CLOSED');
  await rails.world.pool.query('update fact set due_at = now() where fact_id = $1', [fact.factId]);
  const relay = rails.relay();
  relay.start();
  await vi.waitFor(async () => expect(await rails.refundOf(creditId)).toMatch(/^rfd_/), 20_000);
  await relay.close();
  await rails.world.resumeWorker();
});
