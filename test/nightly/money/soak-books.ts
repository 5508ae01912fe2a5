import type { Policies } from '../../../src/domain/policies.js';
import type { SoakCase } from './soak-case.js';
import type { BankLine, SoakWorld } from './soak-world.js';

/** Everything the books and the bank say of one case. Amounts are kobo as bigint. */
export interface CaseBooks {
  readonly of: SoakCase;
  readonly checkout: CheckoutRow;
  readonly credits: readonly CreditRow[];
  readonly refunds: readonly RefundRow[];
  readonly sendings: readonly SendingRow[];
  readonly legs: readonly Leg[];
  /** The bank's lines of this case's session ids, in and out. */
  readonly lines: readonly BankLine[];
}

export interface CheckoutRow extends Record<string, unknown> {
  readonly checkout_id: string;
  readonly payment_reference: string;
  readonly status: string;
  readonly amount_minor: bigint;
  readonly expected_minor: bigint;
  readonly paid_minor: bigint;
  readonly applied_minor: bigint;
  readonly accepted_minor: bigint;
  readonly fee_minor: bigint;
  readonly vat_minor: bigint;
  readonly policies: Policies;
}

export interface CreditRow extends Record<string, unknown> {
  readonly credit_id: string;
  readonly checkout_id: string | null;
  readonly session_id: string;
  readonly channel: 'Bank' | 'Card';
  readonly amount_minor: bigint;
  readonly applied_minor: bigint;
  readonly outcome: string | null;
  readonly policy_applied: string | null;
  readonly resolution: string | null;
  readonly fee_minor: bigint;
  readonly vat_minor: bigint;
  readonly refunded_minor: bigint;
}

export interface RefundRow extends Record<string, unknown> {
  readonly refund_id: string;
  readonly credit_id: string;
  readonly origin: string;
  readonly channel: 'Bank' | 'Card';
  readonly amount_minor: bigint;
  readonly duty_minor: bigint;
  readonly status: string;
}

export interface SendingRow extends Record<string, unknown> {
  readonly session_id: string;
  readonly purpose_id: string;
  readonly status: string;
}

export interface Leg {
  readonly sourceType: string;
  readonly sourceId: string;
  readonly purpose: string;
  readonly code: string;
  readonly amount: bigint;
}

interface LegRow extends Record<string, unknown> {
  readonly source_type: string;
  readonly source_id: string;
  readonly purpose: string;
  readonly code: string;
  readonly amount_minor: bigint;
}

export interface WorldBooks {
  readonly cases: readonly CaseBooks[];
  readonly faults: readonly { readonly claim: string; readonly faults: string }[];
  /** Balance of our accounts with the bank, in the books and at the bank. */
  readonly atBank: { readonly booked: bigint; readonly stated: bigint };
  /** Of journals that belong to no case, the balance by account code. */
  readonly strangers: Readonly<Record<string, bigint>>;
}

/** Kobo columns come as text, so that none is read as a floating-point number. */
function kobo<Row extends Record<string, unknown>>(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      /_minor$/.test(name) && value !== null ? BigInt(value as string) : value,
    ]),
  ) as Row;
}

function byKey<Row>(rows: readonly Row[], key: (row: Row) => string | null): Map<string, Row[]> {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const name = key(row) ?? '';
    const list = found.get(name);
    if (list === undefined) found.set(name, [row]);
    else list.push(row);
  }
  return found;
}

