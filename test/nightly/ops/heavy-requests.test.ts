import { crc32, deflateSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { picture } from '../../support/pictures.js';
import { order, type ApiClient, type ApiReply } from '../../support/api-client.js';
import { ApiWorld } from '../../support/api-world.js';

/** The API runs with the heap that it is shipped with (scripts/stack/programs.ts). */
let world: ApiWorld;
beforeAll(async () => {
  world = await ApiWorld.shared();
});

const json = { 'content-type': 'application/json' };
const day = (daysAgo: number): string =>
  new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);

/** Five times the same at once; meanwhile the process is asked again and again whether it lives. */
async function fiveAtOnce<Reply>(send: () => Promise<Reply>): Promise<Reply[]> {
  const replies: Reply[] = [];
  const all = Promise.all(Array.from({ length: 5 }, async () => replies.push(await send())));
  let asked = 0;
  do {
    const alive = await fetch(`${world.manilla.baseUrl}/health/live`);
    expect(alive.status).toBe(200);
    asked += 1;
  } while (replies.length < 5 && asked < 100_000);
  await all;
  return replies;
}

const reasonsOf = (replies: readonly ApiReply[]): string[] =>
  replies.map(({ data }) => String(data.reason));

let shops = 0;
/** A merchant with so many lines on its statement. */
async function bigMerchant(lines: number): Promise<ApiClient> {
  const shop = await world.otherMerchant(`Heavy Shop ${(shops += 1)}`);
  const { merchantId } = shop.merchant;
  await world.query(
    `insert into balance_transaction
       (merchant_id, currency, type, source_type, source_id, purpose, gross_minor, fee_minor, net_minor, due_on, created_at)
     select $1, 'NGN', 'COLLECTION', 'credit', $1 || n, 'heavy', 1000000, 15000, 985000, current_date, now() - interval '1 hour'
       from generate_series(1, $2) n`,
    [merchantId, lines],
  );
  return shop;
}

describe('five at once of the heaviest, while the process answers others', () => {
  it('statements of 9,000 lines as PDF: two are made, the others are told to come back', async () => {
    const shop = await bigMerchant(9_000);
    const path = `/api/v1/settlement/statement?from=${day(3)}&to=${day(0)}&format=pdf`;
    const replies = await fiveAtOnce(() => shop.file(path));
    const made = replies.filter(({ status }) => status === 200);
    expect(made).toHaveLength(2);
    for (const { bytes } of made) expect(bytes.subarray(-6).toString()).toContain('%%EOF');
    const refused = replies.filter(({ status }) => status !== 200);
    for (const { status, bytes, headers } of refused) {
      expect(status).toBe(503);
      expect(headers.get('retry-after')).toBe('5');
      expect(JSON.parse(bytes.toString())).toMatchObject({ data: { reason: 'TOO_MUCH_AT_ONCE' } });
    }
    // Another merchant is not in their way, and theirs is served again.
    const other = await bigMerchant(20);
    const [theirs, own] = [await other.file(path), await shop.file(path.replace('pdf', 'csv'))];
    expect([theirs.status, own.status]).toEqual([200, 200]);
  });

  it.each(['csv', 'json'])('statements as %s: four are written', async (format) => {
    const shop = await bigMerchant(9_000);
    const path = `/api/v1/settlement/statement?from=${day(3)}&to=${day(0)}&format=${format}`;
    const statuses = (await fiveAtOnce(() => shop.file(path))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(4);
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  });

  it('receipts of one order', async () => {
    const { initiated } = await world.paid();
    const receipt = `${String(initiated.data.checkoutUrl)}/receipt.pdf`;
    const replies = await fiveAtOnce(async () => {
      const reply = await fetch(receipt);
      const text = await reply.text();
      return { status: reply.status, head: text.slice(0, 5), end: text.trimEnd().slice(-5) };
    });
    for (const reply of replies)
      expect(reply).toEqual({ status: 200, head: '%PDF-', end: '%%EOF' });
  });

  it('logos whose colour profile unpacks to 200 MB: it is not unpacked', async () => {
    const image = (await bomb()).toString('base64');
    const send = () =>
      world.merchant.send('PUT', '/api/v1/merchant/checkout-page/logo', {
        body: JSON.stringify({ image }),
        headers: json,
      });
    const replies = await fiveAtOnce(send);
    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(2);
    const others = replies.filter(({ status }) => status !== 200);
    expect(reasonsOf(others)).toEqual(others.map(() => 'TOO_MUCH_AT_ONCE'));
  });

  it.each([
    ['items', `{"items":[${list('{}', 21_000)}]}`],
    ['channels', `{"channels":[${list('{}', 21_000)}]}`],
    ['metadata', `{"metadata":{${members(6_000)}}}`],
    ['policies', `{"policies":[${list('{}', 21_000)}]}`],
    ['fields that nobody knows', `{${members(6_000)}}`],
    ['an item of many fields', `{"items":[{${members(6_000)}}]}`],
    ['lists in lists', `{"metadata":${'['.repeat(14)}${list('1', 30_000)}${']'.repeat(14)}}`],
    ['a text of digits', JSON.stringify(order({ description: '4 '.repeat(30_000) }))],
  ])('65 kB of %s', async (_what, body) => {
    const replies = await fiveAtOnce(() =>
      world.merchant.send('POST', '/api/v1/checkout/initiate', { body, headers: json }),
    );
    for (const { status, data } of replies) {
      expect(status).toBe(400);
      expect(data.errors.length).toBeLessThanOrEqual(20);
    }
  });

  it('codes of a payment link', async () => {
    const { data } = await world.merchant.post('/api/v1/payment-links', {
      ...{ description: 'Fees', amount: 500_000 },
    });
    const replies = await fiveAtOnce(
      async () => (await fetch(`${String(data.url)}/qr.png`)).status,
    );
    expect(replies).toEqual([200, 200, 200, 200, 200]);
  });
});

function list(piece: string, count: number): string {
  return Array.from({ length: count }, () => piece).join(',');
}

function members(count: number): string {
  return Array.from({ length: count }, (_, at) => `"k${at}":1`).join(',');
}

/** A PNG of 64 x 64 pixels, with a packed profile behind its head. */
async function bomb(): Promise<Buffer> {
  const png = await picture(64, 64).png();
  const profile = Buffer.concat([
    Buffer.from('icc\0\0', 'latin1'),
    deflateSync(Buffer.alloc(200 * 1_024 * 1_024), { level: 9 }),
  ]);
  const chunk = Buffer.alloc(12 + profile.length);
  chunk.writeUInt32BE(profile.length, 0);
  chunk.write('iCCP', 4, 'latin1');
  profile.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
}
