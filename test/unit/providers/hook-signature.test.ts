import { createSecretKey, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isHookGenuine, signHook, simulatorKeys } from '../../../src/providers/hook-signature.js';
import { keySetOf } from '../../../src/platform/config/key-set.js';

const [own, other] = [randomBytes(32), randomBytes(32)];
const keys = simulatorKeys(keySetOf('hooks', [own]));
const body = Buffer.from('{"amount":1}');
const nowMs = 1_795_132_800_000;
const timestamp = String(nowMs / 1_000);
const signature = signHook(keys, timestamp, body);

describe('a hook’s signature', () => {
  it('is the hex HMAC-SHA-256 of timestamp, full stop and body', () => {
    expect(signHook({ first: createSecretKey(Buffer.from('key')) }, '1795132800', '{}')).toBe(
      'e8ba8cb6519c6750b0d5b5245dbc5e9f9548797a6183ae673fa4a7687129a060',
    );
  });

  it('is accepted for these bytes, at this time, with this key', () => {
    expect(isHookGenuine(keys, { timestamp, signature, body }, nowMs)).toBe(true);
    const upper = { timestamp, signature: signature.toUpperCase(), body };
    expect(isHookGenuine(keys, upper, nowMs)).toBe(true);
  });

  it('holds for five minutes to either side and not a second longer', () => {
    const at = (ms: number) => isHookGenuine(keys, { timestamp, signature, body }, nowMs + ms);
    expect([at(300_000), at(-300_000), at(301_000), at(-301_000)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it.each([
    ['another body', { body: Buffer.from('{"amount":2}') }],
    ['another time', { timestamp: String(nowMs / 1_000 + 1) }],
    ['half a signature', { signature: signature.slice(0, 32) }],
    ['no signature', { signature: '' }],
    ['a signature that is no hex', { signature: 'z'.repeat(64) }],
    ['a time that is no number', { timestamp: 'now' }],
    ['a time in milliseconds', { timestamp: String(nowMs) }],
  ])('is refused with %s', (_name, changes) => {
    expect(isHookGenuine(keys, { timestamp, signature, body, ...changes }, nowMs)).toBe(false);
  });

  it('is refused with another key', () => {
    expect(
      isHookGenuine(
        simulatorKeys(keySetOf('hooks', [other])),
        { timestamp, signature, body },
        nowMs,
      ),
    ).toBe(false);
  });
});
