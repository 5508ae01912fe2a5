import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiClient, newReference, order } from '../support/api-client.js';
import { ApiWorld } from '../support/api-world.js';
import { disputedSale } from '../support/disputed-sale.js';
import type { TestEdge } from '../support/edge.js';

type Shop = Awaited<ReturnType<ApiWorld['otherMerchant']>>;

let world: ApiWorld<TestEdge>;
let shop: Shop;
const references: string[] = [];
/** More than one slice that a file is read by (src/domain/slice.ts). */
const many = 1_003;
beforeAll(async () => {
  world = await ApiWorld.edge();
  shop = await world.otherMerchant('File Shop');
  const odd = [
    { firstName: 'Ọlá', lastName: "O'Brien", description: '=HYPERLINK("http://x")' },
    { firstName: 'Ada', lastName: 'Obi', description: 'a "b", c' },
    { firstName: 'Ada', lastName: 'Obi', description: '+234', phoneNumber: '+2348031234567' },
    { firstName: 'Ada', lastName: 'Obi', description: '@SUM(A1)', amount: 1_234_567 },
    { firstName: 'Ada', lastName: 'Obi', description: '-1+1' },
  ];
  for (const changes of odd) {
    const body = order(changes);
    references.unshift(body.paymentReference);
    expect((await shop.initiate(body)).status).toBe(200);
  }
  // More than one page of them, each a second younger than the one before.
  const copies = await world.query<{ payment_reference: string }>(
    `insert into checkout
       select (jsonb_populate_record(c, jsonb_build_object(
                'checkout_id', new_id('chk_'), 'payment_reference', c.payment_reference || '-' || n,
                'created_at', c.created_at + make_interval(secs => n)))).*
         from checkout c cross join generate_series(1, $2::integer) n where c.payment_reference = $1
     returning payment_reference`,
    [references[0], many - odd.length],
  );
  references.unshift(...copies.map((each) => each.payment_reference).toReversed());
});
afterAll(() => world?.stop());

async function file(path: string, headers: Record<string, string> = {}, of: ApiClient = shop) {
  const reply = await fetch(world.manilla.baseUrl + path, {
    headers: { authorization: `Bearer ${of.token}`, ...headers },
  });
  // fetch().text() takes the mark away.
  const bytes = Buffer.from(await reply.arrayBuffer());
  const lines = rowsIn(bytes.toString('utf8').replace(/^\ufeff/, ''));
  const [names = [], ...rest] = lines;
  const end = rest.at(-1) ?? [];
  const rows = rest
    .slice(0, -1)
    .map((cells) => Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ''])));
  return { status: reply.status, headers: reply.headers, bytes, names, rows, end, lines };
}

/** RFC 4180, as strictly as it is written. */
function rowsIn(text: string): string[][] {
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  const rows: string[][] = [[]];
  for (let found = cell.exec(text); found !== null; found = cell.exec(text)) {
    rows.at(-1)?.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
    if (found[3] === '\r\n') rows.push([]);
    if (cell.lastIndex === text.length) break;
  }
  return rows.slice(0, -1);
}

const lists = {
  checkouts: '/api/v1/checkouts',
  transactions: '/api/v1/transactions',
  refunds: '/api/v1/refunds',
  disputes: '/api/v1/disputes',
  settlements: '/api/v1/settlement/get-settlement-history',
  'static-accounts': '/api/v1/virtual-account/static',
  'dynamic-accounts': '/api/v1/virtual-account/get-dynamic-virtual-accounts',
  deliveries: '/api/v1/webhooks/deliveries',
} as const;

