import type { Client } from '@temporalio/client';
import { rpcTimeoutMs } from './fact-teller.js';

/** Ids in one visibility query. */
const idsAtOnce = 50;

/** Which of these workflows run, as far as the list of workflows knows. */
export async function runningWorkflows(
  client: Client,
  workflowIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const running = new Set<string>();
  for (let at = 0; at < workflowIds.length; at += idsAtOnce) {
    const ids = workflowIds.slice(at, at + idsAtOnce).map((id) => `'${id.replaceAll("'", "''")}'`);
    const query = `WorkflowId IN (${ids.join(', ')}) AND ExecutionStatus = 'Running'`;
    await client.withDeadline(Date.now() + rpcTimeoutMs, async () => {
      for await (const { workflowId } of client.workflow.list({ query })) running.add(workflowId);
    });
  }
  return running;
}
