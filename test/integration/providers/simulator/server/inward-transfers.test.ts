import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { senderTime } from '../../../../../src/domain/nip-session.js';
import { SimulatorWorld } from './simulator-world.js';

let world: SimulatorWorld;
beforeAll(async () => {
  world = await SimulatorWorld.start();
});
beforeEach(async () => {
  world.hooks.forget();
  await world.control.reset();
});
afterAll(() => world?.[Symbol.asyncDispose]());

const accountNumber = '5011234561';
const transfer = { accountNumber, amount: 1_000 };
const balance = async (): Promise<number> => (await world.control.statement()).balance;

describe('a payer’s transfer', () => {
  it('asks for the name, stands in the statement, and is told of with a signature', async () => {
    const result = await world.control.payInward(transfer);
    expect(result).toMatchObject({
      recorded: true,
      nameEnquiry: { status: 200, code: '00' },
      notifications: [{ status: 200, code: '00', data: { n: 2 } }],
    });
    const paths = world.hooks.requests.map(({ path }) => path.split('/').at(-1));
    expect(paths).toEqual(['name-enquiry', 'inward-credit']);
    expect(world.hooks.requests.every(({ isGenuine }) => isGenuine)).toBe(true);
    expect(JSON.parse(world.hooks.requests[1]?.body ?? '')).toMatchObject({
      sessionId: result.sessionId,
      accountNumber,
      amount: 1_000,
      currency: 'NGN',
      sourceAccountNumber: '0123456789',
      sourceBankCode: '999998',
    });
    expect(await world.control.statement()).toMatchObject({
      balance: 1_000,
      lines: 1,
      lastLineId: result.lineId,
      totals: { CREDIT: { count: 1, amount: 1_000 } },
    });
  });

  it('is not sent when the name enquiry is refused', async () => {
    world.hooks.codes.set('name-enquiry', '07');
    const result = await world.control.payInward(transfer);
    expect(result).toMatchObject({ lineId: null, nameEnquiry: { code: '07' }, notifications: [] });
    expect(await balance()).toBe(0);
  });

  it('is not sent when the payer’s bank declines', async () => {
    const result = await world.control.payInward({ ...transfer, decline: '51' });
    expect(result).toMatchObject({ lineId: null, nameEnquiry: { code: '00' }, notifications: [] });
    expect(await balance()).toBe(0);
    await expect(world.control.payInward({ ...transfer, decline: '00' })).rejects.toThrow(
      'refused',
    );
  });

  it('is told of later, and the caller does not wait', async () => {
    const notify = { later: true, delayMs: 300, times: 2 };
    const result = await world.control.payInward({ ...transfer, askName: false, notify });
    expect(result).toMatchObject({ recorded: true, notifications: [] });
    expect(world.hooks.requests).toHaveLength(0);
    await expect.poll(() => world.hooks.requests.length).toBe(2);
  });

  it('carries when it was sent in its session id', async () => {
    const sentAt = '2026-11-20T12:00:05.000Z';
    const { sessionId, nameEnquiry } = await world.control.payInward({ ...transfer, sentAt });
    expect(nameEnquiry).toBeNull();
    expect(senderTime(sessionId, new Date(sentAt))?.toISOString()).toBe(sentAt);
  });

  it('that the same request asks for again is told of again and recorded once', async () => {
    const asked = { ...transfer, requestId: 'request-1' };
    const { sessionId, lineId } = await world.control.payInward(asked);
    world.hooks.codes.set('name-enquiry', '07');
    for (const request of [asked, { ...asked, decline: '51' }]) {
      expect(await world.control.payInward(request)).toMatchObject({
        sessionId,
        lineId,
        recorded: false,
        nameEnquiry: null,
        notifications: [{}],
      });
    }
    world.hooks.codes.delete('name-enquiry');
    const other = await world.control.payInward({ ...asked, requestId: 'request-2' });
    expect(other).toMatchObject({ recorded: true });
    expect(await balance()).toBe(2_000);
  });

  it('that is sent under a session id again is told of again and recorded once', async () => {
    const { sessionId, lineId } = await world.control.payInward(transfer);
    const again = await world.control.payInward({ ...transfer, sessionId });
    expect(again).toMatchObject({ sessionId, lineId, recorded: false, notifications: [{}] });
    expect(await balance()).toBe(1_000);
    expect(world.hooks.sessionIds).toEqual([sessionId, sessionId]);
  });

  it('comes from whom the caller says, whose account then answers to that name', async () => {
    const source = { accountNumber: '2222222222', accountName: 'NGOZI EZE', bankCode: '000013' };
    await world.control.payInward({ ...transfer, source });
    expect(await world.rail.enquireName(source)).toMatchObject({ accountName: 'NGOZI EZE' });
    expect(await world.control.account('000013', '2222222222')).toMatchObject({ balance: -1_000 });
  });

  it.each([
    [{ accountNumber: '123' }, 'accountNumber'],
    [{ amount: 0 }, 'amount'],
    [{ amount: 1.5 }, 'amount'],
    [{ sentAt: 'yesterday' }, 'sentAt'],
    [{ notify: { times: 21 } }, 'notify.times'],
  ])('with %j is refused by name', async (changes, field) => {
    await expect(world.control.payInward({ ...transfer, ...changes })).rejects.toThrow(field);
    expect(await balance()).toBe(0);
  });
});

