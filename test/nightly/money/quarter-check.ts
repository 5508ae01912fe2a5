import assert from 'node:assert/strict';
import { payoutWorkflowId } from '../../../src/domain/ids.js';
import { PgSettlementKeys } from '../../../src/payouts/settlement/settlement-key.store.js';
import type { QuarterRun } from './quarter-run.js';
import type { QuarterMerchant } from './quarter-shop.js';
import type { BankLine } from './soak-world.js';

/** What a merchant has by the books, in kobo. */
interface BookRow extends Record<string, unknown> {
  readonly merchant_id: string;
  /** Not paid out yet, due or not, less what it owes. */
  readonly pending: string;
  /** Payouts that have not ended: on hold, or on their way. */
  readonly held: string;
  readonly moving: string;
  /** Duty, fees and VAT of the payouts that went out. */
  readonly costs: string;
}

interface PayoutRow extends Record<string, unknown> {
  readonly payout_id: string;
  readonly status: string;
  readonly sessions: string[];
}

interface CollectionRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly channel: 'Bank' | 'Card';
  readonly received_at: Date;
  readonly due_on: string;
  readonly run_on: string | null;
  readonly type: string | null;
}

/** One line of the table, in kobo; `left` is what nobody can tell the place of. */
export interface QuarterLine {
  readonly merchant: string;
  readonly schedule: string;
  readonly payments: number;
  readonly collected: bigint;
  readonly fees: bigint;
  readonly refunds: bigint;
  readonly chargebacks: bigint;
  readonly costs: bigint;
  readonly paid: bigint;
  readonly held: bigint;
  readonly moving: bigint;
  readonly pending: bigint;
  readonly left: bigint;
}

const sums = [
  'collected',
  'fees',
  'refunds',
  'chargebacks',
  'costs',
  'paid',
  'held',
  'moving',
  'pending',
  'left',
] as const;

export interface QuarterBooks {
  readonly lines: readonly QuarterLine[];
  /** Whatever is not as it must be, in words. */
  readonly faults: readonly string[];
}

/** Compares what was drawn, what the bank's statement says, and what the books say. */
export async function readQuarter(run: QuarterRun): Promise<QuarterBooks> {
  const statement = await run.world.statement();
  const books = await run.world.query<BookRow>(booksSql);
  const lines = run.merchants.map((merchant) => {
    const row = books.find(({ merchant_id: id }) => id === merchant.merchantId);
    return lineOf(merchant, statement, row);
  });
  const faults = [
    ...lines
      .filter(({ left }) => left !== 0n)
      .map(({ merchant, left }) => `${merchant}: ${left} kobo are nowhere`),
    ...(await proofFaults(run)),
    ...(await payoutFaults(run, statement)),
    ...(await positionFaults(run)),
    ...(await dateFaults(run)),
    ...(await unseenHolds(run)),
  ];
  return { lines, faults };
}

/** Throws with all that is wrong, and how to see it again. */
export function assertQuarter({ plan }: QuarterRun, { faults }: QuarterBooks): void {
  const { seed, payments, merchants, days } = plan.size;
  const again = `npm run soak -- --quarter --seed ${seed} --payments ${payments} --merchants ${merchants} --days ${days}`;
  assert.equal(
    faults.length,
    0,
    `${faults.length} faults; again with ${again}\n${faults.slice(0, 20).join('\n')}`,
  );
}

const booksSql = `
  select m.merchant_id,
         coalesce((select -sum(a.balance_minor) from ledger_account a
                    where a.owner = m.merchant_id and a.code in ('1300', '2100', '2110')), 0)::text as pending,
         coalesce(p.held, 0)::text as held, coalesce(p.moving, 0)::text as moving, coalesce(p.costs, 0)::text as costs
    from merchant m left join (
      select p.merchant_id,
             sum(p.amount_minor) filter (where s.status = 'ON_HOLD' and p.status = 'SCHEDULED') as held,
             sum(p.amount_minor) filter (where p.status in ('SCHEDULED', 'PROCESSING', 'UNKNOWN')
                                           and not (s.status = 'ON_HOLD' and p.status = 'SCHEDULED')) as moving,
             sum(p.duty_minor + p.fee_minor + p.vat_minor) filter (where p.status not in ('FAILED', 'CANCELLED')) as costs
        from payout p join settlement s using (settlement_id) group by p.merchant_id) p using (merchant_id)`;

function lineOf(
  merchant: QuarterMerchant,
  statement: readonly BankLine[],
  row: BookRow | undefined,
): QuarterLine {
  const { collectedMinor: collected, feeMinor: fees, refundMinor: refunds } = merchant;
  const chargebacks = merchant.chargebackMinor;
  const paid = paidTo(merchant, statement);
  const [held, moving, pending, costs] = [row?.held, row?.moving, row?.pending, row?.costs].map(
    (text) => BigInt(text ?? 0),
  ) as [bigint, bigint, bigint, bigint];
  return {
    merchant: `shop ${merchant.n + 1}`,
    schedule: merchant.schedule,
    payments: merchant.payments,
    collected,
    fees,
    refunds,
    chargebacks,
    costs,
    paid,
    held,
    moving,
    pending,
    left: collected - fees - refunds - chargebacks - costs - paid - held - moving - pending,
  };
}

/** By the bank's own statement: what went to the merchant's account, less what was sent back from there. */
function paidTo({ accountNumber }: QuarterMerchant, statement: readonly BankLine[]): bigint {
  const sent = statement.filter(
    ({ kind, counterpart }) => kind === 'DEBIT' && counterpart.accountNumber === accountNumber,
  );
  const sessions = new Set(sent.map(({ sessionId }) => sessionId));
  const back = statement.filter(
    ({ kind, sessionId }) => kind === 'DEBIT_RETURNED' && sessions.has(sessionId),
  );
  const total = (some: readonly BankLine[]) =>
    some.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  return total(sent) - total(back);
}

