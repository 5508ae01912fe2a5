import { openStatuses, type CheckoutStatus } from '../../domain/checkout-state.js';
import type { CheckoutFilter } from './checkout-list.js';
import { channels, type ChannelName } from '../../domain/channels.js';
import { sessionTtlMinutes } from '../../domain/reference.js';
import { type Slice, statementLimit } from '../../domain/slice.js';
import { statementName } from '../../platform/database/statement-name.js';

/** The list is ordered by creation, and no open checkout is older than that, so older rows are not read. */
const oldestOpen = `now() - interval '${sessionTtlMinutes.max} minutes'`;
const recent = `c.created_at > ${oldestOpen} and c.expires_at > now()`;
const byClock = (status: CheckoutStatus, stored: readonly CheckoutStatus[]): string =>
  `c.status in (${stored.map((each) => `'${each}'`).join(', ')}) and status_by_clock(c) = '${status}'`;

/** The conditions of the statuses that the clock decides; any other status is compared with the stored one. */
const statuses: Readonly<Partial<Record<CheckoutStatus, string>>> = {
  INITIATED: `${recent} and ${byClock('INITIATED', ['INITIATED', 'AWAITING_PAYMENT'])}`,
  AWAITING_PAYMENT: `${recent} and ${byClock('AWAITING_PAYMENT', ['AWAITING_PAYMENT'])}`,
  PARTIALLY_PAID: byClock('PARTIALLY_PAID', ['PARTIALLY_PAID']),
};
/**
 * The statuses of plain payments. Their checkouts are found in the list itself, because a mark would cost every plain
 * payment a row.
 */
const unmarked: ReadonlySet<CheckoutStatus> = new Set([
  ...openStatuses.filter((status) => status !== 'PARTIALLY_PAID'),
  'SUCCESSFUL',
]);

/** The hash finds rows by its index. The text is compared too, because two texts may have one hash. */
const isHashed = (column: string, wanted: string): string =>
  `hashtextextended(c.merchant_id || ${column}, 0) = hashtextextended($1 || ${wanted}, 0) and ${column} = ${wanted}`;

const markedChannels: readonly ChannelName[] = channels
  .filter(({ isMarked }) => isMarked)
  .map(({ name }) => name);
const channelMark = (channel: ChannelName): string => `channel ${channel}`;

/** A channel without a mark is recognized by the absence of the other channels' marks. */
function paidThrough(channel: ChannelName): string {
  const isMarked = markedChannels.includes(channel);
  const marks = (isMarked ? [channel] : markedChannels).map((each) => `'${channelMark(each)}'`);
  return `is_paid_status(c.status) and ${isMarked ? '' : 'not '}exists (
    select from checkout_mark y where y.merchant_id = c.merchant_id and y.mark in (${marks.join(', ')})
       and y.created_at = c.created_at and y.checkout_id = c.checkout_id)`;
}

/** "offset 0" forces one lookup per row: no plan may read all checkouts in order to join them. */
const checkoutOf = (driver: string): string =>
  `cross join lateral (select * from checkout i where i.checkout_id = ${driver}.checkout_id offset 0) c`;

/** The source of a list's rows: `x` holds a row's place in the list, `c` is the checkout. */
interface Origin {
  readonly name: string;
  readonly from: string;
  readonly where: string;
  /** The expression that the index is sorted by before the time. */
  readonly sortedBy?: string;
}
const itself = 'checkout c cross join lateral (select c.created_at, c.checkout_id) x';
/**
 * Compares the merchant in a form that the planner neither uses for an index nor for an estimate: the index of
 * references does not have a merchant's orders in order of time.
 */
const isOwn = 'case when c.merchant_id = $1 then true end';
const named: Origin = { name: 'named', from: itself, where: 'c.merchant_id = $1' };
const hashed: Origin = { name: 'hashed', from: itself, where: isOwn };

/** Times between which the orders of a list were made. */
interface Bounds {
  readonly floors: readonly string[];
  readonly ceilings: readonly string[];
}

