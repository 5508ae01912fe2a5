import { connect, type AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EnvelopeFilter } from '../../../src/http/envelope.filter.js';
import { createFastifyAdapter } from '../../../src/http/fastify.js';
import { RouteTable } from '../../../src/http/route-table.js';

let fastify: FastifyInstance;
beforeAll(async () => {
  const times = { requestTimeoutMs: 400, headersTimeoutMs: 200, checkSendersMs: 50 };
  const silent = { error: () => undefined } as never;
  const adapter = createFastifyAdapter(new EnvelopeFilter(new RouteTable(), silent), [], times);
  fastify = adapter.getInstance<FastifyInstance>();
  fastify.post('/', () => 'ok');
  await fastify.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => fastify.close());

/** All that is answered until the connection is closed. */
function answered(bytes: string): Promise<string> {
  const { port } = fastify.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    socket.on('close', () => resolve(text)).on('error', reject);
  });
}

// Node looks every 30 seconds by itself: longer than a test may take.
it.each([
  ['headers that never end', 'POST / HTTP/1.1\r\nhost: a\r\nx-slow: 1'],
  [
    'a body that does not come',
    'POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{',
  ],
])('%s are answered when their time is over', async (_what, bytes) => {
  const reply = await answered(bytes);
  expect(reply).toMatch(/^HTTP\/1\.1 408 /);
  expect(reply).toContain('REQUEST_TIMEOUT');
});
