const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;

/** The rules of webhook delivery, besides the schedule of src/domain/webhook-retry-schedule.ts. */
export const webhookRules = {
  /** The time for name servers, TCP and TLS together. */
  connectTimeoutMs: 5 * SECOND,
  /** The time from the call to the last byte of the answer that is read. */
  totalTimeoutMs: 15 * SECOND,
  maxResponseBytes: 64 * 1_024,
  /** By this status, the receiver says that it wants no more, and it is sent nothing more. */
  goneStatus: 410,
  /** By these statuses, the receiver asks for patience; its Retry-After is honoured. */
  throttleStatuses: [429, 502, 503, 504],
  /** The part of an answer's body, in bytes, that is kept for the merchant to see. */
  keepResponseBytes: 2 * 1_024,
  /** The most first attempts under way at once to one endpoint. */
  concurrency: 10,
  /** The number of failures in a row after which an endpoint gets fewer sends at once, until one succeeds. */
  failingAfter: 3,
  concurrencyWhenFailing: 2,
  /** The longest that a checkout's event waits for an earlier one in its first attempt. Below the claim's lease. */
  orderPatienceMs: 25 * SECOND,
  /** The time without any success after which an endpoint is given up. */
  suppressAfterMs: 5 * DAY,
  /** A rotated secret goes on signing for this time. */
  secretOverlapMs: 24 * HOUR,
  /** A delivery is dead within three days; its event can be replayed for thirty more. */
  replayableMs: 33 * DAY,
} as const;
