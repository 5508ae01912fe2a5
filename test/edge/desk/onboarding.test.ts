import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deskActions } from '../../../src/operators/desk/actions/action-routes.js';
import { DeskVisitor } from '../../support/desk-visitor.js';
import { DeskWorld } from '../../support/desk-world.js';
import type { TestEdge } from '../../support/edge.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';

let world: DeskWorld<TestEdge>;
let ada: DeskVisitor;
beforeAll(async () => {
  world = await DeskWorld.edge();
  ada = new DeskVisitor(world.desk.baseUrl, world.ada);
});
afterAll(() => world?.stop());

const reason = 'The contract is signed';
const contact = (kind: string) => ({
  [`${kind}.name`]: 'Ngozi Eze',
  [`${kind}.email`]: 'ngozi@shop.example.ng',
  [`${kind}.phoneNumber`]: '08031234567',
});

async function made(tradeName: string, more: Record<string, string> = {}): Promise<string> {
  const names = { name: `${tradeName} Limited`, tradeName, reason, ...more };
  const { status, location } = await ada.send('/desk/merchants/new', names);
  expect(status).toBe(303);
  return /mch_\w{26}/.exec(location ?? '')?.[0] ?? 'none';
}

const todo = async (merchantId: string): Promise<string[]> => {
  const { data } = await world.ada.get(`/merchants/${merchantId}`);
  const items = data.checklist as { item: string; done: boolean }[];
  return items.filter(({ done }) => !done).map(({ item }) => item);
};

describe('a new shop', () => {
  it('is taken in in the browser, step by step, until nothing of the checklist is missing', async () => {
    await using receiver = await WebhookReceiver.start();
    const plan = { feePlanId: 'browser-2027', rate: '1.5', cap: '300', vat: '7.5', reason };
    expect((await ada.send('/desk/terms/plans', plan)).text).toContain('browser-2027 is made');
    const prefix = { prefix: '739', provider: 'simulator', bankName: 'Simulator MFB' };
    const codes = { bankCode: '50547', nipInstitutionCode: '090547' };
    const added = await ada.send('/desk/terms/prefixes', { ...prefix, ...codes, reason });
    expect(added.text).toContain('739 is added');

    const merchantId = await made('BROWSER STORES', contact('business'));
    const page = `/desk/merchants/${merchantId}`;
    expect((await ada.see(`${page}/onboarding`)).text).toMatch(/[56] of 6 are missing/);
    const step = async (path: string, fields: Record<string, string>) => {
      const asked = await ada.see(`${page}/${path}`);
      expect(asked.text).toContain('A new shop is taken in');
      return ada.send(`${page}/${path}`, { reason, ...fields });
    };
    const back = { status: 303, location: `${page}/onboarding` };
    const contacts = { ...contact('technical'), ...contact('settlement') };
    expect(await step('contacts', contacts)).toMatchObject(back);
    expect(await step('plan', { channel: 'Bank', feePlanId: 'browser-2027' })).toMatchObject(back);
    expect(await step('channels', { channels: 'Bank' })).toMatchObject(back);
    expect(await step('prefix', { prefix: '739' })).toMatchObject(back);
    expect(await step('schedule', { schedule: 'T2', minimum: '1,000' })).toMatchObject(back);
    const account = { bankCode: '000013', accountNumber: '0123456789' };
    const paidTo = await step('account', account);
    expect(paidTo.status).toBe(200);
    expect(paidTo.text).toMatch(/It is paid to this account|It waits for a second operator/);
    const key = await step('key', { name: 'Web shop', groups: 'payments,reads' });
    expect(key.text).toMatch(/Client id\s*mid_/);
    expect(key.text).toMatch(/Secret\s*sk_test_/);
    expect((await ada.see(`${page}/onboarding`)).text).not.toMatch(/sk_test_/);
    expect((await step('webhook', { url: receiver.url })).text).toMatch(/whsec_/);
    expect((await step('webhook-test', {})).text).toContain('The test has arrived');

    expect((await todo(merchantId)).filter((item) => item !== 'SETTLEMENT_ACCOUNT')).toEqual([]);
    const { data } = await world.ada.get(`/merchants/${merchantId}`);
    expect(data.settlement).toMatchObject({ schedule: 'T2', minimumPayoutMinor: 100_000 });
    expect(data.prefixes).toMatchObject([{ prefix: '739', isDefault: true }]);
    const audited = await world.api.query<{ action: string; door: string; reason: string }>(
      `select distinct action, door, reason from audit_entry where merchant_id = $1 order by 1`,
      [merchantId],
    );
    expect(audited.map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        'key.create',
        'merchant.create',
        'merchant.channels',
        'prefix.assign',
      ]),
    );
    expect(audited.every(({ door, reason: why }) => door === 'DESK' && why === reason)).toBe(true);
  });

  it('keeps what was typed when a field is wrong, and makes nothing', async () => {
    const wrong = { name: 'Wrong Limited', tradeName: 'WRONG', reason, 'business.name': 'No Mail' };
    const reply = await ada.send('/desk/merchants/new', wrong);
    expect(reply.status).toBe(400);
    expect(reply.text).toContain('contacts.business.email');
    expect(reply.html).toContain('value="Wrong Limited"');
    expect((await world.ada.get('/merchants?q=WRONG')).data.items).toEqual([]);
    const unsaid = await ada.send('/desk/merchants/new', { ...wrong, reason: ' ' });
    expect(unsaid.text).toContain('reason must');
  });

  it.each([
    ['/desk/terms/plans', { feePlanId: 'p', rate: '1,5', cap: '1', vat: '7.5' }, 'rate must be'],
    ['/desk/terms/plans', { feePlanId: 'p', rate: '101', cap: '1', vat: '0' }, 'rateBps'],
    ['/desk/terms/plans', { feePlanId: 'p', rate: '1', cap: 'x', vat: '0' }, 'cap must be naira'],
    ['/desk/terms/prefixes', { prefix: '73', provider: 'simulator' }, 'prefix must be three'],
  ])('is given no terms that are wrong: %s %o', async (path, fields, says) => {
    const reply = await ada.send(path, { ...fields, reason } as Record<string, string>);
    expect(reply.status).toBe(400);
    expect(reply.text).toContain(says);
  });

  it('is marked as important, and no longer', async () => {
    const merchantId = await made('IMPORTANT STORES');
    const mark = async (isImportant: string) => {
      await ada.send(`/desk/merchants/${merchantId}/important`, { isImportant, reason });
      return (await world.ada.get(`/merchants/${merchantId}`)).data.isImportant;
    };
    expect([await mark('yes'), await mark('no')]).toEqual([true, false]);
    const { data } = await world.ada.get(`/audit?subject=${merchantId}&action=merchant.update`);
    expect(data.items[0]).toMatchObject({
      before: { is_important: true },
      after: { is_important: false },
    });
    const shown = await ada.see(`/desk/audit?subject=${merchantId}`);
    expect(shown.text).toContain('is important: true → false');
  });

  it('has its steps on its own page only, each for the roles that may take it', async () => {
    const merchantId = await made('STEPPED STORES');
    const viewer = new DeskVisitor(
      world.desk.baseUrl,
      await world.operator('Takes Nobody In', 'viewer'),
    );
    const { html, text } = await viewer.see(`/desk/merchants/${merchantId}/onboarding`);
    const steps = deskActions.filter(({ usualReason }) => usualReason !== undefined);
    expect(steps.length).toBeGreaterThan(8);
    for (const { path, title } of steps) {
      expect(html).not.toContain(path.replace(':id', merchantId));
      expect(text).toContain(title);
    }
    const own = await ada.see(`/desk/merchants/${merchantId}`);
    expect(own.html).not.toContain(`${merchantId}/webhook-test`);
    expect(own.html).toContain(`${merchantId}/onboarding`);
    expect((await viewer.see('/desk/merchants')).html).not.toContain('/desk/merchants/new');
  });
});