async function proofFaults({ world }: QuarterRun): Promise<string[]> {
  const rows = await world.query<{ claim: string; faults: string }>(
    'select claim, faults::text from books_proof where faults <> 0',
  );
  return rows.map(({ claim, faults }) => `the proof of the books: not "${claim}" (${faults})`);
}

/** A payout left the bank once if it is SUCCESSFUL or REVERSED, and never if it is not. */
async function payoutFaults({ world, merchants }: QuarterRun, statement: readonly BankLine[]) {
  const payouts = await world.query<PayoutRow>(
    `select p.payout_id, p.status,
            coalesce(json_agg(t.session_id) filter (where t.session_id is not null), '[]') as sessions
       from payout p left join outward_transfer t on t.purpose = 'PAYOUT' and t.purpose_id = p.payout_id
      group by p.payout_id`,
  );
  const accounts = new Set(merchants.map(({ accountNumber }) => accountNumber));
  const debits = statement.filter(
    ({ kind, counterpart }) => kind === 'DEBIT' && accounts.has(counterpart.accountNumber ?? ''),
  );
  const debited = new Map<string, number>();
  for (const { sessionId } of debits) {
    debited.set(sessionId ?? '', (debited.get(sessionId ?? '') ?? 0) + 1);
  }
  const known = new Set(payouts.flatMap(({ sessions }) => sessions));
  return [
    ...debits
      .filter(({ sessionId }) => !known.has(sessionId ?? ''))
      .map(({ sessionId }) => `${sessionId} went to a merchant and is no payout of ours`),
    ...payouts.flatMap(({ payout_id: payoutId, status, sessions }) => {
      const times = sessions.reduce((sum, session) => sum + (debited.get(session) ?? 0), 0);
      const expected = status === 'SUCCESSFUL' || status === 'REVERSED' ? 1 : 0;
      return times === expected
        ? []
        : [`${payoutId} is ${status} and left the bank ${times} times`];
    }),
  ];
}

/** What lies at the bank by our books is what its statement ends with. */
async function positionFaults({ world }: QuarterRun): Promise<string[]> {
  const [booked] = await world.query<{ sum: string }>(
    `select coalesce(sum(balance_minor), 0)::text as sum from ledger_account where code in ('1100', '1110', '1400')`,
  );
  const { balance } = await world.bank.statement();
  return Number(booked?.sum) === balance
    ? []
    : [`by our books the bank has ${booked?.sum} of ours, by its statement ${balance}`];
}

/** By the plain calendar: nothing is paid out before it is due, nor on a day without payouts. */
async function dateFaults({ world, merchants, plan }: QuarterRun): Promise<string[]> {
  const rows = await world.query<CollectionRow>(
    `select b.merchant_id, k.channel, k.received_at, b.due_on::text, s.run_on::text, s.type
       from balance_transaction b
       join inward_credit k on k.credit_id = b.source_id
       left join settlement s on s.settlement_id = b.settlement_id
      where b.type = 'COLLECTION'`,
  );
  const schedules = new Map(merchants.map(({ merchantId, schedule }) => [merchantId, schedule]));
  const early = rows.filter(({ merchant_id: id, channel, received_at, due_on, run_on, type }) => {
    const schedule = schedules.get(id) ?? '';
    const due = plan.calendar.dueOn(schedule, channel, received_at);
    if (run_on === null) return due !== due_on;
    if (type === 'ON_DEMAND') return false;
    return run_on < due || !plan.calendar.isPayoutDay(schedule, run_on);
  });
  return early.map((row) => `settled on a wrong day: ${JSON.stringify(row)}`);
}

/** Whoever looks finds every payout that is held among those that need attention. */
async function unseenHolds({ world, pool }: QuarterRun): Promise<string[]> {
  const held = await world.query<{ settlement_id: string }>(
    `select settlement_id from settlement where status = 'ON_HOLD' and net_minor > 0`,
  );
  const keys = new PgSettlementKeys(pool);
  const wanted = await Promise.all(
    held.map(async ({ settlement_id: id }) => payoutWorkflowId(await keys.ofSettlement(id))),
  );
  const listed = new Set(
    await world.find('CheckoutPhase = "NEEDS_ATTENTION" AND CaseType = "PAYOUT"'),
  );
  return wanted.filter((id) => !listed.has(id)).map((id) => `${id} is held and nobody sees it`);
}

/** The table, amounts in naira. */
export function printTable(lines: readonly QuarterLine[]): string {
  const total = {
    merchant: 'all',
    schedule: '',
    payments: lines.reduce((sum, { payments }) => sum + payments, 0),
    ...(Object.fromEntries(
      sums.map((name) => [name, lines.reduce((sum, line) => sum + line[name], 0n)]),
    ) as Record<(typeof sums)[number], bigint>),
  } satisfies QuarterLine;
  const header = ['merchant', 'schedule', 'payments', ...sums];
  const rows = [...lines, total].map((line) => [
    line.merchant,
    line.schedule,
    String(line.payments),
    ...sums.map((name) => toNaira(line[name])),
  ]);
  const widths = header.map((name, i) =>
    Math.max(name.length, ...rows.map((row) => row[i]?.length ?? 0)),
  );
  const toLine = (row: readonly string[]) =>
    row
      .map((cell, i) => (i < 2 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join('  ');
  return [header, ...rows].map(toLine).join('\n');
}

function toNaira(kobo: bigint): string {
  const digits = String(kobo < 0n ? -kobo : kobo).padStart(3, '0');
  return `${kobo < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
