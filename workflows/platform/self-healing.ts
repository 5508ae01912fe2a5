import { CancellationScope } from '@temporalio/workflow';
import type { FailureType } from '../../activities/contract.js';
import type { Outcome } from './patient-step.js';

/**
 * Tells whether a failure passes by itself: the database was away, the step succeeds once it is back, and nobody needs
 * to decide.
 */
export function passesByItself(failure: FailureType): boolean {
  return failure === 'LEDGER_UNAVAILABLE';
}

/** The tries of a parked step whose failure passes by itself. The server makes them, so a workflow that waits does nothing. */
export class Healing<Done> {
  #isCalledOff = false;
  readonly #tries = new CancellationScope();

  constructor(private readonly untilItHeals: () => Promise<Outcome<Done>>) {}

  /** Begins no further try, because somebody has decided. */
  callOff(): void {
    this.#isCalledOff = true;
    this.#tries.cancel();
  }

  /** Tries until the step succeeds or fails for a reason that lasts. Undefined: the tries were called off before. */
  async run(): Promise<Outcome<Done> | undefined> {
    if (this.#isCalledOff) return undefined;
    const outcome = await this.#tries.run(this.untilItHeals);
    return 'failure' in outcome && this.#isCalledOff ? undefined : outcome;
  }
}
