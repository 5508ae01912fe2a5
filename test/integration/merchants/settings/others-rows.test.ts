import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PgKeyStore } from '../../../../src/merchants/keys/key.store.js';
import { PgCheckoutList } from '../../../../src/payments/checkouts/checkout-list.store.js';
import { PgTimelineStore } from '../../../../src/payments/checkouts/timeline.store.js';
import { PgDisputeStore } from '../../../../src/payments/disputes/dispute.store.js';
import { PgWalletLines } from '../../../../src/reports/wallet/wallet-lines.store.js';
import { PgWalletStore } from '../../../../src/reports/wallet/wallet.store.js';
import { PgPaymentLinkStore } from '../../../../src/payments/links/payment-link.store.js';
import { newId } from '../../../../src/platform/database/new-id.js';
import { PgSettlementAccountStore } from '../../../../src/payouts/accounts/settlement-account.store.js';
import { PgSettlementReader } from '../../../../src/payouts/settlement/settlement.store.js';
import { PgStatementStore } from '../../../../src/payouts/statements/statement.store.js';
import { PgTransactionStore } from '../../../../src/reports/transactions/transaction.store.js';
import { PgDynamicAccountStore } from '../../../../src/payments/accounts/dynamic-account.store.js';
import { PgStaticAccountStore } from '../../../../src/payments/accounts/static-account.store.js';
import { PgDeliveryLog } from '../../../../src/notify/webhooks/delivery-log.store.js';
import { PgEndpointStore } from '../../../../src/notify/webhooks/endpoint.store.js';
import { operator } from '../../../support/actors.js';
import { SettlementWorld } from '../../../support/settlement-world.js';
import { issueStaticNumber } from '../../../support/static-number.js';

/**
 * Two merchants with one row of everything, under the same references. Each read by merchant must answer something of the one,
 * and nothing of the other: neither by a reference that both have, nor by what only the other has.
 */
interface Merchant {
  readonly id: string;
  readonly credit: string;
  readonly checkout: string;
  readonly number: string;
  readonly staticNumber: string;
  readonly dispute: string;
  readonly event: string;
  readonly delivery: string;
  readonly link: `lnk_${string}`;
  readonly account: string;
  readonly session: string;
}

let world: SettlementWorld;
let one: Merchant;
let other: Merchant;
/** Every id that the other has in any table. */
let othersIds: readonly string[];

const same = { order: 'ORD-SAME', refund: 'RF-SAME', settlement: 'STL-SAME', customer: 'CUS-SAME' };
const all = { since: null, before: null };
const slice = { after: null, offset: 0, limit: 100 };
const by = operator();

