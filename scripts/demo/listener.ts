import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signatureHeaders } from '../../src/notifications/signer.ts';
import { webhookSecretKey } from '../../src/notifications/webhook-secret.ts';

export interface ReceivedWebhook {
  readonly type: string;
  readonly body: Record<string, unknown>;
  readonly headers: IncomingHttpHeaders;
  /** By both signatures, and made less than five minutes ago. */
  readonly isGenuine: boolean;
  readonly atMs: number;
}

/** The merchant's webhook receiver: an HTTP server on 127.0.0.1 that checks the signatures of what it gets. */
export class WebhookListener {
  readonly #server: Server;
  readonly #received: ReceivedWebhook[] = [];
  #wake = (): void => {};

  private constructor(key: Buffer) {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const isGenuine = isSignedBy(key, request.headers, text);
        response.writeHead(isGenuine ? 204 : 401).end();
        const body = JSON.parse(text) as Record<string, unknown>;
        const { headers } = request;
        this.#received.push({
          type: String(body['type']),
          body,
          headers,
          isGenuine,
          atMs: Date.now(),
        });
        this.#wake();
      });
    });
  }

  static async open(secret: string): Promise<WebhookListener> {
    const key = webhookSecretKey(secret);
    if (key === undefined) throw new TypeError('the secret is no webhook secret');
    const listener = new WebhookListener(key);
    listener.#server.listen(0, '127.0.0.1');
    await once(listener.#server, 'listening');
    return listener;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/webhooks`;
  }

  /** The first webhook of this type for this order; undefined when none came in time. */
  async waitFor(
    type: string,
    paymentReference: string,
    timeoutMs: number,
  ): Promise<ReceivedWebhook | undefined> {
    const giveUp = AbortSignal.timeout(timeoutMs);
    while (!giveUp.aborted) {
      const found = this.#received.find(
        (webhook) => webhook.type === type && referenceOf(webhook) === paymentReference,
      );
      if (found !== undefined) return found;
      await new Promise<void>((wake) => {
        this.#wake = wake;
        giveUp.addEventListener('abort', () => wake(), { once: true });
      });
    }
    return undefined;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

function referenceOf({ body }: ReceivedWebhook): unknown {
  return (body['data'] as Record<string, unknown> | undefined)?.['paymentReference'];
}

function isSignedBy(key: Buffer, headers: IncomingHttpHeaders, body: string): boolean {
  const id = String(headers['webhook-id']);
  const timestamp = Number(headers['webhook-timestamp']);
  const expected = signatureHeaders(key, { id, timestamp, body });
  const isFresh = Math.abs(Date.now() / 1_000 - timestamp) < 300;
  return (
    isFresh &&
    isSame(headers['webhook-signature'], expected['webhook-signature']) &&
    isSame(headers['x-notification-signature'], expected['x-notification-signature'])
  );
}

function isSame(given: string | string[] | undefined, expected: string): boolean {
  const [left, right] = [Buffer.from(String(given)), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
