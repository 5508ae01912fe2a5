const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;

/** The rules of webhook delivery, besides the schedule of src/domain/webhook-retry-schedule.ts. */
export const webhookRules = {
  /** Name servers, TCP and TLS together. */
  connectTimeoutMs: 5 * SECOND,
  /** The time from the call to the last byte of the answer that is read. */
  totalTimeoutMs: 15 * SECOND,
  maxResponseBytes: 64 * 1_024,
  /** The receiver wants no more: it is sent nothing more. */
  goneStatus: 410,
  /** The receiver asks for patience; its Retry-After is honoured. */
  throttleStatuses: [429, 502, 503, 504],
  /** The part of an answer's body, in bytes, that is kept for the merchant to see. */
  keepResponseBytes: 2 * 1_024,
  /** First attempts under way at once to one endpoint. */
  concurrency: 10,
  /** The number of failures in a row after which an endpoint gets fewer sends at once, until one succeeds. */
  failingAfter: 3,
  concurrencyWhenFailing: 2,
  /** A later event of a checkout waits no longer for an earlier one in its first attempt. Below the claim's lease. */
  orderPatienceMs: 25 * SECOND,
  /** The time without any success after which an endpoint is given up. */
  suppressAfterMs: 5 * DAY,
  /** A secret that was rotated goes on signing for so long. */
  secretOverlapMs: 24 * HOUR,
  /** A delivery is dead within three days; its event can be replayed for thirty more. */
  replayableMs: 33 * DAY,
} as const;
