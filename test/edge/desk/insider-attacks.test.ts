import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DeskWorld, type DeskClient } from '../../support/desk-world.js';
import type { TestEdge } from '../../support/edge.js';
import { accountHeldBy } from '../../support/same-holder.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { ApiClient, newReference } from '../../support/api-client.js';

let world: DeskWorld<TestEdge>;
let operations: DeskClient;
let finance: DeskClient;
beforeAll(async () => {
  world = await DeskWorld.edge();
  [operations, finance] = await Promise.all([
    world.operator('Insider Operations', 'operations'),
    world.operator('Insider Finance', 'finance'),
  ]);
});
afterAll(() => world?.stop());

const bankCode = '000013';
const alone = { status: 403, data: { reason: 'SECOND_OPERATOR_NEEDED' } };
const contact = { name: 'Ngozi Eze', email: 'n@example.ng', phoneNumber: '08031234567' };
const contacts = { business: contact, technical: contact, settlement: contact };

async function newMerchant() {
  const name = `EMEKA STORES ${newReference()}`;
  const { data } = await world.ada.post('/merchants', { name, tradeName: name, contacts });
  const merchantId = String(data.merchantId);
  return { merchantId, name, at: `/merchants/${merchantId}` };
}

interface Key {
  readonly clientId: string;
  readonly clientSecret: string;
}

async function login({ clientId, clientSecret }: Key) {
  const path = '/api/v1/merchant/authenticate';
  const { data } = await world.api.anonymous.post(path, { clientId, clientSecret });
  const client = new ApiClient(world.api.manilla.baseUrl, String(data.access_token));
  return { client, scopes: String(data.scope).split(' ') };
}

const refundOf = (client: ApiClient) =>
  client.post('/api/v1/transactions/none/refund', {
    ...{ refundReference: newReference(), amount: 100_000, reason: 'x' },
    destination: { accountNumber: '1555555555', bankCode },
  });

/** Also how processes hear of it: within five seconds. */
const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 20_000, interval: 200 });

const told = async (merchantId: string): Promise<string[]> => {
  const rows = await world.api.query<{ change: string }>(
    `select body::jsonb -> 'data' ->> 'change' as change from event
      where merchant_id = $1 and type = 'security.changed' order by event_id`,
    [merchantId],
  );
  return rows.map(({ change }) => change);
};

