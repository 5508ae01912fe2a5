import type { Client, WorkflowStartOptions } from '@temporalio/client';
import { isGrpcServiceError, WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
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
/** gRPC status NOT_FOUND. */
const notFound = 5;

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
      fact.kind === 'INITIATED' ? this.#start(fact) : this.#signal(fact),
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

  async #signal(fact: Fact): Promise<Told> {
    const { signal, body } = messageOf(fact);
    try {
      await this.#signalOnce(fact, signal.name, body);
      return 'TOLD';
    } catch (error) {
      if (!isGrpcServiceError(error) || error.code !== notFound) throw error;
    }
    // The server says "not found" of a workflow that has ended as well; only a start tells the two apart.
    try {
      await this.#client.workflow.signalWithStart<typeof checkoutWorkflow, [never]>(workflowType, {
        ...this.#startOptions(fact),
        signal,
        signalArgs: [body as never],
      });
      return 'TOLD';
    } catch (error) {
      if (error instanceof WorkflowExecutionAlreadyStartedError) return 'CLOSED';
      throw error;
    }
  }

  /** By the raw call, because a request id made from the fact lets the server drop what it has taken already. */
  async #signalOnce(fact: Fact, signalName: string, body: object): Promise<void> {
    const { namespace, identity, loadedDataConverter } = this.#client.options;
    const workflowId = workflowIdOf(fact);
    let payloads = [loadedDataConverter.payloadConverter.toPayload(body)];
    for (const codec of loadedDataConverter.payloadCodecs) {
      payloads = await codec.encode(payloads, { type: 'workflow', namespace, workflowId });
    }
    await this.#client.workflowService.signalWorkflowExecution({
      namespace,
      identity,
      workflowExecution: { workflowId },
      requestId: `fact-${fact.factId}`,
      signalName,
      input: { payloads },
    });
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
  readonly body: object;
}

/** The signal that tells a fact; throws TypeError for one that lacks what its kind must have. */
function messageOf(fact: Fact): Message {
  const { factId, kind } = fact;
  switch (kind) {
    case 'ACCOUNT_ISSUED':
      return message(accountIssued, {
        factId,
        virtualAccountId: present(fact, fact.subjectId),
        endsAt: present(fact, fact.deadline).toISOString(),
      });
    case 'CREDIT_RECEIVED':
      return message(creditReceived, { factId, creditId: present(fact, fact.subjectId) });
    case 'CANCEL_REQUESTED':
      return message(cancelRequested, { factId });
    case 'INITIATED':
      throw new TypeError('INITIATED is told by the start of the workflow');
  }
}

/** Checks that the body is the signal's; the type of the pair cannot say so. */
function message<Body extends object>(signal: SignalDefinition<[Body]>, body: Body): Message {
  return { signal: signal as SignalDefinition<[never]>, body };
}

function present<Value>(fact: Fact, value: Value | null): Value {
  if (value !== null) return value;
  throw new TypeError(`fact ${fact.factId} (${fact.kind}) lacks its subject or its deadline`);
}

function workflowIdOf({ checkout }: Fact): string {
  return checkoutWorkflowId(checkout.merchantId, checkout.paymentReference);
}

/** When the workflow will act on the fact by itself; null when it does so as soon as it hears of it. */
export function actsAt(fact: Fact): Date | null {
  return fact.kind === 'INITIATED' ? fact.checkout.expiresAt : fact.deadline;
}
