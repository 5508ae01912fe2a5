import { expect, vi } from 'vitest';
import type { TestEdge } from '../support/edge.js';
import type { WebhookReceiver } from '../support/webhook-receiver.js';
import { order, type ApiClient } from '../support/api-client.js';
import { ApiWorld } from '../support/api-world.js';

export const base = '/api/v1/webhooks';
export const soon = { timeout: 20_000, interval: 50 };

/** Merchants that listen. */
export class WebhookWorld {
  private constructor(readonly api: ApiWorld<TestEdge>) {}

  static async start(): Promise<WebhookWorld> {
    return new WebhookWorld(await ApiWorld.edge());
  }

  stop(): Promise<void> {
    return this.api.stop();
  }

  /** A merchant with an endpoint of its own. */
  async listening(name: string, receiver: WebhookReceiver) {
    const merchant = await this.api.otherMerchant(name);
    const { data } = await merchant.post(`${base}/notification-url`, { url: receiver.url });
    return Object.assign(merchant, { secret: String(data.secret) });
  }

  /** What the retry schedule would make of them days later. */
  async dead(merchantId: string): Promise<void> {
    await this.api.query(
      `update webhook_delivery set status = 'DEAD', lease_until = null where merchant_id = $1 and status = 'RETRYING'`,
      [merchantId],
    );
  }

  async set(merchantId: string, status: string): Promise<void> {
    await this.api.query(`update webhook_endpoint set status = $2 where merchant_id = $1`, [
      merchantId,
      status,
    ]);
  }
}

/** An event, without waiting for money: the checkout is called off. */
export async function cancelled(merchant: ApiClient): Promise<string> {
  const body = order();
  await merchant.initiate(body);
  expect((await merchant.cancel(body.paymentReference)).status).toBe(200);
  return body.paymentReference;
}

export async function deliveries(merchant: ApiClient, query = '') {
  const { data } = await merchant.get(`${base}/deliveries${query}`);
  return data.items as { deliveryId: string; eventId: string; status: string }[];
}

export async function untilStatus(merchant: ApiClient, status: string, count = 1): Promise<void> {
  await vi.waitFor(async () => {
    expect(await deliveries(merchant, `?status=${status}&size=100`)).toHaveLength(count);
  }, soon);
}
