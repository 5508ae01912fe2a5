import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Misbehaviour } from '../../../src/providers/simulator/server/providus/misbehaviours.js';
import { createSecretSeal } from '../../../src/platform/keys/secret-seal.js';
import { sealKeySet } from '../../support/key-sets.js';
import { newReference, type JsonBody } from '../../support/api-client.js';
import { ApiWorld } from '../../support/api-world.js';
import type { TestEdge } from '../../support/edge.js';

let world: ApiWorld<TestEdge>;
beforeAll(async () => {
  world = await ApiWorld.ownEdge({ MANILLA_PROVIDERS: 'providus' });
});
afterAll(() => world?.stop());

const signed = {
  'x-auth-signature': createHash('sha512').update('manilla-test:secret-1').digest('hex'),
};

interface BankCredit {
  readonly settlement_id: string;
  readonly session_id: string;
  readonly number: string;
  readonly amount: number;
  readonly state: string;
  readonly tries: number;
}

const atBank = async (path: string, method = 'GET'): Promise<unknown> => {
  const reply = await fetch(`${world.manilla.simulatorUrl}/control/providus${path}`, { method });
  return reply.json();
};

/** What the bank itself has of a number. */
async function bankCredits(number: string): Promise<BankCredit[]> {
  const { credits } = (await atBank('/credits')) as { credits: BankCredit[] };
  return credits.filter((credit) => credit.number === number);
}

interface Booked extends Record<string, unknown> {
  readonly credit_key: string | null;
  readonly session_id: string;
  readonly amount_minor: bigint;
  readonly outcome: string | null;
  readonly payment_reference: string | null;
  readonly sent_at: Date | null;
}

const booked = async (number: string): Promise<Booked[]> =>
  world.query<Booked>(
    `select k.credit_key, k.session_id, k.amount_minor::bigint, k.outcome, c.payment_reference, k.sent_at,
            k.source, k.rail_fee_minor
       from inward_credit k left join checkout c using (checkout_id)
      where k.account_number = $1 order by k.received_at, k.credit_id`,
    [number],
  );

const kept = (why: string) =>
  world.query<{ reason: string; booked_at: Date | null }>(
    'select reason, booked_at from kept_notice where why = $1 order by notice_id',
    [why],
  );

/** The texts of those that are not booked. */
async function openNotices(): Promise<string[]> {
  const seal = createSecretSeal(sealKeySet(world.manilla.env), 'kept notice');
  const rows = await world.query<{ digest: Buffer; body_sealed: Buffer }>(
    'select digest, body_sealed from kept_notice where booked_at is null and body_sealed is not null',
  );
  return rows.map(({ digest, body_sealed: sealed }) =>
    seal.openBytes(sealed, `providus/${digest.toString('hex')}`).toString('utf8'),
  );
}

/** `account`: calls about others may come meanwhile, since the bank tells of them again in the background. */
const misbehave = (
  on: 'notice' | 'verify' | 'create',
  as: Misbehaviour,
  { times = 1, account }: { times?: number; account?: string } = {},
) =>
  world.bank.misbehave({
    on: `providus.${on}`,
    as,
    times,
    ...(account !== undefined && { account }),
  });

