import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import type { SettlementCycle } from '../../domain/settlement-cycle.js';
import { caseWanted, taskQueues } from '../../../workflows/messages.js';
import type { settlementWorkflow } from '../../../workflows/payouts/settlement.workflow.js';
import { caseAttributes } from '../../platform/temporal/case-attributes.js';
import { CreditGateway } from '../../payments/credits/credit.gateway.js';
import { DisputeGateway } from '../../payments/disputes/dispute.gateway.js';
import { rpcTimeoutMs } from '../../platform/temporal/fact-notifier.js';
import { startUnlessRunning } from '../../platform/temporal/start-unless-running.js';

/** Ids in one visibility query. */
const idsAtOnce = 50;
/** The most waiting workflows that one sweep looks at. */
const waitingAtOnce = 500;

/** Finds the workflows of cases in Temporal's list of workflows, and starts workflows that were lost. */
export class CaseGateway {
  readonly #client: Client;
  readonly #credits: CreditGateway;
  readonly #disputes: DisputeGateway;

  constructor(client: Client, settings: { readonly parkAfterMs: number }) {
    this.#client = client;
    this.#credits = new CreditGateway(client, settings);
    this.#disputes = new DisputeGateway(client, settings);
  }

  /** Returns the workflows among these that run. */
  async running(workflowIds: readonly string[]): Promise<ReadonlySet<string>> {
    const running = new Set<string>();
    for (let at = 0; at < workflowIds.length; at += idsAtOnce) {
      const ids = workflowIds
        .slice(at, at + idsAtOnce)
        .map((id) => `'${id.replaceAll("'", "''")}'`);
      const query = `WorkflowId IN (${ids.join(', ')}) AND ExecutionStatus = 'Running'`;
      await this.#client.withDeadline(Date.now() + rpcTimeoutMs, async () => {
        for await (const { workflowId } of this.#client.workflow.list({ query })) {
          running.add(workflowId);
        }
      });
    }
    return running;
  }

  /** Returns the workflows that wait for a person. */
  async waiting(): Promise<readonly string[]> {
    const query = `CheckoutPhase = 'NEEDS_ATTENTION' AND ExecutionStatus = 'Running'`;
    const found: string[] = [];
    await this.#client.withDeadline(Date.now() + rpcTimeoutMs, async () => {
      for await (const { workflowId } of this.#client.workflow.list({ query })) {
        if (found.push(workflowId) === waitingAtOnce) return;
      }
    });
    return found;
  }

  /** Asks a waiting workflow to report its case. If the workflow has ended meanwhile, there is no case. */
  async wantCase(workflowId: string): Promise<void> {
    try {
      await this.#client.withDeadline(Date.now() + rpcTimeoutMs, () =>
        this.#client.workflow.getHandle(workflowId).signal(caseWanted),
      );
    } catch (error) {
      if (!(error instanceof WorkflowNotFoundError)) throw error;
    }
  }

  startCredit(creditId: string): Promise<void> {
    return this.#credits.restart(creditId);
  }

  startDisputeAnswer(answerId: string): Promise<void> {
    return this.#disputes.restart(answerId);
  }

  /** Continues the run of this cut-off (ISO 8601); merchants that it has settled stay settled. */
  async startSettlementRun(
    workflowId: string,
    cycle: SettlementCycle,
    cutOff: string,
  ): Promise<void> {
    await startUnlessRunning(this.#client, () =>
      this.#client.workflow.start<typeof settlementWorkflow>('settlementWorkflow', {
        workflowId,
        taskQueue: taskQueues.rails,
        workflowIdReusePolicy: 'ALLOW_DUPLICATE',
        args: [{ cycle, cutOff }],
        staticSummary: 'Settlement that is taken up again',
        typedSearchAttributes: caseAttributes('SETTLEMENT', null),
      }),
    );
  }
}
