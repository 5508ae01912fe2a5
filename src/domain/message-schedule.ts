import { lagosDayOf } from './lagos-day.js';
import { waitAfter } from './webhook-retry-schedule.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The wait after each failed attempt. Greylisting lets a server in after five minutes, as a rule. */
const delaysMs: readonly number[] = [
  MINUTE / 2,
  5 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  1 * HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
  12 * HOUR,
  12 * HOUR,
];

/** The wait until the next attempt; undefined after the last. */
export function messageDelayMs(
  attempt: number,
  random: number,
  askedMs: number | null = null,
): number | undefined {
  return waitAfter(delaysMs, attempt, random, askedMs);
}

/** The limits on messages to an address and of a merchant, and the age at which a message is dropped. */
export const messageRules = {
  perAddressAndHour: 10,
  perMerchantAndDay: 20_000,
  /** The age at which a message that could not be sent is of no use any more. */
  patienceHours: 72,
} as const;

/** The hours of Lagos in which no SMS is sent. */
const quiet = { from: 21, to: 8 } as const;

/** Returns the time until which an SMS waits; null: it may go now. */
export function quietUntil(now: Date): Date | null {
  const { since, before } = lagosDayOf(now);
  const sinceMidnightMs = now.getTime() - since.getTime();
  if (sinceMidnightMs < quiet.to * HOUR) return new Date(since.getTime() + quiet.to * HOUR);
  return sinceMidnightMs < quiet.from * HOUR ? null : new Date(before.getTime() + quiet.to * HOUR);
}
