import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { CardWorld } from '../../support/card-world.js';
import { keepGoldenHistory } from '../../support/golden-history.js';
import { chargeCard, type ChargeCard } from '../../../workflows/messages.js';

const minuteMs = 60_000;
/** The codec's words for a body that was typed without a key. */
const unsealed = { unsealed: true } as unknown as ChargeCard;

let world: CardWorld;
beforeAll(async () => void (world = await CardWorld.start({ plain: true })));
afterAll(() => world?.[Symbol.asyncDispose]());
beforeEach(() => world.control.behaveWell());

describe('a charge', () => {
  test('that is approved pays the checkout and ends its workflow', async () => {
    const { fact, attemptId } = await world.charge('card_approved');
    expect(await world.handle(fact).result()).toEqual({ status: 'SUCCESSFUL' });
    expect(await world.updateResult(fact, attemptId)).toEqual({ attemptId, status: 'SUCCEEDED' });
  });

  test('is told twice and made once', async () => {
    const { fact, attempted, attemptId } = await world.charge('card_approved');
    await world.tell(attempted);
    await world.handle(fact).result();
    expect(await world.tell(attempted)).toBe('NOTIFIED'); // the server knows the update by its id
    expect(await world.chargeOf(attemptId)).toMatchObject({ calls: 1, state: 'APPROVED' });
  });

  test('that is told before its checkout was starts the workflow', async () => {
    const { fact } = await world.charge('card_approved', { tellStart: false });
    expect(await world.handle(fact).result()).toEqual({ status: 'SUCCESSFUL' });
  });

  test('of a checkout that waits for a transfer and has not begun pays it', async () => {
    const { fact, attemptId } = await world.charge('card_approved', {
      withAccount: 'from the start',
    });
    expect(await world.handle(fact).result()).toEqual({ status: 'SUCCESSFUL' });
    expect(await world.updateResult(fact, attemptId)).toEqual({ attemptId, status: 'SUCCEEDED' });
  });

  test('is not begun, reported or called off by what anybody types into the Temporal UI', async () => {
    const { fact, attemptId } = await world.charge('card_3ds');
    expect(await world.updateResult(fact, attemptId)).toMatchObject({ status: 'REQUIRES_ACTION' });
    const handle = world.handle(fact);
    const signals = ['cardReported', 'creditReceived', 'cancelRequested', 'accountIssued'];
    for (const name of [...signals, 'clockMoved']) {
      await handle.signal(name, unsealed);
      await handle.signal(name);
    }
    await expect(handle.executeUpdate(chargeCard, { args: [unsealed] })).rejects.toMatchObject({
      cause: { message: expect.stringContaining('only the API') },
    });
    await world.conclude(attemptId, '00');
    await world.report(fact, attemptId);
    expect(await handle.result()).toEqual({ status: 'SUCCESSFUL' });
  });

  test('that is declined leaves the checkout open for another', async () => {
    const { fact, attemptId } = await world.charge('card_declined_51');
    expect(await world.updateResult(fact, attemptId)).toEqual({ attemptId, status: 'FAILED' });
    expect((await world.checkout(fact)).status).toBe('INITIATED');
    await world.chargeAgain(fact, 'card_approved');
    expect(await world.handle(fact).result()).toEqual({ status: 'SUCCESSFUL' });
  });

  test('whose answer is lost is asked for, and never made again', async () => {
    const { fact, attemptId } = await world.charge('card_unknown');
    expect(await world.updateResult(fact, attemptId)).toEqual({ attemptId, status: 'UNKNOWN' });
    await world.forward(fact, 5_000);
    expect(await world.handle(fact).result()).toEqual({ status: 'SUCCESSFUL' });
    expect(await world.chargeOf(attemptId)).toMatchObject({ calls: 1 });
  });

  test('that never reached the acquirer is given up after twice no record', async () => {
    const { fact, attemptId } = await world.charge('card_lost');
    expect(await world.updateResult(fact, attemptId)).toMatchObject({ status: 'UNKNOWN' });
    await world.forward(fact, 4 * minuteMs);
    expect(await world.attemptStatus(fact)).toBe('UNKNOWN');
    await world.forward(fact, 30 * minuteMs);
    await world.untilStatus(fact, 'INITIATED');
    expect(await world.attemptStatus(fact)).toBe('FAILED');
  });

  test('that the acquirer once knew of is not given up by "no record" before and after', async () => {
    const { fact, attemptId } = await world.charge('card_pending');
    expect(await world.updateResult(fact, attemptId)).toMatchObject({ status: 'UNKNOWN' });
    const noRecord = { on: 'charge-query', account: 'card_pending', answer: '25' };
    await world.control.misbehave(noRecord);
    await world.forward(fact, 8 * minuteMs);
    // The query of minute 11 is told the truth.
    await world.control.behaveWell();
    await world.forward(fact, 5 * minuteMs);
    await world.control.misbehave(noRecord);
    // Minute 21 is fifteen minutes after the first "no record" that counted, and five after the last.
    await world.forward(fact, 11 * minuteMs);
    expect(await world.attemptStatus(fact)).toBe('UNKNOWN');
    await world.control.behaveWell();
    await world.conclude(attemptId, '00');
    await world.report(fact, attemptId);
    expect(await world.handle(fact).result()).toEqual({ status: 'SUCCESSFUL' });
  });

  test('that waits for its payer goes on when the acquirer reports', async () => {
    const { fact, attemptId } = await world.charge('card_3ds');
    expect(await world.updateResult(fact, attemptId)).toMatchObject({ status: 'REQUIRES_ACTION' });
    await world.conclude(attemptId, '00');
    await world.report(fact, attemptId);
    expect(await world.handle(fact).result()).toEqual({ status: 'SUCCESSFUL' });
  });

  test('that its payer leaves alone is given up after ten minutes', async () => {
    const { fact, attemptId } = await world.charge('card_3ds');
    await world.updateResult(fact, attemptId);
    await world.forward(fact, 10 * minuteMs);
    await world.untilStatus(fact, 'INITIATED');
    expect(await world.attemptStatus(fact)).toBe('EXPIRED');
  });

  test('that its payer approves after that is money, when the acquirer says so', async () => {
    const { fact, attemptId } = await world.charge('card_3ds');
    await world.updateResult(fact, attemptId);
    await world.forward(fact, 10 * minuteMs);
    await world.untilStatus(fact, 'INITIATED');
    // News that are none: the payer has still not acted.
    await world.report(fact, attemptId);
    await world.conclude(attemptId, '00');
    await world.report(fact, attemptId);
    expect(await world.handle(fact).result()).toEqual({ status: 'SUCCESSFUL' });
    expect(await world.attemptStatus(fact)).toBe('SUCCEEDED');
    await keepGoldenHistory(world.handle(fact), 'checkoutWorkflow', 'card-approved-when-over');
  });

  test('that its payer approved without a report is found after ten minutes', async () => {
    const { fact, attemptId } = await world.charge('card_3ds');
    await world.updateResult(fact, attemptId);
    await world.conclude(attemptId, '00');
    await world.forward(fact, 10 * minuteMs);
    expect(await world.handle(fact).result()).toEqual({ status: 'SUCCESSFUL' });
  });

  test('that is the fifth decline ends the checkout', async () => {
    const { fact, attemptId } = await world.charge('card_declined_05');
    await world.updateResult(fact, attemptId);
    for (let tries = 2; tries <= 5; tries += 1) {
      const again = await world.chargeAgain(fact, `card_declined_51`);
      await world.updateResult(fact, again);
    }
    expect(await world.handle(fact).result()).toEqual({ status: 'FAILED' });
  });
});

