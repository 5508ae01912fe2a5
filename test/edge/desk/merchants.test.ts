import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DeskWorld, type DeskClient } from '../../support/desk-world.js';
import type { TestEdge } from '../../support/edge.js';
import { manilla } from '../../support/manilla-cli.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { ApiClient, newReference, order } from '../../support/api-client.js';

let world: DeskWorld<TestEdge>;
let receiver: WebhookReceiver;
beforeAll(async () => {
  world = await DeskWorld.edge();
  receiver = await WebhookReceiver.start();
});
afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
  await world.stop();
});

const contact = { name: 'Ada Obi', email: 'ada@example.ng', phoneNumber: '0803 123 4567' };
const contacts = { business: contact, technical: contact, settlement: contact };
const because = { reason: 'as agreed' };
const plan = { rateBps: 200, capMinor: 50_000, vatBps: 750 };
/** Each prefix is of one test of this run. */
let prefixes = 900;
const newPrefix = (): string => String((prefixes -= 1));
const bank = {
  ...{ provider: 'simulator', bankCode: '50547', bankName: 'Simulator MFB' },
  nipInstitutionCode: '090547',
};

/** A merchant that has all it needs, made at the API of operators. */
async function readyMerchant(ada: DeskClient = world.ada) {
  const names = { name: 'Ada Stores Ltd', tradeName: `ADA ${newReference()}` };
  const made = await ada.post('/merchants', { ...names, contacts });
  expect(made).toMatchObject({ status: 200, data: { status: 'ACTIVE' } });
  const merchantId = String(made.data.merchantId);
  const at = `/merchants/${merchantId}`;
  const feePlanId = `plan-${newReference()}`;
  await ada.post('/fee-plans', { feePlanId, ...plan });
  await ada.post(`${at}/fee-plans`, { channel: 'Bank', feePlanId });
  await ada.put(`${at}/channels`, { channels: [{ channel: 'Bank' }] });
  const prefix = newPrefix();
  await ada.post('/prefixes', { prefix, ...bank });
  await ada.put(`${at}/prefixes/${prefix}`, {});
  await ada.post(`${at}/settlement-accounts`, { accountNumber: '1123456789', bankCode: '000013' });
  await world.confirmAll(merchantId);
  await ada.put(`${at}/webhook`, { url: receiver.url });
  const tested = await ada.post(`${at}/webhook/test`);
  expect(tested.data).toMatchObject({ delivered: true });
  const key = await ada.post(`${at}/keys`, { name: 'Web shop' });
  return {
    merchantId,
    at,
    prefix,
    feePlanId,
    key: key.data as { clientId: string; clientSecret: string },
  };
}

function login(key: { clientId: string; clientSecret: string }) {
  const { clientId, clientSecret } = key;
  return world.api.anonymous.post('/api/v1/merchant/authenticate', { clientId, clientSecret });
}

async function clientOf(key: { clientId: string; clientSecret: string }): Promise<ApiClient> {
  const { data } = await login(key);
  return new ApiClient(world.api.manilla.baseUrl, String(data.access_token));
}

/** Processes know of it within five seconds. */
/** Within five seconds, on a machine that has nothing else to do. */
const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 20_000, interval: 100 });

