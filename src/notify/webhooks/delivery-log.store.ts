import type { RowOf } from '../../platform/database/columns.js';
import type { SendFailure } from '../../domain/send-failure.js';
import type pg from 'pg';
import type { DeliveryStatus } from '../delivery/notification-store.port.js';
import type { Listed, Slice } from '../../domain/slice.js';
import { query } from '../../platform/database/database.js';
import type { Id } from '../../domain/ids.js';

/** A delivery as its merchant sees it in a list. */
export interface LoggedDelivery {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly paymentReference: string | null;
  /** The number of the endpoint that it goes to. */
  readonly endpoint: number;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  /** The endpoint when the delivery was made. */
  readonly url: string | null;
  readonly lastHttpStatus: number | null;
  readonly lastFailure: SendFailure | null;
  readonly redeliveryOf: string | null;
  readonly replayId: string | null;
  readonly happenedAt: Date;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

export interface LoggedAttempt {
  readonly attempt: number;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly firstByteMs: number | null;
  readonly url: string | null;
  readonly signature: string | null;
  readonly bodySignature: string | null;
  readonly httpStatus: number | null;
  readonly failure: SendFailure | null;
  readonly response: string | null;
}

export interface LoggedEvent {
  readonly eventId: string;
  readonly eventType: string;
  readonly checkoutId: Id<'chk'> | null;
  readonly paymentReference: string | null;
  readonly sequence: number;
  /** The bytes that are sent. */
  readonly body: string;
  readonly createdAt: Date;
}

export interface DeliveryFilter {
  readonly status: DeliveryStatus | null;
  readonly eventType: string | null;
  readonly paymentReference: string | null;
  /** Left out: all of them. */
  readonly endpoint?: number | null;
  readonly since: Date | null;
  /** The end of the range, which is not part of it. */
  readonly before: Date | null;
}

const columns = `d.delivery_id, d.event_id, v.type as event_type, c.payment_reference, d.endpoint, d.status, d.attempts, d.url,
  a.http_status, a.failure, d.redelivery_of, d.replay_id, v.created_at as happened_at, d.created_at, d.finished_at`;
const lastAttempt = `left join lateral (
  select x.http_status, x.failure from webhook_attempt x
   where x.delivery_id = d.delivery_id order by x.attempt desc limit 1) a on true`;
const joined = `left join checkout c on c.checkout_id = v.checkout_id ${lastAttempt}`;
/** An event's id is minted a moment after the time that is written on it. */
const range = (table: 'd' | 'v') => `${table}.merchant_id = $1
  and ${table}.event_id >= coalesce(id_floor('evt_', $5), 'evt_')
  and ${table}.event_id <= least(coalesce(id_floor('evt_', $6::timestamptz + interval '1 minute'), $7), $7)`;
const rest = `and ($2::text is null or d.status = $2) and ($3::text is null or v.type = $3)
  and ($4::text is null or c.payment_reference = $4) and ($11::integer is null or d.endpoint = $11)
  and ($5::timestamptz is null or v.created_at >= $5) and ($6::timestamptz is null or v.created_at < $6)
  and (d.event_id, d.delivery_id) < ($7, $8)
  order by d.event_id desc, d.delivery_id desc limit $9 offset $10`;

/** The queries that find the rows with the least reading, by the filter. */
const lists = {
  // Reads along the events, the latest first: nearly all rows that are read are shown.
  byEvent: list(
    'along_events',
    `event v join webhook_delivery d on d.event_id = v.event_id ${joined} where ${range('v')}`,
  ),
  failed: list(
    'failed',
    `webhook_delivery d join event v on v.event_id = d.event_id ${joined}
     where d.status in ('RETRYING', 'DEAD', 'SUPPRESSED') and ${range('d')}`,
  ),
  due: list(
    'due',
    `webhook_delivery d join event v on v.event_id = d.event_id ${joined}
     where d.status in ('PENDING', 'DELIVERING') and ${range('d')}`,
  ),
  byCheckout: list(
    'of_checkout',
    `checkout c join event v on v.checkout_id = c.checkout_id join webhook_delivery d on d.event_id = v.event_id
     ${lastAttempt}
     where c.merchant_id = $1 and c.payment_reference = $4 and ${range('v')}`,
  ),
} as const;

function list(name: string, source: string) {
  return { name: `deliveries_${name}`, text: `select ${columns} from ${source} ${rest}` };
}

const findDelivery = {
  name: 'logged_delivery',
  text: `select ${columns}, v.body,
                (select coalesce(json_agg(json_build_object(
                   'attempt', x.attempt, 'startedAt', rfc3339(x.started_at), 'durationMs', x.duration_ms,
                   'firstByteMs', x.first_byte_ms, 'url', x.url, 'signature', x.signature, 'bodySignature', x.body_signature,
                   'httpStatus', x.http_status, 'failure', x.failure, 'response', x.response) order by x.attempt), '[]')
                   from webhook_attempt x where x.delivery_id = d.delivery_id) as made
           from webhook_delivery d join event v on v.event_id = d.event_id ${joined}
          where d.delivery_id = $2 and d.merchant_id = $1`,
};
const findEvent = {
  name: 'logged_event',
  text: `select v.event_id, v.type as event_type, v.checkout_id, c.payment_reference, v.sequence, v.body, v.created_at
           from event v left join checkout c on c.checkout_id = v.checkout_id
          where v.event_id = $2 and v.merchant_id = $1`,
};
const deliveriesOf = {
  name: 'deliveries_of_event',
  text: `select ${columns} from webhook_delivery d join event v on v.event_id = d.event_id ${joined}
          where d.event_id = $2 and d.merchant_id = $1 order by d.delivery_id desc limit 100`,
};

interface LogRow extends RowOf<Omit<LoggedDelivery, 'lastFailure' | 'lastHttpStatus'>> {
  http_status: number | null;
  failure: SendFailure | null;
}

type EventRow = RowOf<LoggedEvent>;

/** An id above every other. */
const last = 'Z'.repeat(26);

/** Reads the notifications that merchants are shown. */
export class PgDeliveryLog {
  constructor(private readonly pool: pg.Pool) {}

