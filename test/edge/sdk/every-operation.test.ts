import { execFile, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  AuthenticationError,
  InvalidRequestError,
  Manilla,
  TimeoutError,
  verifyNotificationSignature,
  verifyWebhook,
  type ManillaOptions,
} from '../../../sdk/src/index.ts';
import {
  answersFile,
  checkedInDocuments,
  isHook,
  operationsOf,
} from '../../../scripts/docs/contract-document.ts';
import { curlCommand, curlPrelude } from '../../../scripts/docs/curl-examples.ts';
import { Contract } from '../../support/contract.js';
import type { SandboxMerchant } from '../../support/stack.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { newReference } from '../../support/api-client.js';
import { ApiWorld, hookKeys } from '../../support/api-world.js';
import type { TestEdge } from '../../support/edge.js';
import { sendBySdk } from './by-sdk.js';
import { EveryOperation, type Send } from './every-operation.js';
import { ReadmeProject } from './readme-project.js';

const run = promisify(execFile);
const [merchants, providers] = checkedInDocuments();
const operations = [merchants, providers].flatMap(operationsOf);
const idsOf = (some: typeof operations) => some.map(({ operationId }) => operationId).toSorted();

let world: ApiWorld<TestEdge>;
let receiver: WebhookReceiver;
let merchant: SandboxMerchant;
let manilla: Manilla;
let contract: Contract;
beforeAll(async () => {
  [world, receiver] = await Promise.all([
    ApiWorld.edge(['refunds:destination']),
    WebhookReceiver.start(),
  ]);
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
const watched: typeof fetch = async (address, init) => {
  const response = await fetch(address, init);
  const { status, headers } = response;
  const path = addressOf(address).slice(world.manilla.baseUrl.length);
  if (/json/.test(headers.get('content-type') ?? '')) {
    const text = await response.clone().text();
    contract.check({ method: init?.method ?? 'GET', path, status, headers, text });
  }
  return response;
};

function client(overrides: Partial<ManillaOptions> = {}, who: SandboxMerchant = merchant) {
  const { clientId, clientSecret } = who;
  const { baseUrl } = world.manilla;
  return new Manilla({ baseUrl, clientId, clientSecret, fetch: watched, ...overrides });
}

const hexKey = () => hookKeys(world.manilla.env).first.export().toString('hex');

/** What is no merchant's operation, or done by the SDK itself; a bank signs its calls. */
const byHand: Send = async (id, { path = {}, body }) => {
  const operation = operations.find(({ operationId }) => operationId === id);
  if (operation === undefined) throw new Error(`no document has ${id}`);
  const target = operation.path.replace('{provider}', path['provider'] ?? '');
  const text = JSON.stringify(body);
  const { signature, timestamp } = signHook(text);
  const reply = await watched(`${world.manilla.baseUrl}${target}`, {
    method: operation.method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(isHook(operation)
        ? { 'x-provider-timestamp': timestamp, 'x-provider-signature': signature }
        : {}),
    },
    ...(body === undefined ? {} : { body: text }),
  });
  const { data } = (await reply.json()) as { data: unknown };
  return { httpStatus: reply.status, data };
};

function signHook(body: string) {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const key = hookKeys(world.manilla.env).first;
  return {
    timestamp,
    signature: createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex'),
  };
}

describe('every operation of the document', () => {
  it('is called through the SDK', async () => {
    const bySdk = sendBySdk(manilla, merchants, byHand);
    const every = new EveryOperation(world, merchant, receiver.url, bySdk);
    await every.run();
    expect([...every.called].toSorted()).toEqual(idsOf(operations));
  });

  it.skipIf(spawnSync('curl', ['--version']).status !== 0)(
    'is called by curl, as docs/curl.md shows it',
    async () => {
      const shop = (await world.otherMerchant('Curl Shop', ['refunds:destination'])).merchant;
      let token = '';
      const byCurl: Send = async (id, input) => {
        const operation = operations.find(({ operationId }) => operationId === id);
        if (operation === undefined) throw new Error(`no document has ${id}`);
        const command = curlCommand(operation, input)
          .replace('-OJ ', '')
          .replace(/call |curl -s /, (word) => String.raw`${word}-w '\n%{http_code}' `);
        const env = {
          ...process.env,
          API: world.manilla.baseUrl,
          TOKEN: token,
          HOOK_KEY: hexKey(),
        };
        const { stdout } = await run('sh', ['-c', `${curlPrelude}\n${command}`], {
          ...{ env, encoding: 'buffer' },
        });
        if (answersFile(operation)) return { httpStatus: 200, data: { bytes: stdout } };
        const [text = '', httpStatus] = stdout.toString().trim().split('\n');
        const { data } = JSON.parse(text) as { data: Record<string, unknown> };
        token = (data['access_token'] as string | undefined) ?? token;
        return { httpStatus: Number(httpStatus), data };
      };
      const every = new EveryOperation(world, shop, receiver.url, byCurl);
      await every.run();
      expect([...every.called].toSorted()).toEqual(idsOf(operations));
    },
  );
});

describe('the SDK', () => {
  it('runs the quick start and the other examples of its README, as another project would', async () => {
    using project = await ReadmeProject.compiled();
    const { clientId, clientSecret, prefix } = merchant;
    const env = {
      ...{ MANILLA_URL: world.manilla.baseUrl, MANILLA_PREFIX: prefix },
      ...{ MANILLA_CLIENT_ID: clientId, MANILLA_CLIENT_SECRET: clientSecret },
    };
    expect(project.examples[0]?.trim().split('\n').length).toBeLessThanOrEqual(20);
    expect(await project.run([0], env)).toMatch(/pay into \d{10}\n(.*\n)*.*SUCCESSFUL 1000000\n$/);
    const { items } = await manilla.transactions.list({ size: 1 });
    const PAYMENT_REFERENCE = String(items[0]?.paymentReference);
    const rest = project.examples.map((_code, at) => at).slice(1);
    const printed = await project.run(rest, { ...env, PAYMENT_REFERENCE });
    for (const line of ['on its way', 'nothing new', 'REQUESTED', 'give value for 1000000']) {
      expect(printed).toContain(line);
    }
  });

  it('waits for a payment until it is made, and no longer than it was told', async () => {
    const { reference, accountNumber } = await world.awaitingPayment();
    const seen: string[] = [];
    const early = manilla.checkouts.waitForPayment(reference, { timeoutMs: 1_000 });
    await expect(early).rejects.toThrow(TimeoutError);
    await expect(early).rejects.toMatchObject({ reason: 'PAYMENT_PENDING', retryable: true });
    const paid = manilla.checkouts.waitForPayment(reference, {
      onChange: ({ status }) => seen.push(status),
    });
    await expect.poll(() => seen).toEqual(['AWAITING_PAYMENT']);
    await manilla.sandbox.sendCredit({ accountNumber, amount: 1_000_000 });
    expect(await paid).toMatchObject({ status: 'SUCCESSFUL', amountAccepted: 1_000_000 });
    expect(seen.at(-1)).toBe('SUCCESSFUL');
  });

  it('waits until the session ends when nobody pays, and gives up when it is told', async () => {
    const { reference } = await world.awaitingPayment();
    const giveUp = new AbortController();
    const given = manilla.checkouts.waitForPayment(reference, { signal: giveUp.signal });
    const ended = manilla.checkouts.waitForPayment(reference);
    await manilla.checkouts.query(reference);
    giveUp.abort(new Error('the shop closes'));
    await expect(given).rejects.toThrow('the shop closes');
    await manilla.sandbox.advanceClock(reference, { seconds: 86_400 });
    expect(await ended).toMatchObject({ status: 'EXPIRED', amountAccepted: 0 });
  });

  it('throws what the API refuses, by its family, with its reason, code and fields', async () => {
    const refused = await manilla.checkouts
      .initiate({ ...validOrder(), amount: 0.5 }, { idempotencyKey: 'mine-1' })
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(InvalidRequestError);
    expect(refused).toMatchObject({
      ...{ reason: 'AMOUNT_NOT_INTEGER', code: '13', httpStatus: 400, retryable: false },
      ...{ errors: [{ field: 'amount' }], idempotencyKey: 'mine-1' },
      requestId: expect.any(String) as string,
    });
    const wrong = client({ clientSecret: 'somebody-elses-secret' });
    await expect(wrong.merchant.getPolicies()).rejects.toThrow(AuthenticationError);
  });

  it('gets a new token when all were ended, and asks once for many calls', async () => {
    const shop = await world.otherMerchant('Token Shop');
    let tokens = 0;
    const counting: typeof fetch = (address, init) => {
      if (addressOf(address).endsWith('/authenticate')) tokens += 1;
      return fetch(address, init);
    };
    const { merchant: own, webhooks } = client({ fetch: counting }, shop.merchant);
    await Promise.all([own.getPolicies(), webhooks.retryPolicy(), own.getPolicies()]);
    expect(tokens).toBe(1);
    await world.query(
      'update merchant set token_version = token_version + 1 where merchant_id = $1',
      [shop.merchant.merchantId],
    );
    await expect.poll(async () => (await own.getPolicies()) && tokens, { timeout: 20_000 }).toBe(2);
  });

  it('sends a request whose reply was lost again under its key, and it is done once', async () => {
    let lost = 0;
    const losing: typeof fetch = async (address, init) => {
      const response = await fetch(address, init);
      if (!addressOf(address).endsWith('/rotate-secret') || lost > 0) return response;
      lost += 1;
      await response.arrayBuffer();
      throw new TypeError('socket hang up');
    };
    await manilla.webhooks.setUrl({ url: receiver.url });
    const shown = await client({ fetch: losing }).webhooks.rotateSecret({});
    expect(lost).toBe(1);
    expect(shown.lastResponse.isReplayed).toBe(true);
  });

  it('goes through a list item by item and page by page', async () => {
    for (let orders = 0; orders < 3; orders += 1) await world.awaitingPayment();
    const all: string[] = [];
    const list = manilla.transactions.list({ size: 1 });
    for await (const each of list) all.push(each.transactionReference);
    expect(all.length).toBeGreaterThan(2);
    expect(new Set(all).size).toBe(all.length);
    const { items, page } = await list;
    expect(items.map((each) => each.transactionReference)).toEqual(all.slice(0, 1));
    expect(page.hasMore).toBe(true);
    const pages = [];
    for await (const { items: each } of list.pages()) pages.push(each.length);
    expect(pages.slice(0, 3)).toEqual([1, 1, 1]);
  });

  it('answers a statement as text or bytes, and what has not changed as that', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const period = { from: today, to: today };
    const { settlements, checkouts } = manilla;
    const json = await settlements.periodStatement(period);
    const csv = await settlements.periodStatement({ ...period, format: 'csv' });
    const pdf = await settlements.periodStatement({ ...period, format: 'pdf' });
    expect(json.statementNumber).toMatch(/^P-/);
    expect([csv.contentType, csv.text]).toEqual([
      expect.stringMatching(/^text\/csv/),
      expect.stringMatching(/^bookedAt,[^]*,,CLOSING,/),
    ]);
    expect(csv.fileName).toMatch(/\.csv$/);
    expect(Buffer.from(pdf.bytes).subarray(0, 5).toString()).toBe('%PDF-');
    const { reference } = await world.awaitingPayment();
    const seen = await checkouts.query(reference);
    expect(JSON.stringify(seen)).not.toContain('lastResponse');
    const ifNoneMatch = String(seen.lastResponse.etag);
    expect(await checkouts.query(reference, { ifNoneMatch })).toMatchObject({
      isNotModified: true,
    });
    await checkouts.cancel(reference);
    const changed = await checkouts.query(reference, { ifNoneMatch, waitSeconds: 5 });
    expect(changed.isNotModified ? undefined : changed.status).toBe('CANCELLED');
  });

  it('knows the webhooks of the engine by both signatures', async () => {
    await manilla.webhooks.setUrl({ url: receiver.url });
    const { secret } = await manilla.webhooks.rotateSecret({ immediately: true });
    const before = receiver.requests.length;
    await manilla.webhooks.test();
    await expect.poll(() => receiver.requests.length).toBeGreaterThan(before);
    const got = receiver.requests.at(-1);
    if (got === undefined) throw new Error('nothing was received');
    const { headers, body } = got;
    const received = { secret: String(secret), headers, body };
    expect(verifyWebhook(received).id).toBe(headers['webhook-id']);
    expect(verifyNotificationSignature(received)).toBe(true);
    expect(() => verifyWebhook({ ...received, body: `${body} ` })).toThrow('not ours');
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
