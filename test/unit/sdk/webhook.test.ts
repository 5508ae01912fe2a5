import { describe, expect, it } from 'vitest';
import {
  signTestWebhook,
  verifyNotificationSignature,
  verifyWebhook,
  WebhookError,
} from '../../../sdk/src/index.ts';
import { signatureHeaders } from '../../../src/notify/delivery/signer.js';

const [key, former] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const secretOf = (bytes: Buffer) => `whsec_${bytes.toString('base64')}`;
const body = '{"id":"evt_1","type":"checkout.successful","name":"Adébáyọ̀ ₦"}';
const now = () => Math.floor(Date.now() / 1_000);
const signed = (timestamp = now()) =>
  signatureHeaders(key, { id: 'msg_1', timestamp, body }, [former]);

describe('verifyWebhook', () => {
  it.each([
    ['the secret', secretOf(key)],
    ['the former secret', secretOf(former)],
    ['one of several', [secretOf(Buffer.alloc(32, 3)), secretOf(key)]],
  ])('takes what %s has signed', (_what, secret) => {
    expect(verifyWebhook({ secret, headers: signed(), body })).toMatchObject({ id: 'evt_1' });
    const headers = new Headers(signed());
    expect(verifyWebhook({ secret, headers, body: Buffer.from(body) }).id).toBe('evt_1');
  });

  it.each([
    ['another secret', () => ({ secret: secretOf(Buffer.alloc(32, 3)) })],
    ['another body', () => ({ body: `${body} ` })],
    ['another id', () => ({ headers: { ...signed(), 'webhook-id': 'msg_2' } })],
    ['another time', () => ({ headers: { ...signed(), 'webhook-timestamp': String(now() - 10) } })],
    ['no signature', () => ({ headers: { ...signed(), 'webhook-signature': '' } })],
    ['another scheme', () => ({ headers: { ...signed(), 'webhook-signature': 'v2,AAAA' } })],
    ['an old one', () => ({ headers: signed(now() - 302) })],
    ['one of the future', () => ({ headers: signed(now() + 310) })],
    ['no headers', () => ({ headers: {} })],
  ])('refuses %s', (_what, changed) => {
    const received = { secret: secretOf(key), headers: signed(), body, ...changed() };
    expect(() => verifyWebhook(received)).toThrow(WebhookError);
  });

  it.each(['', 'whsec_', ['']])('does not check with the empty secret %j', (secret) => {
    expect(() => verifyWebhook({ secret, headers: signed(), body })).toThrow('empty');
  });
});

describe('verifyNotificationSignature', () => {
  it('takes the oldest secret’s, and no other body', () => {
    const headers = signed();
    expect(verifyNotificationSignature({ secret: secretOf(former), headers, body })).toBe(true);
    const other = `${body} `;
    expect(verifyNotificationSignature({ secret: secretOf(former), headers, body: other })).toBe(
      false,
    );
    expect(verifyNotificationSignature({ secret: secretOf(former), headers: {}, body })).toBe(
      false,
    );
  });
});

describe('signTestWebhook', () => {
  const secret = secretOf(key);
  const event = {
    type: 'checkout.successful',
    data: { amountAccepted: 5, name: 'Adébáyọ̀' },
  } as const;

  it('signs as the engine does', () => {
    const { headers, body: sent } = signTestWebhook({ secret, event });
    const timestamp = Number(headers['webhook-timestamp']);
    const id = String(headers['webhook-id']);
    expect(headers).toMatchObject(signatureHeaders(key, { id, timestamp, body: sent }));
    const received = { secret, headers, body: sent };
    expect(verifyWebhook(received)).toMatchObject({ ...event, id, environment: 'sandbox' });
    expect(verifyNotificationSignature(received)).toBe(true);
  });

  it('keeps what the event says, and lets it be old', () => {
    const sentAt = new Date(Date.now() - 600_000);
    const old = signTestWebhook({ secret, event: { ...event, id: 'evt_1' }, sentAt });
    expect(old.headers['webhook-id']).toBe('evt_1');
    expect(() => verifyWebhook({ secret, ...old })).toThrow('300 seconds');
    expect(verifyWebhook({ secret, ...old, toleranceSeconds: 900 }).id).toBe('evt_1');
  });
});
