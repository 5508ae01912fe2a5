import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastify } from 'fastify';
import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from '../../../../src/platform/config/config.js';
import { limitOf } from '../../../../src/providers/rail-limits.js';

const key = () => randomBytes(32).toString('base64url');
const tokenKey = (type: 'ed25519' | 'x25519' = 'ed25519') => {
  const { privateKey } = generateKeyPairSync(type as 'ed25519');
  return JSON.stringify({ ...privateKey.export({ format: 'jwk' }), kid: 'k1' });
};

const complete = {
  MANILLA_ENVIRONMENT: 'sandbox',
  DATABASE_URL: 'postgresql://manilla:secret@127.0.0.1:54329/manilla',
  MANILLA_PEPPER: key(),
  MANILLA_TOKEN_KEY: tokenKey(),
  MANILLA_ACCESS_CODE_KEY: key(),
  MANILLA_NUMBER_KEY: key(),
  MANILLA_CODEC_KEY: key(),
  MANILLA_SEAL_KEY: key(),
  MANILLA_IDENTITY_KEY: key(),
};

function problemsOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('the configuration', () => {
  it('lets a program go without the keys that it is not told, and names them to who reads one', () => {
    const { MANILLA_PEPPER: _pepper, MANILLA_NUMBER_KEY: _number, ...told } = complete;
    expect(() => loadConfig(told)).toThrow(
      /MANILLA_PEPPER: is not set\n.*MANILLA_NUMBER_KEY: is not set/,
    );
    const config = loadConfig(told, 'worker');
    expect(config.codecKeys).toBe(config.codecKeys);
    expect(() => config.numberKey).toThrow('worker is not told MANILLA_NUMBER_KEY');
    expect(problemsOf({ ...told, MANILLA_SEAL_KEY: 'short' })).toHaveLength(3);
  });

  it('needs an environment, a database and the secrets; the rest has defaults', () => {
    expect(loadConfig(complete)).toMatchObject({
      environment: 'sandbox',
      apiHost: '127.0.0.1',
      apiPort: 3_000,
      baseUrl: 'http://127.0.0.1:3000',
      temporalAddress: '127.0.0.1:7233',
      logLevel: 'info',
      railTimeoutMs: 10_000,
      simulatorUrl: 'http://127.0.0.1:3010',
      simulatorPublicUrl: null,
      simulatorData: ':memory:',
      simulatorControl: 'loopback',
      simulatorApiUrl: 'http://127.0.0.1:3000',
      loopbackWebhooks: false,
      leanSandbox: true,
      trustedProxies: [],
      tokenKeys: expect.objectContaining({
        first: expect.objectContaining({ kid: 'k1' }),
      }) as unknown,
    });
  });

  it('tells everything that is missing at once', () => {
    const problems = problemsOf({});
    expect(problems).toHaveLength(Object.keys(complete).length);
    for (const name of Object.keys(complete)) expect(problems).toContain(`${name}: is not set`);
  });

  it('serves the metrics of the SDK only where it is told to', () => {
    expect(loadConfig(complete).sdkMetricsPort).toBeNull();
    const set = (port: string) => ({ ...complete, MANILLA_SDK_METRICS_PORT: port });
    expect(loadConfig(set('9466')).sdkMetricsPort).toBe(9_466);
    expect(problemsOf(set('yes'))).toEqual([
      'MANILLA_SDK_METRICS_PORT: must be a port number or off',
    ]);
  });

  it('reads limits as requests and seconds, or off', () => {
    const limits = (text: string) =>
      loadConfig({ ...complete, MANILLA_RATE_LIMIT_MERCHANT: text }).rateLimits.merchant;
    expect(limits('100/60')).toEqual({ limit: 100, windowMs: 60_000 });
    expect(limits('off')).toBeNull();
    expect(limits('')).toEqual({ limit: 30_000, windowMs: 10_000 });
    for (const bad of ['100', '0/10', '100/0', '1e3/10', '-1/10', '100/10s']) {
      expect(problemsOf({ ...complete, MANILLA_RATE_LIMIT_MERCHANT: bad })).toEqual([
        'MANILLA_RATE_LIMIT_MERCHANT: must be requests and seconds, such as 1000/10, or off',
      ]);
    }
  });

  it('takes an empty variable for one that is not set', () => {
    expect(problemsOf({ ...complete, MANILLA_PEPPER: '' })).toEqual(['MANILLA_PEPPER: is not set']);
    expect(loadConfig({ ...complete, MANILLA_API_PORT: '' }).apiPort).toBe(3_000);
  });

  it.each([
    ['MANILLA_API_PORT', 'eighty'],
    ['MANILLA_API_PORT', '65536'],
    ['MANILLA_ENVIRONMENT', 'production'],
    ['MANILLA_BASE_URL', 'shop.example.ng'],
    ['DATABASE_URL', 'mysql://x'],
    ['DATABASE_URL', 'postgresql://manilla:50%off@127.0.0.1/manilla'],
    ['MANILLA_SMTP_URL', 'smtp://shop:50%off@mail.example.ng'],
    ['TEMPORAL_ADDRESS', 'http://temporal:7233'],
    ['MANILLA_LOG_LEVEL', 'loud'],
    ['MANILLA_TRUSTED_PROXIES', '10.0.0.0/33'],
    ['MANILLA_TRUSTED_PROXIES', '0.0.0.0/0'],
    ['MANILLA_TRUSTED_PROXIES', 'proxy.internal'],
    ['MANILLA_TRUSTED_PROXIES', '10.0.0.7 10.0.0.8'],
    ['MANILLA_RAIL_TIMEOUT_MS', 'soon'],
    ['MANILLA_RAIL_LIMITS', 'simulator=20'],
    ['MANILLA_RAIL_LIMITS', 'simulator=20/4,simulator=30/4'],
    ['MANILLA_SIMULATOR_URL', 'simulator:3010'],
    ['MANILLA_SIMULATOR_CONTROL', 'anyone'],
    ['MANILLA_PEPPER', 'too-short'],
    ['MANILLA_PEPPER', `${key()}${key()}`],
    ['MANILLA_TOKEN_KEY', '{}'],
    ['MANILLA_TOKEN_KEY', 'no json'],
    ['MANILLA_TOKEN_KEY', tokenKey('x25519')],
  ])('refuses %s=%s without repeating it', (name, value) => {
    const [problem, ...others] = problemsOf({ ...complete, [name]: value });
    expect(problem).toMatch(new RegExp(`^${name}: `));
    expect(problem).not.toContain(value);
    expect(others).toEqual([]);
  });

  it.each([
    [{ MANILLA_API_HOST: '0.0.0.0', MANILLA_API_PORT: '3100' }, 'http://127.0.0.1:3100'],
    [{ MANILLA_API_HOST: '::1' }, 'http://[::1]:3000'],
    [{ MANILLA_SIMULATOR_API_URL: 'http://api:3000' }, 'http://api:3000'],
  ])('knows with %j where the simulator finds the API', (env, address) => {
    expect(loadConfig({ ...complete, ...env }).simulatorApiUrl).toBe(address);
  });

  it('reads proxies as Fastify takes them, also with a comma too many', () => {
    const text = ' 10.0.0.0/8, 192.0.2.7,2001:db8::/32,,::1, ';
    const { trustedProxies } = loadConfig({ ...complete, MANILLA_TRUSTED_PROXIES: text });
    expect(trustedProxies).toEqual(['10.0.0.0/8', '192.0.2.7', '2001:db8::/32', '::1']);
    expect(() => fastify({ trustProxy: [...trustedProxies] })).not.toThrow();
  });

  it('limits each bank and acquirer by its name, and those that are not named alike', () => {
    const limits = { MANILLA_RAIL_LIMITS: '*=50/8, simulator=20/4' };
    const limit = (env: NodeJS.ProcessEnv, provider: string) =>
      limitOf(loadConfig({ ...complete, ...env }), provider);
    expect(limit(limits, 'simulator')).toEqual({ callsPerSecond: 20, concurrentCalls: 4 });
    expect(limit(limits, 'another')).toEqual({ callsPerSecond: 50, concurrentCalls: 8 });
    expect(limit({}, 'simulator')).toEqual({ callsPerSecond: 100, concurrentCalls: 16 });
  });

  it('opens to others only what is told to be: not with the API its metrics, codec and simulator', () => {
    const hosts = (env: NodeJS.ProcessEnv) => {
      const { apiHost, metricsHost, codecHost, simulatorHost } = loadConfig({
        ...complete,
        ...env,
      });
      return [apiHost, metricsHost, codecHost, simulatorHost];
    };
    const local = '127.0.0.1';
    expect(hosts({ MANILLA_API_HOST: '0.0.0.0' })).toEqual(['0.0.0.0', local, local, local]);
    expect(
      hosts({
        MANILLA_METRICS_HOST: '10.0.0.1',
        MANILLA_CODEC_HOST: '10.0.0.2',
        MANILLA_SIMULATOR_HOST: '10.0.0.3',
      }),
    ).toEqual([local, '10.0.0.1', '10.0.0.2', '10.0.0.3']);
  });

  it('lets webhooks go to this machine only by choice, and never in live', () => {
    const chosen = { ...complete, MANILLA_LOOPBACK_WEBHOOKS: 'on' };
    expect(loadConfig(chosen).loopbackWebhooks).toBe(true);
    expect(problemsOf({ ...chosen, MANILLA_ENVIRONMENT: 'live' })).toEqual([
      'MANILLA_LOOPBACK_WEBHOOKS: must be off in the live environment',
    ]);
  });

  it('runs the lean sandbox in live only by choice', () => {
    const live = { ...complete, MANILLA_ENVIRONMENT: 'live' };
    expect(loadConfig(live).leanSandbox).toBe(false);
    expect(loadConfig({ ...live, MANILLA_WORKER_LEAN_SANDBOX: 'on' }).leanSandbox).toBe(true);
  });

  it('reads a secret from a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'manilla-config-'));
    try {
      const path = join(folder, 'pepper');
      const pepper = key();
      writeFileSync(path, `${pepper}\n`);
      const { MANILLA_PEPPER: _, ...rest } = complete;
      const config = loadConfig({ ...rest, MANILLA_PEPPER_FILE: path });
      expect(config.peppers.first.key).toEqual(Buffer.from(pepper, 'base64url'));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('tells of a secret’s file that is not there', () => {
    const { MANILLA_PEPPER: _, ...rest } = complete;
    expect(problemsOf({ ...rest, MANILLA_PEPPER_FILE: '/nowhere/pepper' })).toEqual([
      'MANILLA_PEPPER_FILE: cannot read /nowhere/pepper (ENOENT)',
    ]);
  });
});
