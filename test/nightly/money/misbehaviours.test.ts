import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BehaviourRule } from '../../../src/providers/simulator/server/behaviour/rules.js';
import type { Notify } from '../../../src/providers/simulator/control-client.js';
import { drawsWholeSamples } from '../../support/model-play.js';
import { order } from '../../support/api-client.js';
import { hurryRefunds } from './soak-settle.js';
import { type BankLine, insisting, SoakWorld, together, until } from './soak-world.js';

/** Whatever docs/simulator.md can make a bank do wrong, done to a whole Manilla, one order for each. */

const amount = 50_000;
/** What comes too often and goes back. */
const excess = 20_000;
const bankCode = '999998';

type Rule = Omit<BehaviourRule, 'account'>;
interface Row {
  readonly rules: readonly Rule[];
  readonly ends: 'SUCCESSFUL' | 'NEEDS_ACCOUNT';
  /** How often the money is sent; once if left out. More than once only after a certain refusal. */
  readonly sendings?: number;
  /** Of a transfer that the bank keeps. */
  readonly release?: string;
}

const once = { times: 1 } as const;
/** Each is proved alike at the rail (test/integration/providers/conformance), so that a third is enough beside the whole engine. */
const wrongAnswers = drawsWholeSamples
  ? (['TIMEOUT', 'RESET', 'HTTP_500', 'GARBAGE', 'EMPTY', '96'] as const)
  : (['TIMEOUT', 'EMPTY'] as const);

const rows: Readonly<Record<string, Row>> = {
  ...eachWrong('a name enquiry', (answer) => ({
    rules: [{ on: 'name-enquiry', answer, ...once }],
    ends: 'SUCCESSFUL',
  })),
  ...eachWrong('a transfer that is carried out', (answer) => ({
    rules: [{ on: 'transfer', answer, done: true, ...once }],
    ends: 'SUCCESSFUL',
  })),
  ...eachWrong('a transfer that is not carried out', (answer) => ({
    rules: [{ on: 'transfer', answer, done: false, ...once }],
    ends: 'SUCCESSFUL',
    sendings: 2,
  })),
  ...eachWrong('a query', (answer) => ({
    rules: [
      { on: 'transfer', answer: 'TIMEOUT', done: true, ...once },
      { on: 'query', answer, times: 2 },
    ],
    ends: 'SUCCESSFUL',
  })),
  'a transfer that the bank has done is called a duplicate': {
    rules: [{ on: 'transfer', answer: '94', done: true, ...once }],
    ends: 'SUCCESSFUL',
  },
  'a transfer is refused for certain': {
    rules: [{ on: 'transfer', answer: '51', ...once }],
    ends: 'SUCCESSFUL',
    sendings: 2,
  },
  'a transfer is kept, and done later': {
    rules: [{ on: 'transfer', answer: '09', done: 'HELD', ...once }],
    ends: 'SUCCESSFUL',
    release: '00',
  },
  'a transfer is kept, and declined later': {
    rules: [{ on: 'transfer', answer: '09', done: 'HELD', ...once }],
    ends: 'SUCCESSFUL',
    sendings: 2,
    release: '51',
  },
  'a transfer is answered too slowly': {
    rules: [{ on: 'transfer', delayMs: 800, ...once }],
    ends: 'SUCCESSFUL',
  },
  'the first queries find no record of what was done': {
    rules: [
      { on: 'transfer', answer: 'RESET', done: true, ...once },
      { on: 'query', answer: '25', timesEach: 2 },
    ],
    ends: 'SUCCESSFUL',
  },
  'a query says that it is in progress': {
    rules: [
      { on: 'transfer', answer: 'EMPTY', done: true, ...once },
      { on: 'query', answer: '09', times: 3 },
    ],
    ends: 'SUCCESSFUL',
  },
  'the account is closed, says the name enquiry': {
    rules: [{ on: 'name-enquiry', answer: '07' }],
    ends: 'NEEDS_ACCOUNT',
    sendings: 0,
  },
  'the account is closed, says the transfer': {
    rules: [{ on: 'transfer', answer: '07' }],
    ends: 'NEEDS_ACCOUNT',
  },
};

function eachWrong(what: string, rowOf: (answer: (typeof wrongAnswers)[number]) => Row) {
  return Object.fromEntries(
    wrongAnswers.map((answer) => [`${what} is answered ${answer}`, rowOf(answer)]),
  );
}

interface Order {
  readonly reference: string;
  readonly accountNumber: string;
}

let world: SoakWorld;
beforeAll(async () => {
  world = await SoakWorld.start({ shops: 1, env: { MANILLA_RAIL_TIMEOUT_MS: '300' } });
});
afterAll(() => world[Symbol.asyncDispose]());

let orders = 0;

async function open(): Promise<Order> {
  orders += 1;
  const reference = `WRONG-${orders}`;
  const { client, prefix } = world.shop(0);
  await insisting(() => client.initiate(order({ paymentReference: reference, amount })));
  const request = { paymentReference: reference, prefix, validity: 60, amount };
  const { data } = await insisting(() => client.createAccount(request));
  return { reference, accountNumber: String(data.accountNumber) };
}

async function statusOf(reference: string): Promise<string> {
  return String((await world.shop(0).client.query(reference)).data.status);
}

