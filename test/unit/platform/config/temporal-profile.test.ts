import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { temporalProfile } from '../../../../src/platform/config/temporal-profile.js';

const folder = mkdtempSync(join(tmpdir(), 'manilla-profile-'));
afterAll(() => rmSync(folder, { recursive: true }));
const fileOf = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

describe('how Temporal is reached', () => {
  it('is without TLS unless something is said of it', () => {
    expect(temporalProfile({ TEMPORAL_ADDRESS: '', TEMPORAL_API_KEY: '' })).toEqual({
      address: undefined,
      namespace: undefined,
      security: {},
    });
  });

  it('has TLS with a key, as Temporal Cloud wants it', () => {
    const { security, ...place } = temporalProfile({
      TEMPORAL_ADDRESS: 'eu.cloud.test:7233',
      TEMPORAL_NAMESPACE: 'shop.a1b2',
      TEMPORAL_API_KEY: 'key',
    });
    expect(place).toEqual({ address: 'eu.cloud.test:7233', namespace: 'shop.a1b2' });
    expect(security).toMatchObject({ apiKey: 'key' });
    expect(security.tls).toBeTruthy();
  });

  it('has a certificate of its own from files', () => {
    const { security } = temporalProfile({
      TEMPORAL_TLS_CLIENT_CERT_PATH: fileOf('crt', 'certificate'),
      TEMPORAL_TLS_CLIENT_KEY_PATH: fileOf('key', 'key'),
      TEMPORAL_TLS_SERVER_NAME: 'temporal.test',
    });
    expect(security.tls).toMatchObject({ serverNameOverride: 'temporal.test' });
    const { clientCertPair } = security.tls as {
      clientCertPair: Record<'crt' | 'key', Uint8Array>;
    };
    expect(Buffer.from(clientCertPair.crt).toString()).toBe('certificate');
    expect(Buffer.from(clientCertPair.key).toString()).toBe('key');
  });

  it('reads a profile file only when it is named', () => {
    const text = '[profile.default]\naddress = "from.file:7233"\nnamespace = "filed"\n';
    const TEMPORAL_CONFIG_FILE = fileOf('temporal.toml', text);
    expect(temporalProfile({ TEMPORAL_CONFIG_FILE })).toMatchObject({
      address: 'from.file:7233',
      namespace: 'filed',
    });
    expect(temporalProfile({ HOME: folder }).address).toBeUndefined();
  });

  it.each([
    [{ TEMPORAL_TLS_CLIENT_CERT_PATH: '/a' }, /^TEMPORAL_TLS_CLIENT_KEY_PATH: is not set/],
    [{ TEMPORAL_TLS_CLIENT_KEY_DATA: 'secret' }, /^TEMPORAL_TLS_CLIENT_CERT_DATA: is not set/],
    [
      { TEMPORAL_TLS_SERVER_CA_CERT_PATH: '/nowhere/ca.pem' },
      /^TEMPORAL_TLS_SERVER_CA_CERT_PATH: cannot read \/nowhere\/ca.pem \(ENOENT\)$/,
    ],
    [{ TEMPORAL_CONFIG_FILE: '/nowhere/t.toml' }, /^TEMPORAL_CONFIG_FILE: cannot read/],
  ])('refuses %j with a sentence that begins with the name', (env, sentence) => {
    expect(() => temporalProfile(env)).toThrow(sentence);
  });

  it('refuses a file with a mistake and does not show what is in it', () => {
    const text = '[profile.default]\napi_key = "sesame\n';
    const TEMPORAL_CONFIG_FILE = fileOf('broken.toml', text);
    const attempt = () => temporalProfile({ TEMPORAL_CONFIG_FILE });
    expect(attempt).toThrow(/^TEMPORAL_CONFIG_FILE: /);
    expect(attempt).not.toThrow(/sesame/);
  });
});