async function merchant(name: string): Promise<Merchant> {
  const { shop } = world;
  const id = await world.merchant();
  const sql = (text: string, ...values: unknown[]) => shop.pool.query(text, values);
  await new PgEndpointStore(shop.pool).put({
    ...{ merchantId: id, url: `https://${name}.example.ng`, events: null },
    secretSealed: Buffer.alloc(1),
  });
  const opened = await shop.order({ reference: same.order, overrides: { merchantId: id } });
  const number = opened.account.accountNumber;
  const session = `session-of-${name}`;
  const { creditId: credit } = await shop.pay(number, 1_000_000n, { sessionId: session });
  await shop.steps.applyCredit({ creditId: credit });
  await sql(
    `update inward_credit set received_at = now() - interval '5 days' where credit_id = $1`,
    credit,
  );
  await sql(`update balance_transaction set due_on = due_on - 7 where merchant_id = $1`, id);
  await shop.requestRefund(credit, {
    ...{ merchantId: id, refundReference: same.refund, amountMinor: 1_000n },
  });
  await world.request(id, { settlementReference: same.settlement, amountMinor: 100_000n });
  const staticNumber = await issueStaticNumber(shop.pool, id, '501');
  await sql('update static_account set reference = $2 where merchant_id = $1', id, same.customer);
  const dispute = newId('txn').replace('txn', 'dsp');
  await sql(
    `insert into dispute (dispute_id, provider, provider_reference, kind, credit_id, checkout_id, merchant_id, amount_minor, status)
       values ($1, 'acquirer', $1, 'CHARGEBACK', $2, $3, $4, 1, 'WON')`,
    ...[dispute, credit, opened.checkout.checkoutId, id],
  );
  const link = newId('lnk');
  await new PgPaymentLinkStore(shop.pool).add({
    ...{ paymentLinkId: link, merchantId: id, slug: name, description: 'Shoes', amountMinor: 1n },
    ...{ minAmountMinor: null, maxAmountMinor: null, usage: 'MANY', redirectUrl: null },
    ...{ metadata: {}, channels: null, page: null, expiresAt: null },
    ...{ fields: [], maxQuantity: null },
  });
  await new PgKeyStore(shop.pool).create(
    {
      ...{ merchantId: id, clientId: `mid_${name}`, name: 'till', groups: ['reads'] },
      ...{ addresses: [], expiresAt: null },
    },
    { hash: Buffer.alloc(32), pepperKid: 'p' },
    by,
  );
  const { rows } = await sql(
    `select event_id as event, delivery_id as delivery from webhook_delivery where merchant_id = $1 order by 1 limit 1`,
    id,
  );
  const { rows: accounts } = await sql(
    'select settlement_account_id as account from settlement_account where merchant_id = $1',
    id,
  );
  return {
    ...{ id, credit, number, staticNumber, dispute, link, session },
    checkout: opened.checkout.checkoutId,
    ...(rows[0] as { event: string; delivery: string }),
    ...(accounts[0] as { account: string }),
  };
}

