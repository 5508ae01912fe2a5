import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../../../src/domain/actor.js';
import { refundStatuses } from '../../../../src/domain/refund-state.js';
import type { Checkout } from '../../../../src/payments/checkouts/checkout.js';
import { PgPayerErasure } from '../../../../src/upkeep/erasure/payer-erasure.store.js';
import { assertBooks } from '../../../support/books.js';
import { manilla } from '../../../support/manilla-cli.js';
import { fileAll } from '../../../support/filed-words.js';
import { addMerchant, type OpenOrder, Shop } from '../../../support/shop.js';
import { issueStaticNumber } from '../../../support/static-number.js';

let shop: Shop;
let erasure: PgPayerErasure;
beforeAll(async () => {
  shop = await Shop.open();
  erasure = new PgPayerErasure(shop.pool);
});
afterAll(() => shop[Symbol.asyncDispose]());

const by: Actor = {
  ...{ kind: 'COMMAND', actor: 'manilla', door: 'COMMAND', reason: 'asked by letter' },
  ...{ partner: null, address: null },
};

const email = 'zainab@example.ng';
const account = { accountNumber: '9988776655', bankCode: '057' };
const payer = {
  ...{ email, phoneNumber: '+2348099887766', firstName: 'Zainab', lastName: 'Quadri' },
};
const source = { ...account, accountName: 'QUADRI ZAINAB', bankName: 'Zenith Bank' };
const traces = ['zainab', '2348099887766', 'quadri', account.accountNumber, '"usman"'];

/** What every table of the database says of the payer: `table: count`. */
async function tracesLeft(): Promise<string[]> {
  const tables = await shop.database.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  );
  const left: string[] = [];
  for (const { name } of tables) {
    const [row] = await shop.database.query<{ count: number }>(
      `select count(*)::int as count from "${name}" t where exists (
         select from unnest($1::text[]) x (trace) where position(x.trace in lower(to_jsonb(t)::text)) > 0)`,
      [traces],
    );
    if (row !== undefined && row.count > 0) left.push(`${name}: ${row.count}`);
  }
  return left;
}

const order = () =>
  shop.order({
    overrides: { customer: payer, metadata: { child: 'usman' }, description: 'Shoes of Quadri' },
  });

async function pay({ account: { accountNumber } }: OpenOrder, amountMinor = 1_000_000n) {
  const { creditId } = await shop.pay(accountNumber, amountMinor, {
    source,
    narration: 'Zainab pays',
  });
  await shop.steps.applyCredit({ creditId });
  return creditId;
}

/** As if the workflows had been told, the webhooks had arrived, and a worker had filed the words of a search. */
async function comeToRest(): Promise<void> {
  await shop.pool.query(
    'update fact set applied_at = now(), due_at = null where applied_at is null',
  );
  await shop.pool.query(`update webhook_delivery set status = 'DELIVERED', finished_at = now()`);
  await fileAll(shop);
}

async function paidOrder(): Promise<{ checkout: Checkout; creditId: string }> {
  const placed = await order();
  const creditId = await pay(placed);
  await comeToRest();
  return { checkout: placed.checkout, creditId };
}

const refund = async (creditId: string) =>
  (await shop.requestRefund(creditId, { amountMinor: 200_000n, note: 'Zainab wrote' })).refund
    ?.refundId ?? '';

