import type { Client } from '@temporalio/client';
import { isGrpcServiceError, WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import {
  defineSearchAttributeKey,
  SearchAttributeType,
  type SearchAttributePair,
} from '@temporalio/common';
import { checkoutWorkflowId, replayWorkflowId, webhookWorkflowId } from '../../domain/ids.js';
import { startUnlessRunning } from '../../platform/temporal/start-unless-running.js';
import { resumeTrace } from '../../platform/tracing/spans.js';
import { traceOfWorkflow } from '../../platform/tracing/traces-of-workflows.js';
import type { RetryRequest, RetryStarter } from '../delivery/delivery-attempts.port.js';
import type { ReplayStarter } from './webhook-replay.port.js';
import type { webhookReplayWorkflow } from '../../../workflows/notify/webhook-replay.workflow.js';
import type { webhookDeliveryWorkflow } from '../../../workflows/notify/webhook-delivery.workflow.js';
import { searchAttributes, taskQueues } from '../../../workflows/messages.js';

/** The longest wait for Temporal. The dispatcher keeps the delivery claimed in the meantime, and asks again later. */
const rpcTimeoutMs = 5_000;
const workflowType = 'webhookDeliveryWorkflow';
/** gRPC's INVALID_ARGUMENT. */
const invalidArgument = 3;

/**
 * The server leaves a workflow with this attribute out of every list whose filter does not name the attribute. The retries of
 * one dead endpoint would fill the front page of the UI otherwise.
 */
const division = defineSearchAttributeKey('TemporalNamespaceDivision', SearchAttributeType.KEYWORD);
const ownDivision: SearchAttributePair = { key: division, value: 'webhooks' };

/** Starts the workflows that repeat deliveries: the only place that knows their ids and types. */
export class WebhookGateway implements RetryStarter, ReplayStarter {
  readonly #client: Client;
  #divisions: readonly SearchAttributePair[] = [ownDivision];

  constructor(client: Client) {
    this.#client = client;
  }

  /** Throws what the Temporal client throws when the server cannot be reached or refuses. */
  async start(retry: RetryRequest): Promise<void> {
    try {
      await resumeTrace(traceOf(retry), () =>
        this.#client.withDeadline(Date.now() + rpcTimeoutMs, () => this.#startHidden(retry)),
      );
    } catch (error) {
      // A claim that was lost and made again finds the retries under way already.
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    }
  }

  /** Throws what the Temporal client throws when the server cannot be reached or refuses. */
  async startReplay(replayId: string, merchantId: string): Promise<void> {
    await startUnlessRunning(this.#client, () =>
      this.#client.workflow.start<typeof webhookReplayWorkflow>('webhookReplayWorkflow', {
        workflowId: replayWorkflowId(replayId),
        taskQueue: taskQueues.webhooks,
        // A replay that was terminated goes on in another run.
        workflowIdReusePolicy: 'ALLOW_DUPLICATE',
        args: [{ replayId }],
        staticSummary: 'Webhook replay',
        staticDetails: `Replay \`${replayId}\` of events of merchant \`${merchantId}\`.`,
        typedSearchAttributes: [{ key: searchAttributes.merchantId, value: merchantId }],
      }),
    );
  }

  /** A server that does not let us set the attribute still repeats webhooks: they are then listed among the others. */
  async #startHidden(retry: RetryRequest): Promise<void> {
    try {
      await this.#start(retry);
    } catch (error) {
      if (!refusesDivision(error as Error) || this.#divisions.length === 0) throw error;
      this.#divisions = [];
      await this.#start(retry);
    }
  }

  async #start({ deliveryId, attempts, failure, waitMs, ...retry }: RetryRequest): Promise<void> {
    await this.#client.workflow.start<typeof webhookDeliveryWorkflow>(workflowType, {
      workflowId: webhookWorkflowId(deliveryId),
      taskQueue: taskQueues.webhooks,
      // A workflow that was terminated goes on in another run, from where the delivery stands.
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      args: [{ deliveryId, attempts, failure, waitMs }],
      staticSummary: `Webhook ${retry.eventType}`,
      staticDetails: `Delivery \`${deliveryId}\` of \`${retry.eventType}\` to merchant \`${retry.merchantId}\`; attempt ${attempts} failed with \`${failure}\`.`,
      typedSearchAttributes: [
        { key: searchAttributes.merchantId, value: retry.merchantId },
        ...(retry.paymentReference === null
          ? []
          : [{ key: searchAttributes.paymentReference, value: retry.paymentReference }]),
        ...this.#divisions,
      ],
    });
  }
}

function traceOf({ merchantId, paymentReference }: RetryRequest): string | undefined {
  if (paymentReference === null) return undefined;
  return traceOfWorkflow(checkoutWorkflowId(merchantId, paymentReference));
}

function refusesDivision({ cause }: Error): boolean {
  return (
    isGrpcServiceError(cause) &&
    cause.code === invalidArgument &&
    cause.details.includes(division.name)
  );
}
