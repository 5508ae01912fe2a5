import type { Carried } from '../../src/notify/messages/courier.port.js';
import type { ReplayProgress } from '../../src/notify/webhooks/webhook-replay.port.js';
import type { AttemptReport } from '../../src/notify/delivery/delivery-attempts.port.js';

export interface NotificationActivities {
  /**
   * Makes one attempt; 2 is the first of the schedule. An attempt that was made already is not repeated: its report is
   * returned.
   */
  attemptDelivery(step: {
    readonly deliveryId: string;
    readonly attempt: number;
  }): Promise<AttemptReport>;
  /** Queues the next events of a replay. A repeated call goes on where the replay stands. */
  queueReplay(step: { readonly replayId: string }): Promise<ReplayProgress>;
}

export interface MessageActivities {
  /** Sends the messages that are due, and those that become due within `forMs`. */
  carryMessages(step: { readonly forMs: number }): Promise<Carried>;
}
