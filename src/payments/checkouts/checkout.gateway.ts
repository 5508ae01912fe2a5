import type { Client, WorkflowStartOptions } from '@temporalio/client';
import {
  isGrpcServiceError,
  WithStartWorkflowOperation,
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
} from '@temporalio/client';
import type { Payload, SignalDefinition } from '@temporalio/common';
import { encodeUnifiedSearchAttributes } from '@temporalio/common/lib/converter/payload-search-attributes.js';
import proto from '@temporalio/proto';
import { asId, checkoutWorkflowId } from '../../domain/ids.js';
import { formatNaira } from '../../domain/money.js';
import type { Fact, FactCheckout } from '../../platform/temporal/fact.js';
import { activeTracer, inSpan } from '../../platform/tracing/spans.js';
import { traceHeaders } from '../../platform/temporal/trace-interceptors.js';
import {
  type FactNotifier,
  hasClosed,
  present,
  rpcTimeoutMs,
  type NotifyOutcome,
} from '../../platform/temporal/fact-notifier.js';
import type { checkoutWorkflow } from '../../../workflows/payments/checkout.workflow.js';
import {
  accountIssued,
  cancelRequested,
  cardReported,
  chargeCard,
  clockMoved,
  type AccountIssued,
  type ChargeCard,
  type CheckoutInput,
  creditReceived,
  searchAttributes,
  taskQueues,
} from '../../../workflows/messages.js';

const workflowType = 'checkoutWorkflow';
/** gRPC status ALREADY_EXISTS. */
const alreadyExists = 6;
const rejectDuplicate =
  proto.temporal.api.enums.v1.WorkflowIdReusePolicy.WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE;

type FactRoute = 'start' | 'signal' | 'update';

/**
 * The way each fact reaches its workflow. A fact that is not listed is a signal that starts the workflow when it is
 * missing.
 */
const routeOf: Readonly<Partial<Record<Fact['kind'], FactRoute>>> = {
  INITIATED: 'start',
  CARD_ATTEMPTED: 'update',
};

/** The gateway to a checkout's workflow: the only place that knows the workflow's id and the names of its messages. */
export class CheckoutGateway implements FactNotifier {
  readonly #client: Client;
  readonly #parkAfterMs: number;

  constructor(client: Client, settings: { readonly parkAfterMs: number }) {
    this.#client = client;
    this.#parkAfterMs = settings.parkAfterMs;
  }

  /**
   * Notifies the workflow of a committed fact, and starts the workflow if it is missing. Notifying twice is harmless.
   *
   * Throws the Temporal client's error when the server cannot be reached or refuses.
   */
  notify(fact: Fact): Promise<NotifyOutcome> {
    const routes: Record<FactRoute, () => Promise<NotifyOutcome>> = {
      start: () => this.#start(fact),
      signal: () => this.#signal(fact),
      update: () => this.#chargeCard(fact),
    };
    const send = routes[routeOf[fact.kind] ?? 'signal'];
    return this.#client.withDeadline(Date.now() + rpcTimeoutMs, send);
  }