describe('a payer who asks to be forgotten', () => {
  it('is in no table afterwards, and the books are proven', async () => {
    const { checkout, creditId } = await paidOrder();
    await shop.sendRefund(await refund(creditId));
    await shop.pool.query(
      `insert into webhook_attempt (delivery_id, attempt, started_at, duration_ms, http_status, response)
         select d.delivery_id, 1, now(), 1, 200, 'Thank you, Zainab' from webhook_delivery d
           join event v using (event_id) where v.checkout_id = $1 limit 1`,
      [checkout.checkoutId],
    );
    await comeToRest();
    const shown = await erasure.find({ email: email.toUpperCase() });
    expect(shown).toEqual([
      {
        ...{ kind: 'CHECKOUT', subject: checkout.checkoutId, merchantId: shop.merchantId },
        ...{ paymentReference: checkout.paymentReference, transfers: 1, heldBy: null },
        events: expect.any(Number),
      },
    ]);
    const before = await tracesLeft();
    expect(before.map((each) => each.split(':')[0])).toEqual(
      expect.arrayContaining([
        ...['checkout', 'event', 'inward_credit', 'refund', 'webhook_attempt'],
        ...['order_words', 'payment_words'],
      ]),
    );

    expect(await erasure.erase({ email }, by)).toEqual(shown);

    expect(await tracesLeft()).toEqual([]);
    await assertBooks(shop.database);
    expect(await erasure.find({ email })).toEqual([]);
    expect(await shop.read(checkout)).toMatchObject({
      ...{ status: 'PARTIALLY_REFUNDED', acceptedMinor: 1_000_000n },
      customer: { email: null, phoneNumber: null, firstName: null, lastName: null },
    });
    const entries = await shop.database.query(
      `select actor, reason, subject_kind, subject, after ->> 'transfers' as transfers from audit_entry
        where action = 'payer.erase'`,
    );
    expect(entries).toEqual([
      {
        ...{ actor: 'manilla', reason: 'asked by letter', transfers: '1' },
        ...{ subject_kind: 'checkout', subject: checkout.checkoutId },
      },
    ]);
  });

  it('leaves events that can be sent once more: the same in all but the payer', async () => {
    const { checkout } = await paidOrder();
    const bodies = async () =>
      (
        await shop.database.query<{ body: string }>(
          'select body from event where checkout_id = $1 order by sequence',
          [checkout.checkoutId],
        )
      ).map(({ body }) => JSON.parse(body) as { data: Record<string, unknown> });
    const before = await bodies();
    await erasure.erase({ checkoutId: checkout.checkoutId }, by);
    const after = await bodies();
    expect(after).not.toHaveLength(0);
    for (const [at, { data, ...rest }] of before.entries()) {
      const virtualAccount = data['virtualAccount'] as object;
      const renamed = after[at]?.data['virtualAccount'] as { accountName: string } | undefined;
      const accountName = renamed?.accountName ?? '';
      expect(accountName).not.toMatch(/zainab/i);
      expect(after[at]).toEqual({
        ...rest,
        data: {
          ...data,
          customer: { email: null, phoneNumber: null, firstName: null, lastName: null },
          source: { accountNumber: null, accountName: null, bankCode: null, bankName: null },
          narration: null,
          metadata: {},
          virtualAccount: { ...virtualAccount, accountName },
        },
      });
    }
  });

  it('is found by the account that the money came from, at its own bank only', async () => {
    const { checkout, creditId } = await paidOrder();
    expect(await erasure.find({ ...account, bankCode: '011' })).toEqual([]);
    expect(await erasure.find({ ...account, merchantId: await addMerchant(shop.pool) })).toEqual(
      [],
    );
    expect(await erasure.erase(account, by)).toMatchObject([
      { kind: 'CHECKOUT', subject: checkout.checkoutId, heldBy: null },
    ]);
    expect(await tracesLeft()).toEqual([]);
    const [found] = await shop.database.query(
      'select source, narration, session_id is not null as has_session from inward_credit where credit_id = $1',
      [creditId],
    );
    expect(found).toEqual({ source: {}, narration: null, has_session: true });
  });

  it('loses nothing of others: their orders stay as they are', async () => {
    const other = await shop.order();
    await shop.payAndPost(other, 1_000_000n);
    const { checkout } = await paidOrder();
    const read = async () => ({ ...(await shop.read(other.checkout)), now: null });
    const before = await read();
    await erasure.erase({ checkoutId: checkout.checkoutId }, by);
    expect(await read()).toEqual(before);
  });

  it('with a static account is erased when the account is closed', async () => {
    const number = await issueStaticNumber(shop.pool, shop.merchantId, '501');
    await shop.pool.query(
      `update static_account s set owner = s.owner || $2
         from virtual_account v where v.account_number = $1 and v.virtual_account_id = s.virtual_account_id`,
      // as the payer has written it
      [
        number,
        {
          ...{ email: 'Zainab@Example.NG', accountName: 'Zainab Quadri' },
          phoneNumber: payer.phoneNumber,
        },
      ],
    );
    await shop.pool.query(
      `update virtual_account set account_name = 'ZAINAB QUADRI' where account_number = $1`,
      [number],
    );
    const { creditId } = await shop.pay(number, 500_000n, { source });
    await shop.heldCredits.bookStatic(creditId);
    await comeToRest();
    expect(await erasure.erase({ email }, by)).toMatchObject([
      { kind: 'STATIC_ACCOUNT', heldBy: 'ACCOUNT_NOT_CLOSED' },
    ]);
    const { phoneNumber } = payer;
    expect(await erasure.find({ phoneNumber })).toMatchObject([{ kind: 'STATIC_ACCOUNT' }]);
    expect(await tracesLeft()).not.toEqual([]);
    await shop.pool.query(
      `update virtual_account set status = 'CLOSED' where account_number = $1`,
      [number],
    );
    expect(await erasure.erase({ email }, by)).toMatchObject([{ heldBy: null, transfers: 1 }]);
    expect(await tracesLeft()).toEqual([]);
    await assertBooks(shop.database);
  });
});

