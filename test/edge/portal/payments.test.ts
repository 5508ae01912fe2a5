import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { channelNames } from '../../../src/domain/channels.js';
import { checkoutStatuses, statusReasons } from '../../../src/domain/checkout-state.js';
import { lagosDate } from '../../../src/domain/lagos-day.js';
import { pathOfOrder, pathOfRefund } from '../../../src/pages/portal/reference-paths.js';
import type { OpenCheckout } from '../../support/api-world.js';
import { disputedSale } from '../../support/disputed-sale.js';
import { expectPage, hostileName } from '../../support/portal-page.js';
import { type PortalVisitor, PortalWorld } from '../../support/portal-world.js';

let world: PortalWorld;
let owner: PortalVisitor;
let support: PortalVisitor;
let paid: OpenCheckout;
let open: OpenCheckout;
const amaka = { firstName: 'Amaka', lastName: 'Obi', email: 'amaka@example.ng' };
const phone = '+2348031234567';

beforeAll(async () => {
  world = await PortalWorld.edge();
  owner = await world.person();
  support = await world.person({ role: 'support' });
});
afterAll(() => world?.stop());

/** The entries of the audit by this person. */
const audited = (personId: string) =>
  world.api.query<{ action: string; subject: string; after: Record<string, string> }>(
    'select action, subject, after from audit_entry where person_id = $1 order by audit_id',
    [personId],
  );

describe('a merchant without orders', () => {
  it('is told what comes next, on each page', async () => {
    for (const path of [
      '/',
      '/payments',
      '/payments/held',
      '/refunds',
      '/disputes',
      '/customers',
    ]) {
      expectPage(await owner.see(path));
    }
    expect((await owner.see('/')).text).toMatch(/Nothing waits for you.*Before you take real/);
    expect((await owner.see('/payments')).text).toMatch(/no orders yet.*Play a customer/);
    expect((await owner.see('/refunds')).text).toContain('To refund a payment, open its order');
    expect((await owner.see('/disputes')).text).toContain('No payment is disputed');
  });
});

