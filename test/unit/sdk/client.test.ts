import { describe, expect, it } from 'vitest';
import { ConnectionError, TimeoutError, UnavailableError } from '../../../sdk/src/index.ts';
import { AnsweringServer, failure, fine, silence, type Answer } from './answering-server.js';

const many = (answer: Answer): Answer[] => Array.from({ length: 9 }, () => answer);
const html = { 'content-type': 'text/html' };

describe('a call that fails', () => {
  it.each([
    ['429', failure(429, 'RATE_LIMITED', { retryable: true })],
    ['503', failure(503, 'MAINTENANCE', { retryable: true })],
    ['409 while it is under way', failure(409, 'REQUEST_IN_FLIGHT', { retryable: true })],
    ['a proxy’s 502', { status: 502, body: '<html>', headers: html }],
    ['a reply that was cut off', { status: 200, body: '{"isSuccessful":true,"da' }],
  ])('is made again after %s, under the same key', async (_what, answer) => {
    await using server = await AnsweringServer.start([answer, answer]);
    const { lastResponse } = await server.manilla.webhooks.rotateSecret({});
    expect(lastResponse.httpStatus).toBe(200);
    expect(server.asked).toHaveLength(3);
    const keys = server.asked.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    ['a refusal', failure(402, 'PAYMENT_DECLINED')],
    ['a failure of the engine that stays', failure(500, 'INTERNAL_ERROR')],
    ['money that has not come', failure(404, 'TRANSFER_NOT_SEEN', { retryable: true })],
    [
      'a pause that is too long',
      failure(429, 'RATE_LIMITED', { retryable: true, headers: { 'retry-after': '600' } }),
    ],
    ['a page of a firewall', { status: 403, body: '<html>', headers: html }],
  ])('is not made again after %s', async (_what, answer) => {
    await using server = await AnsweringServer.start([answer]);
    await expect(server.manilla.merchant.getPolicies()).rejects.toMatchObject({
      httpStatus: answer.status,
    });
    expect(server.asked).toHaveLength(1);
  });

  it('is given up after four more times, with what was answered', async () => {
    const answers = many(failure(503, 'MAINTENANCE', { retryable: true }));
    await using server = await AnsweringServer.start(answers);
    const call = server.manilla.merchant.getPolicies();
    await expect(call).rejects.toThrow(UnavailableError);
    await expect(call).rejects.toMatchObject({ reason: 'MAINTENANCE' });
    expect(server.asked).toHaveLength(5);
  });

  it('is not known yet when the same request is still under way after four more times', async () => {
    const answers = many(failure(409, 'REQUEST_IN_FLIGHT', { retryable: true }));
    await using server = await AnsweringServer.start(answers);
    const call = server.manilla.refunds.create('ORD-1', {
      refundReference: 'RFD-1',
      reason: 'Gone',
    });
    await expect(call).rejects.toThrow(UnavailableError);
    expect(server.asked).toHaveLength(5);
  });

  it('has its own key also when others wait for the same token', async () => {
    const down = () => Promise.resolve(new Response('<html>', { status: 503 }));
    await using server = await AnsweringServer.start([], { fetch: down, maxDelayMs: 1 });
    const { merchant, webhooks } = server.manilla;
    const calls = await Promise.allSettled([
      ...['A', 'B', 'C'].map((idempotencyKey) => webhooks.rotateSecret({}, { idempotencyKey })),
      merchant.getPolicies(),
    ]);
    const errors = calls.map((call) => (call.status === 'rejected' ? call.reason : undefined));
    expect(errors.map((error) => error?.idempotencyKey)).toEqual(['A', 'B', 'C', undefined]);
    for (const error of errors) {
      expect(error).toBeInstanceOf(ConnectionError);
      expect(error).toMatchObject({ reason: 'UNREACHABLE', httpStatus: 503, retryable: true });
    }
  });

  it('is made again as often as the call or the client says', async () => {
    const answers = many(failure(503, 'MAINTENANCE', { retryable: true }));
    await using server = await AnsweringServer.start(answers, { retries: 1 });
    await expect(server.manilla.merchant.getPolicies()).rejects.toThrow('MAINTENANCE');
    expect(server.asked).toHaveLength(2);
    await expect(server.manilla.merchant.getPolicies({ retries: 0 })).rejects.toThrow();
    expect(server.asked).toHaveLength(3);
  });

  it('is told as unreachable when a page of a proxy comes in its place', async () => {
    await using server = await AnsweringServer.start(
      many({ status: 200, body: '<html>', headers: html }),
    );
    const call = server.manilla.merchant.getPolicies();
    await expect(call).rejects.toThrow(ConnectionError);
    await expect(call).rejects.toMatchObject({ reason: 'UNREACHABLE', retryable: true });
  });
});

