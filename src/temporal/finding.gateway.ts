import type { Client } from '@temporalio/client';
import { findingWorkflowId } from '../domain/ids.js';
import { foundMore, taskQueues } from '../../workflows/messages.js';
import type { findingWorkflow } from '../../workflows/finding.workflow.js';
import { caseAttributes } from './case-attributes.js';
import { rpcTimeoutMs } from './fact-teller.js';

/** The way to the case of a kind of findings. */
export class FindingGateway {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Opens the kind's case, or tells the open one that there is more. */
  async openCase(kind: string): Promise<void> {
    await this.#client.withDeadline(Date.now() + rpcTimeoutMs, () =>
      this.#client.workflow.signalWithStart<typeof findingWorkflow, []>('findingWorkflow', {
        workflowId: findingWorkflowId(kind),
        taskQueue: taskQueues.rails,
        workflowIdReusePolicy: 'ALLOW_DUPLICATE',
        args: [{ kind }],
        signal: foundMore,
        staticSummary: `Found: ${kind}`,
        typedSearchAttributes: caseAttributes('FINDING', null),
      }),
    );
  }
}
