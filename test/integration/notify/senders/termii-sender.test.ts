import { describe, expect, it } from 'vitest';
import { outgoing } from '../../../support/outgoing-message.js';
import { describeSender } from '../../../support/sender-conformance.js';
import { say, TermiiServer } from '../../../support/termii-server.js';

const says =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  () =>
    TermiiServer.start((response) => say(response, { status, body, headers }));
const ok = { code: 'ok', message_id: '5964465985113503103', message: 'Successfully Sent' };

describeSender(
  'termii',
  {
    accepts: says(200, ok),
    refusesTheAddress: says(400, { message: 'Invalid phone number' }),
    isBusy: says(429, { message: 'Too many requests' }, { 'retry-after': '7' }),
    isAway: async () => {
      const one = await TermiiServer.start(() => {});
      await one[Symbol.asyncDispose]();
      return { sender: one.sender, [Symbol.asyncDispose]: async () => {} };
    },
    fallsSilentAfterTaking: () => TermiiServer.start(() => {}, 200),
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
    for (const text of ['Ẹ ti san', '₦10,000.00', 'Ade`s shop']) {
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
    [
      'a 202 with an id',
      says(202, { code: 'ok', message_id: 'm-1' }),
      { outcome: 'ACCEPTED', reference: 'm-1' },
    ],
    ['a 202 without a word', says(202, ''), { outcome: 'UNKNOWN' }],
    ['a 502', says(502, '<html>Bad gateway</html>'), { outcome: 'UNKNOWN' }],
    [
      'a key that is not believed',
      says(401, { message: 'Unauthorized' }),
      { outcome: 'REFUSED', cause: 'SENDER', again: 'LATER', code: 'KEY_REFUSED' },
    ],
    [
      'no balance, as a status',
      says(402, { message: 'Payment required' }),
      { outcome: 'REFUSED', cause: 'SENDER', again: 'LATER', code: 'NO_BALANCE' },
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
    ...[
      'Your account is not active',
      'Your account is inactive',
      'You are not set up on this route',
      'Device limit reached',
      'Invalid Sender Id',
      'Inactive user',
    ].map(
      (message) =>
        [
          `"${message}"`,
          says(400, { message }),
          { outcome: 'REFUSED', cause: 'SENDER', again: 'LATER', code: 'ACCOUNT' },
        ] as const,
    ),
    [
      'a method that its address does not take',
      says(405, { message: 'Method not allowed' }),
      { outcome: 'REFUSED', cause: 'SENDER', again: 'LATER' },
    ],
    [
      'a number that is not in use',
      says(400, { message: 'Phone number is inactive' }),
      { outcome: 'REFUSED', cause: 'ADDRESS', again: 'NEVER', code: 'BAD_NUMBER' },
    ],
    [
      'a text that it does not take',
      says(422, { message: 'The sms field is required' }),
      { outcome: 'REFUSED', cause: 'MESSAGE', again: 'NEVER', code: 'HTTP_400' },
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
