import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { TermiiSender } from '../../../../src/notify/senders/termii/termii-sender.js';
import type { TermiiSettings } from '../../../../src/platform/config/sender-settings.js';
import { outgoing } from '../../../support/outgoing-message.js';
import { describeSender, type SenderCase } from '../../../support/sender-conformance.js';

/** A Termii that answers as a test says. */
async function termii(
  reply: (response: ServerResponse, asked: Record<string, unknown>) => void,
  timeoutMs = 5_000,
): Promise<SenderCase & { sender: TermiiSender; asked: Record<string, unknown>[] }> {
  const asked: Record<string, unknown>[] = [];
  const hear = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let text = '';
    for await (const part of request) text += String(part);
    const said: Record<string, unknown> = { path: request.url, ...JSON.parse(text) };
    asked.push(said);
    reply(response, said);
  };
  const server = createServer((request, response) => void hear(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    sender: new TermiiSender(settings(port), timeoutMs),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const settings = (port: number): TermiiSettings => ({
  url: `http://127.0.0.1:${port}`,
  ...{ apiKey: 'TLKEY', senderId: 'Manilla', route: 'dnd' },
});

const says =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  () =>
    termii((response) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
const ok = { code: 'ok', message_id: '5964465985113503103', message: 'Successfully Sent' };

describeSender(
  'termii',
  {
    accepts: says(200, ok),
    refusesTheAddress: says(400, { message: 'Invalid phone number' }),
    isBusy: says(429, { message: 'Too many requests' }, { 'retry-after': '7' }),
    isAway: async () => {
      const one = await termii(() => {});
      await one[Symbol.asyncDispose]();
      return { sender: one.sender, [Symbol.asyncDispose]: async () => {} };
    },
    fallsSilentAfterTaking: () => termii(() => {}, 200),
  },
  '+2348031234567',
);

describe('an SMS', () => {
  const sent = async (make: ReturnType<typeof says>, text = 'Receipt') => {
    await using one = await make();
    const message = outgoing({ to: '+2348031234567', text, subject: '', html: null });
    return { sending: await one.sender.send(message), asked: one.asked };
  };

  it('is asked for in the words of Termii', async () => {
    const { sending, asked } = await sent(says(200, ok), 'Shop has received N10,000.00');
    expect(sending).toEqual({ outcome: 'ACCEPTED', reference: '5964465985113503103' });
    expect(asked).toEqual([
      {
        ...{ path: '/api/sms/send', api_key: 'TLKEY', to: '2348031234567', from: 'Manilla' },
        ...{ sms: 'Shop has received N10,000.00', type: 'plain', channel: 'dnd' },
      },
    ]);
  });

  it('with letters of Yoruba, or a naira sign, is a unicode one', async () => {
    for (const text of ['Ẹ ti san', '₦10,000.00']) {
      expect((await sent(says(200, ok), text)).asked[0]).toMatchObject({ type: 'unicode' });
    }
  });

  it.each([
    ['a 200 without a code', says(200, { message_id: 'm-1' }), { outcome: 'ACCEPTED' }],
    [
      'an id of 19 digits as a number',
      says(200, '{"code":"ok","message_id":5964465985113503103}'),
      { outcome: 'ACCEPTED', reference: '5964465985113503103' },
    ],
    ['a 200 with another code', says(200, { code: 'queued?' }), { outcome: 'UNKNOWN' }],
    ['a page', says(200, '<html>Down for maintenance</html>'), { outcome: 'UNKNOWN' }],
    ['a 502', says(502, '<html>Bad gateway</html>'), { outcome: 'UNKNOWN' }],
    [
      'a key that is not believed',
      says(401, { message: 'Unauthorized' }),
      { outcome: 'REFUSED', cause: 'SENDER', again: 'LATER', code: 'KEY_REFUSED' },
    ],
    [
      'no balance, in prose',
      says(400, { message: 'Insufficient balance' }),
      { outcome: 'REFUSED', cause: 'SENDER', again: 'LATER', code: 'NO_BALANCE' },
    ],
    [
      'a sender id that is not approved',
      says(400, { message: 'ApplicationSenderId not found' }),
      { outcome: 'REFUSED', cause: 'SENDER', again: 'LATER' },
    ],
    [
      'no route',
      says(404, { message: 'No route on this channel' }),
      { outcome: 'REFUSED', cause: 'SENDER', again: 'LATER' },
    ],
    [
      'a redirect, which is not followed: it may lead out of TLS',
      says(302, '', { location: 'http://example.com/' }),
      { outcome: 'REFUSED', cause: 'SENDER', again: 'LATER' },
    ],
    [
      'a burst of which it tells how long',
      says(429, {}, { 'retry-after': '7' }),
      { again: 'LATER', waitMs: 7_000 },
    ],
  ] as const)('that is answered with %s', async (_what, make, expected) => {
    expect((await sent(make)).sending).toMatchObject(expected);
  });
});