describe('the end of the session', () => {
  test('waits for a card that is being charged', async () => {
    const { fact, attemptId } = await world.charge('card_pending', { sessionTtlMinutes: 30 });
    await world.updateResult(fact, attemptId);
    await world.forward(fact, 31 * minuteMs);
    expect((await world.checkout(fact)).status).toBe('PROCESSING');
    await world.conclude(attemptId, '51');
    await world.report(fact, attemptId);
    expect(await world.handle(fact).result()).toEqual({ status: 'EXPIRED' });
  });
});

describe('a transfer that pays while a card is tried', () => {
  test('pays the checkout, and the workflow stays until the card is known', async () => {
    const { fact, attemptId } = await world.charge('card_3ds', { withAccount: true });
    await world.updateResult(fact, attemptId);
    await world.payByTransfer(fact);
    await world.untilStatus(fact, 'SUCCESSFUL');
    await world.conclude(attemptId, '00');
    await world.report(fact, attemptId);
    expect(await world.handle(fact).result()).toEqual({ status: 'SUCCESSFUL' });
    const { credits } = await world.checkout(fact);
    expect(credits.map(({ channel, outcome }) => [channel, outcome])).toEqual([
      ['Bank', 'EXACT'],
      ['Card', 'DUPLICATE'],
    ]);
  });
});

