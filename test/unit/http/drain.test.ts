import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { Drain } from '../../../src/http/drain.js';

const clients = 40;

/** In a thread of its own: it connects while the loop of the server stands still. Tells how many were answered. */
const client = `
  const { get } = require('node:http');
  const { parentPort, workerData: connected } = require('node:worker_threads');
  let [answered, ended] = [0, 0];
  const end = () => { if (++ended === ${clients}) parentPort.postMessage(answered); };
  const connect = () => { Atomics.add(connected, 0, 1); Atomics.notify(connected, 0); };
  parentPort.once('message', (port) => {
    for (let n = 0; n < ${clients}; n += 1) {
      get({ port, agent: false }, (reply) => { answered += 1; reply.resume().on('end', end); })
        .on('socket', (socket) => socket.once('connect', connect)).on('error', end);
    }
  });
`;

it('answers who has connected before the stop and is not accepted yet', async () => {
  const server = createServer((_request, reply) => {
    reply.setHeader('connection', 'close').end('answered');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const connected = new Int32Array(new SharedArrayBuffer(4));
  const thread = new Worker(client, { eval: true, workerData: connected });
  await once(thread, 'online');
  const answered = once(thread, 'message');
  thread.postMessage((server.address() as AddressInfo).port);
  for (let seen = 0; seen < clients; seen = Atomics.load(connected, 0)) {
    if (Atomics.wait(connected, 0, seen, 15_000) === 'timed-out') break;
  }
  // A busy machine may take longer for a turn of the loop than the product waits for all of them.
  await new Drain(20_000).begin(server);
  expect(await answered).toEqual([clients]);
  await thread.terminate();
});
