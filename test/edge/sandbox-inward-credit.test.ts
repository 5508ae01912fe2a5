import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLiveDatabase } from '../support/stack.js';
import { ApiClient } from '../support/api-client.js';
import { ApiWorld } from '../support/api-world.js';
import { startEdge, type TestEdge } from '../support/edge.js';

let world: ApiWorld<TestEdge>;
beforeAll(async () => {
  world = await ApiWorld.edge();
});
afterAll(() => world?.stop());

describe('POST /api/v1/sandbox/inward-credit', () => {
  it('sends money as a bank does: name enquiry, session id in Lagos time, signed hook', async () => {
    const { accountNumber, amount } = await world.awaitingPayment();
    const lagosMinute = () =>
      new Date(Date.now() + 3_600_000).toISOString().replace(/\D/g, '').slice(2, 12);
    const before = lagosMinute();
    const reply = await world.merchant.pay({ accountNumber, amount });
    expect(reply).toMatchObject({ status: 200, code: '00' });
    expect(reply.data).toMatchObject({
      accountNumber,
      accountName: 'SANDBOX SHOP-ADA OBI',
      amount,
    });
    expect(reply.data.sessionId).toMatch(/^\d{30}$/);
    // The minute may have turned while it was sent.
    expect([before, lagosMinute()]).toContain(reply.data.sessionId.slice(6, 16));
  });

  it('does not send to an account that takes no money', async () => {
    expect(await world.merchant.pay({ accountNumber: '0123456789', amount: 5 })).toMatchObject({
      status: 404,
      code: '07',
    });
    const { accountNumber, amount } = await world.awaitingPayment();
    await world.endWindow(accountNumber);
    expect((await world.merchant.pay({ accountNumber, amount })).code).toBe('07');
  });

  it('sends what was sent in time and arrives late', async () => {
    const { accountNumber, amount, reference } = await world.awaitingPayment();
    const senderTimestamp = new Date(Date.now() - 5_000).toISOString();
    await world.endWindow(accountNumber);
    expect((await world.merchant.pay({ accountNumber, amount, senderTimestamp })).status).toBe(200);
    await expect
      .poll(async () => (await world.merchant.query(reference)).data)
      .toMatchObject({ status: 'SUCCESSFUL', exception: null });
  });

  it('sends to a number nobody has when told not to ask', async () => {
    const accountNumber = `${world.prefix}0000001`;
    const reply = await world.merchant.pay({ accountNumber, amount: 5, nameEnquiry: false });
    expect(reply).toMatchObject({ status: 200, data: { accountName: null } });
  });

  it('pays and names no account of another merchant, and none that is nobody’s', async () => {
    const { accountNumber, amount, reference } = await world.awaitingPayment();
    const { data: own } = await world.merchant.pay({ accountNumber, amount });
    await world.until(reference, 'SUCCESSFUL');
    const thief = await world.otherMerchant('Other Payer');
    const unknown = await thief.pay({ accountNumber: '0123456789', amount: 5 });
    expect(unknown).toMatchObject({ status: 404, code: '07' });
    const stranger = `${thief.merchant.prefix}0000001`;
    for (const body of [
      { accountNumber },
      { accountNumber, nameEnquiry: false },
      { accountNumber: '0123456789', nameEnquiry: false },
      { accountNumber: `${world.prefix}0000001`, nameEnquiry: false },
      { accountNumber: stranger, nameEnquiry: false, sessionId: own.sessionId as string },
    ]) {
      expect((await thief.pay({ amount, ...body })).text, JSON.stringify(body)).toBe(unknown.text);
    }
    expect((await world.merchant.query(reference)).data).toMatchObject({ amountPaid: amount });
  });

  it('tells of an earlier transfer again', async () => {
    const { accountNumber, amount, reference } = await world.paid();
    const { sessionId, transactionReference } = (await world.merchant.query(reference)).data
      .transaction;
    const again = await world.merchant.pay({ accountNumber, amount, sessionId });
    expect(again).toMatchObject({ status: 200, data: { transactionReference } });
    expect((await world.merchant.query(reference)).data.transactions).toHaveLength(1);
  });

  it('sends no second transfer when a request is repeated under its key after our hook failed', async () => {
    const { accountNumber, amount, reference } = await world.awaitingPayment();
    await world.bank.misbehave({ on: 'notify', account: accountNumber, notify: { garbage: true } });
    const pay = (idempotencyKey: string, amountMinor: number) =>
      world.merchant.pay(
        { accountNumber, amount: amountMinor },
        { 'idempotency-key': idempotencyKey },
      );
    const { lines } = await world.bank.statement();
    expect(await pay(reference, amount)).toMatchObject({ status: 502 });
    await world.bank.behaveWell();
    const again = await pay(reference, amount);
    expect(again).toMatchObject({ status: 200, data: { accountName: 'SANDBOX SHOP-ADA OBI' } });
    expect((await world.bank.statement()).lines).toBe(lines + 1);
    await world.until(reference, 'SUCCESSFUL');
    const third = await pay(reference, amount);
    expect(third.data).toEqual(again.data);
    expect((await world.bank.statement()).lines).toBe(lines + 1);
  });

  it('pays through a bank that keeps silent, as the simulator is told to', async () => {
    const { accountNumber, amount, reference } = await world.awaitingPayment();
    await world.bank.misbehave({ on: 'notify', account: accountNumber, notify: { times: 0 } });
    const silent = await world.merchant.pay({ accountNumber, amount });
    expect(silent).toMatchObject({ status: 200, data: { transactionReference: null } });
    expect((await world.merchant.query(reference)).data.status).toBe('AWAITING_PAYMENT');
    await world.bank.behaveWell();
    const { sessionId } = silent.data;
    const told = await world.merchant.pay({ accountNumber, amount, sessionId });
    expect(told.data.transactionReference).toMatch(/^txn_/);
  });

  it('answers at once when the bank is to tell later', async () => {
    const { accountNumber, amount, reference } = await world.awaitingPayment();
    const reply = await world.merchant.pay({ accountNumber, amount, delaySeconds: 5 });
    expect(reply).toMatchObject({ status: 200, data: { transactionReference: null } });
    expect((await world.merchant.query(reference)).data.status).toBe('AWAITING_PAYMENT');
    await world.until(reference, 'SUCCESSFUL');
    const { transaction } = (await world.merchant.query(reference)).data;
    expect(transaction.sessionId).toBe(reply.data.sessionId);
  });

  it('has the bank tell of one transfer several times, which counts once, or not at all', async () => {
    const { accountNumber, amount, reference } = await world.awaitingPayment();
    const silent = await world.merchant.pay({ accountNumber, amount: 1_000, times: 0 });
    expect(silent).toMatchObject({ status: 200, data: { transactionReference: null } });
    await world.merchant.pay({ accountNumber, amount, times: 3 });
    await world.until(reference, 'SUCCESSFUL');
    const { transactions, amountPaid } = (await world.merchant.query(reference)).data;
    expect(transactions).toHaveLength(1);
    expect(amountPaid).toBe(amount);
  });

  it('moves no money when the payer’s bank declines', async () => {
    const { accountNumber, amount, reference } = await world.awaitingPayment();
    const before = await world.bank.statement();
    const reply = await world.merchant.pay({ accountNumber, amount, responseCode: '51' });
    expect(reply).toMatchObject({
      status: 200,
      code: '00',
      message: 'Transfer declined',
      data: { responseCode: '51', transactionReference: null },
    });
    expect(reply.data.accountName).toBe('SANDBOX SHOP-ADA OBI');
    expect(await world.bank.statement()).toEqual(before);
    expect((await world.merchant.query(reference)).data.status).toBe('AWAITING_PAYMENT');
    const sent = await world.merchant.pay({ accountNumber, amount, responseCode: '00' });
    expect(sent.data).toMatchObject({ responseCode: '00' });
    expect(sent.data.transactionReference).toMatch(/^txn_/);
  });

  it('says to come back later while the simulator is away', async () => {
    const { accountNumber, amount } = await world.awaitingPayment();
    const before = await world.bank.statement();
    const api = await world.manilla.beside({ MANILLA_SIMULATOR_URL: 'http://127.0.0.1:1' });
    const there = new ApiClient(api.baseUrl, world.merchant.token);
    const refused = await there.pay({ accountNumber, amount });
    await api.stop();
    expect(refused).toMatchObject({ status: 503, code: '91' });
    expect(await world.bank.statement()).toEqual(before);
    expect((await world.merchant.pay({ accountNumber, amount })).status).toBe(200);
    expect((await world.bank.statement()).balance).toBe(before.balance + amount);
  });

  it.each([
    { senderTimestamp: 'yesterday' },
    { senderTimestamp: '2026-11-20' },
    { sessionId: 'a b' },
    { amount: 0 },
    { accountNumber: '123' },
    { nameEnquiry: 'no' },
    { delay: 5 },
    { delaySeconds: 61 },
    { delaySeconds: '5' },
    { times: 6 },
    { responseCode: '5' },
    { responseCode: 51 },
  ])('refuses %j', async (changes) => {
    const reply = await world.merchant.pay({ accountNumber: '5011234561', amount: 5, ...changes });
    expect(reply.status).toBe(400);
    expect(reply.data.errors[0].field).toBe(Object.keys(changes)[0]);
  });

  it('needs a merchant’s token', async () => {
    expect((await world.anonymous.pay({ accountNumber: '5011234561', amount: 5 })).status).toBe(
      401,
    );
  });
});

it('is not there in the live environment, and neither are the clock and the simulator’s hook', async () => {
  const settings = { MANILLA_ENVIRONMENT: 'live', MANILLA_LOOPBACK_WEBHOOKS: 'off' } as const;
  const live = await startEdge(settings, createLiveDatabase);
  try {
    const post = async (path: string) =>
      (
        await fetch(`${live.baseUrl}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{}',
        })
      ).status;
    expect(await post('/api/v1/sandbox/inward-credit')).toBe(404);
    expect(await post('/api/v1/sandbox/checkouts/ORD-1001/clock')).toBe(404);
    expect(await post('/api/v1/providers/simulator/inward-credit')).toBe(401);
  } finally {
    await live.stop();
  }
});
