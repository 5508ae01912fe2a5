import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../../support/api-client.js';
import type { SeenPage } from '../../support/desk-visitor.js';
import { type PortalVisitor, PortalWorld } from '../../support/portal-world.js';
import type { SandboxMerchant } from '../../support/stack.js';

let world: PortalWorld;
let owner: PortalVisitor;
let other: ApiClient & { merchant: SandboxMerchant };
let stranger: PortalVisitor;
beforeAll(async () => {
  world = await PortalWorld.edge();
  owner = await world.person();
  other = await world.api.otherMerchant('Stranger Shop');
  stranger = await world.person({ merchantId: other.merchant.merchantId });
});
afterAll(() => world?.stop());

const send = (to: string, fields: Record<string, string | string[]> = {}, by = owner) =>
  by.send(to, { once: randomBytes(16).toString('base64url'), ...fields });

async function follow(sent: SeenPage, by = owner): Promise<SeenPage> {
  expect(sent.status).toBe(303);
  return by.see(sent.location ?? '');
}

describe('payment links at the portal', () => {
  it('are made once, shown with a QR code, printed and switched off', async () => {
    expect((await owner.see('/links')).text).toContain('There is none yet');
    const description = '<b>School fees</b> “term 1” & more';
    const once = randomBytes(16).toString('base64url');
    const fields = {
      once,
      description,
      amount: '25,000.50',
      usage: 'MANY',
      expiresOn: '2099-12-31',
    };
    const [first, again] = [await owner.send('/links', fields), await owner.send('/links', fields)];
    expect(again.location).toBe(first.location);
    const page = await follow(first);
    expect(page.text).toContain(description);
    expect(page.html).not.toContain('<b>School');
    expect(page.text).toContain('₦25,000.50');
    expect(page.text).toContain('2099-12-31 23:59');
    expect(page.html).toContain('<svg class="code"');
    const link = (first.location ?? '').split('?')[0] ?? '';
    expect((await owner.see(`${link}/print`)).text).toContain('Scan with the camera');
    const svg = await owner.see(`${link}/qr.svg`);
    expect(svg.headers.get('content-type')).toContain('image/svg+xml');
    expect(svg.headers.get('content-disposition')).toContain('attachment');
    for (const end of ['', '/print', '/qr.svg', '/qr.png']) {
      expect((await stranger.see(`${link}${end}`)).status).toBe(404);
    }
    expect((await send(`${link}/off`, {}, stranger)).status).toBe(404);
    expect((await follow(await send(`${link}/off`))).text).toContain('switched off');
    await send(`${link}/off`);
    const noted = await world.api.query<{ action: string }>(
      `select action from audit_entry where subject = $1 and person_id = $2 order by audit_id`,
      [link.slice('/links/'.length), owner.personId],
    );
    expect(noted.map(({ action }) => action)).toEqual(['payment-link.create', 'payment-link.off']);
    expect((await stranger.see('/links')).text).toContain('There is none yet');
  });

  it('are changed, and ask customers for more, with the same address', async () => {
    const made = await send('/links', { description: 'Shirts', amount: '5,000', usage: 'MANY' });
    const link = (made.location ?? '').split('?')[0] ?? '';
    const urlIn = ({ html }: SeenPage) => /id="link-url" value="([^"]*)"/.exec(html)?.[1];
    const before = urlIn(await owner.see(link));
    const changes = {
      description: 'Shirts, blue',
      amount: '6,000',
      maxQuantity: '3',
      fields: 'Size *\nNote',
    };
    const changed = await follow(await send(link, changes));
    expect(changed.text).toContain('₦6,000.00');
    expect(changed.html).toContain('Size *\nNote');
    expect(urlIn(changed)).toBe(before);
    const form = await (await fetch(before ?? '')).text();
    expect(form).toContain('Size');
    const key = /name="key" value="([^"]*)"/.exec(form)?.[1] ?? '';
    const typed = {
      key,
      firstName: 'Ada',
      lastName: 'Obi',
      contact: 'ada@example.ng',
      quantity: '2',
    };
    const pay = (fields: object) =>
      fetch(before ?? '', {
        method: 'POST',
        redirect: 'manual',
        headers: { origin: new URL(before ?? '').origin },
        body: new URLSearchParams({ ...typed, ...fields }),
      });
    expect((await pay({})).status).toBe(400);
    expect((await pay({ own0: 'M', quantity: '4' })).status).toBe(400);
    expect((await pay({ own0: 'M' })).status).toBe(303);
    const [checkout] = await world.api.query<{ amount_minor: string; metadata: object }>(
      'select amount_minor, metadata from checkout where merchant_id = $1 and payment_link_id = $2',
      [world.merchantId, link.slice('/links/'.length)],
    );
    expect(checkout).toEqual({ amount_minor: '1200000', metadata: { Size: 'M' } });
    expect((await send(link, changes, stranger)).status).toBe(404);
    for (const wrong of [
      { maxQuantity: '1' },
      { fields: 'A\nA' },
      { fields: 'a\nb\nc\nd\ne\nf' },
    ]) {
      expect((await send(link, { ...changes, ...wrong })).status).toBe(400);
    }
    await send(`${link}/off`);
    expect((await send(link, changes)).text).toContain('switched off, so it cannot be changed');
  });

  it('keep the hour of their end when anything else is changed', async () => {
    const { merchant } = world.api;
    const made = await merchant.post('/api/v1/payment-links', {
      ...{ description: 'Trip', amount: 500_000, expiresAt: '2099-12-31T11:00:00.000Z' },
    });
    const id = String(made.data.paymentLinkId);
    const changes = { description: 'Trip to Badagry', amount: '5,000' };
    const endAfter = async (expiresOn: string) => {
      await follow(await send(`/links/${id}`, { ...changes, expiresOn }));
      return (await merchant.get(`/api/v1/payment-links/${id}`)).data.expiresAt;
    };
    expect(await endAfter('2099-12-31')).toBe('2099-12-31T11:00:00.000Z');
    expect(await endAfter('2099-12-30')).toBe('2099-12-30T22:59:59.999Z');
    expect(await endAfter('')).toBeNull();
  });

  it('tell what is wrong with a form', async () => {
    for (const [fields, words] of [
      [{ description: '' }, 'description'],
      [{ description: 'x', amount: '5000,50' }, 'no amount in naira'],
      [{ description: 'x', amount: '0' }, 'amount'],
      [{ description: 'x', minAmount: '20', maxAmount: '10' }, 'maxAmount'],
      [{ description: 'x', redirectUrl: 'javascript:alert(1)' }, 'redirectUrl'],
      [{ description: 'x', expiresOn: '2020-01-01' }, 'expiresAt'],
    ] as const) {
      const refused = await send('/links', fields);
      expect([fields, refused.status]).toEqual([fields, 400]);
      expect(refused.text).toContain(words);
    }
    expect((await owner.see('/links/lnk_nonsense')).status).toBe(404);
  });
});