describe('a merchant that operators make', () => {
  it('has all of its checklist, and is paid', async () => {
    const { at, prefix, feePlanId, key } = await readyMerchant();
    const { data } = await world.ada.get(at);
    expect((data.checklist as { done: boolean }[]).map(({ done }) => done)).toEqual(
      Array.from({ length: 6 }, () => true),
    );
    expect(data).toMatchObject({
      channels: [{ channel: 'Bank', place: 1, feePlanId, feeBearer: 'MERCHANT', next: [] }],
      prefixes: [{ prefix, isDefault: true, status: 'ACTIVE' }],
      contacts: { business: { phoneNumber: '+2348031234567' } },
    });
    const shop = await clientOf(key);
    const wish = order({ channels: ['Bank'] });
    const { data: begun } = await shop.initiate(wish);
    const account = await shop.createAccount({
      ...{ paymentReference: wish.paymentReference, prefix, validity: 30 },
      amount: Number(begun.amountPayable),
    });
    await shop.pay({ accountNumber: String(account.data.accountNumber), amount: 1_000_000 });
    await vi.waitFor(
      async () => {
        const { data: paid } = await shop.query(wish.paymentReference);
        expect(paid).toMatchObject({ status: 'SUCCESSFUL' });
      },
      { timeout: 20_000, interval: 100 },
    );
    const { data: paid } = await shop.get(`/api/v1/transactions/${wish.paymentReference}`);
    expect(paid).toMatchObject({ fee: 20_000, vat: 1_500 });
  });

  it('is found in the list, by a part of its name and by its status', async () => {
    const tradeName = `LISTED ${newReference()}`;
    const { data: made } = await world.ada.post('/merchants', { name: 'Listed Ltd', tradeName });
    const found = await world.ada.get(
      `/merchants?q=${encodeURIComponent(tradeName.toLowerCase())}`,
    );
    expect(found.data.items).toEqual([
      expect.objectContaining({ merchantId: made.merchantId as string, tradeName }),
    ]);
    const none = await world.ada.get(`/merchants?q=${encodeURIComponent(tradeName)}&status=CLOSED`);
    expect(none.data.items).toEqual([]);
    expect((await world.ada.get('/merchants?size=1')).data.page).toMatchObject({ hasMore: true });
  });

  it('is suspended within five seconds, reinstated, and closed when nothing is left', async () => {
    const { merchantId, at, key } = await readyMerchant();
    const shop = await clientOf(key);
    expect((await shop.get('/api/v1/banks')).status).toBe(200);
    expect((await world.ada.post(`${at}/close`, because)).data.reason).toBe('MERCHANT_STATE');
    const suspended = await world.ada.post(`${at}/suspend`, because);
    expect(suspended.data).toMatchObject({ status: 'SUSPENDED', statusReason: 'as agreed' });
    await soon(async () => {
      const reply = await shop.get('/api/v1/banks');
      expect(reply).toMatchObject({ status: 403, data: { reason: 'MERCHANT_INACTIVE' } });
    });
    await world.ada.post(`${at}/reinstate`, because);
    await soon(async () => {
      expect((await shop.get('/api/v1/banks')).status).toBe(200);
    });
    await shop.initiate(order({ channels: ['Bank'] }));
    await world.ada.post(`${at}/suspend`, because);
    // at once: it waits until every process has heard of the suspension
    expect((await world.ada.post(`${at}/close`, because)).data.status).toBe('CLOSED');
    expect(
      await world.api.query('select status from checkout where merchant_id = $1', [merchantId]),
    ).toEqual([{ status: 'CANCELLED' }]);
    for (const again of ['reinstate', 'suspend', 'activate']) {
      expect(await world.ada.post(`${at}/${again}`, because)).toMatchObject({ status: 409 });
    }
    expect((await world.ada.post(`${at}/keys`, { name: 'Late' })).data.reason).toBe(
      'MERCHANT_STATE',
    );
    const actions = await world.api.query<{ action: string; actor: string; reason: string | null }>(
      `select action, actor, reason from audit_entry where merchant_id = $1 and action ~ '(suspend|close)$' order by audit_id`,
      [merchantId],
    );
    expect(actions.map(({ action }) => action)).toEqual([
      ...['merchant.suspend', 'merchant.suspend', 'merchant.close'],
    ]);
    expect(actions[0]).toMatchObject({ actor: 'Ada', reason: 'as agreed' });
  });

  it('pays a later plan from its date on, and checkouts that began before keep theirs', async () => {
    const { merchantId, at, feePlanId, key } = await readyMerchant();
    const later = `plan-${newReference()}`;
    await world.ada.post('/fee-plans', { feePlanId: later, ...plan, rateBps: 400 });
    const from = new Date(Date.now() + 3_600_000).toISOString();
    const assigned = await world.ada.post(`${at}/fee-plans`, {
      channel: 'Bank',
      feePlanId: later,
      from,
    });
    expect(assigned.data.channels).toMatchObject([
      { channel: 'Bank', feePlanId, next: [{ feePlanId: later, from }] },
    ]);
    const shop = await clientOf(key);
    const planOf = async () => {
      const { data } = await shop.initiate(order({ channels: ['Bank'] }));
      const [row] = await world.api.query<{ plan: string }>(
        `select offers -> 'Bank' ->> 'feePlanId' as plan from checkout where checkout_id = $1`,
        [data.checkoutId],
      );
      return row?.plan;
    };
    expect(await planOf()).toBe(feePlanId);
    await world.api.query(
      `update merchant_fee_plan set holds_from = now() where merchant_id = $1 and holds_from > now()`,
      [merchantId],
    );
    await soon(async () => expect(await planOf()).toBe(later));
    const past = { channel: 'Bank', feePlanId, from: '2020-01-01T00:00:00Z' };
    expect((await world.ada.post(`${at}/fee-plans`, past)).status).toBe(400);
    const taken = await world.ada.post('/fee-plans', { feePlanId, ...plan, rateBps: 1 });
    expect(taken.data.reason).toBe('DUPLICATE_REFERENCE');
  });

  it('may lose a plan that does not hold yet, and none that does', async () => {
    const { merchantId, at, feePlanId } = await readyMerchant();
    const wrong = `plan-${newReference()}`;
    await world.ada.post('/fee-plans', { feePlanId: wrong, ...plan, rateBps: 400 });
    const [soon, later] = [1, 2].map((hours) =>
      new Date(Date.now() + hours * 3_600_000).toISOString(),
    );
    for (const from of [soon, later]) {
      await world.ada.post(`${at}/fee-plans`, { channel: 'Bank', feePlanId: wrong, from });
    }
    const withdraw = (from: unknown, channel = 'Bank') =>
      world.ada.post(`${at}/fee-plans/withdraw`, { channel, from });
    const withdrawn = await withdraw(soon);
    expect(withdrawn).toMatchObject({ status: 200, message: 'Fee plan withdrawn' });
    expect(withdrawn.data.channels).toMatchObject([
      { channel: 'Bank', feePlanId, next: [{ feePlanId: wrong, from: later }] },
    ]);
    const { data } = await world.ada.get(`/audit?subject=${merchantId}&action=fee-plan.withdraw`);
    expect(data.items).toMatchObject([
      { actor: 'Ada', before: { channel: 'Bank', feePlanId: wrong }, after: null },
    ]);
    for (const [from, channel] of [[soon], [later, 'Card'], ['tomorrow'], [undefined]] as const) {
      expect(await withdraw(from, channel)).toMatchObject({
        ...{ status: 400, data: { reason: 'VALIDATION_FAILED', errors: [{ field: 'from' }] } },
      });
    }
    const [row] = await world.api.query<{ from: Date }>(
      `update merchant_fee_plan set holds_from = date_trunc('second', now())
        where merchant_id = $1 returning holds_from as from`,
      [merchantId],
    );
    expect(await withdraw(row?.from.toISOString())).toMatchObject({
      ...{ status: 409, data: { reason: 'MERCHANT_STATE' } },
      message: 'The plan holds already. Assign another one in its place.',
    });
    const gone = '/merchants/mch_01KA0000000000000000000000/fee-plans/withdraw';
    expect(await world.ada.post(gone, { channel: 'Bank', from: later })).toMatchObject({
      status: 404,
    });
  });

  it('has limits, policies, granted scopes and a schedule, each in the visitors’ book', async () => {
    const { merchantId, at } = await readyMerchant();
    await world.ada.put(`${at}/limits`, { maxAmountMinor: 5_000_000, dailyLimitMinor: 9_000_000 });
    await world.ada.put(`${at}/limits`, { dailyLimitMinor: null });
    await world.ada.put(`${at}/policies`, { late: 'HOLD' });
    await world.ada.put(`${at}/grants`, { scopes: ['transactions:pii'] });
    await world.ada.put(`${at}/settlement-settings`, {
      schedule: 'WEEKLY:FRI',
      payoutFeeMinor: 5_000,
    });
    await world.ada.patch(at, { tradeName: 'ADA NEW' });
    expect((await world.ada.get(at)).data).toMatchObject({
      tradeName: 'ADA NEW',
      limits: { maxAmountMinor: 5_000_000, dailyLimitMinor: null, minAmountMinor: 10_000 },
      policies: { late: 'HOLD', duplicate: 'REFUND' },
      grantedScopes: ['transactions:pii'],
      settlement: { schedule: 'WEEKLY:FRI', minimumPayoutMinor: 0, payoutFeeMinor: 5_000 },
    });
    expect((await world.ada.put(`${at}/limits`, { maxAmountMinor: 1 })).status).toBe(400);
    const rows = await world.api.query<{ action: string; before: unknown; after: unknown }>(
      `select action, before, after from audit_entry where merchant_id = $1 and action = 'merchant.limits' order by audit_id`,
      [merchantId],
    );
    expect(rows[1]).toEqual({
      action: 'merchant.limits',
      before: { daily_limit_minor: 9_000_000 },
      after: { daily_limit_minor: null },
    });
  });

  it('is unknown by another id, and refused by one who may not', async () => {
    const unknown = '/merchants/mch_01KA0000000000000000000000';
    expect((await world.ada.get(unknown)).data.reason).toBe('RESOURCE_NOT_FOUND');
    for (const [path, body] of [
      ['suspend', because],
      ['keys', { name: 'Web' }],
      ['fee-plans', { channel: 'Bank', feePlanId: 'T' }],
    ] as const) {
      expect(await world.ada.post(`${unknown}/${path}`, body)).toMatchObject({ status: 404 });
    }
  });
});