describe('a list as a file', () => {
  it('has every row once, over its pages, and ends by telling so', async () => {
    const { status, headers, bytes, names, rows, end, lines } = await file(
      `${lists.checkouts}?format=csv`,
    );
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="checkouts-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(headers.get('cache-control')).toBe('no-store');
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(rows.map((row) => row['paymentReference'])).toEqual(references);
    expect(end.slice(0, 3)).toEqual(['END', String(many), 'COMPLETE']);
    expect(new Set(lines.map((cells) => cells.length))).toEqual(new Set([names.length]));
  });

  it('has what the list has: amounts twice, times of Lagos, contacts masked, no formula', async () => {
    const { rows } = await file(`${lists.checkouts}?format=csv`);
    const page = await shop.get(`${lists.checkouts}?paymentReference=${references.at(-4)}`);
    const [item] = page.data.items;
    const row = rows.find(({ paymentReference }) => paymentReference === references.at(-4));
    expect(row).toMatchObject({
      ...{ checkoutId: item.checkoutId, status: 'INITIATED', currency: 'NGN' },
      ...{ amountNaira: '12345.67', amountKobo: '1234567', amountPaidNaira: '0.00' },
      ...{ email: item.customer.email, phoneNumber: item.customer.phoneNumber },
      description: "'@SUM(A1)",
    });
    const createdAt = new Date(Date.parse(item.createdAt) + 3_600_000).toISOString();
    expect(row?.['createdAtLagos']).toBe(createdAt.slice(0, 19).replace('T', ' '));
    expect(rows.slice(-5).map(({ description }) => description)).toEqual([
      ...["'-1+1", "'@SUM(A1)", "'+234", 'a "b", c', `'=HYPERLINK("http://x")`],
    ]);
    expect(rows.at(-1)).toMatchObject({ firstName: 'Ọlá', lastName: "O'Brien" });
  });

  it('takes the filters of the list, and Accept in place of format', async () => {
    const one = await file(`${lists.checkouts}?paymentReference=${references[0]}`, {
      accept: 'text/csv',
    });
    expect(one.rows.map((row) => row['paymentReference'])).toEqual([references[0]]);
    const json = await shop.get(`${lists.checkouts}?size=1&format=json`);
    const { nextCursor } = json.data.page;
    const rest = await file(`${lists.checkouts}?format=csv&cursor=${nextCursor}`);
    expect(rest.end[1]).toBe(String(many - 1));
    const browser = await fetch(world.manilla.baseUrl + lists.checkouts, {
      headers: { authorization: `Bearer ${shop.token}`, accept: 'text/html,*/*;q=0.8' },
    });
    expect(browser.headers.get('content-type')).toContain('application/json');
  });

  it.each(Object.entries(lists))(
    '%s: has a file, with nothing of another merchant',
    async (name, path) => {
      const other = await world.otherMerchant('Other File Shop');
      const { status, headers, rows, end } = await file(`${path}?format=csv`, {}, other);
      expect({ status, rows, end: end.slice(0, 3) }).toEqual({
        ...{ status: 200, rows: [] },
        end: ['END', '0', 'COMPLETE'],
      });
      expect(headers.get('content-disposition')).toContain(`"${name}-`);
    },
  );

  it('shows a sale, its dispute and its refund', async () => {
    const sale = await disputedSale(world.merchant, world.manilla.simulatorUrl, {});
    const disputes = await file(`${lists.disputes}?format=csv`, {}, world.merchant);
    expect(disputes.rows.find(({ disputeId }) => disputeId === sale.disputeId)).toMatchObject({
      ...{ kind: 'CHARGEBACK', amountNaira: '10000.00', nextActions: 'accept evidence' },
    });
    const path = `${lists.transactions}?format=csv&paymentReference=${sale.reference}`;
    const transactions = await file(path, {}, world.merchant);
    expect(transactions.rows).toMatchObject([
      { paymentReference: sale.reference, status: 'DISPUTED', amountReceivedKobo: '1000000' },
    ]);
  });

  it.each(['page=2', 'size=5'])('refuses %s, and an unknown format', async (field) => {
    const reply = await shop.get(`${lists.checkouts}?format=csv&${field}`);
    expect(reply).toMatchObject({ status: 400, data: { reason: 'VALIDATION_FAILED' } });
    expect((await shop.get(`${lists.checkouts}?format=xlsx`)).status).toBe(400);
    expect((await shop.get(`${lists.checkouts}?format=csv&status=x`)).status).toBe(400);
    expect((await shop.get(`${lists.checkouts}?format=csv&cursor=x`)).status).toBe(400);
  });

  it('is written for a key one at a time, and again when its reader has hung up', async () => {
    const url = `${world.manilla.baseUrl}${lists.checkouts}?format=csv`;
    const headers = { authorization: `Bearer ${shop.token}` };
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => fetch(url, { headers }).then((reply) => reply.status)),
    );
    expect(replies.filter((status) => status === 503).length).toBeGreaterThan(0);
    expect(replies).toContain(200);
    const hung = new AbortController();
    await fetch(url, { headers, signal: hung.signal }).catch(() => undefined);
    hung.abort();
    await expect.poll(async () => (await fetch(url, { headers })).status).toBe(200);
  });
});

