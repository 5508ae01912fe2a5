import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { Drain } from '../../../src/http/drain.js';

const clients = 40;

/** Another process: it connects while the loop of this one stands still. Prints how many were answered. */
const client = `
  const { get } = require('node:http');
  let [answered, ended] = [0, 0];
  const end = () => { if (++ended === ${clients}) process.stdout.write(String(answered), () => process.exit()); };
  process.stdin.once('data', (port) => {
    for (let n = 0; n < ${clients}; n += 1) {
      get({ port: Number(port), agent: false }, (reply) => { answered += 1; reply.resume().on('end', end); }).on('error', end);
    }
  });
  console.log('ready');
`;

it('answers who has connected before the stop and is not accepted yet', async () => {
  const server = createServer((_request, reply) => {
    reply.setHeader('connection', 'close').end('answered');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const child = spawn(process.execPath, ['-e', client], { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  const printed = text(child.stdout);
  child.stdin.write(String((server.address() as AddressInfo).port));
  await new Promise((written) => setImmediate(written));
  // Long enough for all of them to connect and to send.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
  await new Drain().begin(server);
  expect(Number(await printed)).toBe(clients);
});
