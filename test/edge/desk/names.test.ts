import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deskActions } from '../../../src/operators/desk/actions/action-routes.js';
import { DeskVisitor } from '../../support/desk-visitor.js';
import { DeskWorld } from '../../support/desk-world.js';
import { deskPages } from '../../support/desk-pages.js';
import { disputedSale } from '../../support/disputed-sale.js';
import type { TestEdge } from '../../support/edge.js';

let world: DeskWorld<TestEdge>;
let ada: DeskVisitor;
/** One of each thing that actions are about, and the order. */
let of: Readonly<Record<string, string>>;
beforeAll(async () => {
  world = await DeskWorld.edge();
  ada = new DeskVisitor(world.desk.baseUrl, world.ada);
  const { api } = world;
  const { reference } = await api.paid();
  const { disputeId } = await disputedSale(api.merchant, api.manilla.simulatorUrl);
  const [row] = await api.query<Record<string, string>>(
    `select m.merchant_id as "MERCHANT", m.trade_name as name, k.credit_id as "TRANSACTION",
            (select d.delivery_id from webhook_delivery d where d.merchant_id = m.merchant_id limit 1) as "DELIVERY",
            (select max(j.journal_id)::text from journal j) as "JOURNAL"
       from checkout c join inward_credit k using (checkout_id) join merchant m on m.merchant_id = c.merchant_id
      where c.payment_reference = $1`,
    [reference],
  );
  of = { ...row, DISPUTE: disputeId, reference };
});
afterAll(() => world?.stop());

describe('a page that asks whether to do something', () => {
  it.each(deskActions.map(({ kind, path, title }) => ({ kind, path, title })))(
    '$path says by name whom it is about',
    async ({ kind, path, title }) => {
      const id = of[kind] ?? '';
      const { status, html, text } = await ada.see(`/desk${path.replace(':id', id)}`);
      expect(status).toBe(200);
      const heading = /<h1>(.*?)<\/h1>/.exec(html)?.[1];
      expect(heading).toContain(`${title}: `);
      expect(heading).toContain(of['name']);
      expect(html).toMatch(new RegExp(`<title>[^<]*${of['name']}`));
      expect(text).toContain(id);
    },
  );

  it.each(deskActions.map(({ kind, path }) => ({ kind, path })))(
    '$path is not there for a thing that is not',
    async ({ kind, path }) => {
      const gone = (of[kind] ?? '').replace(/.{6}$/, 'ZZZZZZ');
      expect((await ada.see(`/desk${path.replace(':id', gone)}`)).status).toBe(404);
    },
  );

  it('offers a shop only what can be done with it as it stands', async () => {
    const offered = async () => {
      const { text } = await ada.see(`/desk/merchants/${of['MERCHANT']}`);
      const titles = ['Suspend this shop', 'Reinstate this shop', 'Let this shop take payments'];
      return [...titles, 'Close this shop for good'].filter((each) => text.includes(each));
    };
    expect(await offered()).toEqual(['Suspend this shop']);
    const set = (status: string) =>
      world.api.query('update merchant set status = $2 where merchant_id = $1', [
        of['MERCHANT'],
        status,
      ]);
    await set('SUSPENDED');
    expect(await offered()).toEqual(['Reinstate this shop', 'Close this shop for good']);
    await set('ACTIVE');
  });
});

describe('banks and shops', () => {
  it('have their names on every page, and not the codes that programs have for them', async () => {
    const routes = (await deskPages()).filter(
      ({ method, path }) => method === 'GET' && !/:|\.csv$|counts$|^\/$|join/.test(path),
    );
    const paths = [
      ...routes.map(({ path }) => path),
      ...[`/desk/orders/${of['MERCHANT']}/${of['reference']}`, '/desk/sums?by=provider'],
      ...[`/desk/transactions/${of['TRANSACTION']}`, `/desk/disputes/${of['DISPUTE']}`],
      ...[`/desk/ledger/${of['JOURNAL']}`, '/desk/ledger?code=1100', '/desk/ledger?code=1200'],
      ...[`/desk/merchants/${of['MERCHANT']}`, '/desk/ledger?code=2100'],
    ];
    const told: Record<string, string> = {};
    for (const path of paths) {
      const { text } = await ada.see(path);
      // Ids of Schedules stand beside their names, one name has the word in it, and finance reads codes of accounts.
      const found = /.{0,40}(?<![-/:]|The )\bsimulator\b.{0,20}/.exec(text)?.[0];
      // The audit shows what was changed as it was.
      if (path !== '/desk/audit' && found !== undefined) told[path] = found;
    }
    expect(paths.length).toBeGreaterThan(30);
    expect(told).toEqual({});
    expect((await ada.see('/desk/sums?by=provider')).text).toContain('Simulator MFB');
    expect((await ada.see('/desk/ledger?code=2100')).text).toContain(of['name']);
  });

  it('a shop’s sums are found by its name or its id', async () => {
    const { name = '', MERCHANT = '' } = of;
    for (const wanted of [name, name.toLowerCase(), MERCHANT]) {
      const { status, text } = await ada.see(`/desk/sums?merchantId=${encodeURIComponent(wanted)}`);
      expect([wanted, status, text.includes(`${name} ${MERCHANT}`)]).toEqual([wanted, 200, true]);
    }
    const two = await ada.see(`/desk/sums?merchantId=${encodeURIComponent(name.slice(0, -2))}`);
    expect([two.status, two.text]).toEqual([
      400,
      expect.stringMatching(/Several shops are called so: [^.]*SANDBOX SHOP/),
    ]);
    const none = await ada.see('/desk/sums?merchantId=nobody%20at%20all');
    expect([none.status, none.text]).toEqual([
      400,
      expect.stringContaining('There is no shop called nobody at all.'),
    ]);
    expect(none.html).not.toContain('<tfoot>');
  });

  it('the audit says whom an entry is about, and writes times as every page does', async () => {
    const reason = 'Stock is being counted';
    await ada.send(`/desk/merchants/${of['MERCHANT']}/important`, { isImportant: 'yes', reason });
    const { html, text } = await ada.see('/desk/audit');
    const row = html.split('<tr>').find((each) => each.includes(reason)) ?? '';
    expect(row).toContain(`>${of['name']}</a>`);
    expect(row).toContain(of['MERCHANT']);
    expect(text).not.toMatch(/\d{4}-\d\d-\d\dT\d\d:\d\d/);
    const bola = await world.operators.people.find({ name: 'Bola' });
    const about = await ada.see(`/desk/audit?subject=${bola?.operatorId}`);
    expect(about.text).toContain(`operator Bola ${bola?.operatorId}`);
    const { data } = await world.ada.get(`/audit?merchantId=${of['MERCHANT']}&size=1`);
    expect(data.items[0]).toMatchObject({ merchantName: of['name'], subjectName: null });
  });

  it('a refund that two operators order names the payment and the shop', async () => {
    const path = `/desk/transactions/${of['TRANSACTION']}/refund`;
    await ada.send(path, { amount: '100', reason: 'They have asked by telephone' });
    const { text } = await ada.see('/desk/schedules');
    expect(text).toContain(`for order ${of['reference']} of ${of['name']} (${of['TRANSACTION']})`);
  });
});
