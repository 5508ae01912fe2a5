import { afterAll, beforeAll, expect, test } from 'vitest';
import { payoutWorkflowId } from '../../../src/domain/ids.js';
import type { BehaviourRule } from '../../../src/providers/simulator/server/behaviour/rules.js';
import { addDueMerchant, type Run } from '../../support/due-merchant.js';
import { Random, soakNumber } from '../../support/soak-random.js';
import { triggerSchedule } from '../../support/schedules.js';
import { SoakWorld, together, until } from './soak-world.js';

const wanted = soakNumber('PAYOUTS_N', 48);
const seed = soakNumber('SEED', 7);
const limitMs = 120_000 + wanted * 500;
const bankCode = '999998';
const again = `payouts at the bank (again: npm run soak -- --payouts --n ${wanted} --seed ${seed})`;

/**
 * Beside the lies that move money or not and say something else (one call in five): an early query finds no record, some
 * transfers are refused for certain, some accounts are closed.
 */
const rules: readonly BehaviourRule[] = [
  { on: 'query', answer: '25', timesEach: 1 },
  { on: 'query', answer: '09', rate: 0.1, seed: seed + 11 },
  // Not 91: as the answer to a query it may speak of the query, and a sending whose answer was lost would wait for a person.
  { on: 'transfer', answer: '51', rate: 0.05, seed: seed + 12 },
  { on: 'transfer', answer: '26', done: true, rate: 0.02, seed: seed + 13 },
  { on: 'name-enquiry', answer: '07', rate: 0.01, seed: seed + 14 },
];

let world: SoakWorld;
beforeAll(async () => {
  world = await SoakWorld.start({ shops: 1, env: { MANILLA_RAIL_TIMEOUT_MS: '300' } });
});
afterAll(() => world[Symbol.asyncDispose]());

interface Due {
  readonly merchantId: string;
  readonly accountNumber: string;
  readonly amount: number;
}

const random = new Random(seed);
/** Kobo: from here on the stamp duty is taken of what is sent. */
const dutyFrom = 1_000_000;
const duty = 5_000;

/** An amount that duty would take below its threshold is paid in two; here each is one. */
function outsideTheGap(amount: number): number {
  return amount >= dutyFrom && amount < dutyFrom + duty ? amount + duty : amount;
}

/** A merchant that is due money: what it sold is not what this is about. */
async function owe(n: number, amount: number): Promise<Due> {
  const accountNumber = String(7_000_000_000 + n);
  const account = await world.bank.account(bankCode, accountNumber);
  const run: Run = (sql, values) => world.query(sql, values);
  const merchantId = await addDueMerchant(run, account, amount);
  return { merchantId, accountNumber, amount };
}

interface Open extends Record<string, unknown> {
  readonly settlement_id: string;
  readonly merchant_id: string;
  readonly settlement_reference: string;
  readonly cut_off: Date;
  readonly status: string;
}

const open = () =>
  world.query<Open>(
    `select settlement_id, merchant_id, settlement_reference, cut_off, status from settlement
      where status in ('SCHEDULED', 'PROCESSING', 'UNKNOWN', 'ON_HOLD') and net_minor > 0`,
  );

function workflowOf({ merchant_id: merchantId, settlement_reference, cut_off: cutOff }: Open) {
  return payoutWorkflowId({
    merchantId,
    currency: 'NGN',
    settlementReference: settlement_reference,
    run: { cycle: 'INSTANT', cutOff },
  });
}

const settle = () => triggerSchedule(world.temporal, 'settle-instant', 'ALLOW_ALL');

/** Clocks go on, and the statement is read, until every settlement is final or waits for a person. */
async function untilDecided(): Promise<void> {
  await until(
    async () => {
      const moving = (await open()).filter(({ status }) => status !== 'ON_HOLD');
      await together(moving, 16, (each) => world.ahead(workflowOf(each), 3 * 3_600_000));
      await world.reconcile();
      return moving.length;
    },
    (moving) => moving === 0,
    { what: 'every payout is decided', timeoutMs: limitMs, everyMs: 1_500 },
  );
}