describe('the notice of a transfer', () => {
  const pay = (notify: object) => world.control.payInward({ ...transfer, askName: false, notify });

  it('may never come', async () => {
    expect(await pay({ times: 0 })).toMatchObject({ recorded: true, notifications: [] });
    expect(world.hooks.requests).toEqual([]);
    expect(await balance()).toBe(1_000);
  });

  it('may come many times', async () => {
    const { notifications, sessionId } = await pay({ times: 3 });
    expect(notifications).toHaveLength(3);
    expect(world.hooks.sessionIds).toEqual([sessionId, sessionId, sessionId]);
  });

  it('may come late', async () => {
    const started = performance.now();
    await pay({ delayMs: 150 });
    expect(performance.now() - started).toBeGreaterThanOrEqual(145);
  });

  it('may be garbage, rightly signed', async () => {
    await pay({ garbage: true });
    expect(world.hooks.requests).toMatchObject([{ isGenuine: true }]);
    expect(() => JSON.parse(world.hooks.requests[0]?.body ?? '') as unknown).toThrow(SyntaxError);
  });

  it('is answered by nobody while the API is away, and the money is there all the same', async () => {
    await using alone = await SimulatorWorld.start({
      MANILLA_SIMULATOR_API_URL: 'http://127.0.0.1:9',
    });
    const { notifications } = await alone.control.payInward({ ...transfer, askName: false });
    expect(notifications).toMatchObject([{ status: 0, data: null }]);
    expect((await alone.control.statement()).balance).toBe(1_000);
  });

  it('follows a rule for everybody, unless the call says otherwise', async () => {
    await world.control.misbehave({ on: 'notify', account: accountNumber, notify: { times: 0 } });
    expect((await pay({})).notifications).toEqual([]);
    expect((await pay({ times: 1 })).notifications).toHaveLength(1);
    const elsewhere = { accountNumber: '5011234562', amount: 5, askName: false };
    expect((await world.control.payInward(elsewhere)).notifications).toHaveLength(1);
  });
});

describe('a batch', () => {
  const transfers = [1, 2, 3].map((amount) => ({ accountNumber, amount }));

  it('is recorded without a word', async () => {
    const { transfers: results } = await world.control.payInwardBatch(transfers);
    expect(results.every(({ recorded }) => recorded)).toBe(true);
    expect(await balance()).toBe(6);
    expect(world.hooks.requests).toEqual([]);
  });

  it.each(['SENT', 'REVERSED', 'TOGETHER'] as const)(
    'is told of in the order %s',
    async (order) => {
      const { transfers: results } = await world.control.payInwardBatch(transfers, {
        times: 1,
        order,
      });
      const ids = results.map(({ sessionId }) => sessionId);
      const told = world.hooks.sessionIds;
      if (order === 'TOGETHER') expect(told.toSorted()).toEqual(ids.toSorted());
      else expect(told).toEqual(order === 'SENT' ? ids : ids.toReversed());
      expect(results.map(({ notifications }) => notifications.length)).toEqual([1, 1, 1]);
    },
  );

  it('of thousands is one step', async () => {
    const many = Array.from({ length: 5_000 }, () => ({ accountNumber, amount: 1 }));
    await world.control.payInwardBatch(many);
    expect(await balance()).toBe(5_000);
  });

  it('with one that is wrong records none', async () => {
    const wrong = [...transfers, { accountNumber: 'x', amount: 1 }];
    await expect(world.control.payInwardBatch(wrong)).rejects.toThrow('transfers.3.accountNumber');
    expect(await balance()).toBe(0);
  });
});

describe('a recall', () => {
  it('takes the credit back and tells our hook, as often as it is asked to', async () => {
    const { sessionId } = await world.control.payInward({ ...transfer, askName: false });
    const recall = await world.control.recallCredit(sessionId);
    expect(recall).toMatchObject({ sessionId, hook: { code: '00' } });
    expect(await balance()).toBe(0);
    expect(await world.control.recallCredit(sessionId)).toMatchObject({ eventId: recall.eventId });
    expect(await balance()).toBe(0);
    const told = world.hooks.requests.filter(({ path }) => path.endsWith('/simulator/recall'));
    expect(told.map(({ body }) => JSON.parse(body) as unknown)).toEqual(
      Array(2).fill({ eventId: recall.eventId, sessionId, amount: 1_000 }),
    );
  });

  it('may be of a part, and never of more than there is', async () => {
    const { sessionId } = await world.control.payInward({ ...transfer, askName: false });
    await world.control.recallCredit(sessionId, 400);
    await expect(world.control.recallCredit(sessionId, 601)).rejects.toThrow('600 kobo');
    await world.control.recallCredit(sessionId);
    expect(await balance()).toBe(0);
    await expect(world.control.recallCredit('no-such-credit')).rejects.toThrow('no credit');
  });
});