/**
 * The merchant's orders, read by the index that has them in order of time, as a range between two places of it. With an
 * equality on the merchant, PostgreSQL would expect the average number of orders per merchant. For a few rows of a
 * merchant with many orders it would then read all of them and sort.
 */
function all({ floors, ceilings }: Bounds): Origin {
  const place = `(hashtextextended(c.merchant_id, 0), c.created_at)`;
  const at = (time: string): string => `(hashtextextended($1, 0), ${time})`;
  const floor = `greatest(${["'-infinity'::timestamptz", ...floors].join(', ')})`;
  const ceiling = `least(${["'infinity'::timestamptz", ...ceilings].join(', ')})`;
  return {
    ...{ name: 'all', from: itself, sortedBy: 'hashtextextended(c.merchant_id, 0) desc, ' },
    where: `${place} >= ${at(floor)} and ${place} <= ${at(ceiling)} and ${isOwn}`,
  };
}

/** The orders that may have changed since a time: those made later than a day before it, and older ones with a mark. */
const daysBefore = (place: string): string => `${place} - interval '24 hours'`;
const changed = (place: string, { floors, ceilings }: Bounds): readonly Origin[] => [
  { ...all({ floors: [...floors, daysBefore(place)], ceilings }), name: 'changed' },
  {
    name: 'changedLater',
    from: `(select distinct m.created_at, m.checkout_id from checkout_mark m
             where m.merchant_id = $1 and m.created_at < ${daysBefore(place)} and m.mark < 'changed 9'
               and m.mark >= 'changed ' || floor(extract(epoch from ${place}) / 86400)::integer) x ${checkoutOf('x')}`,
    where: 'true',
  },
];
const underWay: Origin = {
  ...{ name: 'underWay', where: 'c.merchant_id = $1' },
  from: `checkouts_under_way($1) d ${checkoutOf('d')} cross join lateral (select c.created_at, c.checkout_id) x`,
};

/**
 * Finds the rows of one page by an index that has them in order, and then reads the data that belongs to them. The
 * statement's name says which filters it has, so that a connection prepares each kind once.
 */
export function listedCheckouts(merchantId: string, filter: CheckoutFilter, slice: Slice) {
  const values: unknown[] = [merchantId];
  const value = (each: unknown): string => `$${values.push(each)}`;
  const after = slice.after?.map((each) => value(each));
  const origins = originsOf(filter, value, after?.[0] && `list_time(${after[0]})`);
  const conditions = conditionsOf(filter, value);
  if (after !== undefined) {
    const place = `(list_time(${after[0]}), ${after[1]})`;
    conditions.push(['after', `(x.created_at, x.checkout_id) < ${place}`]);
  }
  // The limit is written out, because PostgreSQL would otherwise plan for all rows.
  const limit = statementLimit(slice.limit);
  const skipped = slice.offset === 0 ? '' : ` offset ${value(slice.offset)}`;
  const pageOf = ({ from, where, sortedBy = '' }: Omit<Origin, 'name'>, rows: string): string => `
             select x.created_at, x.checkout_id from ${from}
              where ${where}
              order by ${sortedBy}x.created_at desc, x.checkout_id desc
              limit ${rows}`;
  const [first, ...more] = origins.map((origin) => {
    const where = [origin.where, ...conditions.map(([, sql]) => sql)].join(' and ');
    const isOnly = origins.length === 1;
    const rows = `${limit}${isOnly ? skipped : skipped.replace('offset', '+')}`;
    return pageOf({ ...origin, where }, rows);
  });
  const from = `(${[first, ...more].map((each) => `(${each})`).join(' union all ')}) x`;
  const page = more.length === 0 ? first : pageOf({ from, where: 'true' }, limit + skipped);
  const text = `
    select r.*, list_position(p.created_at) as position_at
      from (${page}) p
      join listed_checkout r on r.checkout_id = p.checkout_id
     order by p.created_at desc, p.checkout_id desc`;
  const parts = [...conditions.map(([name]) => name), String(limit), skipped && 'skip'];
  return { name: statementName('checkouts', origins[0]?.name ?? '', ...parts), text, values };
}

