import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import { disputedSale } from '../../support/disputed-sale.js';
import { DeskWorld } from '../../support/desk-world.js';
import type { TestEdge } from '../../support/edge.js';
import { manilla } from '../../support/manilla-cli.js';

let world: DeskWorld<TestEdge>;
const tag = randomUUID().slice(0, 6).toUpperCase();
const reference = `RFUNK-${tag}-1`;
const refundReference = `BACK-${tag}`;
/** Of no other order of this database. */
const amount = 1_357_900 + Math.floor(Math.random() * 1_000) * 100;
const payer = { accountNumber: '0411223344', accountName: 'BÁBÁTÚNDÉ SENDER', bankCode: '999998' };
const customer = {
  ...{ firstName: 'Ámaka', lastName: `D'Obi${tag}`, phoneNumber: '0803 765 4321' },
  email: `amaka.${tag.toLowerCase()}@example.ng`,
};
let known: Record<
  | 'checkoutId'
  | 'accountNumber'
  | 'sessionId'
  | 'transaction'
  | 'refundId'
  | 'disputeId'
  | 'caseNumber',
  string
>;

beforeAll(async () => {
  world = await DeskWorld.edge();
  const { api } = world;
  // The fee of a payment is kept: only who has more than one can refund.
  await api.paid();
  const order = await api.awaitingPayment({ paymentReference: reference, amount, ...customer });
  const { sessionId } = await api.bank.payInward({
    ...{ accountNumber: order.accountNumber, amount: order.amount, source: payer },
  });
  await api.until(reference, 'SUCCESSFUL');
  await api.merchant.refund(reference, { refundReference, reason: 'Sold out', amount: 200_000 });
  const { disputeId } = await disputedSale(api.merchant, api.manilla.simulatorUrl);
  const stray = await world.strayCredit();
  const [row] = await api.query<Record<'checkout_id' | 'credit_id' | 'refund_id', string>>(
    `select checkout_id, k.credit_id, refund_id from refund r join inward_credit k using (checkout_id) where refund_reference = $1`,
    [refundReference],
  );
  known = {
    ...{ checkoutId: row?.checkout_id ?? '', transaction: row?.credit_id ?? '' },
    ...{ refundId: row?.refund_id ?? '', sessionId, disputeId },
    ...{ accountNumber: order.accountNumber, caseNumber: await world.caseOf(stray) },
  };
});
afterAll(() => world?.stop());

interface Found {
  readonly kind: string;
  readonly items: readonly { readonly id: string; readonly merchantId: string | null }[];
}

async function idsOf(words: string): Promise<string[]> {
  const { status, data } = await world.ada.get(
    `/search?${new URLSearchParams({ q: words, size: '20' })}`,
  );
  expect(status).toBe(200);
  return (data.groups as Found[]).flatMap(({ kind, items }) =>
    items.map(({ id }) => `${kind} ${id}`),
  );
}

/** What a caller says, and what the person at the desk must see. */
const questions: readonly (readonly [
  said: string,
  words: () => string,
  kind: string,
  id: keyof typeof known,
])[] = [
  [
    '"my order is rfunk…, the money did not come back"',
    () => reference.toLowerCase(),
    'ORDER',
    'checkoutId',
  ],
  ['"it begins with RFUNK"', () => `rfunk ${tag}`, 'ORDER', 'checkoutId'],
  ['"my e-mail address is …"', () => customer.email.toUpperCase(), 'ORDER', 'checkoutId'],
  ['"my number is 0803 …"', () => '0803 765 4321', 'ORDER', 'checkoutId'],
  ['"I am Amaka …"', () => `amaka dobi${tag}`, 'ORDER', 'checkoutId'],
  ['"my brother Babatunde paid"', () => 'babatunde sender', 'TRANSACTION', 'transaction'],
  ['"I paid ₦13,5…"', () => String(amount / 100), 'ORDER', 'checkoutId'],
  ['"I paid into the account …"', () => known.accountNumber, 'ORDER', 'checkoutId'],
  ['"the session id on my receipt is …"', () => known.sessionId, 'TRANSACTION', 'transaction'],
  ['"I paid from account 0411…"', () => payer.accountNumber, 'TRANSACTION', 'transaction'],
  [
    'a shop: "refund BACK-… has not arrived"',
    () => refundReference.toLowerCase(),
    'REFUND',
    'refundId',
  ],
  [
    'a shop: "transaction txn_…"',
    () => known.transaction.toLowerCase(),
    'TRANSACTION',
    'transaction',
  ],
  ['a shop: "dispute dsp_…"', () => known.disputeId, 'DISPUTE', 'disputeId'],
  ['a colleague: "look at case …"', () => known.caseNumber, 'CASE', 'caseNumber'],
];