async function counts(): Promise<Record<string, number>> {
  const rows = await world.query<{ status: string; count: number }>(
    'select status, count(*)::int from payout group by status',
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

async function openAtAccounts(): Promise<number> {
  const [row] = await world.query<{ minor: number }>(
    `select coalesce(-sum(balance_minor), 0)::bigint::text::numeric::int as minor from ledger_account
      where code in ('2100', '2110') and owner <> $1`,
    [world.shop(0).merchantId],
  );
  return row?.minor ?? 0;
}

test(
  `a bank that lies in one call of five, and a worker that dies: ${wanted} payouts, none paid twice, none lost`,
  async () => {
    const due: Due[] = [];
    await together(
      Array.from(
        { length: wanted },
        (_, n) => [n, outsideTheGap(random.int(1_000, 3_000_000))] as const,
      ),
      8,
      async ([n, amount]) => void due.push(await owe(n, amount)),
    );
    await world.bank.behave({ lieRate: 0.2, seed, rules: [...rules] });
    const started = Date.now();
    await settle();
    await until(
      async () => (await world.bank.calls({ on: 'transfer' })).length,
      (sent) => sent >= Math.min(wanted / 4, 200),
      { what: 'payouts are under way', timeoutMs: limitMs },
    );
    await world.manilla.kill('worker');
    await world.manilla.restart('worker');
    await untilDecided();
    const first = await counts();
    // What was given back is due again: the next runs pay it.
    for (let runs = 0; runs < 6 && (await openAtAccounts()) > 0; runs += 1) {
      await settle();
      await until(openAtAccounts, (left) => left === 0, {
        what: 'what was given back is settled again',
        timeoutMs: limitMs,
      });
      await untilDecided();
    }
    console.log(
      `seed ${seed}: ${wanted} payouts in ${Date.now() - started} ms: first ${JSON.stringify(first)}, at last ${JSON.stringify(await counts())}`,
    );
    expect(await faultsOf(due), again).toEqual([]);
    await allHeldAreSeen();
    const faults = await world.query('select claim, faults from books_proof where faults <> 0');
    expect(faults).toEqual([]);
    await booksAreTheStatement(due);
  },
  limitMs * 3,
);

/** The bank's own statement beside what each merchant was due. */
async function faultsOf(due: readonly Due[]): Promise<string[]> {
  const debits = (await world.statement()).filter(({ kind }) => kind === 'DEBIT');
  const paid = await world.query<{ merchant_id: string; sessions: string[]; held: boolean }>(
    `select s.merchant_id, coalesce(json_agg(t.session_id) filter (where t.session_id is not null), '[]') as sessions,
            bool_or(s.status = 'ON_HOLD') as held
       from settlement s join payout p using (settlement_id)
       left join outward_transfer t on t.purpose = 'PAYOUT' and t.purpose_id = p.payout_id
      group by s.merchant_id`,
  );
  const of = new Map(paid.map((row) => [row.merchant_id, row]));
  const known = new Set(paid.flatMap(({ sessions }) => sessions));
  const strangers = debits.filter(({ sessionId }) => !known.has(sessionId ?? ''));
  return [
    ...strangers.map(({ sessionId }) => `${sessionId} is no payout of ours`),
    ...due.flatMap(({ merchantId, amount }) => {
      const row = of.get(merchantId);
      const own = new Set(row?.sessions);
      const sent = debits.filter(({ sessionId }) => own.has(sessionId ?? ''));
      const expected = amount >= dutyFrom ? amount - duty : amount;
      const isPaid = sent.length === 1 && sent[0]?.amount === expected;
      const isVisible = sent.length === 0 && row?.held === true;
      return isPaid || isVisible
        ? []
        : [`${merchantId} is due ${amount} and was sent ${JSON.stringify(sent)}`];
    }),
  ];
}

/** Whoever looks finds every settlement that is held among those that need attention. */
async function allHeldAreSeen(): Promise<void> {
  const held = (await open()).map(workflowOf).toSorted();
  const listed = async (): Promise<string[]> =>
    (await world.find('CheckoutPhase = "NEEDS_ATTENTION" AND CaseType = "PAYOUT"')).toSorted();
  await expect.poll(listed, { timeout: 20_000 }).toEqual(held);
}

/** What was booked as due never came through the bank; all else did. */
async function booksAreTheStatement(due: readonly Due[]): Promise<void> {
  const seeded = due.reduce((sum, { amount }) => sum + amount, 0);
  const [booked] = await world.query<{ sum: string }>(
    "select sum(balance_minor)::text from ledger_account where code in ('1100', '1110', '1400')",
  );
  expect(Number(booked?.sum) - seeded).toBe((await world.bank.statement()).balance);
}
