import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { signatureHeaders } from '../../../../src/notify/delivery/signer.js';
import {
  mintWebhookSecret,
  webhookSecretKey,
} from '../../../../src/notify/delivery/webhook-secret.js';

describe('signature headers', () => {
  test('are made with every key that is alive, and the body’s alone with the oldest', () => {
    const secrets = [mintWebhookSecret(), mintWebhookSecret(), mintWebhookSecret()];
    const [key, ...former] = secrets.map((each) => webhookSecretKey(each) ?? Buffer.alloc(0));
    const timestamp = Math.floor(Date.now() / 1000);
    const message = { id: 'evt_1', timestamp, body: '{"a":1}' };
    const headers = signatureHeaders(key ?? Buffer.alloc(0), message, former);
    expect(headers['webhook-signature'].split(' ')).toHaveLength(3);
    for (const secret of secrets) {
      expect(new Webhook(secret).verify(message.body, headers)).toEqual({ a: 1 });
    }
    expect(() => new Webhook(mintWebhookSecret()).verify(message.body, headers)).toThrow();
    const oldest = signatureHeaders(former[1] ?? Buffer.alloc(0), message);
    expect(headers['x-notification-signature']).toBe(oldest['x-notification-signature']);
  });

  test('satisfy an independent Standard Webhooks verifier, for any body', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const { secret, headers, body } = signed(text);
        expect(new Webhook(secret).verify(body, headers)).toEqual({ text });
      }),
    );
  });

  test('do not satisfy it once any bit of body, id, time or signature is flipped', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), fc.nat(), fc.nat(3), (text, position, part) => {
        const { secret, headers, body } = signed(text);
        const fields = { body, ...headers };
        const name =
          (['body', 'webhook-id', 'webhook-timestamp', 'webhook-signature'] as const)[part] ??
          'body';
        const changed = { ...fields, [name]: flipBit(fields[name], position) };
        expect(() => new Webhook(secret).verify(changed.body, changed)).toThrow();
      }),
      { numRuns: 2_000 },
    );
  }, 60_000);

  test('are refused by the receiver when more than five minutes old', () => {
    for (const [ageSeconds, accepted] of [
      [290, true],
      [-290, true],
      [310, false],
      [-310, false],
    ] as const) {
      const { secret, headers, body } = signed('x', ageSeconds);
      const verify = () => new Webhook(secret).verify(body, headers);
      if (accepted) expect(verify()).toEqual({ text: 'x' });
      else expect(verify).toThrow(/timestamp/);
    }
  });
});

function signed(text: string, ageSeconds = 0) {
  const secret = mintWebhookSecret();
  const body = JSON.stringify({ text });
  const key = webhookSecretKey(secret) ?? Buffer.alloc(0);
  const timestamp = Math.floor(Date.now() / 1000) - ageSeconds;
  return { secret, body, headers: signatureHeaders(key, { id: 'evt_1', timestamp, body }) };
}

/** Flips one of the low six bits of one character, so that the text stays printable enough to be a header. */
function flipBit(text: string, position: number): string {
  const at = position % text.length;
  const bit = 1 << (Math.floor(position / text.length) % 6);
  return text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ bit) + text.slice(at + 1);
}
