import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hookHeaders, signHook } from '../../src/providers/hook-signature.js';
import type { ApiReply, JsonBody } from '../support/api-client.js';
import { ApiWorld, hookKeys, mintSessionId } from '../support/api-world.js';
import type { TestEdge } from '../support/edge.js';

let world: ApiWorld<TestEdge>;
let key: KeyObject;
beforeAll(async () => {
  world = await ApiWorld.edge();
  key = hookKeys(world.manilla.env).first;
});
afterAll(() => world?.stop());

const credits = '/api/v1/providers/simulator/inward-credit';
const names = '/api/v1/providers/simulator/name-enquiry';
const recalls = '/api/v1/providers/simulator/recall';

interface Signing {
  readonly path?: string;
  /** How far the timestamp is from now. */
  readonly offsetSeconds?: number;
  readonly key?: KeyObject;
  /** What is signed, when it is not what is sent. */
  readonly signed?: string;
}

const tell = (message: JsonBody, signing: Signing = {}): Promise<ApiReply> =>
  tellText(JSON.stringify(message), signing);

function tellText(body: string, signing: Signing = {}): Promise<ApiReply> {
  const timestamp = String(Math.floor(Date.now() / 1_000) + (signing.offsetSeconds ?? 0));
  const signature = signHook({ first: signing.key ?? key }, timestamp, signing.signed ?? body);
  return world.anonymous.send('POST', signing.path ?? credits, {
    body,
    headers: {
      'content-type': 'application/json',
      [hookHeaders.timestamp]: timestamp,
      [hookHeaders.signature]: signature,
    },
  });
}

const credit = (accountNumber: string, changes: JsonBody = {}) => ({
  sessionId: mintSessionId(),
  accountNumber,
  amount: 1_000_000,
  ...changes,
});

describe('POST /api/v1/providers/{provider}/inward-credit', () => {
  it.each([
    ['a number that no double holds', '"trace":999998261120151233000000000001'],
    ['half of a character', '"trace":"\\ud800"'],
    ['a name given twice', '"trace":1,"trace":2'],
    ['a name that JavaScript reserves', '"__proto__":{"amount":1}'],
    ['deep nesting', `"trace":${'['.repeat(20_000)}${']'.repeat(20_000)}`],
    ['six hundred values', `"trace":[${'1,'.repeat(600)}1]`],
  ])('takes money beside %s in a field that it does not read', async (_, field) => {
    const checkout = await world.awaitingPayment();
    const text = JSON.stringify(credit(checkout.accountNumber));
    expect(await tellText(text.replace(/}$/, `,${field}}`))).toMatchObject({ status: 200 });
    expect(await tellText(text.replace(/^{/, `{${field},`))).toMatchObject({ status: 200 });
  });

  it.each([
    ['amount', 'integer', '"amount":9007199254740993'],
    ['amount', 'duplicate', '"amount":1'],
    ['narration', 'text', '"narration":"\\u0000"'],
  ])('refuses a fault in %s, which it reads: %s', async (field, rule, member) => {
    const checkout = await world.awaitingPayment();
    const { amount, ...rest } = credit(checkout.accountNumber);
    const text = JSON.stringify(rule === 'integer' ? rest : { ...rest, amount }).replace(
      /}$/,
      `,${member}}`,
    );
    expect(await tellText(text)).toMatchObject({
      status: 400,
      data: { errors: [{ field, rule }] },
    });
  });

  it('makes one transaction, one journal and one event of many notices of one transfer', async () => {
    const checkout = await world.awaitingPayment();
    const message = credit(checkout.accountNumber);
    const replies = [];
    for (let i = 0; i < 3; i += 1) replies.push(await tell(message));
    replies.push(...(await Promise.all([1, 2, 3, 4, 5].map(() => tell(message)))));
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(replies[0]).toMatchObject({ status: 200, code: '00' });
    await world.merchant.complete(checkout.completion, { prefer: 'wait=20' });
    expect(await tell(message)).toMatchObject({ status: 200, text: replies[0]?.text });

    const { data } = await world.merchant.query(checkout.reference);
    expect(data.status).toBe('SUCCESSFUL');
    expect(data.transactions).toHaveLength(1);
    const [counts] = await world.query(
      `select (select count(*)::int from journal where source_id = $1) as journals,
              (select count(*)::int from event where checkout_id = $2 and type = 'checkout.successful') as events`,
      [replies[0]?.data.transactionReference, data.checkoutId],
    );
    expect(counts).toEqual({ journals: 1, events: 1 });
  });

  it('takes money for any number, because it has arrived', async () => {
    const reply = await tell(credit('0123456789'));
    expect(reply).toMatchObject({ status: 200, code: '00' });
    const rows = await world.query('select outcome from inward_credit where credit_id = $1', [
      reply.data.transactionReference,
    ]);
    expect(rows).toEqual([{ outcome: 'UNMATCHED' }]);
  });

  it('takes a transfer with fields it does not know', async () => {
    const { accountNumber } = await world.awaitingPayment();
    const more = { tranRemarks: 'x', settledAmount: '10000.00', narration: 'n'.repeat(300) };
    expect((await tell(credit(accountNumber, more))).status).toBe(200);
  });

  it.each([
    ['no amount', { amount: undefined }],
    ['an amount in another unit', { amount: 10_000.5 }],
    ['another currency', { currency: 'USD' }],
    ['no session id', { sessionId: '' }],
    ['half a number', { accountNumber: '50112' }],
  ])('refuses a message with %s', async (_name, changes) => {
    expect((await tell(credit('5011234561', changes))).status).toBe(400);
  });

  it.each([
    ['another key', { key: createSecretKey(randomBytes(32)) }],
    ['another body', { signed: '{}' }],
    ['an old time', { offsetSeconds: -301 }],
    ['a time to come', { offsetSeconds: 305 }],
    ['an unknown provider', { path: '/api/v1/providers/nobody/inward-credit' }],
  ])('refuses a signature with %s', async (_name, signing) => {
    const reply = await tell(credit('0123456789'), signing);
    expect(reply).toMatchObject({ status: 401, code: '63', data: { reason: 'SIGNATURE_INVALID' } });
  });

  it('refuses a message without a signature, and a merchant’s token in its place', async () => {
    expect((await world.anonymous.post(credits, credit('0123456789'))).status).toBe(401);
    expect((await world.merchant.post(credits, credit('0123456789'))).status).toBe(401);
  });
});

