import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { keySetOf } from '../../../src/platform/config/key-set.js';
import { providersIn } from '../../../src/platform/config/secret-files.js';
import type { CreditNotice } from '../../../src/providers/notice.js';
import { openProviders } from '../../../src/providers/open-providers.js';
import { registerRailMetrics } from '../../../src/providers/rail-metrics.js';
import { RailSilence } from '../../../src/providers/rail-silence.js';
import { renewalMs } from '../../../src/providers/renewed-provider.js';

const folder = mkdtempSync(join(tmpdir(), 'provider-keys-'));
afterAll(() => rmSync(folder, { recursive: true }));
const secretFile = join(folder, 'MANILLA_PROVIDUS_CLIENT_SECRET');
const set = (text: string): void => writeFileSync(secretFile, text);

let nowMs = 0;
let said: object[] = [];
beforeEach(() => {
  said = [];
  set('old:secret-1');
});

function opened() {
  const env = { MANILLA_PROVIDERS: 'providus', MANILLA_SECRETS_DIR: folder };
  const config = {
    ...({ rails: 'simulator', simulatorUrl: 'http://127.0.0.1:9', railTimeoutMs: 100 } as const),
    ...{ hookKeys: keySetOf('hooks', [Buffer.alloc(32, 7)]), railLimits: new Map() },
    providers: providersIn(env),
  };
  const log = { warn: (details: object) => void said.push(details) };
  const providers = openProviders(config, { now: () => nowMs, log });
  const provider = providers.all.get('providus');
  const takes = (secret: string): boolean | undefined => {
    const signature = createHash('sha512').update(`manilla-test:${secret}`).digest('hex');
    const headers = { 'x-auth-signature': signature };
    return provider?.notices?.isGenuine({ headers, body: Buffer.from('{}'), part: null });
  };
  return { takes, provider, bank: providers.banks.get('providus') };
}

describe('keys of a provider', () => {
  it('are rotated without a restart: both hold meanwhile, then the new one alone', () => {
    const { takes } = opened();
    expect([takes('secret-1'), takes('secret-2')]).toEqual([true, false]);
    set('new:secret-2,old:secret-1');
    expect(takes('secret-2'), 'files are not read at each notice').toBe(false);
    nowMs += renewalMs;
    expect([takes('secret-1'), takes('secret-2')]).toEqual([true, true]);
    set('new:secret-2');
    nowMs += renewalMs;
    expect([takes('secret-1'), takes('secret-2')]).toEqual([false, true]);
    expect(said).toEqual([]);
  });

  it.each([
    ['cannot be used', 'a:1,a:2'],
    ['are empty', ''],
  ])('that %s leave those before, and are told of once, without a value', (_what, text) => {
    const { takes } = opened();
    set(text);
    nowMs += renewalMs;
    if (text === '') {
      // The sandbox then has the settings of its test server.
      expect(takes('secret-1')).toBe(true);
      return;
    }
    expect([takes('secret-1'), takes('1')]).toEqual([true, false]);
    nowMs += renewalMs;
    takes('secret-1');
    expect(said).toHaveLength(1);
    expect(JSON.stringify(said)).toContain('CLIENT_SECRET');
    expect(JSON.stringify(said)).not.toContain('a:1');
  });

  it('reach whoever has kept the bank', async () => {
    const { bank } = opened();
    const ask = () =>
      bank?.openAccount?.({ reference: 'r', accountName: 'A', kind: 'PASSING', minutes: 5 });
    expect(await ask()).toMatchObject({ outcome: 'UNKNOWN' });
    expect(bank?.capabilities.transferLimitMinor).toBeGreaterThan(0n);
    writeFileSync(join(folder, 'MANILLA_PROVIDUS_TRANSFER_LIMIT'), '12.34');
    nowMs += renewalMs;
    expect(bank?.capabilities.transferLimitMinor).toBe(1_234n);
    rmSync(join(folder, 'MANILLA_PROVIDUS_TRANSFER_LIMIT'));
  });
});

it('a question about the credit of a notice is counted, and its silence noticed, as each call of the bank', async () => {
  const registry = new Registry();
  const silent: string[] = [];
  const keeper = {
    silent: (provider: string) => Promise.resolve(void silent.push(provider)),
    answers: () => Promise.resolve(),
  };
  registerRailMetrics(registry, new RailSilence(keeper, { warn: () => {} }));
  const { provider } = opened();
  for (let n = 0; n < 5; n += 1) {
    const asked = await provider?.confirm?.({ key: 'credit' } as CreditNotice);
    expect(asked).toEqual({ outcome: 'UNKNOWN', code: null, failure: 'UNREACHABLE' });
  }
  expect(await registry.metrics()).toContain(
    'manilla_rail_answers_total{rail="providus",operation="confirm",code="UNREACHABLE"} 5',
  );
  expect(silent).toEqual(['providus']);
});
