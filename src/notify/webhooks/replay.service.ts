import type { EventType } from '../../domain/event-type.js';
import type { EndpointOf } from './endpoint-of.js';
import type { WaitingDelivered } from './waiting.dto.js';
import type { ReplayStarter } from './webhook-replay.port.js';
import { ApiError } from '../../http/api-error.js';
import { boundsOf } from '../../http/query-fields.js';
import { newId } from '../../platform/database/new-id.js';
import { Redelivery, ReplayRequest, WebhookReplay } from './replay.dto.js';
import type { PgReplayStore, Replay, ReplayStanding } from './replay.store.js';

/** A pino logger fits. */
interface ReplayLog {
  warn(details: object, message: string): void;
}

/** Sends events once more when their merchant asks for it. */
export class ReplayService {
  constructor(
    private readonly store: PgReplayStore,
    private readonly starter: ReplayStarter,
    private readonly log: ReplayLog,
  ) {}

  /** @throws ApiError RESOURCE_NOT_FOUND or WEBHOOK_ENDPOINT_INACTIVE. */
  async redeliver(merchantId: string, deliveryId: string): Promise<Redelivery> {
    const { outcome, deliveryId: made } = await this.store.redeliver(merchantId, deliveryId);
    if (outcome === 'ENDPOINT_INACTIVE') throw new ApiError('WEBHOOK_ENDPOINT_INACTIVE');
    if (made === null) throw new ApiError('RESOURCE_NOT_FOUND');
    return { deliveryId: made, redeliveryOf: deliveryId, isNew: outcome === 'QUEUED' };
  }

  /**
   * Requests a replay. While it runs, the same request returns it.
   *
   * @throws ApiError WEBHOOK_ENDPOINT_INACTIVE, or REPLAY_IN_PROGRESS when another one runs.
   */
  async request(merchantId: string, request: ReplayRequest): Promise<WebhookReplay> {
    const since = boundsOf(request.from)?.since ?? new Date();
    const before = boundsOf(request.to)?.before ?? new Date();
    const eventTypes = request.eventTypes ? [...new Set(request.eventTypes)].toSorted() : null;
    const onlyFailed = request.onlyFailed ?? true;
    const endpoint = request.endpoint ?? 1;
    const filter = { merchantId, endpoint, since, before, eventTypes, onlyFailed };
    const requested = await this.store.request(newId('rpl'), filter);
    if (requested.outcome === 'ENDPOINT_INACTIVE') throw new ApiError('WEBHOOK_ENDPOINT_INACTIVE');
    const { outcome, replay } = requested;
    if (outcome === 'IN_PROGRESS') {
      throw new ApiError('REPLAY_IN_PROGRESS', { data: { replayId: replay.replayId } });
    }
    await this.#start(replay);
    const fresh = { ...replay, delivered: 0, failed: 0, underWay: 0 };
    return outcome === 'REQUESTED' ? replayView(fresh) : this.find(merchantId, replay.replayId);
  }

  /** Sends now what waits for an endpoint, whatever its next try is. @throws ApiError RESOURCE_NOT_FOUND, WEBHOOK_ENDPOINT_INACTIVE */
  async deliverWaiting(of: EndpointOf): Promise<WaitingDelivered> {
    const { outcome, ...waiting } = await this.store.deliverWaiting(of);
    if (outcome === 'UNKNOWN') throw new ApiError('RESOURCE_NOT_FOUND');
    if (outcome === 'ENDPOINT_INACTIVE') throw new ApiError('WEBHOOK_ENDPOINT_INACTIVE');
    const { merchantId } = of;
    const { replayId } = waiting;
    if (replayId !== null) await this.#start({ replayId, merchantId });
    return waiting;
  }

  /** @throws ApiError RESOURCE_NOT_FOUND */
  async find(merchantId: string, replayId: string): Promise<WebhookReplay> {
    const replay = await this.store.find(merchantId, replayId);
    if (replay === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    return replayView(replay);
  }

  /** Starts a committed replay. If it cannot be started now, the dispatcher starts it later. */
  async #start({ replayId, merchantId }: Pick<Replay, 'replayId' | 'merchantId'>): Promise<void> {
    try {
      await this.starter.startReplay(replayId, merchantId);
    } catch (error) {
      this.log.warn({ err: error, replayId }, 'a webhook replay could not be started yet');
    }
  }
}

function replayView(replay: ReplayStanding): WebhookReplay {
  const { merchantId: _merchantId, since, before, createdAt, finishedAt, ...rest } = replay;
  return {
    ...rest,
    eventTypes: replay.eventTypes as EventType[] | null,
    from: since.toISOString(),
    to: new Date(before.getTime() - 1).toISOString(),
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}