describe('payments', () => {
  beforeAll(async () => {
    paid = await world.api.paid({ ...amaka, phoneNumber: phone, description: hostileName });
    open = await world.api.awaitingPayment({ ...amaka, phoneNumber: phone });
  });

  it('lists orders in words, with their customers', async () => {
    const page = await owner.see('/payments');
    expectPage(page);
    expect(page.text).toMatch(
      new RegExp(`${open.reference} ₦10,000.00 waits for payment Amaka Obi`),
    );
    expect(page.text).toMatch(new RegExp(`${paid.reference} ₦10,000.00 paid Amaka Obi`));
    expect(page.html).toContain(`href="/payments/${paid.reference}"`);
  });

  it('takes every value of every filter in the address, and finds by it', async () => {
    const values: [string, readonly string[]][] = [
      ['status', checkoutStatuses],
      ['statusReason', statusReasons],
      ['exception', ['UNDERPAID', 'OVERPAID', 'LATE', 'DUPLICATE']],
      ['paymentChannel', channelNames],
    ];
    for (const [name, all] of values) {
      for (const value of all) {
        const page = await owner.see(`/payments?${name}=${value}`);
        expectPage(page);
        expect(page.html, `${name}=${value}`).toContain(`<option value="${value}" selected`);
        const finds = [`status=SUCCESSFUL`, 'paymentChannel=Bank'].includes(`${name}=${value}`);
        expect(page.text.includes(paid.reference), `${name}=${value}`).toBe(finds);
      }
    }
    const today = lagosDate(new Date());
    for (const found of [
      ...[`email=${amaka.email}`, `phoneNumber=${encodeURIComponent(phone)}`],
      ...[`paymentReference=${paid.reference}`, `from=${today}&to=${today}`],
    ]) {
      expect((await owner.see(`/payments?${found}&status=`)).text, found).toContain(paid.reference);
    }
    for (const none of ['email=nobody@example.ng', 'from=2001-01-01&to=2001-01-02']) {
      expect((await owner.see(`/payments?${none}`)).text).toContain('No order is like this');
    }
  });

  it('shows why a filter cannot be, and never fails by one', async () => {
    const bad = [
      ...[
        'status=PAID',
        'from=yesterday',
        'from=2026-01-02&to=2026-01-01',
        'email=x',
        'cursor=abc',
      ],
      ...['paymentReference=a%20b', 'paymentReference=%00', 'status=%ED%A0%80', 'paymentLinkId=1'],
    ];
    for (const query of bad) {
      const page = await owner.see(`/payments?${query}`);
      expect([query, page.status]).toEqual([query, query.includes('%00') ? 200 : 400]);
      if (page.status === 400) expect(page.html).toContain('role="alert"');
    }
    // Twice the same name is no text; names that the page does not know are none of its filters.
    expectPage(await owner.see('/payments?status=PAID&status=x&nothing=1&__proto__=1'));
  });

  it('keeps a list under a name, for the person alone', async () => {
    const query = 'status=SUCCESSFUL&paymentChannel=Bank';
    const kept = await owner.send('/views', {
      page: 'PAYMENTS',
      name: hostileName.slice(0, 40),
      query,
    });
    expect(kept).toMatchObject({ status: 303, location: `/payments?${query}` });
    const page = await owner.see(`/payments?${query}`);
    expectPage(page);
    expect(page.html).not.toContain('<img');
    expect(page.text).toContain('Forget this list');
    expect((await support.see(`/payments?${query}`)).text).toContain('Keep this list as');
    await owner.send('/views/forget', { page: 'PAYMENTS', name: hostileName.slice(0, 40) });
    expect((await owner.see(`/payments?${query}`)).text).toContain('Keep this list as');
    for (const [name, asked] of [
      ...[
        ['', query],
        ['a'.repeat(41), query],
        ['x', ''],
      ],
      ['x', `paymentReference=${'a'.repeat(600)}`],
      ['x', `email=${amaka.email}&phoneNumber=${phone}`],
    ] as [string, string][]) {
      expect((await owner.send('/views', { page: 'PAYMENTS', name, query: asked })).status).toBe(
        400,
      );
    }
    expect((await owner.send('/views', { page: 'OTHER', name: 'x', query })).status).toBe(400);
    for (let n = 0; n < 21; n += 1) {
      const { status } = await owner.send('/views', { page: 'REFUNDS', name: `v${n}`, query });
      expect(status).toBe(n < 20 ? 303 : 400);
    }
  });

  it('saves the list as a file; the audit knows who did', async () => {
    const file = await owner.see(`/payments.csv?email=${amaka.email}`);
    expect(file.status).toBe(200);
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(file.headers.get('content-disposition')).toMatch(
      /attachment; filename="payments-\d{4}-/,
    );
    expect(file.html).toMatch(/END,2,COMPLETE/);
    expect(file.html).toContain(amaka.email);
    expect((await audited(owner.personId)).at(-1)).toMatchObject({
      ...{ action: 'file.export', after: { address: '/payments.csv?email=-' } },
    });
    const masked = await support.see('/payments.csv');
    expect(masked.html).toContain('Amaka,O**,a****@example.ng');
    expect(masked.html).not.toContain(amaka.email);
    expect((await owner.see('/payments.csv?status=PAID')).status).toBe(400);
  });

  it('are found by what people know of them', async () => {
    for (const q of [paid.reference, amaka.email, '0803 123 4567', 'amaka obi']) {
      const page = await owner.see(`/search?q=${encodeURIComponent(q)}`);
      expectPage(page);
      expect(page.html, q).toContain(`href="/payments/${paid.reference}"`);
    }
    expect((await support.see('/search?q=amaka+obi')).text).toContain('Amaka O**');
    for (const q of ['<script>alert(1)</script>', '\0', "';--", '%', 'a'.repeat(5_000)]) {
      const page = await owner.see(`/search?q=${encodeURIComponent(q)}`);
      expect([200, 303]).toContain(page.status);
      expect(page.html).not.toContain('<script>alert');
    }
    expect(await owner.see('/search?q=')).toMatchObject({ status: 303, location: '/payments' });
  });
});

