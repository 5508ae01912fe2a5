import type { Client, WorkflowStartOptions } from '@temporalio/client';
import { payoutWorkflowId, type Id } from '../../domain/ids.js';
import type { Fact } from '../../platform/temporal/fact.js';
import type { KnownSettlement } from './settlement-keys.js';
import type { PgSettlementKeys } from './settlement-key.store.js';
import { bankReported, type PayoutInput, taskQueues } from '../../../workflows/messages.js';
import type { payoutWorkflow } from '../../../workflows/payouts/payout.workflow.js';
import { caseAttributes } from '../../platform/temporal/case-attributes.js';
import {
  type FactNotifier,
  hasClosed,
  present,
  rpcTimeoutMs,
  type NotifyOutcome,
} from '../../platform/temporal/fact-notifier.js';
import { startUnlessRunning } from '../../platform/temporal/start-unless-running.js';

const workflowType = 'payoutWorkflow';

type Options = WorkflowStartOptions<typeof payoutWorkflow> & { args: [PayoutInput] };

/**
 * The gateway to the workflow of a settlement's payouts: the only place that knows the workflow's id and the names of
 * its messages.
 *
 * A workflow that has ended is started again whenever it must be notified. The state of the payouts is in PostgreSQL,
 * and a run that finds nothing to do ends at once.
 */
export class PayoutGateway implements FactNotifier {
  readonly #client: Client;
  readonly #parkAfterMs: number;
  readonly #keys: PgSettlementKeys;

  constructor(client: Client, settings: { readonly parkAfterMs: number }, keys: PgSettlementKeys) {
    this.#client = client;
    this.#parkAfterMs = settings.parkAfterMs;
    this.#keys = keys;
  }

  async notify(fact: Fact): Promise<NotifyOutcome> {
    await this.start(present(fact, fact.subjectId));
    return 'NOTIFIED';
  }

  async hasClosed(fact: Fact): Promise<boolean> {
    const key = await this.#keys.ofSettlement(present(fact, fact.subjectId));
    return hasClosed(this.#client, payoutWorkflowId(key));
  }

  /** Starts the workflow, unless it is running already. */
  async start(settlementId: string): Promise<void> {
    const key = await this.#keys.ofSettlement(settlementId);
    await startUnlessRunning(this.#client, () =>
      this.#client.workflow.start<typeof payoutWorkflow>(workflowType, this.#options(key)),
    );
  }

  /** Notifies the workflow that the bank's statement shows a sending whose outcome is not known. */
  async bankReported(payoutId: Id<'pay'>, sessionId: string): Promise<void> {
    const key = await this.#keys.ofPayout(payoutId);
    await this.#client.withDeadline(Date.now() + rpcTimeoutMs, () =>
      this.#client.workflow.signalWithStart<typeof payoutWorkflow, [{ sessionId: string }]>(
        workflowType,
        { ...this.#options(key), signal: bankReported, signalArgs: [{ sessionId }] },
      ),
    );
  }

  #options(key: KnownSettlement): Options {
    const { settlementId, merchantId, settlementReference } = key;
    return {
      workflowId: payoutWorkflowId(key),
      taskQueue: taskQueues.rails,
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      args: [{ settlementId, parkAfterMs: this.#parkAfterMs }],
      staticSummary: 'Payout',
      staticDetails: `Settlement \`${settlementId}\` of merchant \`${merchantId}\`, reference \`${settlementReference}\`.`,
      typedSearchAttributes: caseAttributes('PAYOUT', {
        merchantId,
        paymentReference: settlementReference,
      }),
    };
  }
}
