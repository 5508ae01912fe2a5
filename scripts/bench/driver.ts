import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { sessionId } from '../../src/domain/nip-session.ts';
import { hookHeaders, signHook, type HookKeys } from '../../src/providers/hook-signature.ts';
import {
  SimulatorControl,
  type InwardTransfer,
} from '../../src/providers/simulator/control-client.ts';
import { Problem } from '../stack/problem.ts';
import type { Sandbox } from '../stack/sandbox.ts';
import type { EndedWorkflows } from './ended-workflows.ts';
import type { WebhookSink } from './webhook-sink.ts';

/** Milliseconds of one checkout. */
export interface CheckoutTimes {
  readonly initiate: number;
  readonly createAccount: number;
  /** The time until the bank's hook has answered. */
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
/** A credit that the statement lacks for five minutes is a finding, and a case of operators. */
const statementEveryMs = 120_000;

/** A checkout that has its account and waits for the transfer. */
export interface OpenCheckout {
  readonly paymentReference: string;
  readonly accountNumber: string;
}

type OpenTimes = Pick<CheckoutTimes, 'initiate' | 'createAccount'>;
type PayTimes = Pick<CheckoutTimes, 'creditAck' | 'creditToWebhook'>;

/**
 * Plays merchants and payers: each client takes one checkout after the other, and waits for its webhook. What was paid is
 * done when its workflows have ended too.
 */
export class Driver {
  readonly #pool: Pool;
  readonly #sandbox: Sandbox;
  readonly #hookKeys: HookKeys;
  readonly #sink: WebhookSink;
  readonly #ended: EndedWorkflows;
  readonly #run = Date.now().toString(36);
  readonly #credits: InwardTransfer[] = [];
  #recordedAt = performance.now();
  #token = '';
  #count = 0;

  constructor(
    sandbox: Sandbox,
    hookKeys: HookKeys,
    sink: WebhookSink,
    ended: EndedWorkflows,
    clients: number,
  ) {
    this.#ended = ended;
    this.#pool = new Pool(sandbox.baseUrl, { connections: clients });
    this.#sandbox = sandbox;
    this.#hookKeys = hookKeys;
    this.#sink = sink;
  }

  async prepare(secret: string, events: readonly string[] | undefined): Promise<void> {
    const { clientId, clientSecret } = this.#sandbox;
    const token = await this.#post('/api/v1/merchant/authenticate', { clientId, clientSecret });
    this.#token = `Bearer ${String(token['access_token'])}`;
    await this.#post('/api/v1/webhooks/notification-url', { url: this.#sink.url, secret, events });
  }

  /**
   * Takes so many checkouts with so many clients; returns the times and the references, in the order they ended. A payer
   * thinks for 0.5 to 1.5 times `thinkMs` before the transfer, and the first ones come within `thinkMs`: payers do not come all at once.
   */
  async run(
    checkouts: number,
    clients: number,
    thinkMs = 0,
  ): Promise<{ times: CheckoutTimes[]; references: string[] }> {
    const [times, references]: [CheckoutTimes[], string[]] = [[], []];
    let begun = 0;
    await withClients(checkouts, clients, async () => {
      begun += 1;
      if (thinkMs > 0 && begun <= clients) await sleep(thinkMs * Math.random());
      const { open, times: opening } = await this.#open();
      if (thinkMs > 0) await sleep(thinkMs * (0.5 + Math.random()));
      const paying = await this.#pay(open);
      times.push({ ...opening, ...paying });
      references.push(open.paymentReference);
    });
    await this.#ended.all();
    return { times, references };
  }

  /** Opens so many checkouts and pays none; the oldest is first. */
  async open(checkouts: number, clients: number) {
    const [times, opened]: [OpenTimes[], OpenCheckout[]] = [[], []];
    await withClients(checkouts, clients, async () => {
      const { open, times: opening } = await this.#open();
      times.push(opening);
      opened.push(open);
    });
    return { times, opened };
  }

  /** Pays them in their order. */
  async pay(opened: readonly OpenCheckout[], clients: number): Promise<PayTimes[]> {
    const times: PayTimes[] = [];
    const left = opened.values();
    await withClients(opened.length, clients, async () => {
      const next = left.next();
      if (!next.done) times.push(await this.#pay(next.value));
    });
    await this.#ended.all();
    return times;
  }

  /** Asks for each of them; returns how long each answer took. */
  async query(references: readonly string[], clients: number): Promise<number[]> {
    const times: number[] = [];
    const left = references.values();
    await withClients(references.length, clients, async () => {
      const next = left.next();
      if (next.done) return;
      const started = performance.now();
      await this.statusOf(next.value);
      times.push(performance.now() - started);
    });
    return times;
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
    this.#recordedAt = performance.now();
    while (this.#credits.length > 0) {
      await bank.payInwardBatch(this.#credits.splice(0, 5_000));
    }
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }

  async #open(): Promise<{ open: OpenCheckout; times: OpenTimes }> {
    const paymentReference = `bench-${this.#run}-${(this.#count += 1)}`;
    const started = performance.now();
    await this.#post('/api/v1/checkout/initiate', {
      // Each payer has an address: one takes ten messages in an hour. Its digits are too few for a card's number, which would be refused.
      email: `payer-${this.#count}@${this.#run}.example.ng`,
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
    return {
      open: { paymentReference, accountNumber: String(account['accountNumber']) },
      times: { initiate: initiated - started, createAccount: performance.now() - initiated },
    };
  }

  async #pay({ paymentReference, accountNumber }: OpenCheckout): Promise<PayTimes> {
    const paid = performance.now();
    const success = this.#sink.successOf(paymentReference, webhookTimeoutMs);
    const [credited, notified] = await Promise.all([
      this.#credit(accountNumber).then(() => performance.now()),
      success,
    ]);
    return { creditAck: credited - paid, creditToWebhook: notified - paid };
  }

  /** Reports a credit to our hook, signed as a bank signs it. */
  async #credit(accountNumber: string): Promise<void> {
    const id = sessionId('999998', new Date(), String(randomInt(10 ** 12)));
    this.#credits.push({ sessionId: id, accountNumber, amount, narration: 'Bench' });
    if (performance.now() - this.#recordedAt > statementEveryMs) await this.recordCredits();
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
      [hookHeaders.signature]: signHook(this.#hookKeys, timestamp, body),
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

/** So many clients, each of which begins the next as soon as its last is done. */
async function withClients(
  count: number,
  clients: number,
  one: () => Promise<void>,
): Promise<void> {
  let left = count;
  const client = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await one();
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
}
