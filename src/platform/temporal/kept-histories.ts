import type { Client } from '@temporalio/client';
import { createTemporalClient, type TemporalSettings } from './connection.js';

/** Histories of workflows that Temporal keeps: open ones, and those that ended within the retention. */
export class KeptHistories implements AsyncDisposable {
  readonly #client: Client;

  constructor(settings: TemporalSettings) {
    this.#client = createTemporalClient(settings);
  }

  /** Counts the runs that began before this time. */
  async before(time: Date): Promise<number> {
    const { count } = await this.#client.workflow.count(`StartTime <= '${time.toISOString()}'`);
    return count;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.connection.close();
  }
}
