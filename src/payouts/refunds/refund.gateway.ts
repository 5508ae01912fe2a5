import type { Client, WorkflowStartOptions } from '@temporalio/client';
import { refundWorkflowId } from '../../domain/ids.js';
import type { Fact, FactCheckout } from '../../platform/temporal/fact.js';
import {
  accountProvided,
  bankReported,
  type RefundInput,
  taskQueues,
} from '../../../workflows/messages.js';
import type { refundWorkflow } from '../../../workflows/payouts/refund.workflow.js';
import { caseAttributes } from '../../platform/temporal/case-attributes.js';
import {
  type FactNotifier,
  hasClosed,
  present,
  rpcTimeoutMs,
  type NotifyOutcome,
} from '../../platform/temporal/fact-notifier.js';
import { startUnlessRunning } from '../../platform/temporal/start-unless-running.js';

const workflowType = 'refundWorkflow';

/** A pino logger fits. */
interface GatewayLog {
  warn(details: object, message: string): void;
}

type Options = WorkflowStartOptions<typeof refundWorkflow> & { args: [RefundInput] };

/**
 * The gateway to a refund's workflow: the only place that knows the workflow's id and the names of its messages.
 *
 * A workflow that has ended is started again whenever it must be notified. The refund's state is in PostgreSQL, and a
 * run that finds nothing to do ends at once.
 */
export class RefundGateway implements FactNotifier {
  readonly #client: Client;
  readonly #parkAfterMs: number;
  readonly #log: GatewayLog;

  constructor(client: Client, settings: { readonly parkAfterMs: number }, log: GatewayLog) {
    this.#client = client;
    this.#parkAfterMs = settings.parkAfterMs;
    this.#log = log;
  }

  async notify(fact: Fact): Promise<NotifyOutcome> {
    await this.start(present(fact, fact.subjectId), fact.checkout);
    return 'NOTIFIED';
  }

  hasClosed(fact: Fact): Promise<boolean> {
    return hasClosed(this.#client, refundWorkflowId(present(fact, fact.subjectId)));
  }

  /** Starts the workflow, unless it is running already. */
  async start(refundId: string, checkout: FactCheckout | null = null): Promise<void> {
    await startUnlessRunning(this.#client, () =>
      this.#client.workflow.start<typeof refundWorkflow>(
        workflowType,
        this.#options(refundId, checkout),
      ),
    );
  }

  /** Notifies the workflow that the bank's statement shows a sending whose outcome is not known. */
  async bankReported(refundId: string, sessionId: string): Promise<void> {
    await this.#client.withDeadline(Date.now() + rpcTimeoutMs, () =>
      this.#client.workflow.signalWithStart<typeof refundWorkflow, [{ sessionId: string }]>(
        workflowType,
        { ...this.#options(refundId, null), signal: bankReported, signalArgs: [{ sessionId }] },
      ),
    );
  }

  /** Tells the workflow that there is an account to send to. A workflow that waits for none takes no notice. */
  async tellOfAccount(refundId: string): Promise<void> {
    await this.#client.withDeadline(Date.now() + rpcTimeoutMs, () =>
      this.#client.workflow.signalWithStart<typeof refundWorkflow, []>(workflowType, {
        ...this.#options(refundId, null),
        signal: accountProvided,
      }),
    );
  }

  /** Never throws and never waits. If the message is lost, the sweep tells it again. */
  accountProvided(refundId: string): void {
    this.tellOfAccount(refundId).catch((error: unknown) =>
      this.#log.warn({ err: error, refundId }, 'a refund was not told of its account yet'),
    );
  }

  #options(refundId: string, checkout: FactCheckout | null): Options {
    return {
      workflowId: refundWorkflowId(refundId),
      taskQueue: taskQueues.rails,
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      args: [{ refundId, parkAfterMs: this.#parkAfterMs }],
      staticSummary: 'Refund',
      staticDetails:
        checkout === null
          ? `Refund \`${refundId}\`.`
          : `Refund \`${refundId}\` of checkout \`${checkout.checkoutId}\`, merchant \`${checkout.merchantId}\`, reference \`${checkout.paymentReference}\`.`,
      typedSearchAttributes: caseAttributes('REFUND', checkout),
    };
  }
}