describe('account numbers at the portal', () => {
  const given = {
    reference: 'CUS-PORTAL-1',
    accountName: 'Ada Obi',
    email: 'ada@example.ng',
    phoneNumber: '08031234567',
    identityKind: 'bvn',
    identity: '22123456789',
  };

  it('are given to a customer, suspended, reinstated and closed', async () => {
    const made = await follow(await send('/accounts', { ...given, prefix: world.api.prefix }));
    expect(made.text).toContain('takes money');
    const [number = ''] =
      /\b\d{10}\b/.exec(made.html.slice(made.html.indexOf('account-number'))) ?? [];
    expect(made.html).not.toContain('22123456789');
    expect((await stranger.see(`/accounts/${number}`)).status).toBe(404);
    for (const end of ['suspend', 'reinstate', 'close']) {
      expect((await send(`/accounts/${number}/${end}`, {}, stranger)).status).toBe(404);
    }
    const reason = '<i>gone</i>';
    const suspended = await follow(await send(`/accounts/${number}/suspend`, { reason }));
    expect(suspended.text).toContain('suspended: it takes no money');
    expect(suspended.text).toContain(reason);
    await follow(await send(`/accounts/${number}/reinstate`));
    const closed = await follow(await send(`/accounts/${number}/close`));
    expect(closed.text).toContain('closed for good');
    const refused = await send(`/accounts/${number}/reinstate`);
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.text).toContain('closed for good');
    expect((await owner.see('/accounts?q=CUS-PORTAL-1')).html).toContain(number);
    expect((await stranger.see('/accounts')).text).toContain('There is none yet');
  });

  it('of an order lead to the order, and nonsense to nothing', async () => {
    const { accountNumber, reference } = await world.api.awaitingPayment();
    expect((await owner.see(`/accounts/${accountNumber}`)).text).toContain(reference);
    for (const wrong of ['1', 'abc', '00000000000', '9999999999']) {
      expect((await owner.see(`/accounts/${wrong}`)).status).toBe(404);
    }
  });
});