/**
 * Chooses the narrowest source: a filter that names a customer or an order has an index of its own, and a rare status
 * has a mark.
 */
function originsOf(
  filter: CheckoutFilter,
  value: (each: unknown) => string,
  after: string | undefined,
): readonly Origin[] {
  const { email, phoneNumber, paymentReference, paymentLinkId, changedSince } = filter;
  if (paymentReference !== undefined || paymentLinkId !== undefined) return [named];
  if (email !== undefined || phoneNumber !== undefined) return [hashed];
  // The bounds are made only for lists that use them, because PostgreSQL refuses a value that the statement does not
  // mention.
  const bounds = (): Bounds => boundsOf(filter, value, after);
  if (changedSince) return changed(`${value(changedSince)}::timestamptz`, bounds());
  return [originOf(filter, value, bounds)];
}

/** A checkout cannot change before it is made, so `changedBefore` is a bound of its creation too. */
function boundsOf(
  { status, since, before, changedBefore }: CheckoutFilter,
  value: (each: unknown) => string,
  after: string | undefined,
): Bounds {
  const isOpen = status !== undefined && statuses[status]?.includes(recent) === true;
  const given = (times: readonly unknown[]): string[] =>
    times.filter(Boolean).map((each) => value(each));
  return {
    floors: [...given([since]), ...(isOpen ? [oldestOpen] : [])],
    ceilings: [...given([before, changedBefore]), ...(after === undefined ? [] : [after])],
  };
}

function originOf(
  filter: CheckoutFilter,
  value: (each: unknown) => string,
  bounds: () => Bounds,
): Origin {
  const { status } = filter;
  const mark = markOf(filter);
  if (mark === undefined) return status === 'PROCESSING' ? underWay : all(bounds());
  const from = `checkout_mark m ${checkoutOf('m')} cross join lateral (select m.created_at, m.checkout_id) x`;
  return { name: 'marked', from, where: `m.merchant_id = $1 and m.mark = ${value(mark)}` };
}

function markOf({
  status,
  statusReason,
  exception,
  paidBy: channel,
}: CheckoutFilter): string | undefined {
  if (statusReason !== undefined) return `reason ${statusReason}`;
  if (exception !== undefined) return `exception ${exception}`;
  if (status !== undefined && !unmarked.has(status)) return `status ${status}`;
  return channel !== undefined && markedChannels.includes(channel)
    ? channelMark(channel)
    : undefined;
}

function conditionsOf(
  filter: CheckoutFilter,
  value: (each: unknown) => string,
): [name: string, sql: string][] {
  const { status, paidBy } = filter;
  const candidates: [keyof CheckoutFilter, (place: string) => string][] = [
    ['paymentReference', (place) => `c.payment_reference = ${place}`],
    ['email', (place) => isHashed(`lower(c.customer ->> 'email')`, `lower(${place})`)],
    ['phoneNumber', (place) => isHashed(`(c.customer ->> 'phoneNumber')`, place)],
    ['paymentLinkId', (place) => `c.payment_link_id = ${place}`],
    ['since', (place) => `x.created_at >= ${place}`],
    ['before', (place) => `x.created_at < ${place}`],
    ['changedSince', (place) => `c.updated_at >= ${place}`],
    ['changedBefore', (place) => `c.updated_at < ${place}`],
    ['statusReason', (place) => `c.status_reason = ${place}`],
    ['exception', (place) => `${place} = any (c.exceptions)`],
  ];
  const given = candidates
    .filter(([name]) => filter[name] !== undefined && filter[name] !== null)
    .map(([name, sql]): [string, string] => [name, sql(value(filter[name]))]);
  if (status !== undefined) given.push([status, statuses[status] ?? `c.status = '${status}'`]);
  if (paidBy !== undefined) given.push([paidBy, paidThrough(paidBy)]);
  return given;
}