describe('one order', () => {
  const path = (reference = paid.reference): string => `/payments/${reference}`;

  it('tells who paid, what was accepted, fees, webhooks, mails and all that happened', async () => {
    const page = await owner.see(path());
    expectPage(page);
    for (const words of [
      ...['Due from the customer ₦10,000.00', 'Accepted as payment ₦10,000.00'],
      ...['Amaka Obi', 'amaka@example.ng', phone, '₦107.50', '₦9,892.50'],
      ...[
        'checkout.successful',
        'Order begun',
        'Payment fits the order',
        'Refund up to ₦10,000.00',
      ],
    ]) {
      expect(page.text).toContain(words);
    }
    expect(page.html).not.toContain('<img');
    expect(page.html).toContain('<bdi>&lt;img src=x');
    expect((await audited(owner.personId)).at(-1)).toMatchObject({
      ...{ action: 'account.read', after: { paymentReference: paid.reference } },
    });
  });

  it('masks the payer for support, and takes no reading down', async () => {
    const page = await support.see(path());
    expectPage(page);
    for (const words of ['Amaka O**', 'a****@example.ng', '**********4567']) {
      expect(page.text).toContain(words);
    }
    for (const secret of ['Amaka Obi', amaka.email, phone]) expect(page.html).not.toContain(secret);
    expect(page.text).not.toContain('Refund up to');
    expect((await audited(support.personId)).map(({ action }) => action)).not.toContain(
      'account.read',
    );
  });

  it('is cancelled here, once; a person without the right cannot', async () => {
    const page = await owner.see(path(open.reference));
    expect(page.text).toContain('Cancel this order');
    expect(page.html).toMatch(/href="http[^"]+\/pay\/pg_/);
    expect((await support.see(path(open.reference))).text).not.toContain('Cancel this order');
    const cancel = `${path(open.reference)}/cancel`;
    expect((await support.send(cancel)).status).toBe(403);
    const answers = await Promise.all([owner.send(cancel), owner.send(cancel)]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    const after = await owner.see(answers[0]?.location ?? '');
    expect(after.text).toMatch(/The order is cancelled.*cancelled ?: you cancelled it/);
    const late = await owner.send(`${path()}/cancel`);
    expect(late.status).toBe(409);
    expect(late.text).toMatch(/paid already/i);
  });

  it('sends a webhook again, and no other merchant’s', async () => {
    const [delivery] = await world.api.query<{ delivery_id: string }>(
      `insert into webhook_endpoint (merchant_id, url, secret_sealed)
         values ($1, 'https://shop.example.ng/hook', '\\x00') returning merchant_id as delivery_id`,
      [world.merchantId],
    );
    expect(delivery).toBeDefined();
    for (const deliveryId of ['dlv_01KA0000000000000000000000', 'nothing', '']) {
      expect((await owner.send(`${path()}/send-again`, { deliveryId })).status).toBe(404);
    }
    await world.api.query('delete from webhook_endpoint where merchant_id = $1', [
      world.merchantId,
    ]);
  });

  it('is nobody’s who has none of this reference', async () => {
    const other = await world.api.otherMerchant('Stranger Shop');
    const stranger = await world.person({ merchantId: other.merchant.merchantId });
    for (const way of [path(), path('ORD-NONE'), '/payments/a%20b', '/payments/%00']) {
      const page = await stranger.see(way);
      expect([way, page.status === 404 || page.status === 303]).toEqual([way, true]);
      expect(page.html).not.toContain('Amaka');
    }
    expect((await stranger.send(`${path()}/cancel`)).status).toBe(404);
    expect((await stranger.see('/payments')).text).not.toContain(paid.reference);
    expect((await stranger.see(`/payments.csv`)).html).not.toContain(paid.reference);
    expect((await stranger.see(`/search?q=${paid.reference}`)).text).toContain('Nothing of yours');
    expect((await stranger.see(`/customers?email=${amaka.email}`)).text).toContain('No order has');
  });
});

