import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { verifyWebhook } from '../../../sdk/src/webhook.js';
import {
  keyPurposes,
  keyVariables,
  type KeyPurpose,
} from '../../../src/platform/config/key-set.js';
import { keysOfProgram } from '../../../src/platform/config/program-keys.js';
import { assertBooks } from '../../support/books.js';
import { manillaProgram, type CliResult } from '../../support/manilla-cli.js';
import { startDesk, type TestProgram } from '../../support/stack.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { ApiClient } from '../../support/api-client.js';
import { ApiWorld, type OpenCheckout } from '../../support/api-world.js';

const openCheckouts = 200;

let folder: string;
let world: ApiWorld;
let desk: TestProgram;
let hooks: WebhookReceiver;
let secret: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'manilla-key-sets-'));
  const { env } = inject('stack');
  const files = [
    'MANILLA_PEPPER',
    'MANILLA_TOKEN_KEY',
    'MANILLA_CODEC_KEY',
    'MANILLA_SEAL_KEY',
  ] as const;
  for (const name of files) writeFileSync(join(folder, name), env[name]);
  const unset = Object.fromEntries(files.map((name) => [name, '']));
  world = await ApiWorld.start({ ...unset, MANILLA_SECRETS_DIR: folder });
  desk = await startDesk(world.manilla.env);
  hooks = await WebhookReceiver.start();
  const { data } = await world.merchant.post('/api/v1/webhooks/notification-url', {
    url: hooks.url,
  });
  secret = String(data.secret);
  expect(secret).toMatch(/^whsec_/);
}, 120_000);
afterAll(async () => {
  await desk?.stop();
  await world?.stop();
  await hooks?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

function keySets(...args: string[]): Promise<CliResult> {
  const { DATABASE_URL, TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE } = world.manilla.env;
  const env = { DATABASE_URL, TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE, MANILLA_SECRETS_DIR: folder };
  return manillaProgram(['key-sets', ...args], env);
}

async function openMany(): Promise<OpenCheckout[]> {
  const payers = Array.from({ length: 8 }, async () => {
    const opened: OpenCheckout[] = [];
    for (let n = 0; n < openCheckouts / 8; n += 1) opened.push(await world.awaitingPayment());
    return opened;
  });
  return (await Promise.all(payers)).flat();
}

/** A merchant that goes on all the while, with its old token and with new ones; what was not answered as it should be. */
async function goOn(open: readonly OpenCheckout[], until: AbortSignal): Promise<string[]> {
  const faults: string[] = [];
  const note = (what: string, { status, text }: { status: number; text: string }) => {
    if (status >= 300) faults.push(`${what}: ${status} ${text}`);
  };
  for (let nth = 0; !until.aborted; nth += 1) {
    const { reference } = open[nth % open.length] as OpenCheckout;
    note('query', await world.merchant.query(reference));
    const fresh = await ApiClient.authenticated(world.manilla.baseUrl, world.manilla.merchant);
    note('query by a new token', await fresh.query(reference));
    note('initiate', (await world.initiated()).reply);
    await sleep(20);
  }
  return faults;
}

it(`each key set is rotated with ${openCheckouts} open checkouts and live tokens, and nothing fails`, async () => {
  const open = await openMany();
  const end = new AbortController();
  const going = goOn(open, end.signal);
  for (const name of keyPurposes) {
    const rotated = await keySets('rotate', name);
    expect(rotated, name).toMatchObject({ code: 0, stderr: '' });
    const holders = (['api', 'worker', 'desk'] as const).filter((program) =>
      keysOfProgram[program].includes(keyVariables[name]),
    ).length;
    expect(rotated.stdout).toContain(`\n  ${holders} of ${holders} programs\n`);
    expect(rotated.stdout).toContain('is in use');
  }
  end.abort();
  expect(await going).toEqual([]);

  const payers = Array.from({ length: 8 }, async (_, payer) => {
    for (let at = payer; at < open.length; at += 8) {
      const { accountNumber, amount, reference } = open[at] as OpenCheckout;
      await world.merchant.pay({ accountNumber, amount });
      await world.until(reference, 'SUCCESSFUL');
    }
  });
  await Promise.all(payers);
  await assertBooks(world.manilla.database);
  await expect
    .poll(() => hooks.requests.filter(({ body }) => body.includes('checkout.successful')).length, {
      timeout: 60_000,
    })
    .toBe(openCheckouts);
  for (const { body, headers } of hooks.requests) {
    expect(() => verifyWebhook({ body, headers, secret })).not.toThrow();
  }
}, 300_000);

it('says who needs an old key, and retires it only when nobody does', async () => {
  const states = JSON.parse((await keySets('--json')).stdout) as {
    purpose: KeyPurpose;
    writes: boolean;
    need: string | null;
  }[];
  const needs = Object.fromEntries(
    states.filter(({ writes }) => !writes).map(({ purpose, need }) => [purpose, need]),
  );
  expect(needs).toEqual({
    tokens: expect.stringContaining('tokens of it are valid until'),
    codec: expect.stringMatching(/^\d+ histories/),
    hooks: expect.stringContaining('a bank may still sign'),
    pepper: null,
    seal: expect.toBeOneOf([null, expect.stringMatching(/^\d+ secrets/)]),
  });
  const kept = await keySets('retire', 'tokens');
  expect(kept).toMatchObject({ code: 0 });
  expect(kept.stdout).toContain('stays: tokens of it are valid until');
  expect((await keySets('retire', 'pepper')).stdout).toContain('is retired');
  // Every program has taken its files before a stranger is asked.
  await expect
    .poll(async () => (await keySets()).stdout, { timeout: 30_000, interval: 2_000 })
    .toMatch(/^pepper +\S+ +2 of 2 +writes$/m);
  const again = await ApiClient.authenticated(world.manilla.baseUrl, world.manilla.merchant);
  expect((await again.query('nothing')).status).toBe(404);
  const jwks = (await (await fetch(`${world.manilla.baseUrl}/.well-known/jwks.json`)).json()) as {
    keys: unknown[];
  };
  expect(jwks.keys).toHaveLength(2);
}, 120_000);

it('keeps the keys before when a file cannot be used, and names the key set that nobody knows', async () => {
  writeFileSync(join(folder, keyVariables.codec), 'no key');
  const { logFile } = world.manilla.program('api');
  await expect
    .poll(() => readFileSync(logFile, 'utf8'), { timeout: 30_000, interval: 500 })
    .toContain('the files of keys cannot be used');
  expect((await world.initiated()).reply.status).toBe(200);
  expect(await keySets('rotate', 'keys')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('The key sets are tokens, codec, seal, pepper, hooks'),
  });
});