it('a notice of a provider that sends none here is not found', async () => {
  expect((await world.anonymous.post('/api/v1/providers/nobody/notice', {})).status).toBe(404);
});

describe('POST /api/v1/providers/{provider}/name-enquiry', () => {
  const ask = (accountNumber: string) => tell({ accountNumber }, { path: names });

  it('tells the name while the account takes money', async () => {
    const { accountNumber } = await world.awaitingPayment();
    expect(await ask(accountNumber)).toMatchObject({
      status: 200,
      code: '00',
      data: { accountNumber, accountName: 'SANDBOX SHOP-ADA OBI', amountExpected: 1_000_000 },
    });
  });

  it('refuses from the very end of the window on', async () => {
    const { accountNumber } = await world.awaitingPayment();
    const endIn = (interval: string) =>
      world.query(
        `update virtual_account set expires_at = clock_timestamp() + $2::interval where account_number = $1`,
        [accountNumber, interval],
      );
    await endIn('1 minute');
    expect((await ask(accountNumber)).code).toBe('00');
    await endIn('-1 millisecond');
    expect(await ask(accountNumber)).toMatchObject({
      status: 404,
      code: '07',
      data: { reason: 'ACCOUNT_NOT_FOUND' },
    });
  });

  it('answers 00 until the very millisecond of the end, and 07 from it on', async () => {
    const { accountNumber } = await world.awaitingPayment();
    const [row] = await world.query<{ end: Date }>(
      `update virtual_account set expires_at = date_trunc('milliseconds', clock_timestamp()) + interval '2 seconds'
        where account_number = $1 returning expires_at as end`,
      [accountNumber],
    );
    const end = row?.end.getTime() ?? 0;
    const answers: { began: number; ended: number; code: string }[] = [];
    const askUntilOver = async () => {
      let began: number;
      do {
        began = Date.now();
        const { code } = await ask(accountNumber);
        answers.push({ began, ended: Date.now(), code });
      } while (began < end);
    };
    await Promise.all([1, 2, 3].map(askUntilOver));
    const codes = (some: typeof answers) => [...new Set(some.map(({ code }) => code))];
    expect(codes(answers.filter(({ ended }) => ended < end))).toEqual(['00']);
    expect(codes(answers.filter(({ began }) => began >= end))).toEqual(['07']);
  });

  it('refuses a number that is unknown or has been paid', async () => {
    expect((await ask('0123456789')).code).toBe('07');
    const { accountNumber } = await world.paid();
    expect((await ask(accountNumber)).code).toBe('07');
  });
});

describe('POST /api/v1/providers/{provider}/recall', () => {
  const recall = (message: JsonBody) => tell(message, { path: recalls });
  let events = 0;
  const recallOf = (sessionId: string, changes: JsonBody = {}): JsonBody => {
    events += 1;
    return { eventId: `rcl-${process.pid}-${events}`, sessionId, amount: 1_000_000, ...changes };
  };

  async function paid() {
    const checkout = await world.paid();
    const { data } = await world.merchant.query(checkout.reference);
    return { checkout, sessionId: String(data.transaction.sessionId) };
  }

  it('takes back what was paid, once however often it is told', async () => {
    const { checkout, sessionId } = await paid();
    const message = recallOf(sessionId);
    const replies = await Promise.all([1, 2, 3].map(() => recall(message)));
    expect(replies.map(({ status, code }) => `${status}/${code}`)).toEqual(Array(3).fill('200/00'));
    expect(replies[0]?.data).toMatchObject({ eventId: message['eventId'], sessionId });
    const replayed = replies.filter(({ headers }) => headers.get('idempotent-replayed') === 'true');
    expect(replayed).toHaveLength(2);
    const { data } = await world.merchant.query(checkout.reference);
    expect(data.status).toBe('REVERSED');
    const events = await world.query(
      `select count(*)::int as n from event where checkout_id = $1 and type = 'transaction.reversed'`,
      [data.checkoutId],
    );
    expect(events).toEqual([{ n: 1 }]);
  });

  it('knows no credit that it was not told of', async () => {
    expect(await recall(recallOf(mintSessionId()))).toMatchObject({ status: 404, code: '25' });
  });

  it.each([
    [{ eventId: undefined }, 'eventId'],
    [{ eventId: 'a b c d' }, 'eventId'],
    [{ sessionId: '' }, 'sessionId'],
    [{ amount: 0 }, 'amount'],
    [{ amount: '5' }, 'amount'],
  ])('refuses a message with %j', async (changes, field) => {
    const reply = await recall(recallOf(mintSessionId(), changes));
    expect(reply.status).toBe(400);
    expect(reply.data.errors[0].field).toBe(field);
  });

  it('refuses one that the bank has not signed', async () => {
    expect((await world.anonymous.post(recalls, recallOf('123456'))).status).toBe(401);
    const other = { path: recalls, key: createSecretKey(randomBytes(32)) };
    expect((await tell(recallOf('123456'), other)).status).toBe(401);
  });
});