describe('a list by what has changed', () => {
  const refs = async (query: string, of: ApiClient): Promise<string[]> => {
    const { data } = await of.get(`${lists.checkouts}?${query}`);
    return (data.items as { paymentReference: string }[]).map(
      ({ paymentReference }) => paymentReference,
    );
  };

  it('finds an old order that changed now, and none that did not', async () => {
    const own = await world.otherMerchant('Changing Shop');
    const [old, same, young] = await Promise.all(
      [0, 1, 2].map(async () => {
        const reference = newReference();
        await own.initiate(order({ paymentReference: reference, sessionTtlMinutes: 10_080 }));
        return reference;
      }),
    );
    await world.query(
      `update checkout set created_at = created_at - interval '3 days', updated_at = updated_at - interval '3 days'
        where merchant_id = $1 and payment_reference = any ($2)`,
      [own.merchant.merchantId, [old, same]],
    );
    const since = new Date(Date.now() - 60_000).toISOString();
    expect(await refs(`updatedFrom=${since}`, own)).toEqual([young]);
    await own.post(`/api/v1/checkout/${old}/cancel`, { reason: 'Sold out' });
    expect(await refs(`updatedFrom=${since}`, own)).toEqual([young, old]);
    expect(await refs(`updatedFrom=${since}&size=1&page=2`, own)).toEqual([old]);
    expect(await refs(`updatedFrom=${since}&status=CANCELLED`, own)).toEqual([old]);
    expect(await refs(`updatedTo=${since}`, own)).toEqual([same]);
    const later = new Date(Date.now() + 60_000).toISOString();
    expect(await refs(`updatedFrom=${later}`, own)).toEqual([]);
    const csv = await file(`${lists.checkouts}?format=csv&updatedFrom=${since}`, {}, own);
    expect(csv.end.slice(0, 2)).toEqual(['END', '2']);
  });

  it('finds a transaction and its dispute by the day on which it was disputed', async () => {
    const { reference, disputeId } = await disputedSale(
      ...([world.merchant, world.manilla.simulatorUrl, {}] as const),
    );
    await world.query(
      `with old as (
         update inward_credit k set received_at = k.received_at - interval '3 days', applied_at = k.applied_at - interval '3 days'
           from checkout c where c.checkout_id = k.checkout_id and c.payment_reference = $1 returning k.credit_id)
       update noted_credit n set received_at = n.received_at - interval '3 days' from old where n.credit_id = old.credit_id`,
      [reference],
    );
    const since = new Date(Date.now() - 60_000).toISOString();
    const late = new Date(Date.now() + 60_000).toISOString();
    const found = async (query: string) =>
      (await world.merchant.get(`${lists.transactions}?size=100&${query}`)).data.items.map(
        (item: { paymentReference: string }) => item.paymentReference,
      );
    expect(await found(`updatedFrom=${since}`)).toContain(reference);
    expect(await found(`updatedFrom=${since}&status=DISPUTED`)).toContain(reference);
    expect(await found(`updatedFrom=${late}`)).not.toContain(reference);
    expect(await found(`from=${since}`)).not.toContain(reference);
    const disputes = await world.merchant.get(`${lists.disputes}?updatedFrom=${since}`);
    expect(JSON.stringify(disputes.data)).toContain(disputeId);
    const refunds = await world.merchant.get(`${lists.refunds}?updatedFrom=${late}`);
    expect(refunds.data.items).toEqual([]);
  });

  it('refuses an end before its beginning, and what is no time', async () => {
    const wrong = await shop.get(`${lists.refunds}?updatedFrom=2026-11-21&updatedTo=2026-11-20`);
    expect(wrong).toMatchObject({ status: 400, data: { errors: [{ field: 'updatedTo' }] } });
    expect((await shop.get(`${lists.disputes}?updatedFrom=yesterday`)).status).toBe(400);
  });
});