// Some thirty programs, one after the other.
describe('npx manilla', { timeout: 120_000 }, () => {
  const as = (...args: string[]) =>
    manilla(args, {
      MANILLA_OPERATOR_TOKEN: world.ada.token,
      MANILLA_DESK_URL: world.desk.baseUrl,
    });
  const json = async <Data>(...args: string[]): Promise<Data> => {
    const { code, stdout, stderr } = await as(...args, '--json');
    expect({ code, stderr }, args.join(' ')).toEqual({ code: 0, stderr: '' });
    return JSON.parse(stdout) as Data;
  };

  it('makes a merchant, its plan, prefix, account, webhook and key, and suspends it', async () => {
    const person = 'Ada Obi, ada@example.ng, 08031234567';
    const { merchantId } = await json<{ merchantId: string }>(
      ...['merchants', 'create', '--name', 'Cli Stores Ltd', '--trading', 'CLI'],
      ...['--business', person, '--technical', person, '--settlement', person],
    );
    const planId = `plan-${newReference()}`;
    const prefix = newPrefix();
    await json('plans', 'make', planId, '--rate-bps', '100', '--cap', '30000', '--vat-bps', '750');
    await json('merchants', 'plan', merchantId, 'Bank', planId);
    await json('merchants', 'channels', merchantId, 'Bank:CUSTOMER');
    const from = new Date(Date.now() + 86_400_000).toISOString();
    await json('merchants', 'plan', merchantId, 'Bank', planId, '--from', from);
    const withdrawn = await as('plans', 'withdraw', merchantId, 'Bank', '--from', from);
    expect(withdrawn.stdout).toContain('Fee plan withdrawn.');
    expect(withdrawn.stdout).not.toContain(from);
    expect((await as('plans', 'withdraw', merchantId, 'Bank')).code).toBe(2);
    await json(
      ...['prefixes', 'add', prefix, '--provider', 'simulator', '--bank-code', '50547'],
      ...['--bank-name', 'Simulator MFB', '--nip', '090547'],
    );
    await json('merchants', 'prefix', merchantId, prefix, '--default');
    const added = await as('merchants', 'account-add', merchantId, '1123456789', '000013');
    expect(added.stdout).toContain('Waits for a second operator.');
    const waiting = await as('merchants', 'proposals');
    expect(waiting.stdout).toContain('SETTLEMENT_ACCOUNT, proposed by Ada');
    await world.confirmAll(merchantId);
    await json('merchants', 'webhook', merchantId, receiver.url);
    await json('merchants', 'webhook-test', merchantId);
    const key = await json<{ clientId: string; clientSecret: string }>(
      ...['keys', 'create', merchantId, '--name', 'Shop', '--groups', 'payments,reads,refunds'],
    );
    expect((await login(key)).data.scope).not.toContain('refunds:write');
    const shown = await as('merchants', 'show', merchantId);
    expect(shown.stdout).toContain('offered as number 1, plan ' + planId);
    expect(shown.stdout).toContain('fee borne by the customer');
    expect(shown.stdout).not.toContain('[ ]');
    const begun = await (await clientOf(key)).initiate(order({ channels: ['Bank'] }));
    expect(begun.data).toMatchObject({ feeBearer: 'CUSTOMER' });
    expect(Number(begun.data.amountPayable)).toBeGreaterThan(1_000_000);
    const rotated = await as('keys', 'rotate', merchantId, key.clientId);
    expect(rotated.stdout).toMatch(/sk_test_/);
    expect((await as('keys', 'list', merchantId)).stdout).toContain('ACTIVE');
    const last = await as('keys', 'revoke', merchantId, key.clientId);
    expect(last).toMatchObject({ code: 1 });
    expect(last.stderr).toContain('LAST_KEY');
    await json('keys', 'revoke', merchantId, key.clientId, '--even-last');
    const suspended = await as('merchants', 'suspend', merchantId, '--reason', 'asked for it');
    expect(suspended.stdout).toContain('SUSPENDED');
    expect((await as('merchants', 'list', '--search', 'cli stores')).stdout).toContain(merchantId);
  });

  it('says what is missing or wrong', async () => {
    expect(await as('merchants', 'create', '--name', 'X')).toMatchObject({ code: 2 });
    expect((await as('merchants', 'limits', 'mch_x', '--max', '1.5')).code).toBe(2);
    const unknown = await as('merchants', 'show', 'mch_01KA0000000000000000000000');
    expect(unknown).toMatchObject({ code: 1 });
    expect(unknown.stderr).toContain('RESOURCE_NOT_FOUND');
  });
});
