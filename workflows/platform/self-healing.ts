import { CancellationScope } from '@temporalio/workflow';
import type { FailureType } from '../../activities/contract.js';
import type { Outcome } from './patient-step.js';

/** The database was away: the step succeeds once it is back, and nobody needs to decide anything. */
export function passesByItself(failure: FailureType): boolean {
  return failure === 'LEDGER_UNAVAILABLE';
}

/** The tries of a parked step whose failure passes by itself. The server makes them, so a workflow that waits does nothing. */
export class Healing<Done> {
  #isCalledOff = false;
  readonly #tries = new CancellationScope();

  constructor(private readonly untilItHeals: () => Promise<Outcome<Done>>) {}

  /** Somebody has decided: no further try is begun. */
  callOff(): void {
    this.#isCalledOff = true;
    this.#tries.cancel();
  }

  /** Tries until the step succeeds or fails of something that lasts. Undefined: it was called off before. */
  async run(): Promise<Outcome<Done> | undefined> {
    if (this.#isCalledOff) return undefined;
    const outcome = await this.#tries.run(this.untilItHeals);
    return 'failure' in outcome && this.#isCalledOff ? undefined : outcome;
  }
}
