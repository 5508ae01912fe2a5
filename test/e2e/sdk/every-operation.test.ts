import { execFile, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createManilla,
  ManillaError,
  verifyNotificationSignature,
  verifyWebhook,
  type Manilla,
  type OperationId,
} from '../../../sdk/src/index.ts';
import { operationsOf, type ContractDocument } from '../../../scripts/docs/contract-document.ts';
import { curlCommand, curlPrelude } from '../../../scripts/docs/curl-examples.ts';
import { buildSdk } from '../../../scripts/stack/build-sdk.ts';
import { Contract } from '../../support/contract.js';
import type { SandboxMerchant } from '../../support/stack.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { newReference } from '../api/api-client.js';
import { ApiWorld, hookKey } from '../api/api-world.js';
import { EveryOperation, type Send } from './every-operation.js';

const run = promisify(execFile);
const require = createRequire(import.meta.url);
const root = join(import.meta.dirname, '../../..');
const document = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8')) as ContractDocument;
const operations = operationsOf(document);
const everyId = operations.map(({ operationId }) => operationId).toSorted();

let world: ApiWorld;
let receiver: WebhookReceiver;
let merchant: SandboxMerchant;
let manilla: Manilla;
let contract: Contract;
beforeAll(async () => {
  [world, receiver] = await Promise.all([ApiWorld.shared(), WebhookReceiver.start()]);
  await world.bank.misbehave({ on: 'name-enquiry', account: '5550001111', answer: '07' });
  merchant = world.manilla.merchant;
  manilla = client();
  contract = await Contract.of(world.manilla.baseUrl);
});
afterAll(async () => {
  await receiver?.[Symbol.asyncDispose]();
  await world?.stop();
});

/** Every reply is held against the document. */
function client(who: SandboxMerchant = merchant, overrides: { clientSecret?: string } = {}) {
  const { clientId, clientSecret } = who;
  const { baseUrl } = world.manilla;
  const watched: typeof fetch = async (address, init) => {
    const response = await fetch(address, init);
    const { status, headers } = response;
    const path = addressOf(address).slice(baseUrl.length);
    if (/json/.test(headers.get('content-type') ?? '')) {
      const text = await response.clone().text();
      contract.check({ method: init?.method ?? 'GET', path, status, headers, text });
    }
    return response;
  };
  return createManilla({ baseUrl, clientId, clientSecret, ...overrides, fetch: watched });
}

const hexKey = () => hookKey(world.manilla.env).export().toString('hex');

/** What a bank adds to its calls; the SDK is a merchant's and has no key of a bank. */
function signed(id: OperationId, body: unknown): Record<string, string> {
  const { security } = operations.find(({ operationId }) => operationId === id) ?? {};
  if (security?.some((scheme) => 'hookSignature' in scheme) !== true) return {};
  const { signature, timestamp } = signHook(JSON.stringify(body));
  return { 'x-provider-timestamp': timestamp, 'x-provider-signature': signature };
}

function signHook(body: string) {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const key = hookKey(world.manilla.env);
  return {
    timestamp,
    signature: createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex'),
  };
}

