import type { Client } from '@temporalio/client';
import { WorkflowNotFoundError } from '@temporalio/client';

export interface RunningWorkflow {
  readonly workflowId: string;
  readonly runId: string;
}

const rpcTimeoutMs = 20_000;
/** Webhook retries have a namespace division. A list leaves them out unless the query names the division. */
const anyDivision = `(TemporalNamespaceDivision IS NULL OR TemporalNamespaceDivision = 'webhooks')`;

/** The workflows that run, as the list of workflows knows them, and the way to end one. */
export class RunningWorkflows {
  constructor(private readonly client: Client) {}

  /**
   * Lists the running workflows of a type, in pages. The list is behind by a moment: a listed workflow may have ended.
   */
  async *ofType(workflowType: string, pageSize: number): AsyncIterable<readonly RunningWorkflow[]> {
    const query = `ExecutionStatus = 'Running' AND WorkflowType = '${workflowType}' AND ${anyDivision}`;
    let page: RunningWorkflow[] = [];
    for await (const { workflowId, runId } of this.client.workflow.list({ query, pageSize })) {
      page.push({ workflowId, runId });
      if (page.length < pageSize) continue;
      yield page;
      page = [];
    }
    if (page.length > 0) yield page;
  }

  /** Ends this very run, unless it has ended; returns whether it was running. */
  async end({ workflowId, runId }: RunningWorkflow, reason: string): Promise<boolean> {
    try {
      await this.client.withDeadline(Date.now() + rpcTimeoutMs, () =>
        this.client.workflow.getHandle(workflowId, runId).terminate(reason),
      );
      return true;
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return false;
      throw error;
    }
  }
}
