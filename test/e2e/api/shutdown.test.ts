import { once } from 'node:events';
import { Agent, type IncomingMessage, request as httpRequest } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi } from '../../support/stack.js';
import { ApiClient } from '../../support/api-client.js';
import { ApiWorld } from '../../support/api-world.js';

let world: ApiWorld;
beforeAll(async () => {
  world = await ApiWorld.shared();
});
afterAll(() => world?.stop());

it('answers what is under way, and what comes on open connections, before it stops', async () => {
  const { DATABASE_URL, TEMPORAL_NAMESPACE, MANILLA_BASE_URL } = world.manilla.env;
  const api = await startApi({ DATABASE_URL, TEMPORAL_NAMESPACE, MANILLA_BASE_URL });
  const merchant = new ApiClient(api.baseUrl, world.merchant.token);
  const { completion, reference } = await world.awaitingPayment();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const query = () => get(`${api.baseUrl}/api/v1/checkout/query/${reference}`, agent, merchant);
  expect((await query()).connection).toBe('keep-alive');
  const complete = `${api.baseUrl}/api/v1/checkout/complete-checkout`;
  const waiting = Array.from({ length: 8 }, () => post(complete, completion, merchant));
  await Promise.all(waiting.map(({ isSent }) => isSent));
  // What is answered after them shows that they have arrived.
  for (let n = 0; n < 3; n += 1) expect((await query()).status).toBe(200);

  const begin = performance.now();
  const stopped = api.stop();
  await expect.poll(query, { interval: 20 }).toEqual({ status: 200, connection: 'close' });
  expect(await Promise.all(waiting.map(({ status }) => status))).toEqual(Array(8).fill(202));
  await stopped;
  expect(performance.now() - begin).toBeLessThan(14_000);
  await expect(merchant.query(reference)).rejects.toThrow();
  agent.destroy();
});

function get(
  url: string,
  agent: Agent,
  { token }: ApiClient,
): Promise<{ status: number | undefined; connection: string | undefined }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    const sent = httpRequest(url, { agent, headers }, (reply) => {
      const { statusCode: status, headers: replied } = reply;
      reply.resume().on('end', () => resolve({ status, connection: replied.connection }));
    });
    sent.on('error', reject).end();
  });
}

/** A request that waits for its answer: when it has left, and the status that it is answered with. */
function post(url: string, body: object, { token }: ApiClient) {
  const sent = httpRequest(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      prefer: 'wait=25',
    },
  });
  const isSent = once(sent, 'finish');
  const status = once(sent, 'response').then(([reply]) => {
    const { statusCode } = (reply as IncomingMessage).resume();
    return statusCode;
  });
  sent.end(JSON.stringify(body));
  return { isSent, status };
}
