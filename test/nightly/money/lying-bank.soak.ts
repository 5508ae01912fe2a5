import { afterAll, beforeAll, expect, test } from 'vitest';
import { refundWorkflowId } from '../../../src/domain/ids.js';
import type { BehaviourRule } from '../../../src/providers/simulator/server/behaviour/rules.js';
import { accountHeldBy } from '../../support/same-holder.js';
import { Random, soakNumber } from '../../support/soak-random.js';
import { order } from '../../support/api-client.js';
import { hurryRefunds } from './soak-settle.js';
import { type BankLine, insisting, SoakWorld, together, until } from './soak-world.js';

const wanted = soakNumber('BANK_N', 48);
const seed = soakNumber('SEED', 7);
/** One exact payment, then what comes too often: each of these is a refund by policy, and one more is the merchant's. */
const duplicates = 6;
const orders = Math.ceil(wanted / (duplicates + 2));
const amount = 60_000;
const limitMs = 100_000 + wanted * 400;
const again = `refunds at the bank (again: npm run soak -- --bank --n ${wanted} --seed ${seed})`;

/**
 * Beside the lies that move money or not and say something else (one call in five): an early query finds no record,
 * some transfers are still under way, some are refused for certain, some accounts are closed.
 */
const rules: readonly BehaviourRule[] = [
  { on: 'query', answer: '25', timesEach: 1 },
  { on: 'query', answer: '09', rate: 0.1, seed: seed + 11 },
  { on: 'query', answer: '01', rate: 0.1, seed: seed + 12 },
  { on: 'transfer', answer: '51', rate: 0.02, seed: seed + 13 },
  { on: 'transfer', answer: '26', done: true, rate: 0.02, seed: seed + 14 },
  { on: 'name-enquiry', answer: '07', rate: 0.01, seed: seed + 15 },
];

let world: SoakWorld;
beforeAll(async () => {
  const env = { MANILLA_RAIL_TIMEOUT_MS: '300' } as const;
  world = await SoakWorld.start({ shops: 4, env });
});
afterAll(() => world[Symbol.asyncDispose]());

interface Refunded extends Record<string, unknown> {
  readonly refund_id: string;
  readonly refund_reference: string;
  readonly merchant_id: string;
  readonly status: string;
  readonly amount: number;
  readonly sessions: readonly string[];
}

const refundsSql = `
  select r.refund_id, r.refund_reference, r.merchant_id, r.status, r.amount_minor::int as amount,
         coalesce((select json_agg(s.session_id order by s.attempt) from outward_transfer s
                    where s.purpose_id = r.refund_id), '[]') as sessions
    from refund r order by r.created_at, r.refund_id`;

/** An order that is paid exactly, overpaid or in two parts, then again and again, and refunded in part by its merchant. */
async function payTooOften(n: number): Promise<void> {
  const { client, prefix } = world.shop(n);
  const reference = `BANK-${n}`;
  const policies = n % 3 === 2 ? { underpaid: 'REFUND_NOW' } : {};
  await insisting(() => client.initiate(order({ paymentReference: reference, amount, policies })));
  const request = { paymentReference: reference, prefix, validity: 60, amount };
  const { data } = await insisting(() => client.createAccount(request));
  const accountNumber = String(data.accountNumber);
  const pay = async (paid: number): Promise<void> => {
    const source = { accountNumber: `8${String(n).padStart(9, '0')}`, bankCode: '999998' };
    await world.bank.payInward({ accountNumber, amount: paid, source, askName: false });
  };
  if (n % 3 === 2) await pay(amount - 1_000);
  await pay(n % 3 === 1 ? amount + 5_000 : amount);
  const isPaid = async () => (await client.query(reference)).data.status === 'SUCCESSFUL';
  await until(isPaid, (paid) => paid, { what: `${reference} is paid`, timeoutMs: limitMs });
  await Promise.all(
    Array.from({ length: n % 3 === 0 ? duplicates + 1 : duplicates }, (_, i) =>
      pay(10_000 + i * 100 + (n % 25 === 0 && i === 0 ? 1_500_000 : 0)),
    ),
  );
  await insisting(() =>
    client.post(`/api/v1/transactions/${reference}/refund`, {
      refundReference: `${reference}-R`,
      reason: 'Soak',
      amount: 7_000,
    }),
  );
}

interface Paid {
  readonly refund: Refunded;
  readonly debits: readonly BankLine[];
  readonly returns: readonly BankLine[];
}

/** Every refund with what the bank's own statement has of it. */
async function atTheBank(): Promise<Paid[]> {
  const lines = await world.statement();
  return (await world.query<Refunded>(refundsSql)).map((refund) => {
    const own = new Set(refund.sessions);
    const of = (kind: string) =>
      lines.filter((line) => line.kind === kind && own.has(line.sessionId ?? ''));
    return { refund, debits: of('DEBIT'), returns: of('DEBIT_RETURNED') };
  });
}

const openStates = ['REQUESTED', 'NAME_ENQUIRY', 'PROCESSING', 'UNKNOWN'];

/** Clocks go on, and the statement is read, until every refund is final or waits for a person. */
async function untilDecided(): Promise<Record<string, number>> {
  return until(
    async () => {
      await hurryRefunds(world, 3 * 3_600_000);
      const counts = await world.query<{ status: string; count: number }>(
        'select status, count(*)::int from refund group by status',
      );
      return Object.fromEntries(counts.map(({ status, count }) => [status, count]));
    },
    (counts) => openStates.every((status) => !counts[status]),
    { what: 'every refund is decided', timeoutMs: limitMs, everyMs: 1_500 },
  );
}

