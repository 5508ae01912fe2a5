import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import type { StackProcesses } from '../running/processes.ts';
import { Problem } from '../stack/problem.ts';

const mostMs = 300_000;
const pauseMs = 200;
const running = `WorkflowType = 'checkoutWorkflow' AND ExecutionStatus = 'Running'`;

/**
 * Waits until no more checkouts are open in Temporal than before. Workflows end after the webhooks that the driver waits
 * for, and what they cost belongs to the checkouts.
 */
export class EndedWorkflows {
  readonly #client: Client;
  readonly #before: number;

  private constructor(client: Client, before: number) {
    this.#client = client;
    this.#before = before;
  }

  static async watch(processes: StackProcesses): Promise<EndedWorkflows> {
    const client = new Client({
      connection: await Connection.connect({ address: processes.apiVariable('TEMPORAL_ADDRESS') }),
      namespace: processes.apiVariable('TEMPORAL_NAMESPACE'),
    });
    return new EndedWorkflows(client, await countOf(client));
  }

  async all(): Promise<void> {
    const until = performance.now() + mostMs;
    while ((await countOf(this.#client)) > this.#before) {
      if (performance.now() > until) {
        throw new Problem(
          'The workflows of the paid checkouts have not ended within five minutes.',
        );
      }
      await sleep(pauseMs);
    }
  }

  async close(): Promise<void> {
    await this.#client.connection.close();
  }
}

async function countOf(client: Client): Promise<number> {
  return (await client.workflow.count(running)).count;
}
