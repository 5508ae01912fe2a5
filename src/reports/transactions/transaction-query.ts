import type { TransactionFilter } from './transaction.js';
import { type Slice, statementLimit } from '../../domain/slice.js';
import type { CreditStatus, TransactionStatus } from '../../domain/transaction-state.js';
import { statementName } from '../../platform/database/statement-name.js';

/**
 * A statement and its values. The name depends on which filters are set, so that a connection prepares each combination
 * once.
 */
export interface ListQuery {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * The source of a list's rows: `k` is the credit, and `x` has the values that the list is sorted by and the credit's
 * exception.
 */
interface Origin {
  readonly name: string;
  readonly from: string;
  /** True when `k` has all fields of a credit, and false when it has only those of the credit's own row. */
  readonly isWhole: boolean;
  readonly where?: string;
}

type Lookup = 'reference' | 'text' | 'paymentReference' | 'sessionId' | 'accountNumber';

/**
 * Filters that name a payment. Each has an index of its own, which finds few rows. The narrowest filter comes first.
 */
const lookups: Readonly<Record<Lookup, string>> = {
  reference: 'credits_by_reference',
  sessionId: 'credits_by_session',
  paymentReference: 'credits_by_order',
  text: 'credits_by_text',
  accountNumber: 'credits_by_number',
};
const lookupNames = Object.keys(lookups) as Lookup[];

/**
 * The statuses of a credit that is simply paid. Credits with other statuses are among the noted ones, or are not in the
 * books yet.
 */
const plain: ReadonlySet<TransactionStatus | CreditStatus> = new Set(['SUCCESSFUL', 'APPLIED']);
const underWay: ReadonlySet<TransactionStatus | CreditStatus> = new Set(['PROCESSING', 'RECEIVED']);

/**
 * "offset 0" makes the planner look up each row separately, so that no plan reads all credits or statuses in order to
 * join them.
 */
const creditOf = (driver: string): string =>
  `cross join lateral (select * from inward_credit i where i.credit_id = ${driver}.credit_id offset 0) k`;
const statusOfCredit = `cross join lateral (
  select r.status, r.inward_status, r.updated_at from transaction_read r where r.credit_id = k.credit_id offset 0) s`;
const ownStatus = 'cross join lateral (select k.status, k.inward_status, k.updated_at) s';
const itself = 'cross join lateral (select k.merchant_id, k.received_at, k.credit_id, k.outcome) x';

/**
 * Conditions on a credit's own row that every credit of the status meets. They are cheaper to check than the status
 * itself.
 */
const marks: Readonly<Partial<Record<TransactionStatus | CreditStatus, string>>> = {
  PENDING: `x.outcome = 'UNDERPAID'`,
  HELD: `x.outcome in ('LATE', 'DUPLICATE', 'UNMATCHED')`,
  UNMATCHED: `x.outcome = 'UNMATCHED'`,
  REFUND_PENDING: 'k.refunded_minor > 0',
  PARTIALLY_REFUNDED: 'k.refunded_minor > 0',
  REFUNDED: 'k.refunded_minor > 0',
  RETURN_PENDING: 'k.refunded_minor > 0',
  RETURNED: 'k.refunded_minor > 0',
  RETURN_FAILED: 'k.refunded_minor > 0',
  REVERSED: 'exists (select from dispute d where d.credit_id = k.credit_id)',
  RECALLED: 'exists (select from dispute d where d.credit_id = k.credit_id)',
  DISPUTED: 'exists (select from dispute d where d.credit_id = k.credit_id)',
  FAILED: 'false',
};

/**
 * Builds the query of a page, which costs the same however long the list is. If an index has the list in its order,
 * whole rows are read one by one until there are enough. If rows are skipped or sorted, the rows of the page are found
 * first, and the data that belongs to them is read afterwards.
 */
export function listQuery(merchantId: string, filter: TransactionFilter, slice: Slice): ListQuery {
  const values: unknown[] = [merchantId];
  const value = (each: unknown): string => `$${values.push(each)}`;
  const lookup = lookupNames.find((name) => filter[name] !== undefined);
  const origins = originsOf(filter, lookup, slice, value);
  const conditions = conditionsOf(filter, lookup, value);
  if (slice.after !== null) {
    const [at, id] = slice.after;
    conditions.push([
      'after',
      `(x.received_at, x.credit_id) < (list_time(${value(at)}), ${value(id)})`,
    ]);
  }
  // The limit is written into the text. The planner must know how few rows are wanted, or it plans for all of them.
  const limit = statementLimit(slice.limit);
  const skipped = slice.offset === 0 ? '' : ` offset ${value(slice.offset)}`;
  const statuses = statusesOf(filter);
  const marked = statuses.map((status) => marks[status]).filter((mark) => mark !== undefined);
  const where = ['x.merchant_id = $1', ...marked, ...conditions.map(([, sql]) => sql)];
  const page = (columns: string, origin: Origin, status: string, rows: string): string => `
    select ${columns} from ${origin.from} ${status}
     where ${[...where, ...(origin.where ? [origin.where] : [])].join(' and ')}
     order by x.received_at desc, x.credit_id desc
     limit ${rows}`;
  const [first, ...more] = origins;
  const hasStatus = statuses.length > 0 || isByChange(filter);
  const places = (origin: Origin, rows: string): string =>
    page('x.received_at, x.credit_id', origin, hasStatus ? statusOfCredit : '', rows);
  // Each of two sources returns as many rows as the page may need, and the page takes the newest of both.
  const either = [first, ...more].map(
    (origin) => `(${places(origin, `${limit}${skipped.replace('offset', '+')}`)})`,
  );
  const found =
    more.length === 0
      ? places(first, limit + skipped)
      : `select * from (${either.join(' union all ')}) e
          order by received_at desc, credit_id desc limit ${limit}${skipped}`;
  const text = first.isWhole
    ? page('k.*, list_position(x.received_at) as position_at', first, ownStatus, limit + skipped)
    : `select t.*, list_position(p.received_at) as position_at
         from (${found}) p
         join transaction_read t on t.credit_id = p.credit_id
        order by p.received_at desc, p.credit_id desc`;
  const shape = `${limit}${skipped && ' skip'}`;
  const parts = [...statuses, ...conditions.map(([each]) => each), shape];
  return { name: statementName('transactions', first.name, ...parts), text, values };
}

function statusesOf({ status, creditStatus }: TransactionFilter) {
  return [status, creditStatus].filter((each) => each !== undefined);
}

function isByChange({ changedSince, changedBefore }: TransactionFilter): boolean {
  return Boolean(changedSince ?? changedBefore);
}

/**
 * Returns the sources of the rows. A list of changes since a time has two sources, because a transaction that changes
 * more than a day after it came is noted in noted_credit.
 */
function originsOf(
  filter: TransactionFilter,
  lookup: Lookup | undefined,
  slice: Slice,
  value: (each: unknown) => string,
): readonly [Origin, ...Origin[]] {
  const { changedSince } = filter;
  if (lookup !== undefined || !changedSince) return [originOf(filter, lookup, slice, value)];
  const dayBefore = `${value(changedSince)}::timestamptz - interval '24 hours'`;
  const from = `inward_credit k ${itself}`;
  const later = `noted_credit x ${creditOf('x')}`;
  return [
    { name: 'changed', isWhole: false, from, where: `x.received_at >= ${dayBefore}` },
    { name: 'changedLater', isWhole: false, from: later, where: `x.received_at < ${dayBefore}` },
  ];
}

function originOf(
  filter: TransactionFilter,
  lookup: Lookup | undefined,
  slice: Slice,
  value: (each: unknown) => string,
): Origin {
  if (lookup !== undefined) {
    const found = `${lookups[lookup]}($1, ${value(filter[lookup])}) d`;
    return { name: lookup, isWhole: false, from: `${found} ${creditOf('d')} ${itself}` };
  }
  const statuses = statusesOf(filter);
  if (statuses.some((status) => underWay.has(status))) {
    const from = `credits_under_way($1) d ${creditOf('d')} ${itself}`;
    return { name: 'underWay', isWhole: false, from };
  }
  const isWhole = slice.offset === 0;
  const isNoted = filter.exception !== undefined || statuses.some((status) => !plain.has(status));
  if (isNoted) {
    const credit = isWhole ? 'join transaction_read k on k.credit_id = x.credit_id' : creditOf('x');
    return { name: 'noted', isWhole, from: `noted_credit x ${credit}` };
  }
  return {
    name: 'all',
    isWhole,
    from: `${isWhole ? 'transaction_read' : 'inward_credit'} k ${itself}`,
  };
}

function conditionsOf(
  filter: TransactionFilter,
  lookup: Lookup | undefined,
  value: (each: unknown) => string,
): [name: string, sql: string][] {
  const candidates: [keyof TransactionFilter, (place: string) => string][] = [
    ['since', (place) => `x.received_at >= ${place}`],
    ['before', (place) => `x.received_at < ${place}`],
    ['changedSince', (place) => `s.updated_at >= ${place}::timestamptz`],
    // A change never comes before the transaction, so transactions that came later are not looked at.
    [
      'changedBefore',
      (place) => `s.updated_at < ${place}::timestamptz and x.received_at < ${place}`,
    ],
    ['minAmountMinor', (place) => `k.amount_minor >= ${place}`],
    ['maxAmountMinor', (place) => `k.amount_minor <= ${place}`],
    ['channel', (place) => `k.channel = ${place}`],
    ['exception', (place) => `x.outcome = ${place}`],
    ['status', (place) => `s.status = ${place}`],
    ['creditStatus', (place) => `s.inward_status = ${place}`],
    ...lookupNames.map((name): [Lookup, (place: string) => string] => [
      name,
      (place) => `k.credit_id in (select o.credit_id from ${lookups[name]}($1, ${place}) o)`,
    ]),
  ];
  return candidates
    .filter(([name]) => name !== lookup && filter[name] !== undefined && filter[name] !== null)
    .map(([name, sql]) => [name, sql(value(filter[name]))]);
}
