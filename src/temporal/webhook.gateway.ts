import type { Client } from '@temporalio/client';
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import { webhookWorkflowId } from '../domain/ids.js';
import type { RetryRequest, RetryStarter } from '../domain/ports/delivery-attempts.port.js';
import type { webhookDeliveryWorkflow } from '../../workflows/webhook-delivery.workflow.js';
import { searchAttributes, taskQueues } from '../../workflows/messages.js';

/** The dispatcher keeps the delivery claimed in the meantime, and asks again later. */
const rpcTimeoutMs = 5_000;
const workflowType = 'webhookDeliveryWorkflow';

/** Starts the workflow that repeats a delivery: the only place that knows its id and type. */
export class WebhookGateway implements RetryStarter {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Throws what the Temporal client throws when the server cannot be reached or refuses. */
  async start(retry: RetryRequest): Promise<void> {
    try {
      await this.#client.withDeadline(Date.now() + rpcTimeoutMs, () => this.#start(retry));
    } catch (error) {
      // A claim that was lost and made again finds the retries under way already.
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    }
  }

  async #start({ deliveryId, failure, retryAfterMs, ...retry }: RetryRequest): Promise<void> {
    await this.#client.workflow.start<typeof webhookDeliveryWorkflow>(workflowType, {
      workflowId: webhookWorkflowId(deliveryId),
      taskQueue: taskQueues.webhooks,
      workflowIdReusePolicy: 'REJECT_DUPLICATE',
      args: [{ deliveryId, failure, retryAfterMs }],
      staticSummary: `Webhook ${retry.eventType}`,
      staticDetails: `Delivery \`${deliveryId}\` of \`${retry.eventType}\` to merchant \`${retry.merchantId}\`; its first attempt failed with \`${failure}\`.`,
      typedSearchAttributes: [
        { key: searchAttributes.merchantId, value: retry.merchantId },
        ...(retry.paymentReference === null
          ? []
          : [{ key: searchAttributes.paymentReference, value: retry.paymentReference }]),
      ],
    });
  }
}