function pay(to: Order, paid: number, notify: Notify = {}, from = '0123456789') {
  const source = { accountNumber: from, bankCode };
  const { accountNumber } = to;
  return world.bank.payInward({ accountNumber, amount: paid, source, askName: false, notify });
}

describe('a bank that misbehaves about what we send', () => {
  const names = Object.keys(rows);
  const payerOf = (name: string): string => `6${String(names.indexOf(name)).padStart(9, '0')}`;
  interface Found extends Record<string, unknown> {
    readonly status: string;
    readonly sessions: readonly string[];
  }
  let found: Map<string, Found>;
  let lines: readonly BankLine[];

  beforeAll(async () => {
    await world.bank.behave({
      rules: Object.entries(rows).flatMap(([name, { rules }]) =>
        rules.map((rule) => ({ ...rule, account: payerOf(name) })),
      ),
    });
    await together(names, 8, async (name) => {
      const to = await open();
      await pay(to, amount);
      await until(
        () => statusOf(to.reference),
        (status) => status === 'SUCCESSFUL',
        {
          what: `${name}: the order is paid`,
        },
      );
      await pay(to, excess, {}, payerOf(name));
    });
    await until(refundsByPayer, isDecided, { what: 'all is decided', timeoutMs: 100_000 });
    found = await refundsByPayer();
    lines = await world.statement();
  }, 240_000);

  /** By the account that they go to. Held transfers are released, clocks go on. */
  async function refundsByPayer(): Promise<Map<string, Found>> {
    const refunds = await world.query<{ account: string } & Found>(
      `select r.destination ->> 'accountNumber' as account, r.status,
              coalesce((select json_agg(s.session_id) from outward_transfer s where s.purpose_id = r.refund_id), '[]') as sessions
         from refund r`,
    );
    const byPayer = new Map(refunds.map(({ account, ...rest }) => [account, rest]));
    for (const [name, { release }] of Object.entries(rows)) {
      const [sessionId] = byPayer.get(payerOf(name))?.sessions ?? [];
      if (release === undefined || sessionId === undefined) continue;
      await world.bank.releaseTransfer(sessionId, release).catch(() => undefined);
    }
    await hurryRefunds(world);
    return byPayer;
  }

  const isDecided = (all: Map<string, Found>): boolean =>
    names.every((name) =>
      ['SUCCESSFUL', 'NEEDS_ACCOUNT'].includes(all.get(payerOf(name))?.status ?? ''),
    );

  test.each(names)('%s', (name) => {
    const { ends, sendings = 1 } = rows[name] as Row;
    const { status, sessions } = found.get(payerOf(name)) as Found;
    const debits = lines.filter(
      ({ kind, sessionId }) => kind === 'DEBIT' && sessions.includes(sessionId ?? ''),
    );
    expect({ status, sendings: sessions.length, paid: debits.map((line) => line.amount) }).toEqual({
      status: ends,
      sendings,
      paid: ends === 'SUCCESSFUL' ? [excess] : [],
    });
  });
});

describe('a bank that misbehaves about what it received', () => {
  beforeAll(() => world.bank.behaveWell());

  const credits = async ({ accountNumber }: Order): Promise<number> => {
    const sql = 'select count(*)::int as n from inward_credit where account_number = $1';
    return Number((await world.query(sql, [accountNumber]))[0]?.['n']);
  };
  const untilPaid = (to: Order) =>
    until(
      () => statusOf(to.reference),
      (status) => status === 'SUCCESSFUL',
      { what: 'paid' },
    );

  test('tells five times: one credit', async () => {
    const to = await open();
    const { notifications } = await pay(to, amount, { times: 5 });
    expect(new Set(notifications.map(({ code }) => code))).toEqual(new Set(['00']));
    await untilPaid(to);
    expect(await credits(to)).toBe(1);
  });

  test.each(['REVERSED', 'TOGETHER'] as const)(
    'tells of parts %s: paid all the same',
    async (told) => {
      const to = await open();
      const parts = [10_000, 15_000, 25_000].map((part) => ({
        accountNumber: to.accountNumber,
        amount: part,
      }));
      await world.bank.payInwardBatch(parts, { times: 2, order: told });
      await untilPaid(to);
      expect(await credits(to)).toBe(3);
    },
  );

  test.each([{ times: 0 }, { garbage: true }] satisfies Notify[])(
    'tells nothing we could read (%o): its statement does',
    async (notify) => {
      const to = await open();
      const { notifications } = await pay(to, amount, notify);
      expect(notifications.filter(({ code }) => code === '00')).toEqual([]);
      expect(await credits(to)).toBe(0);
      await world.reconcile();
      await untilPaid(to);
    },
  );

  // That each other answer is no statement either is proved at the rail (test/integration/providers/conformance).
  test('answers GARBAGE when it is asked for its statement: it is asked again', async () => {
    const to = await open();
    await world.bank.misbehave({ on: 'statement', answer: 'GARBAGE', times: 1 });
    await pay(to, amount, { times: 0 });
    await world.reconcile();
    await untilPaid(to);
  });
});

test('after all of it the books hold, and have what the bank has', async () => {
  await world.reconcile();
  expect(await world.query('select * from books_proof where faults <> 0')).toEqual([]);
  const [booked] = await world.query<{ sum: string }>(
    "select sum(balance_minor)::text from ledger_account where code in ('1100', '1110', '1400')",
  );
  expect(Number(booked?.sum)).toBe((await world.bank.statement()).balance);
});
