import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Findings } from '../../../workflows/upkeep/findings.js';
import { assertBooks } from '../../support/books.js';
import { CardWorld } from '../../support/card-world.js';
import type { CheckoutFact } from '../../support/checkout-world.js';

let world: CardWorld;
beforeAll(async () => void (world = await CardWorld.start()));
afterAll(() => world?.[Symbol.asyncDispose]());
afterEach(() => assertBooks(world.checkouts.database));

let runs = 0;
async function sweep(): Promise<Findings> {
  runs += 1;
  return world.checkouts.client.workflow.execute('sweepWorkflow', {
    taskQueue: 'rails',
    workflowId: `sweep-of-charges-${runs}`,
    args: [],
  });
}

/** As if so many minutes had gone by since anything happened to the attempt. */
async function age(attemptId: string, minutes: number): Promise<void> {
  const { pool } = world.checkouts;
  const past = [attemptId, minutes];
  await pool.query(
    `update card_attempt set created_at = created_at - $2 * interval '1 minute',
                             updated_at = updated_at - $2 * interval '1 minute',
                             ask_at = ask_at - $2 * interval '1 minute' where attempt_id = $1`,
    past,
  );
  await pool.query(
    `update finding set last_at = last_at - $2 * interval '1 minute' where subject = $1`,
    past,
  );
}

/** The hours until the acquirer is asked about an attempt that ended without its word; null: it is not asked any more. */
async function hoursToAsk(attemptId: string): Promise<number | null> {
  const { rows } = await world.checkouts.pool.query<{ hours: number | null }>(
    `select extract(epoch from ask_at - now())::float8 / 3600 as hours from card_attempt where attempt_id = $1`,
    [attemptId],
  );
  return rows[0]?.hours ?? null;
}

/** A charge whose workflow somebody has ended by hand; nothing has moved for twenty minutes. */
async function orphaned(token: string): Promise<{ fact: CheckoutFact; attemptId: string }> {
  const { fact, attemptId } = await world.charge(token);
  await world.updateResult(fact, attemptId);
  await world.handle(fact).terminate('by hand');
  await age(attemptId, 20);
  return { fact, attemptId };
}

const found = (attemptId: string, action = 'ASKED') => ({
  findings: [{ kind: 'CHARGE_STALLED', subject: attemptId, action }],
});

describe('a charge whose workflow was ended by hand', () => {
  test('is asked for by the sweep, and pays its checkout', async () => {
    const { fact, attemptId } = await orphaned('card_pending');
    await world.conclude(attemptId, '00');
    expect(await sweep()).toMatchObject(found(attemptId));
    expect(await world.attemptStatus(fact)).toBe('SUCCEEDED');
    expect((await world.checkout(fact)).status).toBe('SUCCESSFUL');
    expect(await world.chargeOf(attemptId)).toMatchObject({ calls: 1 });
    expect(await sweep()).toEqual({ total: 0, findings: [] });
  });

  test('is given up when the acquirer has twice no record of it, a quarter of an hour apart', async () => {
    const { fact, attemptId } = await orphaned('card_lost');
    await sweep();
    expect(await world.attemptStatus(fact)).toBe('UNKNOWN');
    await age(attemptId, 14);
    expect(await sweep()).toEqual({ total: 0, findings: [] });
    await age(attemptId, 2);
    expect(await sweep()).toMatchObject(found(attemptId));
    expect(await world.attemptStatus(fact)).toBe('FAILED');
    expect((await world.checkout(fact)).status).toBe('INITIATED');
  });

  test('is not given up by "no record" before and after an answer that there is one', async () => {
    const { fact, attemptId } = await orphaned('card_pending');
    const noRecord = { on: 'charge-query', account: 'card_pending', answer: '25' };
    for (const rules of [[noRecord], [], [noRecord]]) {
      await world.control.behave({ rules });
      await sweep();
      await age(attemptId, 16);
    }
    await world.control.behaveWell();
    expect(await world.attemptStatus(fact)).toBe('UNKNOWN');
    await world.conclude(attemptId, '00');
    await sweep();
    expect((await world.checkout(fact)).status).toBe('SUCCESSFUL');
  });

  test('is not paid by an approval of another amount', async () => {
    const { fact, attemptId } = await orphaned('card_pending');
    await world.conclude(attemptId, '00');
    const { pool } = world.checkouts;
    await pool.query(
      'update card_attempt set amount_minor = amount_minor + 1 where attempt_id = $1',
      [attemptId],
    );
    expect(await sweep()).toMatchObject(found(attemptId));
    expect(await world.attemptStatus(fact)).toBe('UNKNOWN');
  });

  test('is given up when its payer did not act', async () => {
    const { fact, attemptId } = await orphaned('card_3ds');
    expect(await sweep()).toMatchObject(found(attemptId));
    expect(await world.attemptStatus(fact)).toBe('EXPIRED');
  });

  test('waits for a person when nobody knows after a day', async () => {
    const { fact, attemptId } = await orphaned('card_pending');
    await sweep();
    expect(await world.attemptStatus(fact)).toBe('UNKNOWN');
    await age(attemptId, 24 * 60);
    expect(await sweep()).toMatchObject(found(attemptId, 'ATTENTION'));
    await world.conclude(attemptId, '51');
    await age(attemptId, 20);
    await sweep();
    expect(await world.attemptStatus(fact)).toBe('FAILED');
  });
});