describe('the time of a call', () => {
  it('ends it whatever its attempts may take, and tells its key', async () => {
    await using server = await AnsweringServer.start(many(silence));
    const options = { timeoutMs: 100, idempotencyKey: 'mine-1' };
    const call = server.manilla.webhooks.rotateSecret({}, options);
    await expect(call).rejects.toThrow(TimeoutError);
    await expect(call).rejects.toMatchObject({
      ...{ reason: 'DEADLINE_EXCEEDED', retryable: true, httpStatus: 0 },
      idempotencyKey: 'mine-1',
    });
  });

  it('is not all given to one attempt', async () => {
    await using server = await AnsweringServer.start(many(silence), { attemptTimeoutMs: 1_500 });
    const call = server.manilla.merchant.getPolicies({ retries: 1 });
    await expect(call).rejects.toMatchObject({ name: 'ConnectionError', reason: 'UNREACHABLE' });
    expect(server.asked).toHaveLength(2);
  });

  it('is not spent on a pause that outlasts it: what was answered is told', async () => {
    const busy = failure(503, 'MAINTENANCE', { retryable: true, headers: { 'retry-after': '5' } });
    await using server = await AnsweringServer.start([busy], { maxDelayMs: 20_000 });
    const call = server.manilla.merchant.getPolicies({ timeoutMs: 4_000 });
    await expect(call).rejects.toMatchObject({ reason: 'MAINTENANCE', retryAfterSeconds: 5 });
    expect(server.asked).toHaveLength(1);
  });

  it('covers getting the token', async () => {
    await using server = await AnsweringServer.start([], {
      fetch: () => new Promise(() => undefined),
    });
    const call = server.manilla.merchant.getPolicies({ timeoutMs: 20 });
    await expect(call).rejects.toThrow(TimeoutError);
  });

  it('is ended by the caller’s signal, with the caller’s reason', async () => {
    await using server = await AnsweringServer.start(many(silence));
    const stop = new AbortController();
    const call = server.manilla.merchant.getPolicies({ signal: stop.signal });
    await expect.poll(() => server.asked.length).toBe(1);
    stop.abort(new Error('the shop closes'));
    await expect(call).rejects.toThrow('the shop closes');
  });
});

describe('a call', () => {
  it('keeps the caller’s own key, and refuses a path with a hole', async () => {
    await using server = await AnsweringServer.start();
    await server.manilla.webhooks.rotateSecret({}, { idempotencyKey: 'mine-1' });
    expect(server.asked[0]?.headers['idempotency-key']).toBe('mine-1');
    await expect(server.manilla.refunds.get('')).rejects.toThrow(TypeError);
    expect(server.asked).toHaveLength(1);
  });

  it('puts path, query and options where they belong', async () => {
    await using server = await AnsweringServer.start([fine(), { status: 304 }]);
    const { settlements, refunds } = server.manilla;
    await settlements.get('PAY/1', { refresh: true }, { headers: { 'x-shop': 'Ada' } });
    await refunds.get('RFD 1', { ifNoneMatch: 'W/"1"', waitSeconds: 20 });
    expect(server.asked.map(({ url }) => url)).toEqual([
      '/api/v1/settlement/get-settlement-status/PAY%2F1?refresh=true',
      '/api/v1/refunds/RFD%201',
    ]);
    expect(server.asked[0]?.headers).toMatchObject({ 'x-shop': 'Ada' });
    expect(server.asked[1]?.headers).toMatchObject({ prefer: 'wait=20', 'if-none-match': 'W/"1"' });
  });

  it('says of a 202 that it is pending, and of a 200 that it is not', async () => {
    const pending = { ...fine({ status: 'REQUESTED' }), status: 202 };
    await using server = await AnsweringServer.start([pending, fine()]);
    const { refunds } = server.manilla;
    const request = { refundReference: 'RFD-1', reason: 'Out of stock' };
    expect(await refunds.create('ORD-1', request)).toMatchObject({ isPending: true });
    expect(await refunds.create('ORD-1', request)).toMatchObject({ isPending: false });
  });
});

describe('a list', () => {
  const page = (items: readonly string[], nextCursor: string | null) =>
    fine({ items, page: { size: 100, hasMore: nextCursor !== null, nextCursor } });

  it('asks for the next page when its items are wanted, and no sooner', async () => {
    await using server = await AnsweringServer.start([page(['a', 'b'], 'c1'), page(['c'], null)]);
    const seen: unknown[] = [];
    const before: number[] = [];
    for await (const item of server.manilla.refunds.list({ status: 'FAILED', page: 1 })) {
      seen.push(item);
      before.push(server.asked.length);
    }
    expect([seen, before]).toEqual([
      ['a', 'b', 'c'],
      [1, 1, 2],
    ]);
    expect(server.asked.map(({ url }) => url)).toEqual([
      '/api/v1/refunds?size=100&status=FAILED&page=1',
      '/api/v1/refunds?size=100&status=FAILED&cursor=c1',
    ]);
  });

  it('throws in the loop what the API refuses', async () => {
    await using server = await AnsweringServer.start([
      page(['a'], 'c1'),
      failure(400, 'VALIDATION_FAILED', { code: '30' }),
    ]);
    const loop = async (): Promise<void> => {
      for await (const _each of server.manilla.refunds.list()) void 0;
    };
    await expect(loop()).rejects.toThrow('VALIDATION_FAILED');
  });
});
