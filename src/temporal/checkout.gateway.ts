import type { Client, WorkflowStartOptions } from '@temporalio/client';
import {
  isGrpcServiceError,
  WithStartWorkflowOperation,
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
} from '@temporalio/client';
import type { SignalDefinition } from '@temporalio/common';
import { checkoutWorkflowId } from '../domain/ids.js';
import { formatNaira } from '../domain/money.js';
import type { Fact, FactCheckout } from '../domain/ports/fact-store.port.js';
import { type FactTeller, hasClosed, present, rpcTimeoutMs, type Told } from './fact-teller.js';
import type { checkoutWorkflow } from '../../workflows/checkout.workflow.js';
import {
  accountIssued,
  cancelRequested,
  cardReported,
  chargeCard,
  clockMoved,
  type CheckoutInput,
  type CheckoutPhase,
  creditReceived,
  searchAttributes,
  taskQueues,
} from '../../workflows/messages.js';

const workflowType = 'checkoutWorkflow';
/** gRPC status NOT_FOUND. */
const notFound = 5;

type Sending = 'start' | 'signal' | 'update';

/** How a fact is told; signals that start the workflow when it is missing, unless another way is needed. */
const sendingOf: Readonly<Partial<Record<Fact['kind'], Sending>>> = {
  INITIATED: 'start',
  CARD_ATTEMPTED: 'update',
};

/** The way to a checkout's workflow: the only place that knows its id and the names of its messages. */
export class CheckoutGateway implements FactTeller {
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
    const sendings: Record<Sending, () => Promise<Told>> = {
      start: () => this.#start(fact),
      signal: () => this.#signal(fact),
      update: () => this.#chargeCard(fact),
    };
    const send = sendings[sendingOf[fact.kind] ?? 'signal'];
    return this.#client.withDeadline(Date.now() + rpcTimeoutMs, send);
  }

  /** The acquirer has news of a charge: the workflow asks what. Telling twice is harmless. */
  async cardReported(
    { merchantId, paymentReference }: FactCheckout,
    attemptId: string,
  ): Promise<Told> {
    const handle = this.#client.workflow.getHandle(
      checkoutWorkflowId(merchantId, paymentReference),
    );
    try {
      await this.#client.withDeadline(Date.now() + rpcTimeoutMs, () =>
        handle.signal(cardReported, { attemptId }),
      );
      return 'TOLD';
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return 'CLOSED';
      throw error;
    }
  }

  hasClosed(fact: Fact): Promise<boolean> {
    return hasClosed(this.#client, workflowIdOf(fact));
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

  /** An update, because a request waits for the attempt; its id is the attempt's, so that it is accepted once. */
  async #chargeCard(fact: Fact): Promise<Told> {
    const attemptId = present(fact, fact.subjectId);
    const update = {
      args: [{ attemptId }],
      updateId: attemptId,
      waitForStage: 'ACCEPTED',
    } as const;
    try {
      await this.#client.workflow
        .getHandle(workflowIdOf(fact))
        .startUpdate(chargeCard, { ...update, args: [{ attemptId }] });
      return 'TOLD';
    } catch (error) {
      if (!(error instanceof WorkflowNotFoundError)) throw error;
    }
    try {
      await this.#client.workflow.startUpdateWithStart(chargeCard, {
        ...update,
        args: [{ attemptId }],
        startWorkflowOperation: new WithStartWorkflowOperation<typeof checkoutWorkflow>(
          workflowType,
          { ...this.#startOptions(fact), workflowIdConflictPolicy: 'USE_EXISTING' },
        ),
      });
      return 'TOLD';
    } catch (error) {
      if (error instanceof WorkflowExecutionAlreadyStartedError) return 'CLOSED';
      throw error;
    }
  }

  #startOptions(
    fact: Fact,
  ): WorkflowStartOptions<typeof checkoutWorkflow> & { args: [CheckoutInput] } {
    const phase: CheckoutPhase = 'OPEN';
    const checkout = present(fact, fact.checkout);
    return {
      workflowId: checkoutWorkflowId(checkout.merchantId, checkout.paymentReference),
      taskQueue: taskQueues.checkout,
      workflowIdReusePolicy: 'REJECT_DUPLICATE',
      args: [this.#input(checkout, fact)],
      staticSummary: `Checkout of ${formatNaira(checkout.amountMinor)}`,
      // No details and no attribute that its id or type tells already: every checkout would pay for them.
      typedSearchAttributes: [
        { key: searchAttributes.merchantId, value: checkout.merchantId },
        { key: searchAttributes.paymentReference, value: checkout.paymentReference },
        { key: searchAttributes.checkoutPhase, value: phase },
        { key: searchAttributes.amountMinor, value: Number(checkout.amountMinor) },
        { key: searchAttributes.expiresAt, value: checkout.expiresAt },
      ],
    };
  }

  #input(checkout: FactCheckout, { kind, subjectId }: Fact): CheckoutInput {
    return {
      checkoutId: checkout.checkoutId,
      merchantId: checkout.merchantId,
      amountMinor: String(checkout.amountMinor),
      currency: checkout.currency,
      expiresAt: checkout.expiresAt.toISOString(),
      parkAfterMs: this.#parkAfterMs,
      ...(kind === 'INITIATED' && subjectId !== null && { virtualAccountId: subjectId }),
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
        amountMinor: String(present(fact, fact.checkout).amountMinor),
      });
    case 'CREDIT_RECEIVED':
      return message(creditReceived, { factId, creditId: present(fact, fact.subjectId) });
    case 'CANCEL_REQUESTED':
      return message(cancelRequested, { factId });
    case 'CLOCK_MOVED': {
      const sessionEndsAt = present(fact, fact.checkout).expiresAt.toISOString();
      const endsAt = present(fact, fact.deadline).toISOString();
      const virtualAccountId = fact.subjectId;
      const account = virtualAccountId === null ? null : { virtualAccountId, endsAt };
      return message(clockMoved, { factId, sessionEndsAt, account });
    }
    default:
      throw new TypeError(`${kind} is no signal of a checkout`);
  }
}

/** Checks that the body is the signal's; the type of the pair cannot say so. */
function message<Body extends object>(signal: SignalDefinition<[Body]>, body: Body): Message {
  return { signal: signal as SignalDefinition<[never]>, body };
}

function workflowIdOf(fact: Fact): string {
  const { merchantId, paymentReference } = present(fact, fact.checkout);
  return checkoutWorkflowId(merchantId, paymentReference);
}