  /** The acquirer has news about a charge: makes the workflow ask the acquirer. Sending this twice is harmless. */
  async cardReported(
    { merchantId, paymentReference }: FactCheckout,
    attemptId: string,
  ): Promise<NotifyOutcome> {
    const handle = this.#client.workflow.getHandle(
      checkoutWorkflowId(merchantId, paymentReference),
    );
    try {
      await this.#client.withDeadline(Date.now() + rpcTimeoutMs, () =>
        handle.signal(cardReported, { attemptId }),
      );
      return 'NOTIFIED';
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return 'CLOSED';
      throw error;
    }
  }

  /**
   * Does the same as `cardReported`, and starts the checkout's workflow again, because Temporal may have lost it. The
   * new workflow asks the acquirer about a charge that it did not send.
   */
  async chargeLost(checkout: FactCheckout, attemptId: string): Promise<NotifyOutcome> {
    const about = { kind: 'CARD_ATTEMPTED', subjectId: attemptId, checkout } as const;
    const start = this.#startOptions({ ...about, factId: '0', deadline: null });
    try {
      await this.#client.withDeadline(Date.now() + rpcTimeoutMs, () =>
        this.#client.workflow.signalWithStart<typeof checkoutWorkflow, [ChargeCard]>(workflowType, {
          ...start,
          signal: cardReported,
          signalArgs: [{ attemptId }],
        }),
      );
      return 'NOTIFIED';
    } catch (error) {
      if (error instanceof WorkflowExecutionAlreadyStartedError) return 'CLOSED';
      throw error;
    }
  }

  hasClosed(fact: Fact): Promise<boolean> {
    return hasClosed(this.#client, workflowIdOf(fact));
  }

  async #start(fact: Fact): Promise<NotifyOutcome> {
    try {
      await this.#client.workflow.start<typeof checkoutWorkflow>(
        workflowType,
        this.#startOptions(fact),
      );
    } catch (error) {
      // An earlier attempt, or a signal that overtook this start, has started the workflow.
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
      if (fact.issued !== undefined) return this.#signal(fact.issued);
    }
    return 'NOTIFIED';
  }

  /**
   * Signals with a start: a signal alone neither ends the delay of a workflow that has not begun yet, nor starts a
   * missing one. The raw call is used, because a request id made from the fact lets the server drop a fact that it has
   * accepted already.
   */
  async #signal(fact: Fact): Promise<NotifyOutcome> {
    const { namespace, identity } = this.#client.options;
    const { signal, body } = messageOf(fact);
    const start = this.#startOptions(fact);
    const { workflowId, taskQueue } = start;
    const [input, signalPayload, summary] = await Promise.all(
      [...start.args, body, start.staticSummary].map((value) => this.#payload(workflowId, value)),
    );
    const indexedFields = encodeUnifiedSearchAttributes(undefined, start.typedSearchAttributes);
    try {
      await inSpan(`signal ${signal.name}`, 'client', {}, () =>
        this.#client.workflowService.signalWithStartWorkflowExecution({
          namespace,
          identity,
          requestId: `fact-${fact.factId}`,
          workflowId,
          workflowType: { name: workflowType },
          workflowIdReusePolicy: rejectDuplicate,
          taskQueue: { name: taskQueue },
          input: { payloads: [input ?? {}] },
          signalName: signal.name,
          signalInput: { payloads: [signalPayload ?? {}] },
          searchAttributes: { indexedFields },
          ...(activeTracer() !== undefined && { header: { fields: traceHeaders() } }),
          userMetadata: { summary: summary ?? {} },
        }),
      );
      return 'NOTIFIED';
    } catch (error) {
      if (isGrpcServiceError(error) && error.code === alreadyExists) return 'CLOSED';
      throw error;
    }
  }

  async #payload(workflowId: string, value: unknown): Promise<Payload> {
    const { namespace, loadedDataConverter } = this.#client.options;
    let payloads = [loadedDataConverter.payloadConverter.toPayload(value)];
    for (const codec of loadedDataConverter.payloadCodecs) {
      payloads = await codec.encode(payloads, { type: 'workflow', namespace, workflowId });
    }
    const [payload] = payloads;
    if (payload === undefined) throw new TypeError('a codec has lost a payload');
    return payload;
  }

  /**
   * Sends an update, because a request waits for the attempt. The update has the attempt's id, so it is accepted once.
   */
  async #chargeCard(fact: Fact): Promise<NotifyOutcome> {
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
      return 'NOTIFIED';
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
      return 'NOTIFIED';
    } catch (error) {
      if (error instanceof WorkflowExecutionAlreadyStartedError) return 'CLOSED';
      throw error;
    }
  }

  #startOptions(
    fact: Fact,
  ): WorkflowStartOptions<typeof checkoutWorkflow> & { args: [CheckoutInput]; taskQueue: string } {
    const checkout = present(fact, fact.checkout);
    return {
      workflowId: checkoutWorkflowId(checkout.merchantId, checkout.paymentReference),
      taskQueue: taskQueues.checkout,
      workflowIdReusePolicy: 'REJECT_DUPLICATE',
      args: [this.#input(checkout, fact)],
      staticSummary: `Checkout of ${formatNaira(checkout.amountMinor)}`,
      ...(fact.issued !== undefined && waiting(fact.issued)),
      // No attribute has the kind of the workflow: its type says that already, and every checkout would pay for it.
      typedSearchAttributes: [
        { key: searchAttributes.merchantId, value: checkout.merchantId },
        { key: searchAttributes.paymentReference, value: checkout.paymentReference },
        { key: searchAttributes.amountMinor, value: Number(checkout.amountMinor) },
        { key: searchAttributes.expiresAt, value: checkout.expiresAt },
      ],
    };
  }

  #input(checkout: FactCheckout, { kind, subjectId, issued }: Fact): CheckoutInput {
    return {
      checkoutId: checkout.checkoutId,
      merchantId: checkout.merchantId,
      amountMinor: String(checkout.amountMinor),
      currency: checkout.currency,
      expiresAt: checkout.expiresAt.toISOString(),
      parkAfterMs: this.#parkAfterMs,
      ...(kind === 'INITIATED' &&
        subjectId !== null && { virtualAccountId: asId('va', subjectId) }),
      ...(issued !== undefined && { account: accountOf(issued) }),
      ...(checkout.part !== undefined && { part: checkout.part }),
    };
  }
}

/**
 * A checkout with an account has nothing to do before it is paid or the account closes, so its workflow's first task is
 * delayed until then. A workflow has no current details before its first task, so these static details tell operators
 * what it waits for.
 */
function waiting(issued: Fact): Pick<WorkflowStartOptions, 'startDelay' | 'staticDetails'> {
  const { virtualAccountId, endsAt } = accountOf(issued);
  const { checkoutId, expiresAt } = present(issued, issued.checkout);
  return {
    startDelay: Math.max(1, Date.parse(endsAt) - Date.now()),
    staticDetails: [
      `Made with the account \`${virtualAccountId}\`, which takes the transfer until ${endsAt}.`,
      `The checkout is \`${checkoutId}\`; its session ends at ${expiresAt.toISOString()}.`,
      'As long as there are no current details, nothing has happened since.',
    ].join('\n\n'),
  };
}

function accountOf(issued: Fact): AccountIssued {
  return {
    factId: issued.factId,
    virtualAccountId: asId('va', present(issued, issued.subjectId)),
    endsAt: present(issued, issued.deadline).toISOString(),
    amountMinor: String(present(issued, issued.checkout).amountMinor),
  };
}

interface Message {
  readonly signal: SignalDefinition<[never]>;
  readonly body: object;
}

/** Returns the signal that carries a fact; throws TypeError for a fact that lacks a field of its kind. */
function messageOf(fact: Fact): Message {
  const { factId, kind } = fact;
  switch (kind) {
    case 'ACCOUNT_ISSUED':
      return message(accountIssued, accountOf(fact));
    case 'CREDIT_RECEIVED':
      return message(creditReceived, {
        ...{ factId, creditId: present(fact, fact.subjectId) },
        ...(fact.posted !== undefined && { status: fact.posted }),
      });
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
