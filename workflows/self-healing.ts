import { sleep } from '@temporalio/workflow';
import type { FailureType } from '../activities/contract.js';
import type { Outcome } from './patient-step.js';

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

/** Of a parked step that is tried again by itself. */
export interface NextTry {
  readonly tries: number;
  /** ISO 8601. */
  readonly nextAt: string;
}

/** The tries of a parked step whose failure passes by itself. */
export class Healing<Done> {
  #isCalledOff = false;
  #callOff = (): void => {};
  readonly #calledOff = new Promise<void>((resolve) => (this.#callOff = resolve));

  constructor(
    private readonly tryAgain: () => Promise<Outcome<Done>>,
    /** For the operator's page, before each pause. */
    private readonly show: (next: NextTry) => void,
  ) {}

  /** Somebody has decided: no further try is begun. */
  callOff(): void {
    this.#isCalledOff = true;
    this.#callOff();
  }

  /** Tries until the step succeeds or fails of something that lasts. Undefined: called off before. */
  async run(): Promise<Outcome<Done> | undefined> {
    for (let tries = 0; !this.#isCalledOff; tries += 1) {
      const pauseMs = healingPauseMs(tries, Math.random());
      this.show({ tries, nextAt: new Date(Date.now() + pauseMs).toISOString() });
      await Promise.race([this.#calledOff, sleep(pauseMs, { summary: 'Try the step again' })]);
      if (this.#isCalledOff) return undefined;
      const outcome = await this.tryAgain();
      if ('done' in outcome || !passesByItself(outcome.failure)) return outcome;
    }
    return undefined;
  }
}