describe('settings at the portal', () => {
  it('are saved by those who may, and read by the others', async () => {
    const saved = await follow(
      await send('/settings/policies', {
        ...{ underpaid: 'ACCEPT', overpaid: 'KEEP', late: 'HOLD', duplicate: 'KEEP_AS_CREDIT' },
        ...{ onAccountExpiry: 'EXPIRE', refundFeeBearer: 'MERCHANT', tolerance: '12.50' },
      }),
    );
    expect(saved.html).toMatch(/value="12.50"/);
    expect(saved.html).toMatch(/<option value="KEEP" selected/);
    const viewer = await world.person({ role: 'viewer' });
    const seen = await viewer.see('/settings');
    expect(seen.text).toContain('take it as paid');
    expect(seen.html).not.toContain('<option');
    for (const end of ['policies', 'settlement', 'page', 'messages']) {
      expect([end, (await send(`/settings/${end}`, {}, viewer)).status]).toEqual([end, 403]);
    }
  });

  it('show the page as a customer sees it', async () => {
    const accentColor = '#ff00aa';
    await follow(
      await send('/settings/page', { accentColor, supportEmail: 'help@shop.example.ng' }),
    );
    const preview = await owner.see('/settings/preview');
    expect(preview.text).toContain('help@shop.example.ng');
    expect(preview.html).toContain('role="img"');
    const wrong = await send('/settings/page', { accentColor: 'red' });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('accentColor');
  });

  it('choose whom we tell what: a box that is not ticked is off', async () => {
    const fields = { email: ['RECEIPT', 'LATE'], told: ['DISPUTE_OPENED'], summary: 'WEEKLY' };
    const saved = await follow(await send('/settings/messages', fields));
    expect(saved.html).toMatch(/id="told-DISPUTE_OPENED"[^>]*checked/);
    expect(saved.html).not.toMatch(/id="told-SETTLEMENT_PAID"[^>]*checked/);
    const asked = await world.api.merchant.get('/api/v1/merchant/messages');
    expect(asked.data.summary).toBe('WEEKLY');
    expect(asked.data.muted).toContain('SETTLEMENT_PAID');
    expect(asked.data.kinds).toContainEqual({
      kind: 'TWICE',
      email: false,
      sms: false,
      copy: false,
    });
  });

  it('say when the merchant is paid', async () => {
    const saved = await follow(
      await send('/settings/settlement', { schedule: 'WEEKLY:FRI', minimumPayout: '1,000' }),
    );
    expect(saved.text).toContain('every week on Friday');
    expect((await send('/settings/settlement', { schedule: 'SOON' })).status).toBe(400);
  });
});

it('the portal does not listen for changes of checkouts, since no page waits for one', async () => {
  const listeners = await world.api.manilla.database.query<{ name: string }>(
    `select split_part(application_name, ' ', 1) as name from pg_stat_activity
      where datname = current_database() and application_name like '%listener%'`,
  );
  const names = listeners.map(({ name }) => name);
  expect(names).toContain('manilla-api-listener');
  expect(names).not.toContain('manilla-portal-listener');
});