/** The bank tells up to four times, in its own time. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  await expect.poll(holds, { timeout: 15_000, interval: 50 }).toBe(true);
}

const pay = (accountNumber: string, amount: number, more: object = {}) =>
  world.bank.payInward({ accountNumber, amount, ...more });

describe('a payment by an account that the bank opens', () => {
  it('is taken from create-account to its end, and stands in the bank’s own list', async () => {
    const { account, accountNumber, amount, reference } = await world.awaitingPayment();
    expect(account.data).toMatchObject({ bankName: 'Providus Bank', bankCode: '101' });
    expect(accountNumber).toMatch(/^9977/);
    await pay(accountNumber, amount);
    const [credit] = await booked(accountNumber);
    const [told] = await bankCredits(accountNumber);
    expect(credit).toMatchObject({
      credit_key: told?.settlement_id,
      session_id: told?.session_id,
      payment_reference: reference,
    });
    expect(told).toMatchObject({ state: 'TOLD', amount });
    await world.until(reference, 'SUCCESSFUL');
  });

  it.each([
    ['TWICE', 1],
    ['OTHER_SESSION', 1],
    ['OTHER_SETTLEMENT', 2],
    ['SESSION_46', 1],
    ['SESSION_23', 1],
    ['AMOUNT_PLAIN', 1],
    ['AMOUNT_ONE_DECIMAL', 1],
    ['AMOUNT_COMMAS', 1],
    ['AMOUNT_NUMBER', 1],
    ['SETTLED_ZERO', 1],
    ['SETTLED_SHORT', 1],
    ['REFERENCE_NULL', 1],
    ['REFERENCE_OLD', 1],
    ['DATE_FRACTION', 1],
    ['DATE_AMERICAN', 1],
    ['DATE_SHORT', 1],
    ['DATE_ISO', 1],
    ['REMARKS_NUL', 1],
    ['SIGNATURE_CAPITALS', 1],
    ['FOREIGN_MEMBERS', 1],
  ] as const)('is booked once for each credit when the bank %s', async (as, times) => {
    const { accountNumber, amount } = await world.awaitingPayment();
    await misbehave('notice', as, { account: accountNumber });
    await pay(accountNumber, amount);
    const credits = await booked(accountNumber);
    expect(credits.map((credit) => Number(credit.amount_minor))).toEqual(Array(times).fill(amount));
    const states = (await bankCredits(accountNumber)).map(({ state }) => state);
    expect(states).toEqual(Array(times).fill('TOLD'));
  });

  it.each(['SIGNATURE_WRONG', 'SIGNATURE_MISSING', 'SIGNATURE_OLD'] as const)(
    'is not booked by a notice with %s',
    async (as) => {
      const { accountNumber, amount } = await world.awaitingPayment();
      await misbehave('notice', as, { account: accountNumber });
      const { notifications } = await pay(accountNumber, amount);
      expect(notifications.map(({ code }) => code)).toEqual(['02']);
      expect(await booked(accountNumber)).toEqual([]);
    },
  );

  it.each(['ALTERED', 'OTHER_ACCOUNT'] as const)(
    'is not booked by a rightly signed notice that is %s, which is kept',
    async (as) => {
      const { accountNumber, amount } = await world.awaitingPayment();
      await misbehave('notice', as, { account: accountNumber });
      const { notifications } = await pay(accountNumber, amount);
      expect(notifications.map(({ code }) => code)).toEqual(['03']);
      expect(await booked(accountNumber)).toEqual([]);
      expect((await kept('OTHER')).at(-1)).toMatchObject({ reason: 'NOT_CONFIRMED' });
    },
  );

  it('is booked as the bank has it, whatever else a rightly signed notice says', async () => {
    const { accountNumber, amount, reference } = await world.awaitingPayment();
    await misbehave('notice', 'OTHER_DETAILS', { account: accountNumber });
    await pay(accountNumber, amount);
    const [told] = await bankCredits(accountNumber);
    expect(await booked(accountNumber)).toMatchObject([
      {
        ...{ payment_reference: reference, session_id: told?.session_id, rail_fee_minor: '0' },
        source: { accountNumber: '0123456789', bankName: 'Simulator Bank' },
      },
    ]);
  });

  it.each([
    ['AMOUNT_ZERO', 'transactionAmount'],
    ['AMOUNT_FRACTION', 'transactionAmount'],
    ['NO_JSON', 'body'],
  ] as const)('is kept raw and shown when the notice has %s', async (as, why) => {
    const { accountNumber, amount } = await world.awaitingPayment();
    await misbehave('notice', as, { account: accountNumber });
    const { notifications } = await pay(accountNumber, amount);
    expect(notifications.map(({ code }) => code)).toEqual(['03']);
    expect((await kept(why)).at(-1)).toMatchObject({ reason: 'UNREADABLE', booked_at: null });
    const found = await world.query(
      `select from finding where kind = 'NOTICE_UNREADABLE' and action = 'ATTENTION' and detail ->> 'why' = $1`,
      [why],
    );
    expect(found.length).toBeGreaterThan(0);
  });

  it.each(['NOT_YET', 'OTHER_AMOUNT', 'SPRING_500', 'MESSAGE_404'] as const)(
    'is booked when the bank tells again after its answer to our question was %s',
    async (as) => {
      const { accountNumber, amount } = await world.awaitingPayment();
      await misbehave('verify', as, { account: accountNumber });
      const { notifications } = await pay(accountNumber, amount);
      expect(notifications.map(({ code }) => code)).toEqual(['03']);
      await until(async () => (await booked(accountNumber)).length === 1);
      await until(async () => (await bankCredits(accountNumber))[0]?.state === 'TOLD');
      const open = await openNotices();
      expect(open.filter((text) => text.includes(accountNumber))).toEqual([]);
    },
  );

  it('is pending after four times without an answer, and booked when it is asked for', async () => {
    const { accountNumber, amount } = await world.awaitingPayment();
    await misbehave('verify', 'NOT_YET', { times: 4, account: accountNumber });
    await pay(accountNumber, amount);
    await until(async () => (await bankCredits(accountNumber))[0]?.tries === 4);
    const [told] = await bankCredits(accountNumber);
    expect(told?.state).toBe('PENDING');
    await atBank(`/credits/${told?.settlement_id}/repush`, 'POST');
    expect(await booked(accountNumber)).toHaveLength(1);
  });

  it.each([
    ['short', -100, 'UNDERPAID'],
    ['much', 100, 'OVERPAID'],
  ])('is judged by its amount when it is too %s', async (_, more, outcome) => {
    const { accountNumber, amount } = await world.awaitingPayment();
    await pay(accountNumber, amount + more);
    await until(async () => (await booked(accountNumber))[0]?.outcome === outcome);
  });
});

describe('a number of the bank', () => {
  it('costs no second one when the same request comes again', async () => {
    const { reference, accountNumber, amount } = await world.awaitingPayment();
    const again = await world.merchant.createAccount({
      ...{ paymentReference: reference, prefix: world.prefix, validity: 30, amount },
    });
    expect(again.data).toMatchObject({ accountNumber });
  });

  it('is asked for again when the bank gives one that is still an open account of ours', async () => {
    const first = await world.awaitingPayment();
    await misbehave('create', 'AGAIN');
    const second = await world.awaitingPayment();
    expect(second.accountNumber).not.toBe(first.accountNumber);
  });

  it('belongs to whoever had it when the money was sent', async () => {
    const first = await world.awaitingPayment();
    const number = first.accountNumber;
    const sentAt = new Date().toISOString();
    // Its time is over, for the bank and for us, and the bank gives it to another of our checkouts.
    await atBank(`/accounts/${number}/end`, 'POST');
    await world.query(
      `update virtual_account set expires_at = now(), ours_until = now() where account_number = $1`,
      [number],
    );
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await misbehave('create', 'REUSED');
    const second = await world.awaitingPayment();
    expect(second.accountNumber).toBe(number);
    await pay(number, second.amount);
    await pay(number, first.amount, { sentAt });
    const credits = await booked(number);
    const of = (reference: string) =>
      credits.filter(({ payment_reference }) => payment_reference === reference).length;
    expect([of(second.reference), of(first.reference)]).toEqual([1, 1]);
  });

  it.each([
    ['05', 'PROVIDER_UNAVAILABLE'],
    ['99', 'PROVIDER_UNAVAILABLE'],
  ])('that the bank refuses with %s gives no account', async (answer, reason) => {
    await world.bank.misbehave({ on: 'providus.create', answer, times: 1 });
    const { reference, reply } = await world.initiated();
    const { amountPayable: amount } = reply.data as { amountPayable: number };
    const refused = await world.merchant.createAccount({
      ...{ paymentReference: reference, prefix: world.prefix, validity: 30, amount },
    });
    expect(refused.text).toContain(reason);
  });

  it('that takes the bank long is answered 202, and is there when it is asked for again', async () => {
    await world.bank.misbehave({ on: 'providus.create', delayMs: 9_000, times: 3 });
    const { reference, reply } = await world.initiated();
    const amount = Number(reply.data.amountPayable);
    const passing = { prefix: world.prefix, validity: 30, amount };
    const holder = { email: 'ada@example.ng', phoneNumber: '08031234567', bvn: '22987654321' };
    const lasting = { prefix: world.prefix, accountName: 'Ada Obi', ...holder };
    const asked = {
      'checkout/create-account': { ...passing, paymentReference: reference },
      'virtual-account/dynamic': { ...passing, paymentReference: `${reference}-2` },
      'virtual-account/static': { ...lasting, reference: `${reference}-3` },
    };
    const ask = ([path, body]: [string, JsonBody]) => world.merchant.post(`/api/v1/${path}`, body);
    const askAll = () => Promise.all(Object.entries(asked).map(ask));
    const first = await askAll();
    expect(first.map(({ status, code, data }) => [status, code, data.paymentReference])).toEqual(
      ['', '-2', '-3'].map((end) => [202, '09', `${reference}${end}`]),
    );
    const told = { reason: 'ACCOUNT_PENDING', retryable: true, retryAfterSeconds: 5 };
    for (const { data } of first) expect(data).toMatchObject(told);
    // The same request joins the one under way; both are answered when the bank has answered.
    const numbersOf = async () => (await askAll()).map(({ data }) => data.accountNumber);
    const opened = await numbersOf();
    expect(new Set(opened).size).toBe(3);
    expect(await numbersOf()).toEqual(opened);
  });

  it('for a number whose time is over is told of by nobody, and booked when the bank is asked for it', async () => {
    const { accountNumber, amount } = await world.awaitingPayment();
    await atBank(`/accounts/${accountNumber}/end`, 'POST');
    expect((await pay(accountNumber, amount)).notifications).toEqual([]);
    const [silent] = await bankCredits(accountNumber);
    expect([silent?.state, await booked(accountNumber)]).toEqual(['SILENT', []]);
    await atBank(`/credits/${silent?.settlement_id}/repush`, 'POST');
    expect(await booked(accountNumber)).toHaveLength(1);
  });

  it('for a number that the bank has stopped is told of once it is allowed again', async () => {
    const { accountNumber, amount } = await world.awaitingPayment();
    const stop = (flag: '0' | '1') =>
      fetch(`${world.manilla.simulatorUrl}/providus/dcs/PiPBlacklistAccount`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'client-id': 'manilla-test', ...signed },
        body: JSON.stringify({ account_number: accountNumber, blacklist_flg: flag }),
      });
    await stop('1');
    expect((await pay(accountNumber, amount)).notifications).toEqual([]);
    await stop('0');
    expect(await booked(accountNumber)).toHaveLength(1);
  });
});

interface BankTransfer {
  readonly reference: string;
  readonly session_id: string;
  readonly number: string;
  readonly amount: number;
  readonly state: string;
}

const bankTransfers = async (): Promise<readonly BankTransfer[]> =>
  ((await atBank('/transfers')) as { transfers: BankTransfer[] }).transfers;

describe('money that leaves through the bank', () => {
  it('is a refund to the account that paid, which the bank’s own list has once', async () => {
    // The fee of a payment is kept: only who has more than one can refund one whole.
    for (let n = 0; n < 4; n += 1) await world.paid();
    const { reference, amount } = await world.paid();
    const refundReference = `RFD-${newReference()}`;
    await world.merchant.refund(reference, { refundReference, reason: 'Sold out' });
    const shown = () => world.merchant.get(`/api/v1/refunds/${refundReference}`);
    await until(async () => (await shown()).data.status === 'SUCCESSFUL');
    const ours = await world.query<{ session_id: string; known_as: { sessionId: string } }>(
      `select o.session_id, o.known_as from outward_transfer o join refund r on r.refund_id = o.purpose_id
        where r.refund_reference = $1`,
      [refundReference],
    );
    const sentAs = ours[0]?.session_id;
    const atIt = (await bankTransfers()).filter((each) => each.reference === sentAs);
    expect(atIt).toMatchObject([{ number: '0123456789', amount, state: 'DONE' }]);
    // The bank's own session id is kept beside ours.
    expect(ours[0]?.known_as).toMatchObject({ sessionId: atIt[0]?.session_id });
  });

  it('is a payout to the merchant’s account', async () => {
    const { merchantId } = world.manilla.merchant;
    await world.query(
      `select post_journals(array[
         ('adjustment', 'adj_providus', 'fill', 'pool', '1100', 'providus', 'NGN', 3000000::bigint),
         ('adjustment', 'adj_providus', 'fill', 'merchant', '2110', $1, 'NGN', -3000000::bigint)]::leg[])`,
      [merchantId],
    );
    const settlementReference = newReference();
    const before = (await bankTransfers()).length;
    await world.merchant.post('/api/v1/settlement/merchant-settlement', {
      ...{ settlementReference, amount: 2_000_000, narration: 'Week 47' },
    });
    const status = () =>
      world.merchant.get(`/api/v1/settlement/get-settlement-status/${settlementReference}`);
    await until(async () => (await status()).data.status === 'SUCCESSFUL');
    expect((await bankTransfers()).slice(before)).toMatchObject([
      { amount: 1_995_000, state: 'DONE' },
    ]);
  });
});

describe('a notice', () => {
  it.each(['text/xml', 'application/x-www-form-urlencoded', 'application/json'])(
    'as %s that is unreadable is answered in the bank’s words',
    async (type) => {
      const reply = await fetch(`${world.manilla.baseUrl}/api/v1/providers/providus/notice`, {
        ...{ method: 'POST', headers: { ...signed, 'content-type': type }, body: '<a>' },
      });
      expect(reply.status).toBe(200);
      expect(await reply.json()).toMatchObject({ responseCode: '03' });
    },
  );
});