describe('an operator of the role operations, alone', () => {
  it('grants no scope by which money leaves; two do', async () => {
    const { at, merchantId } = await newMerchant();
    const scopes = ['transactions:pii', 'refunds:destination'];
    const asked = await operations.put(`${at}/grants`, { scopes });
    expect(asked).toMatchObject({ status: 200, data: { grantedScopes: [] } });
    const [proposal] = asked.data.proposals;
    expect(proposal).toMatchObject({
      kind: 'GRANTS',
      shown: [
        { name: 'Granted until now', value: 'none' },
        { name: 'Granted then', value: scopes.join(', ') },
      ],
    });
    const path = `/merchant-proposals/${proposal.proposalId}`;
    expect(await operations.confirm(path)).toMatchObject(alone);
    expect(await finance.confirm(path)).toMatchObject({ data: { reason: 'PERMISSION_MISSING' } });
    const other = await world.ada.post(`${path}/confirm`, { shownHash: '0'.repeat(32) });
    expect(other).toMatchObject({ status: 409, data: { reason: 'PROPOSAL_CHANGED' } });
    // What was granted meanwhile is another thing than what was shown.
    await operations.put(`${at}/grants`, { scopes: ['transactions:pii'] });
    expect(await world.ada.confirm(path)).toMatchObject({ data: { reason: 'PROPOSAL_CHANGED' } });
    await operations.put(`${at}/grants`, { scopes: [] });
    expect(await world.ada.confirm(path)).toMatchObject({ status: 200, data: { status: 'DONE' } });
    expect(await world.ada.confirm(path)).toMatchObject({ data: { reason: 'DECISION_REFUSED' } });
    expect((await world.ada.get(at)).data.grantedScopes).toEqual(scopes);
    expect((await told(merchantId)).at(-1)).toBe('SCOPES_GRANTED');
  });

  it('raises no limit of what leaves in a day, and lowers it', async () => {
    const { at } = await newMerchant();
    const set = (dailySettlementLimitMinor: number | null) =>
      operations.put(`${at}/limits`, { dailySettlementLimitMinor });
    const limitOf = ({ data }: Awaited<ReturnType<typeof set>>) =>
      data.limits.dailySettlementLimitMinor as number | null;
    expect(limitOf(await set(1_000))).toBe(1_000);
    expect(limitOf(await set(500))).toBe(500);
    for (const higher of [501, null]) expect(limitOf(await set(higher))).toBe(500);
    const [newest] = (await world.ada.get(at)).data.proposals;
    expect(newest).toMatchObject({ kind: 'LIMITS' });
    await world.ada.confirm(`/merchant-proposals/${newest.proposalId}`);
    expect(limitOf(await world.ada.get(at))).toBeNull();
  });

  it('makes a key that moves no money, not even after rotating it, until another one has asked the merchant', async () => {
    const { at, merchantId } = await newMerchant();
    const groups = ['reads', 'refunds', 'settlement', 'settings'];
    const made = await operations.post(`${at}/keys`, { name: 'x', groups });
    const key = made.data as Key & { secretKnownTo: string };
    expect(key.secretKnownTo).toBe('OPERATOR');
    const first = await login(key);
    expect(first.scopes).not.toContain('refunds:write');
    expect(await refundOf(first.client)).toMatchObject({
      status: 403,
      data: { reason: 'SCOPE_MISSING' },
    });
    const payout = { settlementReference: newReference(), amount: 1_000 };
    expect(await first.client.post('/api/v1/settlement/merchant-settlement', payout)).toMatchObject(
      {
        status: 403,
      },
    );
    // The operator knows the secret, and may play the merchant who claims the key.
    const rotate = `/api/v1/keys/${key.clientId}/rotate`;
    const claimed = await first.client.post(rotate, { overlapHours: 0 });
    expect(claimed).toMatchObject({ status: 200, data: { secretKnownTo: 'CLAIMED' } });
    const second = claimed.data as unknown as Key;
    expect((await login(second)).scopes).not.toContain('settlements:write');
    const [proposal] = (await world.ada.get(at)).data.proposals;
    expect(proposal).toMatchObject({ kind: 'KEY', operator: 'Insider Operations' });
    const path = `/merchant-proposals/${proposal.proposalId}`;
    expect(await operations.confirm(path)).toMatchObject(alone);
    // A later claim takes the place of the one that was shown.
    const again = (await (await login(second)).client.post(rotate, { overlapHours: 0 })).data;
    expect(await world.ada.confirm(path)).toMatchObject({ data: { reason: 'DECISION_REFUSED' } });
    const [newest] = (await world.ada.get(at)).data.proposals;
    expect(await world.ada.confirm(`/merchant-proposals/${newest.proposalId}`)).toMatchObject({
      status: 200,
      data: { partner: 'Ada' },
    });
    await soon(async () => {
      const { scopes } = await login(again as unknown as Key);
      expect(scopes).toEqual(expect.arrayContaining(['refunds:write', 'settlements:write']));
    });
    expect(await told(merchantId)).toEqual([
      ...['KEY_CREATED', 'KEY_CLAIMED', 'KEY_CLAIMED', 'KEY_CONFIRMED'],
    ]);
    // What an operator makes of the merchant's own key is the operator's again; the merchant's own secret stays the merchant's.
    const taken = await operations.post(`${at}/keys/${key.clientId}/rotate`, {});
    expect((await login(taken.data as Key)).scopes).not.toContain('refunds:write');
    const own = await login(again as unknown as Key);
    expect(own.scopes).toContain('refunds:write');
    const back = await own.client.post(rotate, { overlapHours: 0 });
    expect(back.data.secretKnownTo).toBe('OWN');
    expect((await login(back.data as unknown as Key)).scopes).toContain('refunds:write');
  });

  it('sends a merchant’s events elsewhere, and the merchant hears of it where it heard before', async () => {
    const { at } = await newMerchant();
    await using before = await WebhookReceiver.start();
    await using after = await WebhookReceiver.start();
    const { secret } = (await operations.put(`${at}/webhook`, { url: before.url })).data;
    await operations.put(`${at}/webhook`, { url: after.url, secret: `whsec_${'A'.repeat(44)}` });
    const changesAt = ({ requests }: WebhookReceiver) =>
      requests
        .map(({ body, headers }) => ({ ...JSON.parse(body), headers, text: body }))
        .filter(({ type, data }) => type === 'security.changed' && data.url.endsWith('/hook'));
    await soon(async () => {
      expect(changesAt(before).map(({ data }) => data.url)).toContain(after.url);
      expect(changesAt(after).map(({ data }) => data.url)).toContain(after.url);
    });
    // Signed with the secret that the merchant knows.
    const event = changesAt(before).find(({ data }) => data.url === after.url);
    const { headers, text } = event ?? expect.fail('the old URL was not told');
    const bytes = Buffer.from(String(secret).replace('whsec_', ''), 'base64');
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`;
    const signature = createHmac('sha256', bytes).update(signed).digest('base64');
    expect(headers['webhook-signature']).toContain(`v1,${signature}`);
  });
});

describe('an operator of the role finance, alone', () => {
  it('moves where a merchant is paid to no account in another name, nor to any when it has one', async () => {
    const { at } = await newMerchant();
    const register = (accountNumber: string, makeDefault = true) =>
      finance.post(`${at}/settlement-accounts`, { accountNumber, bankCode, makeDefault });
    const accounts = async () => (await finance.get(`${at}/settlement-accounts`)).data.items;
    const strange = await register('1555555555');
    expect(strange).toMatchObject({ status: 200, data: { outcome: 'PROPOSED', account: null } });
    expect(await accounts()).toEqual([]);
    const { proposal } = strange.data;
    const shown = (proposal.shown as { name: string; value: string }[]).map(({ name }) => name);
    expect(shown).toEqual(
      expect.arrayContaining(['New account', 'Name that the bank gives', 'Name of the merchant']),
    );
    const path = `/merchant-proposals/${proposal.proposalId}`;
    expect(await finance.confirm(path)).toMatchObject(alone);
    expect(await operations.confirm(path)).toMatchObject({
      data: { reason: 'PERMISSION_MISSING' },
    });
    const later = await register('1555555556');
    expect(await world.ada.confirm(path)).toMatchObject({ status: 200 });
    expect(await accounts()).toMatchObject([{ accountNumber: '******5555', isDefault: true }]);
    // The other proposal was shown for a merchant that was paid to no account.
    const stale = `/merchant-proposals/${later.data.proposal.proposalId}`;
    expect(await world.ada.confirm(stale)).toMatchObject({ data: { reason: 'PROPOSAL_CHANGED' } });
    const anew = (await register('1555555557', false)).data.proposal;
    await world.ada.confirm(`/merchant-proposals/${anew.proposalId}`);
    const [first, second] = await accounts();
    expect(second).toMatchObject({ accountNumber: '******5557', isDefault: false });
    expect(Date.parse(second.usableFrom)).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    const one = `${at}/settlement-accounts/${second.settlementAccountId}/default`;
    expect((await finance.post(one)).data).toMatchObject({ outcome: 'PROPOSED' });
    const removed = await finance.delete(`${at}/settlement-accounts/${first.settlementAccountId}`);
    expect(removed).toMatchObject({ status: 409, data: { reason: 'DECISION_REFUSED' } });
    expect((await accounts())[0]).toMatchObject({ accountNumber: '******5555', isDefault: true });
  });

  it('registers a merchant’s first account in the merchant’s name', async () => {
    const { at, merchantId } = await newMerchant();
    await world.ada.patch(at, { name: 'EMEKA CHUKWU', tradeName: 'EMEKA CHUKWU' });
    const accountNumber = accountHeldBy('EMEKA CHUKWU', bankCode);
    const answer = await finance.post(`${at}/settlement-accounts`, { accountNumber, bankCode });
    expect(answer.data).toMatchObject({ outcome: 'DONE', account: { isDefault: true } });
    // Not again after it was removed: a merchant has its first account once.
    const { settlementAccountId } = answer.data.account;
    await finance.delete(`${at}/settlement-accounts/${settlementAccountId}`);
    expect(
      (await finance.post(`${at}/settlement-accounts`, { accountNumber, bankCode })).data.outcome,
    ).toBe('PROPOSED');
    expect(merchantId).toMatch(/^mch_/);
  });
});
