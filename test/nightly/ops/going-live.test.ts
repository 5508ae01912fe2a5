import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePorts } from '../../../scripts/stack/ports.ts';
import { totpCode } from '../../../src/people/second-factor.js';
import { SimulatorControl } from '../../../src/providers/simulator/control-client.js';
import { assertBooks } from '../../support/books.js';
import { DeskClient } from '../../support/desk-world.js';
import { blocksOf, placeOf } from '../../support/doc-blocks.js';
import { Shell } from '../../support/shell.js';
import {
  createLiveDatabase,
  createNamespace,
  startApi,
  startDesk,
  startSimulator,
  startWorker,
  type TestDatabase,
  type TestProgram,
} from '../../support/stack.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { ApiClient, order } from '../../support/api-client.js';

/** A rehearsal of live on an empty database. The test writes no SQL; it reads only whether the books are sound. */
describe('live, from nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'manilla-live-'));
  let database: TestDatabase;
  let api: TestProgram;
  let simulator: TestProgram;
  let desk: TestProgram;
  let worker: TestProgram;
  let shell: Shell;
  let addresses: readonly (readonly [string, string])[];

  beforeAll(async () => {
    const [made, namespace, ports] = await Promise.all([
      createLiveDatabase(),
      createNamespace(),
      freePorts(),
    ]);
    database = made;
    api = await startApi({
      ...{ MANILLA_ENVIRONMENT: 'live', MANILLA_RAILS: 'simulator' },
      ...{ DATABASE_URL: database.appUrl, TEMPORAL_NAMESPACE: namespace },
      ...{ MANILLA_MARK_FILE: '', MANILLA_RECONCILE_EVERY_MS: 'off', MANILLA_PROVE_BOOKS: 'off' },
      ...{ MANILLA_SETTLE_DAILY: 'off', MANILLA_SETTLE_INSTANT_EVERY_MS: 'off' },
    });
    [simulator, desk, worker] = await Promise.all([
      startSimulator(api.env),
      startDesk(api.env),
      startWorker(api.env),
    ]);
    addresses = [
      ['http://127.0.0.1:3000', api.baseUrl],
      ['http://127.0.0.1:3010', simulator.baseUrl],
      ['4040', String(ports.api)],
      ['.manilla-live', folder],
    ];
    shell = new Shell({
      ...{ PATH: process.env['PATH'], HOME: process.env['HOME'], MANILLA_DATA_DIR: folder },
      ...{ DATABASE_URL: database.appUrl, MANILLA_DESK_URL: desk.baseUrl },
    });
    // The installed command, without npm's own second before it.
    await shell.run('npx() { shift; node dist/src/programs/cli.js "$@"; }');
  });
  afterAll(async () => {
    await shell?.run('kill $! 2> /dev/null');
    shell?.[Symbol.dispose]();
    await Promise.all([api, simulator, desk, worker].map((program) => program?.stop()));
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is walked through by the command line, as docs/going-live.md says', async () => {
    const said = new Map<string, string>();
    for (const block of blocksOf('docs/going-live.md')) {
      if (block.language !== 'sh' || block.marks.includes('not-run')) continue;
      const script = addresses.reduce((text, [from, to]) => text.replaceAll(from, to), block.text);
      const outcome = await shell.run(script);
      expect(outcome.code, `${placeOf(block)}\n${outcome.said}`).toBe(0);
      expect(outcome.said, placeOf(block)).not.toMatch(/"isSuccessful":false,"code":"(?!09)/);
      if (block.marks.includes('sign-up')) secrets.push(await signUp(linkIn(outcome.said)));
      said.set(block.text, outcome.said);
    }
    const saidOf = (part: string) => [...said].find(([text]) => text.includes(part))?.[1] ?? '';
    expect(saidOf('operators list')).toMatch(
      /Ada Obi +administrator[^\n]*\nBola Ade +administrator/,
    );
    expect(saidOf('merchants show $M')).toContain('PENDING');
    expect(saidOf('merchants activate')).not.toContain('[ ]');
    expect(saidOf('query/ORD-1')).toContain('"status":"SUCCESSFUL"');
    expect(saidOf('merchant-settlement')).toContain('"paidAmount":500000');
    expect(saidOf('RFD-1')).toContain('"available":289250');
    for (const action of ['operator.invite', 'merchant.create', 'merchant.activate']) {
      expect(saidOf('manilla audit --size')).toContain(action);
    }
  }, 240_000);

  it('is walked through by the API', async () => {
    const { said } = await shell.run('echo "$MANILLA_OPERATOR_TOKEN"');
    const ada = new DeskClient('Ada Obi', said.trim(), desk.baseUrl, '');
    const { said: bolas } = await shell.run('echo "$BOLA"');
    const bola = new DeskClient('Bola Ade', bolas.trim(), desk.baseUrl, '');
    const code = totpCode(secrets[0] ?? '', Date.now() + 30_000);
    expect(await ada.post('/me/prove', { password, code })).toMatchObject({ status: 200 });
    const person = await ada.post('/operators', { name: 'Chidi Okeke', role: 'operations' });
    await signUp(String(person.data.link));
    const robot = { name: 'deployer', role: 'administrator', kind: 'MACHINE' };
    const { operatorId } = (await ada.post('/operators', robot)).data as { operatorId: string };
    const wish = { operatorId, label: 'onboarding', role: 'finance', days: 1 };
    const { token } = (await ada.post('/tokens', wish)).data as { token: string };
    expect(token).toMatch(/^mop_/);

    await using receiver = await WebhookReceiver.start();
    const shop = await onboard(ada, bola, receiver.url);
    const { paymentReference, ...rest } = order({ channels: ['Bank'] });
    await shop.initiate({ paymentReference, ...rest });
    const account = await shop.createAccount({
      ...{ paymentReference, prefix: '703', validity: 30, amount: 1_000_000 },
    });
    const bank = new SimulatorControl(simulator.baseUrl);
    const accountNumber = String(account.data.accountNumber);
    await bank.payInward({ accountNumber, amount: 1_000_000 });
    await untilSuccessful(shop, `/api/v1/checkout/query/${paymentReference}`);
    await shop.post('/api/v1/settlement/merchant-settlement', {
      ...{ settlementReference: 'PAY-2', amount: 500_000 },
    });
    await untilSuccessful(shop, '/api/v1/settlement/get-settlement-status/PAY-2');
    await shop.refund(paymentReference, { ...refund, refundReference: 'RFD-2' });
    await untilSuccessful(shop, '/api/v1/refunds/RFD-2');
    await vi.waitFor(
      () => {
        const types = receiver.requests.map(({ body }) => String(JSON.parse(body).type));
        expect(types).toEqual(expect.arrayContaining(events));
      },
      { timeout: 20_000, interval: 100 },
    );
    await assertBooks(database);
  });

  /** A person opens the link, sets a password and types the code of the app. */
  async function signUp(link: string): Promise<string> {
    const page = await (await fetch(link)).text();
    const secret = /id="secret">([^<]+)</.exec(page)?.[1]?.replaceAll(' ', '') ?? '';
    const reply = await fetch(link, {
      method: 'POST',
      headers: { origin: desk.baseUrl },
      body: new URLSearchParams({
        ...{ password, again: password, code: totpCode(secret, Date.now()) },
      }),
    });
    expect(reply.status).toBe(200);
    expect(await reply.text()).toContain('Keep these recovery codes');
    return secret;
  }

  /** Each step of the table of docs/going-live.md, by its request. */
  async function onboard(ada: DeskClient, bola: DeskClient, url: string): Promise<ApiClient> {
    const made = await ada.post('/merchants', { ...names, contacts });
    expect(made.data.status).toBe('PENDING');
    const at = `/merchants/${made.data.merchantId}`;
    const because = { reason: 'The contract is signed' };
    expect((await ada.post(`${at}/activate`, because)).status).toBe(409);
    await ada.post('/fee-plans', {
      ...{ feePlanId: 'by-api', rateBps: 100, capMinor: 30_000, vatBps: 750 },
    });
    await ada.post(`${at}/fee-plans`, { channel: 'Bank', feePlanId: 'by-api' });
    await ada.put(`${at}/channels`, { channels: [{ channel: 'Bank' }] });
    await ada.post('/prefixes', { prefix: '703', ...range });
    await ada.put(`${at}/prefixes/703`, {});
    await ada.post(`${at}/settlement-accounts`, {
      ...{ accountNumber: '1123456789', bankCode: '000013' },
    });
    const confirm = async () => {
      const [proposal] = (await ada.get(at)).data.proposals;
      const path = `/merchant-proposals/${proposal.proposalId}`;
      expect(await bola.confirm(path)).toMatchObject({ status: 200 });
    };
    await confirm();
    await ada.put(`${at}/settlement-settings`, {
      ...{ schedule: 'T0_INSTANT', minimumPayoutMinor: 5_000_000 },
    });
    const groups = ['payments', 'reads', 'refunds', 'settlement'];
    const key = await ada.post(`${at}/keys`, { name: 'Web shop', groups });
    await ada.put(`${at}/webhook`, { url });
    expect((await ada.post(`${at}/webhook/test`)).data).toMatchObject({ delivered: true });
    expect((await ada.post(`${at}/activate`, because)).data.status).toBe('ACTIVE');
    const { clientId, clientSecret } = key.data as Record<'clientId' | 'clientSecret', string>;
    const anonymous = new ApiClient(api.baseUrl);
    const login = async (secret: string) =>
      (await anonymous.post('/api/v1/merchant/authenticate', { clientId, clientSecret: secret }))
        .data;
    // The merchant takes the key over.
    const first = new ApiClient(api.baseUrl, String((await login(clientSecret)).access_token));
    const own = await first.post(`/api/v1/keys/${clientId}/rotate`, { overlapHours: 0 });
    await confirm();
    return vi.waitFor(
      async () => {
        const { access_token: token, scope } = await login(String(own.data.clientSecret));
        expect(scope).toContain('refunds:write');
        return new ApiClient(api.baseUrl, String(token));
      },
      { timeout: 10_000, interval: 200 },
    );
  }
});

const password = 'four words and a river';
/** Of the authenticator apps, in the order of the sign-ups. */
const secrets: string[] = [];
const names = { name: 'Okeke Foods Limited', tradeName: 'OKEKE FOODS' };
const contact = { name: 'Ada Obi', email: 'ada@example.ng', phoneNumber: '0803 123 4567' };
const contacts = { business: contact, technical: contact, settlement: contact };
const range = {
  ...{ provider: 'simulator', bankCode: '50547', bankName: 'Simulator MFB' },
  nipInstitutionCode: '090547',
};
const refund = { amount: 200_000, reason: 'One item was sold out' };
const events = ['checkout.successful', 'settlement.successful', 'refund.successful'];

function linkIn(text: string): string {
  return /https?:\S+\/desk\/join\/\S+/.exec(text)?.[0] ?? expect.fail(`no link in ${text}`);
}

async function untilSuccessful(shop: ApiClient, path: string): Promise<void> {
  await vi.waitFor(
    async () => {
      const { data } = await shop.get(path);
      expect(data.status, path).toBe('SUCCESSFUL');
    },
    { timeout: 20_000, interval: 100 },
  );
}
