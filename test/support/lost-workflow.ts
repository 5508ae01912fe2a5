import type { Client } from '@temporalio/client';
import { vi } from 'vitest';

const patience = { timeout: 20_000, interval: 100 };

/** Temporal knows the workflow no more, as when its database is gone. */
export async function loseWorkflow(client: Client, workflowId: string): Promise<void> {
  const { namespace } = client.options;
  await client.workflowService.deleteWorkflowExecution({
    namespace,
    workflowExecution: { workflowId },
  });
  await vi.waitFor(async () => {
    const isThere = await client.workflow
      .getHandle(workflowId)
      .describe()
      .then(
        () => true,
        () => false,
      );
    if (isThere) throw new Error('it is still there');
  }, patience);
}

/** Waits until Temporal knows the workflow. */
export async function untilKnown(client: Client, workflowId: string): Promise<void> {
  await vi.waitFor(() => client.workflow.getHandle(workflowId).describe(), patience);
}