describe('what is kept', () => {
  it('is told, and counted when somebody asks', async () => {
    expect((await ada.see('/desk/retention')).text).toContain('40 days');
    const counted = await ada.see('/desk/retention?figures=yes');
    expect(counted.text).toContain('Old now');
    expect(counted.text).toContain('events');
  });
});

describe('a customer who is to be forgotten', () => {
  it('is shown first, and erased by a form of its own, with the reason in the audit', async () => {
    const { reference } = await world.api.paid();
    const [order] = await world.api.query<{ checkout_id: string }>(
      'select checkout_id from checkout where payment_reference = $1',
      [reference],
    );
    const checkoutId = order?.checkout_id ?? '';
    const shown = await ada.send('/desk/payers/find', { checkoutId, reason });
    expect(shown.text).toContain('would be erased');
    expect(shown.text).toContain(reference);
    const erased = () =>
      world.api.query(
        `select reason, door from audit_entry where action = 'payer.erase' and subject = $1`,
        [checkoutId],
      );
    expect(await erased()).toEqual([]);
    const gone = await ada.send('/desk/payers/erase', { checkoutId, reason });
    expect(gone.text).toContain('Erased, as far as nothing keeps it.');
    expect(await erased()).toEqual([{ reason, door: 'DESK' }]);
  });

  it('is named in one way, with a reason', async () => {
    expect((await ada.send('/desk/payers/find', { reason })).text).toContain('email is required');
    const both = { email: 'a@b.example', checkoutId: 'chk_01KA0000000000000000000000', reason };
    expect((await ada.send('/desk/payers/find', both)).status).toBe(400);
    expect((await ada.send('/desk/payers/find', { email: 'a@b.example' })).status).toBe(400);
    const nobody = await ada.send('/desk/payers/find', { email: 'nobody@b.example', reason });
    expect(nobody.text).toContain('Nothing here bears this customer.');
  });
});
