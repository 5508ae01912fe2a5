import { describe, expect, it } from 'vitest';
import { NotFoundError, openStatuses, TimeoutError } from '../../../sdk/src/index.ts';
import { openStatuses as domainOpenStatuses } from '../../../src/domain/checkout-state.js';
import { AnsweringServer, failure, fine, silence } from './answering-server.js';

const open = (expiresAt: Date, etag = 'W/"1"') =>
  fine(
    { paymentReference: 'ORD-1', status: 'AWAITING_PAYMENT', expiresAt: expiresAt.toISOString() },
    { etag },
  );
const inAnHour = () => new Date(Date.now() + 3_600_000);
const paid = fine({ paymentReference: 'ORD-1', status: 'SUCCESSFUL', expiresAt: inAnHour() });

it('waits as long as the domain says that an order is open', () => {
  expect(openStatuses).toEqual(domainOpenStatuses);
});

it('waits over failures that may pass', async () => {
  const down = failure(503, 'MAINTENANCE', { retryable: true });
  await using server = await AnsweringServer.start([open(inAnHour()), down, { status: 304 }, paid]);
  const { status } = await server.manilla.checkouts.waitForPayment('ORD-1');
  expect(status).toBe('SUCCESSFUL');
  expect(server.asked.map(({ headers }) => headers['prefer'])).toEqual([
    undefined,
    ...['wait=25', 'wait=25', 'wait=25'],
  ]);
});

it('does not wait for what is not there', async () => {
  await using server = await AnsweringServer.start([
    failure(404, 'RESOURCE_NOT_FOUND', { code: '25' }),
  ]);
  await expect(server.manilla.checkouts.waitForPayment('ORD-1')).rejects.toThrow(NotFoundError);
});

it('ends some time after the session, with what was seen last', async () => {
  const longAgo = new Date(Date.now() - 3_600_000);
  await using server = await AnsweringServer.start([open(longAgo)]);
  const wait = server.manilla.checkouts.waitForPayment('ORD-1');
  await expect(wait).rejects.toThrow(TimeoutError);
  await expect(wait).rejects.toMatchObject({
    ...{ reason: 'PAYMENT_PENDING', retryable: true },
    data: { status: 'AWAITING_PAYMENT' },
  });
});

it('counts to the session’s end by the engine’s clock', async () => {
  const engineNow = new Date(Date.now() - 86_400_000);
  const answer = open(new Date(engineNow.getTime() + 3_600_000));
  const headers = { ...answer.headers, date: engineNow.toUTCString() };
  await using server = await AnsweringServer.start([{ ...answer, headers }, paid]);
  const { status } = await server.manilla.checkouts.waitForPayment('ORD-1');
  expect(status).toBe('SUCCESSFUL');
});

describe('the time of a wait', () => {
  const down = failure(503, 'MAINTENANCE', { retryable: true, headers: { 'retry-after': '3600' } });

  it('covers the first question', async () => {
    await using server = await AnsweringServer.start([silence], { timeoutMs: 2_000 });
    const wait = server.manilla.checkouts.waitForPayment('ORD-1', { timeoutMs: 100 });
    await expect(wait).rejects.toThrow('no reply within 100 ms');
  });

  it('covers the pauses after failures', async () => {
    const busy = failure(503, 'MAINTENANCE', { retryable: true, headers: { 'retry-after': '30' } });
    await using server = await AnsweringServer.start([open(inAnHour()), busy]);
    const startedAt = performance.now();
    const wait = server.manilla.checkouts.waitForPayment('ORD-1', { timeoutMs: 1_000 });
    await expect(wait).rejects.toMatchObject({ reason: 'PAYMENT_PENDING' });
    expect(performance.now() - startedAt).toBeLessThan(30_000);
  });

  it('is ended in a pause by the signal, with its reason', async () => {
    await using server = await AnsweringServer.start([open(inAnHour()), down]);
    const stop = new AbortController();
    const { signal } = stop;
    const wait = server.manilla.checkouts.waitForPayment('ORD-1', { signal });
    const ended = expect(wait).rejects.toThrow('the shop closes');
    await expect.poll(() => server.asked.length).toBe(2);
    stop.abort(new Error('the shop closes'));
    await ended;
  });
});
