import type { Client } from '@temporalio/client';
import { creditWorkflowId } from '../../domain/ids.js';
import type { Fact } from '../../platform/temporal/fact.js';
import type { creditWorkflow } from '../../../workflows/payments/credit.workflow.js';
import { type CreditInput, taskQueues } from '../../../workflows/messages.js';
import { caseAttributes } from '../../platform/temporal/case-attributes.js';
import {
  type FactNotifier,
  hasClosed,
  present,
  type NotifyOutcome,
} from '../../platform/temporal/fact-notifier.js';
import { startUnlessRunning } from '../../platform/temporal/start-unless-running.js';

const workflowType = 'creditWorkflow';

/** The gateway to the workflow of a held credit: the only place that knows the workflow's id and type. */
export class CreditGateway implements FactNotifier {
  readonly #client: Client;
  readonly #parkAfterMs: number;

  constructor(client: Client, settings: { readonly parkAfterMs: number }) {
    this.#client = client;
    this.#parkAfterMs = settings.parkAfterMs;
  }

  async notify(fact: Fact): Promise<NotifyOutcome> {
    if (await startUnlessRunning(this.#client, () => this.#start(fact))) return 'NOTIFIED';
    return (await this.hasClosed(fact)) ? 'CLOSED' : 'NOTIFIED';
  }

  /** Starts the workflow again, unless it is running. A credit that is resolved stays as it is. */
  async restart(creditId: string): Promise<void> {
    await startUnlessRunning(this.#client, () =>
      this.#client.workflow.start<typeof creditWorkflow>(workflowType, {
        ...this.#options(creditId),
        workflowIdReusePolicy: 'ALLOW_DUPLICATE',
        typedSearchAttributes: caseAttributes('CREDIT', null),
      }),
    );
  }

  hasClosed(fact: Fact): Promise<boolean> {
    return hasClosed(this.#client, creditWorkflowId(present(fact, fact.subjectId)));
  }

  #options(creditId: string) {
    return {
      workflowId: creditWorkflowId(creditId),
      taskQueue: taskQueues.rails,
      args: [{ creditId, parkAfterMs: this.#parkAfterMs }] as [CreditInput],
      staticSummary: 'Held credit',
    };
  }

  async #start(fact: Fact): Promise<void> {
    const creditId = present(fact, fact.subjectId);
    await this.#client.workflow.start<typeof creditWorkflow>(workflowType, {
      ...this.#options(creditId),
      workflowIdReusePolicy: 'REJECT_DUPLICATE',
      staticDetails: `Credit \`${creditId}\` is in suspense${ofCheckout(fact)}.`,
      typedSearchAttributes: caseAttributes('CREDIT', fact.checkout),
    });
  }
}

function ofCheckout({ checkout }: Fact): string {
  return checkout === null
    ? ': it came to a number of nobody'
    : `: it does not fit checkout \`${checkout.checkoutId}\` of merchant \`${checkout.merchantId}\`, reference \`${checkout.paymentReference}\``;
}