const change = (text: string) => async (checkoutId: string, creditId: string) =>
  void (await shop.pool.query(text.replaceAll('$chk', checkoutId).replaceAll('$txn', creditId)));

describe('what is still needed stays, and the answer says why', () => {
  it.each([
    ['REFUND_OWED', async (_checkoutId: string, creditId: string) => void (await refund(creditId))],
    [
      'DISPUTE_OPEN',
      change(`insert into dispute (dispute_id, provider, provider_reference, kind, credit_id, checkout_id, amount_minor, status)
                values ('dsp_1', 'sandbox', 'cbk-1', 'CHARGEBACK', '$txn', '$chk', 1, 'OPENED')`),
    ],
    [
      'CASE_OPEN',
      change(`insert into attention_case (kind, subject, workflow_id, update_name, reason, decisions, page)
                values ('CREDIT', '$txn', 'w', 'u', 'r', '{}', '{}')`),
    ],
    ['WORKFLOW_RUNS', change(`select put_fact('CREDIT_RECEIVED', '$chk', '$txn')`)],
    [
      'WEBHOOK_UNDER_WAY',
      change(`update webhook_delivery d set status = 'RETRYING', lease_until = now() + interval '1 day'
                from event v where v.event_id = d.event_id and v.checkout_id = '$chk'`),
    ],
  ])('%s', async (heldBy, make) => {
    const { checkout, creditId } = await paidOrder();
    await make(checkout.checkoutId, creditId);
    const { checkoutId } = checkout;
    expect(await erasure.erase({ checkoutId }, by)).toMatchObject([
      { subject: checkoutId, heldBy },
    ]);
    expect(await shop.read(checkout)).toMatchObject({ customer: payer });
    const [found] = await shop.database.query(
      'select source, narration from inward_credit where credit_id = $1',
      [creditId],
    );
    expect(found).toEqual({ source, narration: 'Zainab pays' });
  });

  it('REFUND_OWED, whatever has become of the refund but that it has arrived', async () => {
    const { checkout, creditId } = await paidOrder();
    const refundId = await refund(creditId);
    await shop.sendRefund(refundId);
    await comeToRest();
    const { checkoutId } = checkout;
    for (const status of refundStatuses) {
      await shop.pool.query('update refund set status = $2 where refund_id = $1', [
        refundId,
        status,
      ]);
      const heldBy = status === 'SUCCESSFUL' ? null : 'REFUND_OWED';
      expect({ status, found: await erasure.find({ checkoutId }) }).toMatchObject({
        status,
        found: [{ heldBy }],
      });
    }
    await shop.pool.query(`update refund set status = 'SUCCESSFUL' where refund_id = $1`, [
      refundId,
    ]);
    expect(await erasure.erase({ checkoutId }, by)).toMatchObject([{ heldBy: null }]);
  });

  it('CHECKOUT_OPEN', async () => {
    const { checkoutId } = (await order()).checkout;
    await shop.pool.query(
      'update fact set applied_at = now(), due_at = null where checkout_id = $1',
      [checkoutId],
    );
    expect(await erasure.erase({ checkoutId }, by)).toMatchObject([{ heldBy: 'CHECKOUT_OPEN' }]);
  });

  it('TRANSFER_HELD: money that is nobody’s waits for where it goes back to', async () => {
    const { creditId } = await shop.pay('5018888888', 100_000n, { source });
    const pieces = await erasure.erase(account, by);
    expect(pieces.find(({ subject }) => subject === creditId)).toMatchObject({
      ...{ kind: 'CREDIT', merchantId: null, heldBy: 'TRANSFER_HELD' },
    });
  });
});

