import type { KeyObject } from 'node:crypto';
import { randomInt } from 'node:crypto';
import { Pool } from 'undici';
import { sessionId } from '../../src/domain/nip-session.ts';
import { hookHeaders, signHook } from '../../src/rails/hook-signature.ts';
import { SimulatorControl, type InwardTransfer } from '../../src/simulator/control-client.ts';
import { Problem } from '../stack/problem.ts';
import type { Sandbox } from '../stack/sandbox.ts';
import type { WebhookSink } from './webhook-sink.ts';

/** Milliseconds of one checkout. */
export interface CheckoutTimes {
  readonly initiate: number;
  readonly createAccount: number;
  /** Until the bank's hook has answered. */
  readonly creditAck: number;
  /** From the call of the bank's hook until the merchant has `checkout.successful`. */
  readonly creditToWebhook: number;
}

interface Envelope {
  readonly code: string;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>> | null;
}

const amount = 1_000_000;
const webhookTimeoutMs = 60_000;

/** Plays merchants and payers: each client takes one checkout after the other, and waits for its webhook. */
export class Driver {
  readonly #pool: Pool;
  readonly #sandbox: Sandbox;
  readonly #hookKey: KeyObject;
  readonly #sink: WebhookSink;
  readonly #run = Date.now().toString(36);
  readonly #credits: InwardTransfer[] = [];
  #token = '';
  #count = 0;

  constructor(sandbox: Sandbox, hookKey: KeyObject, sink: WebhookSink, clients: number) {
    this.#pool = new Pool(sandbox.baseUrl, { connections: clients });
    this.#sandbox = sandbox;
    this.#hookKey = hookKey;
    this.#sink = sink;
  }

  async prepare(secret: string, events: readonly string[] | undefined): Promise<void> {
    const { clientId, clientSecret } = this.#sandbox;
    const token = await this.#post('/api/v1/merchant/authenticate', { clientId, clientSecret });
    this.#token = `Bearer ${String(token['access_token'])}`;
    await this.#post('/api/v1/webhooks/notification-url', { url: this.#sink.url, secret, events });
  }

  /** Takes so many checkouts with so many clients; returns the times and the references, in the order they ended. */
  async run(
    checkouts: number,
    clients: number,
  ): Promise<{ times: CheckoutTimes[]; references: string[] }> {
    const [times, references]: [CheckoutTimes[], string[]] = [[], []];
    let left = checkouts;
    const client = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        const reference = `bench-${this.#run}-${(this.#count += 1)}`;
        times.push(await this.#checkout(reference));
        references.push(reference);
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
    return { times, references };
  }

  async statusOf(paymentReference: string): Promise<unknown> {
    const { body } = await this.#pool.request({
      method: 'GET',
      path: `/api/v1/checkout/query/${paymentReference}`,
      headers: { authorization: this.#token },
    });
    return ((await body.json()) as Envelope).data?.['status'];
  }

  /** The bank's statement gets the transfers that this driver has told of, so that it agrees with the books. */
  async recordCredits(): Promise<void> {
    const bank = new SimulatorControl(this.#sandbox.simulatorUrl);
    while (this.#credits.length > 0) {
      await bank.payInwardBatch(this.#credits.splice(0, 5_000));
    }
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }

  async #checkout(paymentReference: string): Promise<CheckoutTimes> {
    const started = performance.now();
    await this.#post('/api/v1/checkout/initiate', {
      email: 'ada@example.ng',
      phoneNumber: '08031234567',
      firstName: 'Ada',
      lastName: 'Obi',
      amount,
      paymentReference,
      channels: ['Bank'],
    });
    const initiated = performance.now();
    const account = await this.#post('/api/v1/checkout/create-account', {
      paymentReference,
      prefix: this.#sandbox.prefix,
      validity: 30,
      amount,
    });
    const created = performance.now();
    const success = this.#sink.successOf(paymentReference, webhookTimeoutMs);
    const [credited, told] = await Promise.all([
      this.#credit(String(account['accountNumber'])).then(() => performance.now()),
      success,
    ]);
    return {
      initiate: initiated - started,
      createAccount: created - initiated,
      creditAck: credited - created,
      creditToWebhook: told - created,
    };
  }

  /** What a bank tells us, signed as a bank signs it. */
  async #credit(accountNumber: string): Promise<void> {
    const id = sessionId('999998', new Date(), String(randomInt(10 ** 12)));
    this.#credits.push({ sessionId: id, accountNumber, amount, narration: 'Bench' });
    const body = JSON.stringify({
      sessionId: id,
      accountNumber,
      amount,
      currency: 'NGN',
      narration: 'Bench',
      sourceAccountNumber: '0123456789',
      sourceAccountName: 'TEST PAYER',
      sourceBankCode: '999998',
      sourceBankName: 'Simulator Bank',
    });
    const timestamp = String(Math.floor(Date.now() / 1_000));
    await this.#send('/api/v1/providers/simulator/inward-credit', body, {
      [hookHeaders.timestamp]: timestamp,
      [hookHeaders.signature]: signHook(this.#hookKey, timestamp, body),
    });
  }

  #post(path: string, body: object): Promise<Readonly<Record<string, unknown>>> {
    return this.#send(path, JSON.stringify(body), { authorization: this.#token });
  }

  async #send(path: string, body: string, headers: Record<string, string>) {
    const reply = await this.#pool.request({
      method: 'POST',
      path,
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    });
    const envelope = (await reply.body.json()) as Envelope;
    if (reply.statusCode !== 200 || envelope.data === null) {
      throw new Problem(`${path} answered HTTP ${reply.statusCode}: ${JSON.stringify(envelope)}`);
    }
    return envelope.data;
  }
}
