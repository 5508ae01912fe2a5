import type { Client } from '@temporalio/client';
import { disputeAnswerWorkflowId } from '../../domain/ids.js';
import type { Fact } from '../../platform/temporal/fact.js';
import type { disputeAnswerWorkflow } from '../../../workflows/payments/dispute-answer.workflow.js';
import { taskQueues } from '../../../workflows/messages.js';
import { caseAttributes } from '../../platform/temporal/case-attributes.js';
import {
  type FactNotifier,
  hasClosed,
  present,
  type NotifyOutcome,
} from '../../platform/temporal/fact-notifier.js';
import { startUnlessRunning } from '../../platform/temporal/start-unless-running.js';

const workflowType = 'disputeAnswerWorkflow';

/**
 * The gateway to the workflow of an answer to a chargeback: the only place that knows the workflow's id and type.
 *
 * The fact stays open until the acquirer has taken or refused the answer. So a workflow that somebody terminated before
 * that is started again; the state of the answer is in PostgreSQL.
 */
export class DisputeGateway implements FactNotifier {
  readonly #client: Client;
  readonly #parkAfterMs: number;

  constructor(client: Client, settings: { readonly parkAfterMs: number }) {
    this.#client = client;
    this.#parkAfterMs = settings.parkAfterMs;
  }

  async notify(fact: Fact): Promise<NotifyOutcome> {
    await this.#startUnlessRunning(present(fact, fact.subjectId), fact.checkout);
    return 'NOTIFIED';
  }

  /** Starts the workflow again, unless it is running. The state of the answer is in PostgreSQL. */
  restart(answerId: string): Promise<void> {
    return this.#startUnlessRunning(answerId, null);
  }

  hasClosed(fact: Fact): Promise<boolean> {
    return hasClosed(this.#client, disputeAnswerWorkflowId(present(fact, fact.subjectId)));
  }

  async #startUnlessRunning(answerId: string, checkout: Fact['checkout']): Promise<void> {
    await startUnlessRunning(this.#client, () => this.#start(answerId, checkout));
  }

  async #start(answerId: string, checkout: Fact['checkout']): Promise<void> {
    await this.#client.workflow.start<typeof disputeAnswerWorkflow>(workflowType, {
      workflowId: disputeAnswerWorkflowId(answerId),
      taskQueue: taskQueues.rails,
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      args: [{ answerId, parkAfterMs: this.#parkAfterMs }],
      staticSummary: 'Answer to a dispute',
      staticDetails: `Answer \`${answerId}\` of a merchant to a chargeback.`,
      typedSearchAttributes: caseAttributes('DISPUTE', checkout),
    });
  }
}
