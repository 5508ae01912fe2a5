import { expect } from 'vitest';
import { checkoutWorkflowId } from '../../../src/domain/ids.js';
import type { Policies } from '../../../src/domain/policies.js';
import type { SandboxMerchant } from '../stack.js';
import { WebhookReceiver } from '../webhook-receiver.js';
import type { ApiClient, JsonBody } from '../api-client.js';
import { order } from '../api-client.js';
import { Sale } from './sale.js';
import { answerOf, type Seller, type Surroundings, type SentEvent } from './surroundings.js';

/** A merchant that is logged in, with an endpoint that takes every event. */
export class Shop implements Seller {
  private constructor(
    readonly world: Surroundings,
    readonly merchant: SandboxMerchant,
    readonly client: ApiClient,
    readonly endpoint: WebhookReceiver,
  ) {}

  static async start(
    world: Surroundings,
    merchant: SandboxMerchant,
    client: ApiClient,
  ): Promise<Shop> {
    const endpoint = await WebhookReceiver.start();
    const reply = await client.post('/api/v1/webhooks/notification-url', { url: endpoint.url });
    expect(reply.status).toBe(200);
    return new Shop(world, merchant, client, endpoint);
  }

  workflowId(reference: string): string {
    return checkoutWorkflowId(this.merchant.merchantId, reference);
  }

  async setPolicies(policies: Partial<Policies>): Promise<void> {
    const reply = await this.client.send('PUT', '/api/v1/merchant/policies', {
      body: JSON.stringify(policies),
      headers: { 'content-type': 'application/json' },
    });
    expect(reply).toMatchObject({ status: 200, code: '00', data: policies });
  }

  /** Initiate alone: the payer has not chosen how to pay. */
  async initiate(changes: JsonBody = {}): Promise<Sale> {
    const body = order(changes);
    const initiated = await this.client.initiate(body);
    expect(answerOf(initiated), initiated.text).toBe('200/00');
    const { accessCode } = (await this.client.query(body.paymentReference)).data;
    return new Sale(this, body, initiated, accessCode as string);
  }

  /** Initiate and create-account. */
  async open(changes: JsonBody = {}, validity = 30): Promise<Sale> {
    const sale = await this.initiate(changes);
    await sale.issueAccount(validity);
    return sale;
  }

  async paid(changes: JsonBody = {}): Promise<Sale> {
    const sale = await this.open(changes);
    await sale.pay();
    await sale.until({ status: 'SUCCESSFUL' });
    return sale;
  }

  /** All that the endpoint got so far, in the order of arrival. */
  get events(): SentEvent[] {
    return this.endpoint.requests.map(({ body }) => JSON.parse(body) as SentEvent);
  }

  async close(): Promise<void> {
    await this.endpoint[Symbol.asyncDispose]();
  }
}