describe('what needs doing', () => {
  it('names disputes with their deadline, refunds, held payments, endpoints and keys', async () => {
    const evidenceDueAt = new Date(Date.now() + 26 * 3_600_000).toISOString();
    const { merchant, manilla } = world.api;
    const sale = await disputedSale(merchant, manilla.simulatorUrl, { evidenceDueAt });
    await world.api.query(
      `update merchant_key set expires_at = now() + interval '3 days', name = $2 where merchant_id = $1`,
      [world.merchantId, hostileName],
    );
    await world.api.query(
      `insert into webhook_endpoint (merchant_id, url, secret_sealed, failing_since)
         values ($1, 'https://shop.example.ng/hook', '\\x00', now() - interval '1 hour')`,
      [world.merchantId],
    );
    const page = await owner.see('/');
    expectPage(page);
    expect(page.html).toContain(`href="/disputes/${sale.disputeId}"`);
    expect(page.text).toMatch(
      /1 dispute waits for your answer ?, ₦10,\d{3}\.\d\d\. The first ends in 2\d h/,
    );
    expect(page.text).toContain('An address for webhooks fails');
    expect(page.text).toMatch(/1 key ends soon/);
    expect(page.html).not.toContain('<img');
    // A person is told of what that person may look at.
    const shown = (await support.see('/')).text;
    expect(shown).toContain('1 dispute waits');
    expect(shown).not.toContain('key ends');
    expect(shown).not.toContain('webhooks fails');
    await world.api.query(
      `update merchant_key set expires_at = null, name = 'K' where merchant_id = $1`,
      [world.merchantId],
    );
  });

  it('counts the day of Lagos, and yesterday’s last minute as yesterday', async () => {
    const shop = await world.api.otherMerchant('Midnight Shop');
    const person = await world.person({ merchantId: shop.merchant.merchantId });
    const today = lagosDate(new Date());
    await world.api.query(
      `insert into balance_transaction (merchant_id, currency, type, source_type, source_id, purpose, gross_minor, net_minor, due_on, created_at)
         select $1, 'NGN', 'COLLECTION', 'credit', new_id('txn_'), 'collection', 1000000, 1000000, $2::date,
                ($2::date::timestamp at time zone 'Africa/Lagos') + x.after
           from (values (interval '0'), (interval '-1 microsecond')) x (after)`,
      [shop.merchant.merchantId, today],
    );
    // It does not wait for long for what is still being added up, and is loaded again then.
    const home = async () => (await person.see('/')).text;
    await expect.poll(home, { timeout: 20_000 }).not.toContain('still being added up');
    const page = await person.see('/');
    expect(page.text).toMatch(/Today Money in ₦10,000\.00 .*Payments 1 /);
    const days = page.html.slice(page.html.indexOf('id="payments"'));
    const yesterday = lagosDate(new Date(Date.now() - 86_400_000));
    expect(days).toContain(`<td>${yesterday}</td><td class="number">1</td>`);
  });
});

describe('a reference that is a word of the portal', () => {
  it('has a page, to which lists lead', async () => {
    const own = await PortalWorld.edge();
    const boss = await own.person();
    for (const paymentReference of ['held', 'to', 'new']) {
      await own.api.initiated({ paymentReference });
      const path = pathOfOrder(paymentReference);
      expect((await boss.see('/payments')).html).toContain(`href="${path}"`);
      expect((await boss.see(path)).html).toContain(`${path}/cancel`);
      expect((await boss.send(`${path}/cancel`)).location).toBe(`${path}?done=cancelled`);
    }
    const { reference } = await own.api.paid();
    const { data } = await own.api.merchant.query(reference);
    const refundReference = 'rule';
    const credit = String(data.transaction.transactionReference);
    await own.api.merchant.refund(credit, { refundReference, amount: 10_000, reason: 'Sold out' });
    expect((await boss.see('/refunds')).html).toContain(`href="${pathOfRefund('rule')}"`);
    expect((await boss.see(pathOfRefund('rule'))).text).toContain('Sold out');
    await own.stop();
  });
});
