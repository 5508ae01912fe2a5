import type {
  Client,
  WorkflowSignalWithStartOptions,
  WorkflowStartOptions,
} from '@temporalio/client';
import { WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from '@temporalio/client';
import type { SignalDefinition } from '@temporalio/common';
import { checkoutWorkflowId } from '../domain/ids.js';
import { formatNaira } from '../domain/money.js';
import type { Fact } from '../domain/ports/fact-store.port.js';
import type { checkoutWorkflow } from '../../workflows/checkout.workflow.js';
import {
  accountIssued,
  cancelRequested,
  type CheckoutInput,
  type CheckoutPhase,
  creditReceived,
  searchAttributes,
  taskQueues,
} from '../../workflows/messages.js';

/** `CLOSED`: the workflow has ended and hears nothing any more. */
export type Told = 'TOLD' | 'CLOSED';

/** As long as a caller may wait: the relay sends a fact again that was not told in time. */
const rpcTimeoutMs = 5_000;
const workflowType = 'checkoutWorkflow';

/** The way to a checkout's workflow: the only place that knows its id and the names of its messages. */
export class CheckoutGateway {
  readonly #client: Client;
  readonly #parkAfterMs: number;

  constructor(client: Client, settings: { readonly parkAfterMs: number }) {
    this.#client = client;
    this.#parkAfterMs = settings.parkAfterMs;
  }

  /**
   * Tells the workflow of a committed fact, and starts it if it is not there. Telling twice is harmless.
   *
   * Throws what the Temporal client throws when the server cannot be reached or refuses.
   */
  tell(fact: Fact): Promise<Told> {
    return this.#client.withDeadline(Date.now() + rpcTimeoutMs, () =>
      fact.kind === 'INITIATED' ? this.#start(fact) : this.#signal(fact, messageOf(fact)),
    );
  }

  /** Whether the checkout's workflow has started and ended. */
  async hasClosed(fact: Fact): Promise<boolean> {
    const handle = this.#client.workflow.getHandle(workflowIdOf(fact));
    const { status } = await this.#client.withDeadline(Date.now() + rpcTimeoutMs, () =>
      handle.describe(),
    );
    return status.name !== 'RUNNING' && status.name !== 'PAUSED';
  }

  async #start(fact: Fact): Promise<Told> {
    try {
      await this.#client.workflow.start<typeof checkoutWorkflow>(
        workflowType,
        this.#startOptions(fact),
      );
    } catch (error) {
      // Started by an earlier sending, or by a signal that overtook this one.
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    }
    return 'TOLD';
  }

  async #signal(fact: Fact, { signal, message }: Message): Promise<Told> {
    try {
      await this.#client.workflow.getHandle(workflowIdOf(fact)).signal(signal, message);
      return 'TOLD';
    } catch (error) {
      if (!(error instanceof WorkflowNotFoundError)) throw error;
    }
    // The server says "not found" of a workflow that has ended as well; only a start tells the two apart.
    const options: WorkflowSignalWithStartOptions<[unknown]> = {
      ...this.#startOptions(fact),
      signal,
      signalArgs: [message],
    };
    try {
      await this.#client.workflow.signalWithStart(workflowType, options);
      return 'TOLD';
    } catch (error) {
      if (error instanceof WorkflowExecutionAlreadyStartedError) return 'CLOSED';
      throw error;
    }
  }

  #startOptions({
    checkout,
  }: Fact): WorkflowStartOptions<typeof checkoutWorkflow> & { args: [CheckoutInput] } {
    const phase: CheckoutPhase = 'OPEN';
    return {
      workflowId: checkoutWorkflowId(checkout.merchantId, checkout.paymentReference),
      taskQueue: taskQueues.checkout,
      workflowIdReusePolicy: 'REJECT_DUPLICATE',
      args: [this.#input(checkout)],
      staticSummary: `Checkout of ${formatNaira(checkout.amountMinor)}`,
      staticDetails: `Checkout \`${checkout.checkoutId}\` of merchant \`${checkout.merchantId}\`, reference \`${checkout.paymentReference}\`.`,
      typedSearchAttributes: [
        { key: searchAttributes.merchantId, value: checkout.merchantId },
        { key: searchAttributes.paymentReference, value: checkout.paymentReference },
        { key: searchAttributes.checkoutPhase, value: phase },
        { key: searchAttributes.amountMinor, value: Number(checkout.amountMinor) },
        { key: searchAttributes.expiresAt, value: checkout.expiresAt },
      ],
    };
  }

  #input(checkout: Fact['checkout']): CheckoutInput {
    return {
      checkoutId: checkout.checkoutId,
      merchantId: checkout.merchantId,
      amountMinor: String(checkout.amountMinor),
      currency: checkout.currency,
      expiresAt: checkout.expiresAt.toISOString(),
      parkAfterMs: this.#parkAfterMs,
    };
  }
}

interface Message {
  readonly signal: SignalDefinition<[never]>;
  readonly message: never;
}

/** The signal that tells a fact; throws TypeError for one that lacks what its kind must have. */
function messageOf(fact: Fact): Message {
  const { factId } = fact;
  switch (fact.kind) {
    case 'ACCOUNT_ISSUED':
      return asMessage(accountIssued, {
        factId,
        virtualAccountId: present(fact, fact.subjectId),
        endsAt: present(fact, fact.deadline).toISOString(),
      });
    case 'CREDIT_RECEIVED':
      return asMessage(creditReceived, { factId, creditId: present(fact, fact.subjectId) });
    case 'CANCEL_REQUESTED':
      return asMessage(cancelRequested, { factId });
    case 'INITIATED':
      throw new TypeError('INITIATED is told by the start of the workflow');
  }
}

function asMessage<Body>(signal: SignalDefinition<[Body]>, message: Body): Message {
  return { signal, message } as unknown as Message;
}

function present<Value>(fact: Fact, value: Value | null): Value {
  if (value === null)
    throw new TypeError(`fact ${fact.factId} (${fact.kind}) lacks its subject or its deadline`);
  return value;
}

function workflowIdOf({ checkout }: Fact): string {
  return checkoutWorkflowId(checkout.merchantId, checkout.paymentReference);
}