function faultsOf({ refund, debits, returns }: Paid): string[] {
  const { refund_id: id, status, amount: due } = refund;
  const paid = debits.length - returns.length;
  const isPaid = status === 'SUCCESSFUL';
  return [
    ...(paid > 1 ? [`${id} was paid ${paid} times`] : []),
    ...(debits.some((line) => line.amount !== due) ? [`${id} was paid another amount`] : []),
    ...(isPaid && paid !== 1 ? [`${id} is SUCCESSFUL and was paid ${paid} times`] : []),
    ...(!isPaid && status !== 'UNKNOWN' && paid !== 0 ? [`${id} is ${status} and was paid`] : []),
  ];
}

test(
  `a bank that lies in one call of five: ${wanted} refunds, none paid twice, none lost`,
  async () => {
    await world.bank.behave({ lieRate: 0.2, seed, rules: [...rules] });
    const started = Date.now();
    await together(
      Array.from({ length: orders }, (_, n) => n),
      8,
      payTooOften,
    );
    const requested = orders * (duplicates + 2);
    const count = async (): Promise<number> =>
      Number((await world.query('select count(*)::int as n from refund'))[0]?.['n']);
    await until(count, (n) => n >= requested, {
      what: `${requested} refunds are requested`,
      timeoutMs: limitMs,
    });
    const counts = await untilDecided();
    const ranMs = Date.now() - started;
    console.log(`seed ${seed}: ${requested} refunds in ${ranMs} ms: ${JSON.stringify(counts)}`);

    const paid = await atTheBank();
    expect(paid).toHaveLength(requested);
    expect(paid.flatMap(faultsOf), again).toEqual([]);
    const known = new Set(paid.flatMap(({ refund }) => refund.sessions));
    const strangers = (await world.statement()).filter(
      ({ kind, sessionId }) => kind === 'DEBIT' && !known.has(sessionId ?? ''),
    );
    expect(strangers).toEqual([]);
    await allOthersAreSeen(paid);
  },
  limitMs * 2,
);

/** Whoever looks finds every refund that is not paid among those that need attention. */
async function allOthersAreSeen(paid: readonly Paid[]): Promise<void> {
  const open = paid
    .filter(({ refund }) => refund.status !== 'SUCCESSFUL')
    .map(({ refund }) => refundWorkflowId(refund.refund_id))
    .toSorted();
  const listed = async (): Promise<string[]> =>
    (await world.find('CheckoutPhase = "NEEDS_ATTENTION" AND CaseType = "REFUND"')).toSorted();
  await expect.poll(listed, { timeout: 20_000 }).toEqual(open);
}

test('refunds that beneficiaries’ banks send back later go out again to another account, once', async () => {
  await world.bank.behaveWell();
  const random = new Random(seed);
  const arrived = (await atTheBank()).filter(
    ({ refund, returns }) => refund.status === 'SUCCESSFUL' && returns.length === 0,
  );
  const returned = Array.from({ length: 10 }, () => random.pick(arrived)).filter(
    (each, i, all) => all.indexOf(each) === i,
  );
  for (const { debits } of returned) {
    await world.bank.returnTransfer(debits[0]?.sessionId ?? '');
  }
  await world.reconcile();
  await world.query("update setting set value = '0' where name = 'settlement_cooling_hours'");
  await together(returned, 4, async ({ refund }) => {
    const { refund_id: id, refund_reference: reference, merchant_id: merchantId } = refund;
    await statusOf(id, 'NEEDS_ACCOUNT');
    const shop = world.shops.find((each) => each.merchantId === merchantId);
    const [payer] = await world.query<{ name: string }>(
      `select k.source ->> 'accountName' as name from refund r join inward_credit k using (credit_id) where r.refund_id = $1`,
      [id],
    );
    const bankCode = '000013';
    const accountNumber = accountHeldBy(payer?.name ?? '', bankCode);
    const { status } = await insisting(
      () =>
        shop?.client.post(`/api/v1/refunds/${reference}/destination`, {
          accountNumber,
          bankCode,
        }) ?? Promise.reject(new Error('nobody’s refund')),
    );
    expect(status).toBeLessThan(300);
    await statusOf(id, 'SUCCESSFUL');
  });
  const after = await atTheBank();
  expect(after.flatMap(faultsOf), again).toEqual([]);
  expect(after.filter(({ returns }) => returns.length > 0)).toHaveLength(returned.length);
  const faults = await world.query('select * from books_proof where faults <> 0');
  expect(faults).toEqual([]);
  const [booked] = await world.query<{ sum: string }>(
    "select sum(balance_minor)::text from ledger_account where code in ('1100', '1110', '1400')",
  );
  expect(Number(booked?.sum)).toBe((await world.bank.statement()).balance);
});

async function statusOf(refundId: string, status: string): Promise<void> {
  const ask = async () =>
    (await world.query('select status from refund where refund_id = $1', [refundId]))[0]?.[
      'status'
    ];
  await until(ask, (found) => found === status, {
    what: `${refundId} is ${status}`,
    timeoutMs: limitMs,
  });
}
