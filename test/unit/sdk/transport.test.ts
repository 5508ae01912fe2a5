import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createManilla, openStatuses } from '../../../sdk/src/index.ts';
import { openStatuses as domainOpenStatuses } from '../../../src/domain/checkout-state.js';

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers?: Record<string, string>;
}
const json = { 'content-type': 'application/json' };
const fine: Answer = { status: 200, body: '{"isSuccessful":true,"code":"00","data":{}}' };
const failure = (status: number, reason: string, retryable: boolean, headers = {}): Answer => ({
  ...{ status, headers },
  body: JSON.stringify({ isSuccessful: false, code: '91', data: { reason, retryable } }),
});

let stop: () => Promise<void>;
afterEach(() => stop());

/** A server that gives these answers one after the other, and remembers what was asked. */
async function serving(answers: Answer[]) {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    request.resume();
    if (request.url?.endsWith('/authenticate') === true) {
      const data = { access_token: 'token', expires_in: 3_600 };
      response.writeHead(200, json).end(JSON.stringify({ data }));
      return;
    }
    asked.push(request);
    const { status, body, headers } = answers.shift() ?? fine;
    response.writeHead(status, { ...json, ...headers }).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const manilla = createManilla({ baseUrl, clientId: 'a', clientSecret: 'b', maxDelayMs: 20 });
  return { manilla, asked };
}

describe('a call that fails', () => {
  it.each([
    ['429', failure(429, 'RATE_LIMITED', true)],
    ['503', failure(503, 'MAINTENANCE', true)],
    ['409 while it is under way', failure(409, 'REQUEST_IN_FLIGHT', true)],
    ['a proxy’s 502', { status: 502, body: '<html>', headers: { 'content-type': 'text/html' } }],
  ])('is made again after %s, under the same key', async (_what, answer) => {
    const { manilla, asked } = await serving([answer, answer]);
    expect((await manilla.rotateWebhookSecret({ body: {} })).httpStatus).toBe(200);
    expect(asked).toHaveLength(3);
    const keys = asked.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    ['a refusal', failure(402, 'PAYMENT_DECLINED', false)],
    ['money that has not come', failure(404, 'TRANSFER_NOT_SEEN', true)],
    ['a pause that is too long', failure(429, 'RATE_LIMITED', true, { 'retry-after': '600' })],
  ])('is not made again after %s', async (_what, answer) => {
    const { manilla, asked } = await serving([answer]);
    await expect(manilla.getPolicies()).rejects.toMatchObject({ httpStatus: answer.status });
    expect(asked).toHaveLength(1);
  });

  it('is given up after four more times, with what was answered', async () => {
    const { manilla, asked } = await serving(
      Array.from({ length: 9 }, () => failure(503, 'MAINTENANCE', true)),
    );
    await expect(manilla.getPolicies()).rejects.toMatchObject({ reason: 'MAINTENANCE' });
    expect(asked).toHaveLength(5);
  });

  it('is told as unreachable when a page of a proxy comes in its place', async () => {
    const page = { status: 200, body: '<html>', headers: { 'content-type': 'text/html' } };
    const { manilla } = await serving(Array.from({ length: 9 }, () => page));
    await expect(manilla.getPolicies()).rejects.toMatchObject({ reason: 'UNREACHABLE' });
  });

  it('keeps the caller’s own key, and refuses a path with a hole', async () => {
    const { manilla, asked } = await serving([]);
    await manilla.rotateWebhookSecret({ body: {}, header: { 'Idempotency-Key': 'mine-1' } });
    expect(asked[0]?.headers['idempotency-key']).toBe('mine-1');
    await expect(manilla.getRefund({ path: { refundReference: '' } })).rejects.toThrow(TypeError);
    expect(asked).toHaveLength(1);
  });
});

it('waits as long as the domain says that an order is open', async () => {
  stop = () => Promise.resolve();
  expect(openStatuses).toEqual(domainOpenStatuses);
});