/** Reads all the world holds, once for each table. */
export async function readBooks(world: SoakWorld, cases: readonly SoakCase[]): Promise<WorldBooks> {
  const read = async <Row extends Record<string, unknown>>(sql: string): Promise<Row[]> =>
    (await world.query<Row>(sql)).map(kobo);
  const [checkouts, credits, refunds, sendings, legs, faults, booked] = await Promise.all([
    read<CheckoutRow>('select * from checkout'),
    read<CreditRow>('select * from inward_credit order by received_at, credit_id'),
    read<RefundRow>('select * from refund order by created_at, refund_id'),
    read<SendingRow>('select * from outward_transfer order by sent_at'),
    read<LegRow>(`select j.source_type, j.source_id, j.purpose, a.code, sum(e.amount_minor) as amount_minor
       from journal j join entry e using (journal_id) join ledger_account a using (account_id)
      group by 1, 2, 3, 4`),
    world.query<{ claim: string; faults: string }>('select * from books_proof where faults <> 0'),
    read<{ total_minor: bigint }>(
      "select coalesce(sum(balance_minor), 0) as total_minor from ledger_account where code in ('1100', '1110', '1400')",
    ),
  ]);
  const lines = await world.statement();
  const stated = BigInt(lines.at(-1)?.balance ?? 0);
  const parts = splitByCase(cases, { checkouts, credits, refunds, sendings, legs, lines });
  return {
    cases: parts.cases,
    faults,
    atBank: { booked: booked[0]?.total_minor ?? 0n, stated },
    strangers: parts.strangers,
  };
}

interface Tables {
  readonly checkouts: readonly CheckoutRow[];
  readonly credits: readonly CreditRow[];
  readonly refunds: readonly RefundRow[];
  readonly sendings: readonly SendingRow[];
  readonly legs: readonly LegRow[];
  readonly lines: readonly BankLine[];
}

function splitByCase(cases: readonly SoakCase[], tables: Tables) {
  const checkouts = new Map(tables.checkouts.map((row) => [row.payment_reference, row]));
  const creditsOf = byKey(tables.credits, ({ checkout_id }) => checkout_id);
  const creditBySession = byKey(tables.credits, ({ session_id }) => session_id);
  const refundsOf = byKey(tables.refunds, ({ credit_id }) => credit_id);
  const sendingsOf = byKey(tables.sendings, ({ purpose_id }) => purpose_id);
  const legsOf = byKey(tables.legs, ({ source_id }) => source_id);
  const linesOf = byKey(tables.lines, ({ sessionId }) => sessionId);
  const strangers = new Map(legsOf);
  const take = (id: string): Leg[] => {
    strangers.delete(id);
    return (legsOf.get(id) ?? []).map((row) => ({
      sourceType: row.source_type,
      sourceId: row.source_id,
      purpose: row.purpose,
      code: row.code,
      amount: row.amount_minor,
    }));
  };
  const found = cases.map((of) => {
    const checkout = checkouts.get(of.reference);
    if (checkout === undefined) throw new Error(`there is no checkout ${of.reference}`);
    const strays = of.transfers.filter(({ isStray }) => isStray);
    const credits = [
      ...(creditsOf.get(checkout.checkout_id) ?? []),
      ...strays.flatMap(({ sessionId }) => creditBySession.get(sessionId) ?? []),
    ];
    const refunds = credits.flatMap(({ credit_id }) => refundsOf.get(credit_id) ?? []);
    const sendings = refunds.flatMap(({ refund_id }) => sendingsOf.get(refund_id) ?? []);
    // A card refund is known to its acquirer by its own id.
    const ids = new Set([
      checkout.checkout_id,
      ...credits.map(({ credit_id }) => credit_id),
      ...refunds.map(({ refund_id }) => refund_id),
      ...sendings.map(({ session_id }) => session_id),
    ]);
    const sessions = new Set([
      ...of.transfers.map(({ sessionId }) => sessionId),
      ...sendings.map(({ session_id }) => session_id),
    ]);
    return {
      of,
      checkout,
      credits,
      refunds,
      sendings,
      legs: [...ids].flatMap(take),
      lines: [...sessions].flatMap((id) => linesOf.get(id) ?? []),
    };
  });
  return { cases: found, strangers: sumByCode([...strangers.values()].flat()) };
}

function sumByCode(rows: readonly LegRow[]): Record<string, bigint> {
  const sums: Record<string, bigint> = {};
  for (const { code, amount_minor } of rows) sums[code] = (sums[code] ?? 0n) + amount_minor;
  return sums;
}