beforeAll(async () => {
  world = await SettlementWorld.open(3);
  [one, other] = [await merchant('one'), await merchant('other')];
  const ids: string[] = [other.id, other.session, other.number, other.staticNumber];
  const tables = await world.shop.database.query<{ name: string }>(
    `select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'merchant_id' and table_name in (select relname from pg_class where relkind = 'r')`,
  );
  for (const { name } of tables) {
    const rows = await world.shop.database.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from "${name}" t where merchant_id = $1`,
      [other.id],
    );
    for (const { row } of rows) ids.push(...Object.values(row).filter(isId));
  }
  othersIds = [...new Set(ids)];
});
afterAll(() => world[Symbol.asyncDispose]());

const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-z]{2,3}_\w+$/.test(value);

const text = (found: unknown): string =>
  JSON.stringify(found ?? null, (_name, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
const ofOther = (found: unknown) => othersIds.filter((id) => text(found).includes(id));
const isNothing = (found: unknown): boolean => ['null', '[]', 'false'].includes(text(found));

type Read = (
  pool: SettlementWorld['shop']['pool'],
  me: string,
  named: Merchant,
) => Promise<unknown>;

/** By what both have alike, or by nothing but the merchant. */
const reads: Readonly<Record<string, Read>> = {
  checkout: (_pool, me) => world.shop.checkouts.find(me, same.order),
  checkouts: (pool, me) => new PgCheckoutList(pool).list(me, all, slice),
  'checkouts of a reference': (pool, me) =>
    new PgCheckoutList(pool).list(me, { ...all, paymentReference: same.order }, slice),
  'checkouts of an address': (pool, me) =>
    new PgCheckoutList(pool).list(me, { ...all, email: 'ada@example.ng' }, slice),
  timeline: (pool, me) => new PgTimelineStore(pool).of(me, same.order),
  transactions: (pool, me) => new PgTransactionStore(pool).list(me, {}, slice),
  'transactions of an order': (pool, me) =>
    new PgTransactionStore(pool).list(me, { paymentReference: same.order }, slice),
  'transactions by reference': (pool, me) =>
    new PgTransactionStore(pool).list(me, { reference: same.order }, slice),
  'transactions by the text of an order': (pool, me) =>
    new PgTransactionStore(pool).list(me, { text: same.order }, slice),
  'transactions by the text of a refund': (pool, me) =>
    new PgTransactionStore(pool).list(me, { text: same.refund }, slice),
  refund: (_pool, me) => world.shop.refunds.find(me, same.refund),
  refunds: (_pool, me) => world.shop.refunds.list(me, all, slice),
  'refunds of an order': (_pool, me) => world.shop.refunds.ofTransaction(me, same.order),
  'refunds by reference': (_pool, me) =>
    world.shop.refunds.list(me, { ...all, reference: same.order }, slice),
  'payer of an order': (_pool, me) => world.shop.refunds.payer(me, same.order, same.refund),
  disputes: (pool, me) => new PgDisputeStore(pool).list(me, { ...all }, slice),
  'disputes by reference': (pool, me) =>
    new PgDisputeStore(pool).list(me, { ...all, reference: same.order }, slice),
  settlement: (pool, me) => new PgSettlementReader(pool).find(me, same.settlement),
  settlements: (pool, me) =>
    new PgSettlementReader(pool).list(me, { ...all, status: null, type: null }, slice),
  'statement of a settlement': (pool, me) =>
    new PgStatementStore(pool).ofSettlement(me, same.settlement),
  'lines of a period': async (pool, me) => {
    const statements = new PgStatementStore(pool);
    const head = await statements.ofPeriod(me, new Date(0), new Date(Date.now() + 86_400_000));
    return [head, await statements.lines({ ...head, asOf: new Date() }, null, 100)];
  },
  'settlement accounts': (pool, me) => new PgSettlementAccountStore(pool).list(me),
  'dynamic accounts': (pool, me) =>
    new PgDynamicAccountStore(pool).list(
      me,
      { ...all, status: null, paymentReference: null },
      slice,
    ),
  'dynamic accounts of a reference': (pool, me) =>
    new PgDynamicAccountStore(pool).list(
      me,
      { ...all, status: null, paymentReference: same.order },
      slice,
    ),
  'static accounts': (pool, me) => new PgStaticAccountStore(pool).list(me, all, slice),
  'static accounts by reference': (pool, me) =>
    new PgStaticAccountStore(pool).list(me, { ...all, text: same.customer }, slice),
  'static accounts by name': (pool, me) =>
    new PgStaticAccountStore(pool).list(me, { ...all, text: 'Ada' }, slice),
  'payment links': (pool, me) => new PgPaymentLinkStore(pool).list(me, all, slice),
  keys: (pool, me) => new PgKeyStore(pool).list(me),
  endpoint: (pool, me) => new PgEndpointStore(pool).find(me),
  deliveries: (pool, me) =>
    new PgDeliveryLog(pool).list(
      me,
      { ...all, status: null, eventType: null, paymentReference: null },
      slice,
    ),
  'deliveries of an order': (pool, me) =>
    new PgDeliveryLog(pool).list(
      me,
      { ...all, status: null, eventType: null, paymentReference: same.order },
      slice,
    ),
  'deliveries that wait': (pool, me) =>
    new PgDeliveryLog(pool).list(
      me,
      { ...all, status: 'PENDING', eventType: null, paymentReference: null },
      slice,
    ),
  wallet: (pool, me) => new PgWalletStore(pool).balance(me),
  'lines of a wallet': (pool, me) =>
    new PgWalletLines(pool).list(
      me,
      { since: new Date(0), before: new Date(Date.now() + 60_000) },
      slice,
    ),
};

describe('a merchant is shown its own rows alone, though another has the same references', () => {
  it.each(Object.entries(reads))('%s', async (_name, read) => {
    const { pool } = world.shop;
    const found = await read(pool, one.id, one);
    expect(isNothing(found)).toBe(false);
    expect(ofOther(found)).toEqual([]);
    // The same read sees the other's rows when it is the other who asks: the ids of above are ids that it shows.
    expect(text(await read(pool, other.id, other))).not.toBe(text(found));
  });
});

/** By what only the other has. */
const named: Readonly<Record<string, Read>> = {
  transaction: (pool, me, { credit }) =>
    new PgTransactionStore(pool).list(me, { reference: credit }, slice),
  'transaction by text': (pool, me, { credit }) =>
    new PgTransactionStore(pool).list(me, { text: credit }, slice),
  'transaction by session': (pool, me, { session }) =>
    new PgTransactionStore(pool).list(me, { sessionId: session }, slice),
  'transaction by the text of a session': (pool, me, { session }) =>
    new PgTransactionStore(pool).list(me, { text: session }, slice),
  'transaction by number': (pool, me, { number }) =>
    new PgTransactionStore(pool).list(me, { accountNumber: number }, slice),
  'refunds of a transaction': (_pool, me, { credit }) =>
    world.shop.refunds.ofTransaction(me, credit),
  'refunds by transaction': (_pool, me, { credit }) =>
    world.shop.refunds.list(me, { ...all, reference: credit }, slice),
  'payer of a transaction': async (_pool, me, { credit }) =>
    (await world.shop.refunds.payer(me, credit, 'RF-NEW')).creditId,
  dispute: (pool, me, { dispute }) => new PgDisputeStore(pool).find(me, dispute),
  'disputes by transaction': (pool, me, { credit }) =>
    new PgDisputeStore(pool).list(me, { ...all, reference: credit }, slice),
  'static account': (pool, me, { staticNumber }) =>
    new PgStaticAccountStore(pool).find(me, staticNumber),
  'static account by text': (pool, me, { staticNumber }) =>
    new PgStaticAccountStore(pool).list(me, { ...all, text: staticNumber }, slice),
  'payment link': (pool, me, { link }) => new PgPaymentLinkStore(pool).find(me, link),
  'checkouts of a link': (pool, me, { link }) =>
    new PgCheckoutList(pool).list(me, { ...all, paymentLinkId: link }, slice),
  event: (pool, me, { event }) => new PgDeliveryLog(pool).findEvent(me, event),
  delivery: (pool, me, { delivery }) => new PgDeliveryLog(pool).find(me, delivery),
};

describe('what is another merchant’s is not there', () => {
  it.each(Object.entries(named))('%s', async (name, read) => {
    const { pool } = world.shop;
    expect(isNothing(await read(pool, one.id, other))).toBe(true);
    // No checkout began with the link.
    if (name !== 'checkouts of a link') {
      expect(isNothing(await read(pool, other.id, other))).toBe(false);
    }
  });

  it('a refund that another has asked for under a reference leaves that free', async () => {
    const { shop } = world;
    await shop.requestRefund(other.credit, {
      ...{ merchantId: other.id, refundReference: 'RF-OTHERS', amountMinor: 1_000n },
    });
    const payer = (me: Merchant) => shop.refunds.payer(me.id, same.order, 'RF-OTHERS');
    expect([(await payer(one)).isAsked, (await payer(other)).isAsked]).toEqual([false, true]);
  });

  it('changes nothing of it by what only its merchant may do', async () => {
    const { shop } = world;
    const rows = async () => (await shop.dump()) as object;
    const links = async () => (await shop.pool.query('select * from payment_link order by 1')).rows;
    const before = [await rows(), await links()];
    const { pool } = shop;
    const asked = [
      await new PgPaymentLinkStore(pool).deactivate(one.id, other.link),
      await new PgSettlementAccountStore(pool).makeDefault(one.id, other.account, by),
      await new PgSettlementAccountStore(pool).remove(one.id, other.account, by),
      (await new PgDynamicAccountStore(pool).close(one.id, other.number)).outcome,
      await new PgStaticAccountStore(pool).change(one.id, other.staticNumber, 'CLOSED', by),
      (await shop.requestRefund(other.credit, { merchantId: one.id })).outcome,
      (await pool.query('select outcome from redeliver($1, $2)', [one.id, other.delivery])).rows[0],
      (
        await pool.query(`select outcome from answer_dispute($1, $2, null)`, [
          one.id,
          other.dispute,
        ])
      ).rows[0],
    ];
    expect(asked).toEqual([
      ...[undefined, undefined, undefined],
      ...['RESOURCE_NOT_FOUND', 'RESOURCE_NOT_FOUND', 'RESOURCE_NOT_FOUND'],
      ...[{ outcome: 'UNKNOWN' }, { outcome: 'RESOURCE_NOT_FOUND' }],
    ]);
    expect([await rows(), await links()]).toEqual(before);
  });
});
