import type { Client, WorkflowHandle } from '@temporalio/client';
import { vi } from 'vitest';
import { checkoutWorkflowId } from '../../src/domain/ids.js';
import { createTemporalClient } from '../../src/platform/temporal/connection.js';
import { type Resolution, resolve, type Resolved } from '../../workflows/messages.js';
import type { TestManilla } from './stack.js';
import { codecKeySet } from './key-sets.js';

/** Looks at a running Manilla as those who operate it do: through Temporal. */
export class Operator implements AsyncDisposable {
  readonly client: Client;
  readonly #merchantId: string;

  constructor({ env, merchant }: Pick<TestManilla, 'env' | 'merchant'>) {
    this.client = createTemporalClient({
      temporalAddress: env.TEMPORAL_ADDRESS,
      temporalNamespace: env.TEMPORAL_NAMESPACE,
      codecKeys: codecKeySet(env),
    });
    this.#merchantId = merchant.merchantId;
  }

  workflowId(reference: string): string {
    return checkoutWorkflowId(this.#merchantId, reference);
  }

  handle(reference: string): WorkflowHandle {
    return this.client.workflow.getHandle(this.workflowId(reference));
  }

  /** The ids of the workflows that a list filter of the UI finds. */
  async find(filter: string): Promise<string[]> {
    const found: string[] = [];
    for await (const { workflowId } of this.client.workflow.list({ query: filter })) {
      found.push(workflowId);
    }
    return found;
  }

  /** Waits until the UI lists the checkout among those that need attention. */
  async untilParked(reference: string, timeout = 30_000): Promise<void> {
    await vi.waitFor(
      async () => {
        const parked = await this.find('CheckoutPhase = "NEEDS_ATTENTION"');
        if (!parked.includes(this.workflowId(reference))) throw new Error('not parked');
      },
      { timeout, interval: 200 },
    );
  }

  resolve(reference: string, decision: Resolution['decision']): Promise<Resolved> {
    const resolution = { decision, operator: 'ngozi', reason: 'checked' };
    return this.handle(reference).executeUpdate(resolve, { args: [resolution] });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.connection.close();
  }
}
