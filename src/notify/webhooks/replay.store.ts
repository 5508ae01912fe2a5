import type { RowOf } from '../../platform/database/columns.js';
import type pg from 'pg';
import type { EndpointOf } from './endpoint-of.js';
import type { ReplayFilter, ReplayProgress } from './webhook-replay.port.js';
import { webhookRules } from '../../domain/webhook-rules.js';
import { query, queryOne } from '../../platform/database/database.js';
import { call, callNamed, callSpreading, callWithin } from '../../platform/database/sql-call.js';

const reviveEndpoint = callNamed('revive_endpoint', 'replay_id').as<{ replay_id: string | null }>();
const redeliver = call('redeliver').as<{
  outcome: Redelivered['outcome'];
  new_delivery_id: string | null;
}>();
const deliverWaiting = call('deliver_waiting').as<{
  outcome: WaitingOutcome;
  hurried: number;
  left_over: boolean;
  replay_id: string | null;
}>();
const requestReplay = callSpreading('request_replay', 'stored').as<
  ReplayRow & { outcome: 'REQUESTED' | 'SAME' | 'IN_PROGRESS' | 'ENDPOINT_INACTIVE' }
>();
export const findReplay = {
  name: 'find_replay',
  // Those that have arrived are not counted, because a replay may be of a million events.
  text: `select r.*, r.queued - n.failed - n.under_way as delivered, n.failed, n.under_way
           from webhook_replay r cross join lateral (
             select count(*) filter (where d.status in ('DEAD', 'SUPPRESSED'))::integer as failed,
                    count(*) filter (where d.status in ('PENDING', 'DELIVERING', 'RETRYING'))::integer as under_way
               from webhook_delivery d where d.replay_id = r.replay_id and d.status <> 'DELIVERED') n
          where r.replay_id = $1 and r.merchant_id = $2`,
};
const replayPage = callWithin(
  'replay_page',
  (called) => `select status, queued from ${called} where replay_id is not null`,
).as<Pick<ReplayRow, 'status' | 'queued'>>();
const stalledReplays = {
  name: 'stalled_replays',
  text: `select replay_id, merchant_id from webhook_replay
          where status = 'RUNNING' and moved_at < now() - interval '1 millisecond' * $1 order by replay_id limit 100`,
};

/** The most deliveries of one replay that are on their way at once; a dead endpoint gets no more than these. */
const window = 200;
/** Deliveries that one request makes due. */
const hurriedAtOnce = 1_000;
/** Events looked at in one step. */
const scan = 1_000;

type ReplayRow = RowOf<Replay>;

export interface Replay extends ReplayFilter, ReplayProgress {
  readonly endpoint: number;
  readonly replayId: string;
  readonly stopReason: string | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

export interface ReplayStanding extends Replay {
  readonly delivered: number;
  readonly failed: number;
  readonly underWay: number;
}

export type ReplayRequested =
  | { readonly outcome: 'REQUESTED' | 'SAME' | 'IN_PROGRESS'; readonly replay: Replay }
  | { readonly outcome: 'ENDPOINT_INACTIVE' };

/** UNKNOWN: there is no such endpoint. ENDPOINT_INACTIVE: it is off, and nothing was made due. */
type WaitingOutcome = 'DUE' | 'ENDPOINT_INACTIVE' | 'UNKNOWN';

/**
 * The deliveries that were made due. `more`: whether others are left. `replayId`: the replay that sends what would not
 * have come any more.
 */
export interface Waiting {
  readonly outcome: WaitingOutcome;
  readonly hurried: number;
  readonly more: boolean;
  readonly replayId: string | null;
}

export interface Redelivered {
  readonly outcome: 'QUEUED' | 'UNDER_WAY' | 'ENDPOINT_INACTIVE' | 'UNKNOWN';
  /** With QUEUED: the new delivery. With UNDER_WAY: the delivery that is about to be sent anyway. */
  readonly deliveryId: string | null;
}

/** Events that are sent once more, on PostgreSQL. */
export class PgReplayStore {
  constructor(private readonly pool: pg.Pool) {}

  /**
   * Switches an endpoint on, and begins a replay of the events it has missed. Null: there is no such endpoint, or it is
   * disabled.
   */
  async revive(name: string): Promise<string | null> {
    const since = new Date(Date.now() - webhookRules.replayableMs);

    return (await queryOne(this.pool, reviveEndpoint({ name, since }))).replay_id;
  }

  /** Makes the deliveries that wait for an endpoint due, and begins a replay of the events that it has missed. */
  async deliverWaiting({ merchantId, endpoint }: EndpointOf): Promise<Waiting> {
    const since = new Date(Date.now() - webhookRules.replayableMs);
    const wanted = { merchantId, endpoint, limit: hurriedAtOnce, since };
    const row = await queryOne(this.pool, deliverWaiting(wanted));
    const { outcome, hurried, left_over: more, replay_id: replayId } = row;
    return { outcome, hurried, more, replayId };
  }

  async redeliver(merchantId: string, deliveryId: string): Promise<Redelivered> {
    const row = await queryOne(this.pool, redeliver({ merchantId, deliveryId }));
    return { outcome: row.outcome, deliveryId: row.new_delivery_id };
  }

  async request(replayId: string, filter: ReplayFilter): Promise<ReplayRequested> {
    const { merchantId, endpoint = 1, since, before, eventTypes, onlyFailed } = filter;

    const row = await queryOne(
      this.pool,
      requestReplay({ replayId, merchantId, endpoint, since, before, eventTypes, onlyFailed }),
    );
    const { outcome } = row;
    return outcome === 'ENDPOINT_INACTIVE' ? { outcome } : { outcome, replay: toReplay(row) };
  }

  async find(merchantId: string, replayId: string): Promise<ReplayStanding | undefined> {
    const [row] = await query<ReplayRow & { delivered: number; failed: number; under_way: number }>(
      this.pool,
      findReplay,
      [replayId, merchantId],
    );
    if (row === undefined) return undefined;
    const { delivered, failed, under_way: underWay } = row;
    return { ...toReplay(row), delivered, failed, underWay };
  }

  /**
   * Queues the next events of a replay, and returns how far it is. Only few are queued at once, so that an endpoint is
   * not flooded, and none while too many have not arrived. A repeated call goes on where the replay stands.
   */
  async queueNext(replayId: string): Promise<ReplayProgress> {
    const [row] = await query(this.pool, replayPage({ replayId, window, scan }));
    if (row === undefined) throw new RangeError(`there is no replay ${replayId}`);
    return row;
  }

  /** Returns running replays that nobody has carried on for this long. */
  async stalled(idleMs: number): Promise<readonly { replayId: string; merchantId: string }[]> {
    const rows = await query<{ replay_id: string; merchant_id: string }>(
      this.pool,
      stalledReplays,
      [idleMs],
    );
    return rows.map((row) => ({ replayId: row.replay_id, merchantId: row.merchant_id }));
  }
}

function toReplay(row: ReplayRow): Replay {
  return {
    replayId: row.replay_id,
    merchantId: row.merchant_id,
    endpoint: row.endpoint,
    since: row.since,
    before: row.before,
    eventTypes: row.event_types,
    onlyFailed: row.only_failed,
    status: row.status,
    stopReason: row.stop_reason,
    queued: row.queued,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  };
}