async function unconfirmed() {
  const charge = await orphaned('card_3ds');
  await sweep();
  return charge;
}

/** The ways in which an attempt ends without the acquirer's word; by now it would have to be asked again. */
const endings: Readonly<Record<string, () => ReturnType<typeof orphaned>>> = {
  'was given up by its payer at the bank': async () => {
    const { fact, attemptId } = await orphaned('card_3ds');
    await world.checkouts.pool.query('select give_up_card($1)', [fact.checkout.checkoutId]);
    return { fact, attemptId };
  },
  'was not confirmed in time': unconfirmed,
  'had no record at the acquirer': async () => {
    const charge = await orphaned('card_pending');
    const rules = [{ on: 'charge-query', account: 'card_pending', answer: '25' }];
    await world.control.behave({ rules });
    await sweep();
    await age(charge.attemptId, 16);
    await sweep();
    await world.control.behaveWell();
    return charge;
  },
};

describe.each(Object.entries(endings))(
  'a charge that %s and whose workflow is gone',
  (_how, end) => {
    const ended = async () => {
      const charge = await end();
      await age(charge.attemptId, 16);
      return { ...charge, status: await world.attemptStatus(charge.fact) };
    };

    test('pays its order when the acquirer has approved it after all', async () => {
      const { fact, attemptId } = await ended();
      await world.conclude(attemptId, '00');
      expect(await sweep()).toEqual({ total: 0, findings: [] });
      expect(await world.attemptStatus(fact)).toBe('SUCCEEDED');
      expect((await world.checkout(fact)).status).toBe('SUCCESSFUL');
      expect(await hoursToAsk(attemptId)).toBeNull();
    });

    test('is asked for no longer when it was declined', async () => {
      const { fact, attemptId, status } = await ended();
      await world.conclude(attemptId, '51');
      await sweep();
      expect(await world.attemptStatus(fact)).toBe(status);
      expect(await hoursToAsk(attemptId)).toBeNull();
    });

    test('is asked for a quarter of an hour later when the acquirer did not answer', async () => {
      const { fact, attemptId, status } = await ended();
      await world.control.behave({ rules: [{ on: 'charge-query', answer: 'HTTP_500' }] });
      await sweep();
      await world.control.behaveWell();
      await world.conclude(attemptId, '00');
      await age(attemptId, 13);
      await sweep();
      expect(await world.attemptStatus(fact)).toBe(status);
      await age(attemptId, 3);
      await sweep();
      expect(await world.attemptStatus(fact)).toBe('SUCCEEDED');
    });
  },
);

test('a charge that nobody confirms is asked for ever more rarely, and after three days no longer', async () => {
  const { attemptId } = await unconfirmed();
  await age(attemptId, 16);
  const pauses: (number | null)[] = [];
  for (let hours: number | null = 0; hours !== null;) {
    await sweep();
    hours = await hoursToAsk(attemptId);
    // Each pause is four times as long as the one before.
    pauses.push(hours === null ? null : Math.round(Math.log2(hours / 0.8) / 2));
    await age(attemptId, Math.ceil((hours ?? 0) * 60));
  }
  expect(pauses).toEqual([0, 1, 2, 3, null]);
});

test('a charge about which the acquirer says nothing for a week is asked for no longer', async () => {
  const { attemptId } = await unconfirmed();
  await world.control.behave({ rules: [{ on: 'charge-query', answer: 'HTTP_500' }] });
  await age(attemptId, 6 * 24 * 60);
  await sweep();
  expect(await hoursToAsk(attemptId)).toBeCloseTo(0.25, 1);
  await age(attemptId, 24 * 60);
  await sweep();
  await world.control.behaveWell();
  expect(await hoursToAsk(attemptId)).toBeNull();
});

test('a charge that was given up and lost with its workflow is asked for by the one that follows', async () => {
  const { fact, attemptId } = await world.charge('card_3ds');
  await world.updateResult(fact, attemptId);
  await world.checkouts.pool.query('select give_up_card($1)', [fact.checkout.checkoutId]);
  await world.lose(fact);
  await world.tell(fact);
  await world.conclude(attemptId, '00');
  await age(attemptId, 20);
  expect(await sweep()).toEqual({ total: 0, findings: [] });
  expect(await world.handle(fact).result()).toEqual({ status: 'SUCCESSFUL' });
});

test('a charge whose workflow lives is left to it: it is told to ask', async () => {
  const { fact, attemptId } = await world.charge('card_pending');
  await world.updateResult(fact, attemptId);
  // Its own first queries are over, and the next is minutes off.
  await world.forward(fact, 2 * 60_000);
  await world.conclude(attemptId, '00');
  await age(attemptId, 20);
  expect(await sweep()).toMatchObject(found(attemptId));
  await world.untilStatus(fact, 'SUCCESSFUL');
  expect(await world.handle(fact).result()).toEqual({ status: 'SUCCESSFUL' });
});