describe('a worker that comes and goes', () => {
  test('charges once all the same', async () => {
    await world.checkouts.pauseWorker();
    const { fact, attemptId } = await world.charge('card_approved', { inBackground: true });
    await world.checkouts.resumeWorker();
    expect(await world.handle(fact).result()).toEqual({ status: 'SUCCESSFUL' });
    expect(await world.chargeOf(attemptId)).toMatchObject({ calls: 1 });
  });

  test('learns what became of a charge whose payer acted meanwhile', async () => {
    const { fact, attemptId } = await world.charge('card_3ds');
    await world.updateResult(fact, attemptId);
    await world.checkouts.pauseWorker();
    await world.conclude(attemptId, '00');
    await world.report(fact, attemptId);
    await world.checkouts.resumeWorker();
    expect(await world.handle(fact).result()).toEqual({ status: 'SUCCESSFUL' });
  });
});

describe('a charge whose workflow Temporal has lost', () => {
  const lostCharge = async (token: string, options = {}) => {
    const { fact, attemptId } = await world.charge(token, options);
    await world.updateResult(fact, attemptId);
    await world.lose(fact);
    return { fact, attemptId };
  };

  test('is asked about at once, and is not made again', async () => {
    const { fact, attemptId } = await lostCharge('card_unknown');
    await world.tell(fact);
    await world.chargeLost(fact, attemptId);
    expect(await world.handle(fact).result()).toEqual({ status: 'SUCCESSFUL' });
    expect(await world.chargeOf(attemptId)).toMatchObject({ calls: 1 });
    await keepGoldenHistory(world.handle(fact), 'checkoutWorkflow', 'card-sent-by-a-lost-run');
  });

  test('waits for its payer again', async () => {
    const { fact, attemptId } = await lostCharge('card_3ds');
    await world.tell(fact);
    await world.chargeLost(fact, attemptId);
    await world.conclude(attemptId, '00');
    await world.report(fact, attemptId);
    expect(await world.handle(fact).result()).toEqual({ status: 'SUCCESSFUL' });
  });

  test('is waited for by a checkout that a transfer has paid meanwhile', async () => {
    const { fact, attemptId } = await world.charge('card_pending', { withAccount: true });
    await world.updateResult(fact, attemptId);
    await world.payByTransfer(fact);
    await world.untilStatus(fact, 'SUCCESSFUL');
    await world.lose(fact);
    await world.chargeLost(fact, attemptId);
    await world.conclude(attemptId, '51');
    await world.report(fact, attemptId);
    expect(await world.handle(fact).result()).toEqual({ status: 'SUCCESSFUL' });
    expect(await world.attemptStatus(fact)).toBe('FAILED');
  });

  test('ends its session as any other does when it is declined', async () => {
    const { fact, attemptId } = await lostCharge('card_pending', { sessionTtlMinutes: 30 });
    await world.chargeLost(fact, attemptId);
    await world.forward(fact, 31 * minuteMs);
    await world.conclude(attemptId, '51');
    await world.report(fact, attemptId);
    expect(await world.handle(fact).result()).toEqual({ status: 'EXPIRED' });
  });
});

describe('an answer that cannot be booked', () => {
  test('is kept by the acquirer and booked when the database takes it', async () => {
    await world.checkouts.pool.query(
      'alter function record_card_answer rename to record_card_answer_gone',
    );
    const { fact } = await world.charge('card_approved', { inBackground: true });
    await vi.waitFor(async () => expect(await world.phaseOf(fact)).toBe('NEEDS_ATTENTION'), {
      timeout: 20_000,
      interval: 200,
    });
    await world.checkouts.pool.query(
      'alter function record_card_answer_gone rename to record_card_answer',
    );
    await world.resolveByRetry(fact);
    expect(await world.handle(fact).result()).toEqual({ status: 'SUCCESSFUL' });
  });
});
