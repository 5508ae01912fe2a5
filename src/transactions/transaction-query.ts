import type { TransactionFilter } from '../domain/ports/transaction-store.port.js';
import type { Slice } from '../domain/slice.js';
import type { CreditStatus, TransactionStatus } from '../domain/transaction-state.js';

/** A statement and its values. The name tells which filters it has, so that a connection prepares each kind once. */
export interface ListQuery {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Where the rows of a list come from: `k` is the credit, `x` has what it is sorted by. */
interface Origin {
  readonly name: string;
  readonly from: string;
}

/** Few, so that there are few statements: rows beyond what was asked for are cut off by the store. */
const limits: readonly number[] = [2, 21, 51, 101];

type Lookup = 'reference' | 'text' | 'paymentReference' | 'sessionId' | 'accountNumber';

/** Filters that name a payment: an index of their own finds the few. The narrowest first. */
const lookups: Readonly<Record<Lookup, string>> = {
  reference: 'credits_by_reference',
  sessionId: 'credits_by_session',
  paymentReference: 'credits_by_order',
  text: 'credits_by_text',
  accountNumber: 'credits_by_number',
};
const lookupNames = Object.keys(lookups) as Lookup[];

/** Statuses that a credit can have which is just paid; the others are among the noted ones, or on their way to the books. */
const plain: ReadonlySet<TransactionStatus | CreditStatus> = new Set(['SUCCESSFUL', 'APPLIED']);
const underWay: ReadonlySet<TransactionStatus | CreditStatus> = new Set(['PROCESSING', 'RECEIVED']);

/** "offset 0" keeps a lookup one by one: no plan may read all credits or statuses in order to join them. */
const creditOf = (driver: string): string =>
  `cross join lateral (select * from inward_credit i where i.credit_id = ${driver}.credit_id offset 0) k`;
const statusOfCredit = `cross join lateral (
  select r.status, r.inward_status from transaction_read r where r.transaction_reference = k.credit_id offset 0) s`;

/** What a credit of such a status must look like: cheaper to see than the status itself. */
const marks: Readonly<Partial<Record<TransactionStatus | CreditStatus, string>>> = {
  PENDING: `k.outcome = 'UNDERPAID'`,
  HELD: `k.outcome in ('LATE', 'DUPLICATE', 'UNMATCHED')`,
  UNMATCHED: `k.outcome = 'UNMATCHED'`,
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
 * Finds the rows of one page by their indexes alone, and reads what belongs to them only then: a page costs the same
 * however long the list is.
 */
export function listQuery(merchantId: string, filter: TransactionFilter, slice: Slice): ListQuery {
  const values: unknown[] = [merchantId];
  const value = (each: unknown): string => `$${values.push(each)}`;
  const lookup = lookupNames.find((name) => filter[name] !== undefined);
  const origin = originOf(filter, lookup, value);
  const conditions = conditionsOf(filter, lookup, value);
  if (slice.after !== null) {
    const [at, id] = slice.after;
    conditions.push([
      'after',
      `(x.received_at, x.credit_id) < (list_time(${value(at)}), ${value(id)})`,
    ]);
  }
  // Written out, because a plan that does not know how few rows are wanted is one for all of them.
  const limit = limits.find((each) => each >= slice.limit) ?? slice.limit;
  const skipped = slice.offset === 0 ? '' : ` offset ${value(slice.offset)}`;
  const needsStatus = conditions.some(([name]) => name === 'status' || name === 'creditStatus');
  const marked = [filter.status, filter.creditStatus]
    .map((status) => status && marks[status])
    .filter((mark) => mark !== undefined);
  const text = `
    select t.*, list_position(p.received_at) as position_at
      from (select x.received_at, x.credit_id from ${origin.from}
              ${needsStatus ? statusOfCredit : ''}
             where x.merchant_id = $1${[...marked, ...conditions.map(([, sql]) => sql)].map((sql) => ` and ${sql}`).join('')}
             order by x.received_at desc, x.credit_id desc
             limit ${limit}${skipped}) p
      join transaction_read t on t.transaction_reference = p.credit_id
     order by p.received_at desc, p.credit_id desc`;
  const parts = [filter.status, filter.creditStatus, ...conditions.map(([each]) => each)];
  const shape = `${limit}${skipped && ' skip'}`;
  const name = ['transactions', origin.name, ...parts, shape].filter(Boolean).join(' ');
  return { name, text, values };
}

function originOf(
  filter: TransactionFilter,
  lookup: Lookup | undefined,
  value: (each: unknown) => string,
): Origin {
  const itself = 'cross join lateral (select k.merchant_id, k.received_at, k.credit_id) x';
  if (lookup !== undefined) {
    const found = `${lookups[lookup]}($1, ${value(filter[lookup])}) d`;
    return { name: lookup, from: `${found} ${creditOf('d')} ${itself}` };
  }
  const statuses = [filter.status, filter.creditStatus].filter((each) => each !== undefined);
  if (statuses.some((status) => underWay.has(status))) {
    return { name: 'underWay', from: `credits_under_way($1) d ${creditOf('d')} ${itself}` };
  }
  const isNoted = filter.exception !== undefined || statuses.some((status) => !plain.has(status));
  if (isNoted) {
    return { name: 'noted', from: `noted_credit x ${creditOf('x')}` };
  }
  return { name: 'all', from: `inward_credit k ${itself}` };
}

function conditionsOf(
  filter: TransactionFilter,
  lookup: Lookup | undefined,
  value: (each: unknown) => string,
): [name: string, sql: string][] {
  const candidates: [keyof TransactionFilter, (place: string) => string][] = [
    ['since', (place) => `x.received_at >= ${place}`],
    ['before', (place) => `x.received_at < ${place}`],
    ['minAmountMinor', (place) => `k.amount_minor >= ${place}`],
    ['maxAmountMinor', (place) => `k.amount_minor <= ${place}`],
    ['channel', (place) => `k.channel = ${place}`],
    ['exception', (place) => `k.outcome = ${place}`],
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
