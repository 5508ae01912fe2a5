import type { Client } from '@temporalio/client';
import { findingWorkflowId } from '../../domain/ids.js';
import type { FindingCase } from '../../domain/finding-kinds.js';
import { foundMore, taskQueues } from '../../../workflows/messages.js';
import type { findingWorkflow } from '../../../workflows/upkeep/finding.workflow.js';
import { caseAttributes } from '../../platform/temporal/case-attributes.js';
import { rpcTimeoutMs } from '../../platform/temporal/fact-notifier.js';

/** Opens cases for findings in Temporal. */
export class FindingGateway {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Opens the case, or notifies the workflow of an open case that there is more. */
  async openCase(of: FindingCase): Promise<void> {
    const { kind, subject } = of;
    await this.#client.withDeadline(Date.now() + rpcTimeoutMs, () =>
      this.#client.workflow.signalWithStart<typeof findingWorkflow, []>('findingWorkflow', {
        workflowId: findingWorkflowId(of),
        taskQueue: taskQueues.rails,
        workflowIdReusePolicy: 'ALLOW_DUPLICATE',
        args: [subject === null ? { kind } : { kind, subject }],
        signal: foundMore,
        staticSummary: `Found: ${kind}`,
        staticDetails: subject === null ? `All that is open of \`${kind}\`.` : `\`${subject}\``,
        typedSearchAttributes: caseAttributes('FINDING', null),
      }),
    );
  }
}
