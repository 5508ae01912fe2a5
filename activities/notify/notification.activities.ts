import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { EndpointBusyError } from '../../src/notify/delivery/delivery-attempts.port.js';
import type { ScheduledAttempts } from '../../src/notify/delivery/delivery-attempts.js';
import type { PgReplayStore } from '../../src/notify/webhooks/replay.store.js';
import type { NotificationActivities } from './contract.js';
import { toRetryableFailure } from '../platform/failures.js';

/**
 * The pause is long enough for one of the sends under way to end. Where many wait for one dead endpoint, each asks less
 * and less often.
 */
const busyPauseMs = 10_000;
const longestBusyPauseMs = 15 * 60_000;

/** For the worker of the task queue `webhooks`. */
export function notificationActivities(
  attempts: Pick<ScheduledAttempts, 'make'>,
  replays: PgReplayStore,
): NotificationActivities {
  return {
    async queueReplay({ replayId }) {
      try {
        return await replays.queueNext(replayId);
      } catch (error) {
        throw toRetryableFailure(error);
      }
    },
    async attemptDelivery({ deliveryId, attempt }) {
      try {
        return await attempts.make(deliveryId, attempt);
      } catch (error) {
        throw error instanceof EndpointBusyError ? busy() : toRetryableFailure(error);
      }
    },
  };
}

function busy(): ApplicationFailure {
  const pauseMs = Math.min(busyPauseMs * Context.current().info.attempt, longestBusyPauseMs);
  return ApplicationFailure.create({
    type: 'ENDPOINT_BUSY',
    message: 'earlier attempts to this endpoint are still unanswered',
    // The pause has a random part, so that the attempts that wait do not come back together.
    nextRetryDelay: Math.round(pauseMs * (0.5 + Math.random())),
  });
}
