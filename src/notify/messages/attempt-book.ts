import { setTimeout as sleep } from 'node:timers/promises';
import type { RecordedAttempt } from './claimed-message.js';

/**
 * The time for which outcomes are gathered before they are written. A message whose outcome was not written when the
 * worker is killed is sent again, under the same id.
 */
const gatherMs = 30;

/** Writes down the outcomes of several attempts in one transaction. */
export class AttemptBook {
  #gathered: RecordedAttempt[] = [];
  #next: Promise<void> | undefined;

  constructor(private readonly record: (attempts: readonly RecordedAttempt[]) => Promise<void>) {}

  /** @throws the error that kept this outcome, and those gathered with it, from being written */
  write(attempt: RecordedAttempt): Promise<void> {
    this.#gathered.push(attempt);
    return (this.#next ??= this.#writeSoon());
  }

  async #writeSoon(): Promise<void> {
    await sleep(gatherMs);
    const all = this.#gathered;
    this.#gathered = [];
    this.#next = undefined;
    await this.record(all);
  }
}
