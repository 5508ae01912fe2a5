import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient, JsonBody } from '../support/api-client.js';
import { newReference } from '../support/api-client.js';
import { ApiWorld } from '../support/api-world.js';
import type { TestEdge } from '../support/edge.js';

let world: ApiWorld<TestEdge>;
let shop: ApiClient & { merchant: { merchantId: string } };
beforeAll(async () => {
  world = await ApiWorld.edge();
  shop = await world.otherMerchant('Ada Foods');
  await world.query('delete from settlement_account_change where merchant_id = $1', [
    shop.merchant.merchantId,
  ]);
  await world.query('delete from settlement_account where merchant_id = $1', [
    shop.merchant.merchantId,
  ]);
});
afterAll(() => world?.stop());

const path = '/api/v1/settlement/accounts';
const bankCode = '000013';
const register = (body: JsonBody) => shop.post(path, { bankCode, ...body });

describe('GET /api/v1/banks', () => {
  it('lists what the bank can send to, by name', async () => {
    const { status, code, data } = await shop.get('/api/v1/banks');
    expect([status, code]).toEqual([200, '00']);
    const gtb = { code: '058', name: 'Guaranty Trust Bank', nipInstitutionCode: '000013' };
    expect(data.items).toContainEqual(gtb);
    const names = data.items.map(({ name }: { name: string }) => name) as string[];
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
    expect((await world.anonymous.get('/api/v1/banks')).status).toBe(401);
  });

  it('lists what the bank told last, while it tells nothing', async () => {
    await world.bank.misbehave({ on: 'banks', answer: 'HTTP_500' });
    expect((await shop.get('/api/v1/banks')).status).toBe(200);
  });
});

describe('accounts to be paid to', () => {
  it('cannot be done without', async () => {
    const reply = await shop.post('/api/v1/settlement/merchant-settlement', {
      settlementReference: newReference(),
      all: true,
    });
    expect(reply.status).toBe(402);
  });

  it('are registered with the name that their bank gives, masked ever after', async () => {
    const first = await register({ accountNumber: '0123456789' });
    expect(first).toMatchObject({ status: 200, code: '00' });
    expect(first.data).toMatchObject({
      accountNumber: '0123456789',
      bankCode: '000013',
      bankName: 'Guaranty Trust Bank',
      isDefault: true,
      isUsable: true,
      warnings: ['ACCOUNT_NAME_DIFFERS'],
    });
    expect(first.data.accountName).toMatch(/^[A-Z]+ [A-Z]+$/);
    const again = await register({ accountNumber: '0123456789', bankCode: '058' });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const second = await register({ accountNumber: '1123456789', makeDefault: true });
    expect(second.data).toMatchObject({ isDefault: true, isUsable: false });
    const list = await shop.get(path);
    expect(list.data.items).toMatchObject([
      { accountNumber: '******6789', isDefault: true, isUsable: false },
      { accountNumber: '******6789', isDefault: false, isUsable: true },
    ]);
    const told = await world.query<{ body: string }>(
      `select body from event where merchant_id = $1 and type = 'settlement.account_changed' order by event_id`,
      [shop.merchant.merchantId],
    );
    const changes = told.map(({ body }) => JSON.parse(body).data.change as string);
    expect(changes).toEqual(['REGISTERED', 'REGISTERED', 'MADE_DEFAULT']);
    const audit = await world.query<{ actor: string }>(
      'select distinct actor from settlement_account_change where merchant_id = $1',
      [shop.merchant.merchantId],
    );
    expect(audit).toEqual([{ actor: expect.stringMatching(/^mid_/) as string }]);
  });

  it('are chosen and removed', async () => {
    const { items: accounts } = (await shop.get(path)).data;
    const [cool, usable] = accounts;
    const chosen = await shop.send('POST', `${path}/${usable.settlementAccountId}/default`);
    expect(chosen.data).toMatchObject({ isDefault: true, isUsable: true });
    for (let times = 0; times < 2; times += 1) {
      const removed = await shop.send('DELETE', `${path}/${cool.settlementAccountId}`);
      expect(removed).toMatchObject({ status: 200, data: { status: 'REMOVED' } });
    }
    expect((await shop.get(path)).data.items).toHaveLength(1);
    const gone = await shop.send('POST', `${path}/${cool.settlementAccountId}/default`);
    expect(gone).toMatchObject({ status: 404, code: '25' });
    const others = await world.merchant.send('DELETE', `${path}/${usable.settlementAccountId}`);
    expect(others).toMatchObject({ status: 404, code: '25' });
  });

  it('are not registered when their holder is another than expected', async () => {
    const reply = await register({ accountNumber: '2123456789', accountName: 'Zzyzx Quux' });
    expect(reply).toMatchObject({ status: 400, code: '08' });
    expect(reply.data).toMatchObject({ reason: 'ACCOUNT_NAME_MISMATCH' });
    expect(reply.data).not.toHaveProperty('nameScore');
    expect((await shop.get(path)).data.items).toHaveLength(1);
  });

  it.each([
    ['07', 400, 'DESTINATION_INVALID'],
    ['16', 400, 'UNKNOWN_BANK_CODE'],
    ['91', 503, 'PROVIDER_UNAVAILABLE'],
    ['97', 504, 'PROVIDER_TIMEOUT'],
    ['96', 503, 'PROVIDER_UNAVAILABLE'],
  ])('tell what the bank says: %s', async (code, http, reason) => {
    const accountNumber = `31234567${code}`;
    await world.bank.misbehave({ on: 'name-enquiry', account: accountNumber, answer: code });
    const reply = await register({ accountNumber });
    expect(reply).toMatchObject({ status: http, data: { reason, responseCode: code } });
  });

  it('are not registered at a bank that is not known', async () => {
    const reply = await register({ accountNumber: '0123456789', bankCode: '888888' });
    expect(reply).toMatchObject({ status: 400, code: '16' });
    expect(reply.data).toMatchObject({
      reason: 'UNKNOWN_BANK_CODE',
      errors: [{ field: 'bankCode', rule: 'oneOf' }],
    });
  });

  it.each([
    [{ accountNumber: '012345678' }, 'accountNumber'],
    [{ accountNumber: '0123456789', bankCode: '58' }, 'bankCode'],
    [{ accountNumber: '0123456789', bankCode: 'GTB' }, 'bankCode'],
    [{ accountNumber: '0123456789', makeDefault: 'yes' }, 'makeDefault'],
  ])('refuse bad input: %j', async (body, field) => {
    const reply = await register(body);
    expect(reply).toMatchObject({ status: 400, code: '30', data: { errors: [{ field }] } });
  });
});
