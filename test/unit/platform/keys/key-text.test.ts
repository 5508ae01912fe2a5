import { createPrivateKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { keyId } from '../../../../src/platform/config/key-set.js';
import { KeyText } from '../../../../src/platform/keys/key-text.js';

const key = () => randomBytes(32);

it('of keys of 32 bytes is one per line, and may be read from one line with commas', () => {
  const [first, second] = [key(), key()];
  const texts = [first, second].map((each) => each.toString('base64url'));
  const keySet = KeyText.read('codec', texts.join(','));
  expect(keySet.kids).toEqual([keyId('codec', first), keyId('codec', second)]);
  expect(keySet.buffers).toEqual([first, second]);
  expect(keySet.text).toBe(`${texts.join('\n')}\n`);
});

it.each(['pepper', 'tokens'] as const)('of %s: a new key reads first, then writes', (name) => {
  const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const text =
    name === 'tokens' ? JSON.stringify({ ...jwk, kid: 'k1' }) : key().toString('base64url');
  const [old = ''] = KeyText.read(name, text).kids;
  const added = KeyText.read(name, KeyText.read(name, text).withNewKey().text);
  expect(added.kids).toEqual([old, expect.any(String)]);
  const promoted = KeyText.read(name, added.withLastFirst().text);
  expect(promoted.kids).toEqual([...added.kids].reverse());
  expect(promoted.without([old]).kids).toEqual(added.kids.slice(1));
});

it('of tokens holds whole private keys', () => {
  const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const { text } = KeyText.read('tokens', JSON.stringify({ ...jwk, kid: 'k1' })).withNewKey();
  const { keys } = JSON.parse(text) as { keys: Record<string, string>[] };
  expect(keys).toHaveLength(2);
  for (const each of keys) {
    expect(createPrivateKey({ key: each, format: 'jwk' }).asymmetricKeyType).toBe('ed25519');
  }
});
