const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The wait after each failed attempt, in milliseconds. The first entry follows the first attempt. */
export const retryDelaysMs: readonly number[] = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  1 * HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
  12 * HOUR,
  12 * HOUR,
  24 * HOUR,
];

/** The first attempt, and one after each delay. A delivery whose last attempt fails is dead. */
export const maxWebhookAttempts = retryDelaysMs.length + 1;

/** A receiver may ask for more patience with Retry-After, up to this. */
export const maxRetryAfterMs = 1 * HOUR;

/** The most by which a wait may be longer or shorter than planned, as a fraction of it. */
export const jitter = 0.1;

/**
 * The wait between a failed attempt and the next one, or undefined when it was the last.
 *
 * @param attempt the attempt that failed, 1 for the first
 * @param random from 0 to 1, so that receivers that went down together are not called together
 * @param retryAfterMs the wait that the receiver asked for; it can only lengthen the wait
 */
export function retryDelayMs(
  attempt: number,
  random: number,
  retryAfterMs: number | null = null,
): number | undefined {
  return waitAfter(retryDelaysMs, attempt, random, retryAfterMs);
}

/** Does what `retryDelayMs` does, by another schedule. */
export function waitAfter(
  delaysMs: readonly number[],
  attempt: number,
  random: number,
  retryAfterMs: number | null,
): number | undefined {
  const delayMs = delaysMs[attempt - 1];
  if (delayMs === undefined) return undefined;
  const jittered = delayMs * (1 - jitter + 2 * jitter * random);
  const asked = Math.min(retryAfterMs ?? 0, maxRetryAfterMs);
  return Math.round(Math.max(jittered, asked));
}

/**
 * The hours within which a delivery whose workflow lives has written down its next try: the longest wait, with the random
 * part on top, in whole hours.
 */
export const retryWithinHours = Math.ceil((Math.max(...retryDelaysMs) * (1 + jitter)) / HOUR);
