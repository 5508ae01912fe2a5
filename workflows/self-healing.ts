import type { FailureType } from '../activities/contract.js';

/** The database was away: the step succeeds once it is back, and nobody needs to decide anything. */
export function passesByItself(failure: FailureType): boolean {
  return failure === 'LEDGER_UNAVAILABLE';
}

const firstPauseMs = 5_000;
const longestPauseMs = 45_000;
/** After so many tries, some six hours, they are rare: each leaves six events in a history that must not grow for ever. */
const manyTries = 500;
const rarePauseMs = 600_000;

/**
 * How long a parked step waits before it is tried again. Thousands park within one outage, so a random part, from 0 to 1,
 * spreads their tries by a quarter of the pause to each side.
 */
export function healingPauseMs(tries: number, random: number): number {
  const pauseMs =
    tries < manyTries ? Math.min(firstPauseMs * 2 ** tries, longestPauseMs) : rarePauseMs;
  return Math.round(pauseMs * (0.75 + random / 2));
}