  /**
   * Lists the deliveries of the latest event first, and of one event the latest delivery first. A position is an
   * event's id and a delivery's.
   */
  async list(
    merchantId: string,
    filter: DeliveryFilter,
    slice: Slice,
  ): Promise<readonly Listed<LoggedDelivery>[]> {
    const { values, ...statement } = listQuery(merchantId, filter, slice);
    const rows = await query<LogRow>(this.pool, statement, values);
    return rows.map((row) => ({
      item: toDelivery(row),
      position: [row.event_id, row.delivery_id],
    }));
  }

  async find(merchantId: string, deliveryId: string) {
    const [row] = await query<LogRow & { body: string; made: MadeRow[] }>(this.pool, findDelivery, [
      merchantId,
      deliveryId,
    ]);
    if (row === undefined) return undefined;
    const made = row.made.map((each): LoggedAttempt => ({
      ...each,
      startedAt: new Date(each.startedAt),
    }));
    return { delivery: toDelivery(row), body: row.body, made };
  }

  async findEvent(merchantId: string, eventId: string) {
    const [row] = await query<EventRow>(this.pool, findEvent, [merchantId, eventId]);
    if (row === undefined) return undefined;
    const rows = await query<LogRow>(this.pool, deliveriesOf, [merchantId, eventId]);
    return { event: toEvent(row), deliveries: rows.map(toDelivery) };
  }
}

type MadeRow = Omit<LoggedAttempt, 'startedAt'> & { startedAt: string };

/** Returns the statement that lists the requested deliveries. */
export function listQuery(merchantId: string, filter: DeliveryFilter, slice: Slice) {
  const { status, eventType, paymentReference, endpoint, since, before } = filter;
  const [afterEvent, afterDelivery] = slice.after ?? [`evt_${last}`, `dlv_${last}`];
  const given = [status, eventType, paymentReference, since, before, afterEvent, afterDelivery];
  return {
    ...listFor(filter),
    values: [merchantId, ...given, slice.limit, slice.offset, endpoint ?? null],
  };
}

function listFor({ status, paymentReference }: DeliveryFilter) {
  if (paymentReference !== null) return lists.byCheckout;
  if (status === 'PENDING' || status === 'DELIVERING') return lists.due;
  return status === null || status === 'DELIVERED' ? lists.byEvent : lists.failed;
}

function toDelivery(row: LogRow): LoggedDelivery {
  return {
    deliveryId: row.delivery_id,
    eventId: row.event_id,
    eventType: row.event_type,
    paymentReference: row.payment_reference,
    endpoint: row.endpoint,
    status: row.status,
    attempts: row.attempts,
    url: row.url,
    lastHttpStatus: row.http_status,
    lastFailure: row.failure,
    redeliveryOf: row.redelivery_of,
    replayId: row.replay_id,
    happenedAt: row.happened_at,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  };
}

function toEvent(row: EventRow): LoggedEvent {
  return {
    eventId: row.event_id,
    eventType: row.event_type,
    checkoutId: row.checkout_id,
    paymentReference: row.payment_reference,
    sequence: row.sequence,
    body: row.body,
    createdAt: row.created_at,
  };
}
