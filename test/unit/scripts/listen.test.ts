import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { projectRoot } from '../../../scripts/stack/layout.ts';
import { freePorts } from '../../../scripts/stack/ports.ts';

const key = randomBytes(32);
const secret = `whsec_${key.toString('base64')}`;
let child: ChildProcess | undefined;
afterEach(() => void child?.kill('SIGKILL'));

/** The receiver, once it takes connections, and what it has said. */
async function listening(...flags: string[]) {
  const { api: port } = await freePorts();
  const script = join(projectRoot, 'scripts/listen.mjs');
  const receiver = spawn(process.execPath, [script, String(port), secret, ...flags]);
  child = receiver;
  const said = { text: '' };
  receiver.stdout.setEncoding('utf8').on('data', (text: string) => (said.text += text));
  const tell = (event: object, by = key) => {
    const body = JSON.stringify(event);
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const hmac = createHmac('sha256', by).update(`msg_1.${timestamp}.${body}`).digest('base64');
    return fetch(`http://127.0.0.1:${port}/hook`, {
      method: 'POST',
      headers: {
        ...{ 'webhook-id': 'msg_1', 'webhook-timestamp': timestamp },
        'webhook-signature': `v1,${hmac}`,
        'x-notification-signature': createHmac('sha512', by).update(body).digest('hex'),
      },
      body,
    });
  };
  // A request that nobody has signed is refused as soon as there is anybody.
  await vi.waitFor(() => tell({}, randomBytes(32)), { timeout: 20_000, interval: 50 });
  return { receiver, said, tell };
}

const paid = {
  type: 'checkout.successful',
  data: { paymentReference: 'ORD-1', status: 'SUCCESSFUL', amountAccepted: 1_000_000 },
};
const refunded = {
  type: 'refund.successful',
  data: { paymentReference: 'ORD-1', refundReference: 'RFD-1', status: 'SUCCESSFUL' },
};

describe('scripts/listen.mjs', () => {
  it('tells of each event until it is stopped', async () => {
    const { receiver, said, tell } = await listening();
    for (const event of [paid, refunded, { type: 'webhook.test', data: {} }]) {
      expect((await tell(event)).status).toBe(204);
    }
    expect((await tell(paid, randomBytes(32))).status).toBe(401);
    await vi.waitFor(
      () =>
        expect(said.text.trimEnd().split('\n').slice(1)).toEqual([
          'webhook checkout.successful: ORD-1 is SUCCESSFUL, amountAccepted 1000000 (signatures verified)',
          'webhook refund.successful: RFD-1 is SUCCESSFUL (signatures verified)',
          'webhook webhook.test (signatures verified)',
          'webhook refused: its signature is not by this secret',
        ]),
      15_000,
    );
    const ended = once(receiver, 'exit');
    receiver.kill('SIGINT');
    expect(await ended).toEqual([null, 'SIGINT']);
  });

  it('ends with the first event that ends a checkout when it is told so', async () => {
    const { receiver, tell } = await listening('--once');
    const ended = once(receiver, 'exit');
    expect((await tell(refunded)).status).toBe(204);
    expect((await tell(paid)).status).toBe(204);
    expect(await ended).toEqual([0, null]);
  });
});