describe('npx manilla payers erase', () => {
  const run = (...args: string[]) =>
    manilla(['payers', 'erase', ...args], { DATABASE_URL: shop.database.appUrl });

  it('shows first and erases with --apply and a reason, with the programs’ rights', async () => {
    const { checkout } = await paidOrder();
    const named = ['--checkout', checkout.checkoutId];
    const shown = await run(...named);
    expect(shown).toMatchObject({ code: 0, stderr: '' });
    expect(shown.stdout).toContain('1 would be erased, 0 kept. Nothing was changed');
    for (const line of shown.stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    expect(await shop.read(checkout)).toMatchObject({ customer: payer });
    expect(await run(...named, '--apply')).toMatchObject({
      ...{ code: 2, stderr: '--reason is missing.\n' },
    });
    const erased = await run(...named, '--apply', '--reason', 'letter of 3 May');
    expect(erased.stdout).toMatch(/CHECKOUT +chk_\w+ +\d+ +erased\n\n1 erased, 0 kept\.\n$/);
    expect(await shop.read(checkout)).toMatchObject({ customer: { email: null } });
    await assertBooks(shop.database);
  });

  it.each([
    [[]],
    [['--account', '9988776655']],
    [['--email', 'a@example.ng', '--checkout', 'chk_1']],
    [['--phone', '08031234567', '--checkout', 'chk_1']],
  ])('refuses %j', async (args) => {
    expect(await run(...args)).toMatchObject({
      code: 2,
      stderr: 'Name the payer by --email, by --phone, by --account and --bank, or by --checkout.\n',
    });
  });

  it('finds a payer by the phone number, however it is written', async () => {
    const { checkout } = await paidOrder();
    const { phoneNumber } = payer;
    expect(await erasure.find({ phoneNumber: '+2348099887700' })).toEqual([]);
    const merchantId = await addMerchant(shop.pool);
    expect(await erasure.find({ phoneNumber, merchantId })).toEqual([]);
    const shown = await run('--phone', '0809 988 7766');
    expect(shown).toMatchObject({ code: 0, stderr: '' });
    expect(shown.stdout).toContain(checkout.checkoutId);
    expect(await erasure.erase({ phoneNumber, merchantId: shop.merchantId }, by)).toContainEqual(
      expect.objectContaining({ subject: checkout.checkoutId, heldBy: null }),
    );
    expect(await shop.read(checkout)).toMatchObject({ customer: { phoneNumber: null } });
    expect(await run('--phone', 'Zainab')).toMatchObject({
      ...{ code: 2, stderr: 'Zainab is no phone number.\n' },
    });
  });

  it('says when nothing bears the payer', async () => {
    expect((await run('--email', 'nobody@example.ng')).stdout).toBe(
      'Nothing here bears this payer.\n',
    );
  });
});