describe('every operation of the document', () => {
  it('is called through the SDK', async () => {
    const bySdk: Send = async (id, input) => {
      const method = manilla[id] as (
        given: object,
        options: object,
      ) => Promise<{ httpStatus: number; data: unknown }>;
      return method(input, { headers: signed(id, input.body) });
    };
    const every = new EveryOperation(world, merchant, receiver.url, bySdk);
    await every.run();
    expect([...every.called].toSorted()).toEqual(everyId);
  });

  it.skipIf(spawnSync('curl', ['--version']).status !== 0)(
    'is called by curl, as docs/curl.md shows it',
    async () => {
      const shop = (await world.otherMerchant('Curl Shop')).merchant;
      let token = '';
      const byCurl: Send = async (id, input) => {
        const operation = operations.find(({ operationId }) => operationId === id);
        if (operation === undefined) throw new Error(`openapi.json has no ${id}`);
        const command = curlCommand(operation, input).replace(
          'call ',
          String.raw`call -w '\n%{http_code}' `,
        );
        const env = {
          ...process.env,
          API: world.manilla.baseUrl,
          TOKEN: token,
          HOOK_KEY: hexKey(),
        };
        const { stdout } = await run('sh', ['-c', `${curlPrelude}\n${command}`], { env });
        const [text = '', httpStatus] = stdout.trim().split('\n');
        const { data } = JSON.parse(text) as { data: Record<string, unknown> };
        token = (data['access_token'] as string | undefined) ?? token;
        return { httpStatus: Number(httpStatus), data };
      };
      const every = new EveryOperation(world, shop, receiver.url, byCurl);
      await every.run();
      expect([...every.called].toSorted()).toEqual(everyId);
    },
  );

  it('is in the Postman collection, which runs from top to bottom', async () => {
    const shop = (await world.otherMerchant('Postman Shop')).merchant;
    const { clientId, clientSecret, prefix } = shop;
    const { baseUrl } = world.manilla;
    const values = {
      baseUrl,
      clientId,
      clientSecret,
      prefix,
      webhookUrl: receiver.url,
      hookKey: hexKey(),
    };
    const folder = mkdtempSync(join(tmpdir(), 'manilla-postman-'));
    const report = join(folder, 'report.json');
    try {
      const newman = require.resolve('newman/bin/newman.js');
      const variables = Object.entries(values).flatMap(([key, value]) => [
        '--env-var',
        `${key}=${value}`,
      ]);
      const collection = join(root, 'sdk/postman_collection.json');
      await run(process.execPath, [
        ...[newman, 'run', collection, ...variables],
        ...['--reporters', 'json', '--reporter-json-export', report],
      ]).catch(() => undefined);
      const { executions } = (JSON.parse(readFileSync(report, 'utf8')) as NewmanReport).run;
      const faults = executions.flatMap(({ item, assertions, response, ...scripts }) => [
        ...(assertions ?? [{ error: { message: 'not judged' } }])
          .concat(scripts.testScript ?? [], scripts.prerequestScript ?? [])
          .filter(({ error }) => error !== undefined)
          .map(({ error }) => `${item.name}: ${error?.message} ${textOf(response)}`),
      ]);
      expect(faults).toEqual([]);
      expect(executions.map(({ item }) => item.name).toSorted()).toEqual(everyId);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

interface NewmanReport {
  readonly run: {
    readonly executions: readonly {
      readonly item: { readonly name: string };
      readonly assertions?: Judged[];
      readonly testScript?: Judged[];
      readonly prerequestScript?: Judged[];
      readonly response?: { readonly stream: { readonly data: readonly number[] } };
    }[];
  };
}

interface Judged {
  readonly error?: { readonly message: string };
}

function textOf(response: NewmanReport['run']['executions'][number]['response']): string {
  return Buffer.from(response?.stream.data ?? [])
    .toString('utf8')
    .slice(0, 300);
}

describe('the SDK', () => {
  it('runs the quick start of its README, built, as another project would', async () => {
    await buildSdk();
    const page = readFileSync(join(root, 'sdk/README.md'), 'utf8');
    const code = /```ts\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
    expect(code.trim().split('\n').length).toBeLessThanOrEqual(20);
    const folder = mkdtempSync(join(tmpdir(), 'manilla-quick-start-'));
    try {
      mkdirSync(join(folder, 'node_modules/@manilla'), { recursive: true });
      symlinkSync(join(root, 'sdk'), join(folder, 'node_modules/@manilla/sdk'));
      symlinkSync(join(root, 'node_modules/@types'), join(folder, 'node_modules/@types'));
      writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
      writeFileSync(join(folder, 'shop.ts'), code);
      const tsc = join(root, 'node_modules/@typescript/native/bin/tsc');
      const strict = ['--strict', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2023'];
      await run(process.execPath, [tsc, ...strict, '--types', 'node', 'shop.ts'], { cwd: folder });
      const { clientId, clientSecret, prefix } = merchant;
      const env = {
        ...process.env,
        ...{ MANILLA_URL: world.manilla.baseUrl, MANILLA_PREFIX: prefix },
        ...{ MANILLA_CLIENT_ID: clientId, MANILLA_CLIENT_SECRET: clientSecret },
      };
      const { stdout } = await run(process.execPath, ['shop.js'], { cwd: folder, env });
      expect(stdout).toMatch(/pay into \d{10}\n(.*\n)*.*SUCCESSFUL 1000000\n$/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('waits for a payment until it is made, and no longer than it was told', async () => {
    const { reference, accountNumber } = await world.awaitingPayment();
    const seen: string[] = [];
    const early = manilla.waitForPayment(reference, { timeoutMs: 1_000 });
    await expect(early).rejects.toMatchObject({ reason: 'PAYMENT_PENDING', retryable: true });
    const paid = manilla.waitForPayment(reference, { onChange: ({ status }) => seen.push(status) });
    await expect.poll(() => seen).toEqual(['AWAITING_PAYMENT']);
    await manilla.sendInwardCredit({ body: { accountNumber, amount: 1_000_000 } });
    expect(await paid).toMatchObject({ status: 'SUCCESSFUL', amountAccepted: 1_000_000 });
    expect(seen.at(-1)).toBe('SUCCESSFUL');
  });

  it('throws what the API refuses, with its reason, code and fields', async () => {
    const refused = await manilla
      .initiateCheckout({ body: { ...validOrder(), amount: 0.5 } })
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ManillaError);
    expect(refused).toMatchObject({
      ...{ reason: 'AMOUNT_NOT_INTEGER', code: '13', httpStatus: 400, retryable: false },
      errors: [{ field: 'amount' }],
      requestId: expect.any(String) as string,
    });
    const wrong = client(merchant, { clientSecret: 'whsec_of-somebody-else' });
    await expect(wrong.getPolicies()).rejects.toMatchObject({ httpStatus: 401 });
  });

  it('gets a new token when all were ended, and asks once for many calls', async () => {
    const shop = await world.otherMerchant('Token Shop');
    let tokens = 0;
    const counting: typeof fetch = (address, init) => {
      if (addressOf(address).endsWith('/authenticate')) tokens += 1;
      return fetch(address, init);
    };
    const { clientId, clientSecret, merchantId } = shop.merchant;
    const { baseUrl } = world.manilla;
    const own = createManilla({ baseUrl, clientId, clientSecret, fetch: counting });
    await Promise.all([own.getPolicies(), own.getRetryPolicy(), own.getPolicies()]);
    expect(tokens).toBe(1);
    const values = [merchantId];
    await world.query(
      'update merchant set token_version = token_version + 1 where merchant_id = $1',
      values,
    );
    await expect
      .poll(async () => (await own.getPolicies()).code && tokens, { timeout: 20_000 })
      .toBe(2);
  });

  it('sends a request whose reply was lost again under its key, and it is done once', async () => {
    const { clientId, clientSecret } = merchant;
    const { baseUrl } = world.manilla;
    let lost = 0;
    const losing: typeof fetch = async (address, init) => {
      const response = await fetch(address, init);
      if (!addressOf(address).endsWith('/rotate-secret') || lost > 0) return response;
      lost += 1;
      await response.arrayBuffer();
      throw new TypeError('socket hang up');
    };
    await manilla.setNotificationUrl({ body: { url: receiver.url } });
    const own = createManilla({ baseUrl, clientId, clientSecret, fetch: losing });
    const shown = await own.rotateWebhookSecret({ body: {} });
    expect(lost).toBe(1);
    expect(shown.headers.get('idempotent-replayed')).toBe('true');
  });

  it('goes through a list page by page, and fetches a statement as a file', async () => {
    for (let orders = 0; orders < 3; orders += 1) await world.awaitingPayment();
    const all = [];
    for await (const each of manilla.each('listTransactions', { size: 1 })) {
      all.push(each.transactionReference);
    }
    expect(all.length).toBeGreaterThan(2);
    expect(new Set(all).size).toBe(all.length);
    const today = new Date().toISOString().slice(0, 10);
    const query = { from: today, to: today, format: 'csv' as const };
    const file = await manilla.file('getPeriodStatement', { query });
    expect(file.contentType).toMatch(/^text\/csv/);
  });

  it('knows the webhooks of the engine by both signatures', async () => {
    const { data } = await manilla.setNotificationUrl({ body: { url: receiver.url } });
    const { data: rotated } = await manilla.rotateWebhookSecret({ body: { immediately: true } });
    const secret = String(rotated.secret);
    expect(data).toBeTruthy();
    const before = receiver.requests.length;
    await manilla.testNotificationUrl({ body: {} });
    await expect.poll(() => receiver.requests.length).toBeGreaterThan(before);
    const got = receiver.requests.at(-1);
    if (got === undefined) throw new Error('nothing was received');
    const { headers, body } = got;
    expect(verifyWebhook({ secret, headers, body }).id).toBe(headers['webhook-id']);
    expect(verifyNotificationSignature({ secret, headers, body })).toBe(true);
    expect(() => verifyWebhook({ secret, headers, body: `${body} ` })).toThrow('not ours');
  });
});

function validOrder() {
  return {
    ...{ email: 'ada@example.ng', phoneNumber: '08031234567', firstName: 'Ada', lastName: 'Obi' },
    ...{ amount: 1_000_000, paymentReference: newReference() },
  };
}

/** The SDK gives fetch a text. */
function addressOf(address: Parameters<typeof fetch>[0]): string {
  return typeof address === 'string' ? address : '';
}