describe('the questions of callers', () => {
  it.each(questions)('%s', async (_, words, kind, id) => {
    expect(await idsOf(words())).toContain(`${kind} ${known[id]}`);
  });

  it('a bank: "what is the session that we got from you?"', async () => {
    const [sent] = await world.api.query<{ session_id: string }>(
      `select session_id from outward_transfer where purpose_id = $1`,
      [known.refundId],
    );
    expect(await idsOf(sent?.session_id ?? '')).toEqual([`REFUND ${known.refundId}`]);
  });

  it('a shop that says its name, its id or its key', async () => {
    const { merchantId, clientId } = world.api.manilla.merchant;
    expect(await idsOf(merchantId)).toEqual([`MERCHANT ${merchantId}`]);
    expect(await idsOf('sandbox shop')).toContain(`MERCHANT ${merchantId}`);
    expect(await idsOf(clientId.toUpperCase())).toEqual([`KEY ${clientId}`]);
  });
});

describe('the search box', () => {
  const page = async (path: string) => {
    const reply = await fetch(`${world.desk.baseUrl}${path}`, {
      headers: { cookie: world.ada.cookie },
    });
    return { status: reply.status, text: await reply.text() };
  };

  it('is on every page, and finds what the API finds', async () => {
    for (const path of ['/desk', '/desk/sending', '/desk/you', '/desk/search']) {
      expect((await page(path)).text).toContain('accesskey="/"');
    }
    const { status, text } = await page(`/desk/search?q=${reference.toLowerCase()}`);
    expect(status).toBe(200);
    expect(text).toContain(reference);
    expect(text).toContain(known.checkoutId);
    expect(text).not.toContain('Nothing is found.');
    expect((await page('/desk/search?q=<b>nobody-at-all')).text).toContain('Nothing is found.');
    expect((await page('/desk/search?q=<b>nobody-at-all')).text).not.toContain('<b>nobody');
  });

  it('is a command as well', { timeout: 60_000 }, async () => {
    const env = { MANILLA_OPERATOR_TOKEN: world.ada.token, MANILLA_DESK_URL: world.desk.baseUrl };
    const { code, stdout } = await manilla(['search', 'rfunk', tag], env);
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining(reference) });
  });
});

describe('a merchant’s search', () => {
  const groups = (reply: { data: { groups: { kind: string; items: { id: string }[] }[] } }) =>
    reply.data.groups.flatMap(({ kind, items }) => items.map(({ id }) => `${kind} ${id}`));

  it('finds its own, and nothing of another one', async () => {
    const other = await world.api.otherMerchant();
    const words = [
      reference,
      customer.email,
      '08037654321',
      `amaka dobi${tag}`,
      String(amount / 100),
    ].concat(
      ...[
        known.accountNumber,
        known.sessionId,
        known.transaction,
        known.refundId,
        refundReference,
        known.disputeId,
      ],
    );
    for (const q of words) {
      const path = `/api/v1/search?${new URLSearchParams({ q })}`;
      expect({ q, found: groups(await world.api.merchant.get(path)) }).not.toEqual({
        q,
        found: [],
      });
      expect({ q, found: groups(await other.get(path)) }).toEqual({ q, found: [] });
    }
  });

  it('does not tell a payer’s account number to who may not see it', async () => {
    const path = `/api/v1/search?q=${payer.accountNumber}`;
    expect(groups(await world.api.merchant.get(path))).toEqual([]);
  });

  it('asks for words', async () => {
    expect(await world.api.merchant.get('/api/v1/search?q=')).toMatchObject({
      status: 400,
      data: { errors: [{ field: 'q' }] },
    });
  });
});
