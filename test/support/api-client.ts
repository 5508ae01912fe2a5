import type { Dispatcher } from 'undici';
import { asking } from './asked.js';
import { Contract } from './contract.js';
import type { SandboxMerchant } from './stack.js';

/** A reply in the envelope, with what HTTP says beside it. */
export interface ApiReply {
  readonly status: number;
  readonly headers: Headers;
  readonly isSuccessful: boolean;
  readonly code: string;
  readonly message: string;
  // Replies are looked at field by field; what a field should be is what the tests are about.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly data: any;
  readonly text: string;
}

export interface FileReply {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
}

export type JsonBody = Readonly<Record<string, unknown>>;

/** Talks to the API as a merchant does; every reply is held against the OpenAPI document. */
export class ApiClient {
  constructor(
    readonly baseUrl: string,
    readonly token?: string,
  ) {}

  /** A client with a fresh token of the merchant. */
  static async authenticated(baseUrl: string, merchant: SandboxMerchant): Promise<ApiClient> {
    const { clientId, clientSecret } = merchant;
    const open = new ApiClient(baseUrl);
    const reply = await open.post('/api/v1/merchant/authenticate', { clientId, clientSecret });
    if (reply.status !== 200) throw new Error(`${clientId} was not let in: ${reply.text}`);
    return new ApiClient(baseUrl, String(reply.data.access_token));
  }

  post(path: string, body: JsonBody, headers: Record<string, string> = {}): Promise<ApiReply> {
    const json = { 'content-type': 'application/json', ...headers };
    return this.send('POST', path, { body: JSON.stringify(body), headers: json });
  }

  get(path: string, headers: Record<string, string> = {}): Promise<ApiReply> {
    return this.send('GET', path, { headers });
  }

  async send(
    method: string,
    path: string,
    asked: { body?: string | Buffer; headers?: Record<string, string> } = {},
  ): Promise<ApiReply> {
    const authorization: Record<string, string> =
      this.token === undefined ? {} : { authorization: `Bearer ${this.token}` };
    const { status, headers, text } = await asking(`${this.baseUrl}${path}`, {
      method: method as Dispatcher.HttpMethod,
      headers: { ...authorization, ...asked.headers },
      ...(asked.body !== undefined && { body: asked.body }),
    });
    (await Contract.of(this.baseUrl)).check({ method, path, status, headers, text });
    const envelope = text === '' ? {} : (JSON.parse(text) as Omit<ApiReply, 'status' | 'headers'>);
    return { ...(envelope as ApiReply), status, headers, text };
  }

  /** Holds the text of an event against the document. */
  async checkEvent(text: string): Promise<void> {
    (await Contract.of(this.baseUrl)).checkEvent(text);
  }

  /** A reply that is a file; anything else is read by `get`. */
  async file(path: string, headers: Record<string, string> = {}): Promise<FileReply> {
    const authorization = `Bearer ${this.token ?? ''}`;
    const response = await fetch(`${this.baseUrl}${path}`, {
      headers: { authorization, ...headers },
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    return { status: response.status, headers: response.headers, bytes };
  }

  initiate(body: JsonBody): Promise<ApiReply> {
    return this.post('/api/v1/checkout/initiate', body);
  }

  createAccount(body: JsonBody): Promise<ApiReply> {
    return this.post('/api/v1/checkout/create-account', body);
  }

  query(reference: string, headers: Record<string, string> = {}): Promise<ApiReply> {
    return this.get(`/api/v1/checkout/query/${reference}`, headers);
  }

  complete(body: JsonBody, headers: Record<string, string> = {}): Promise<ApiReply> {
    return this.post('/api/v1/checkout/complete-checkout', body, headers);
  }

  /** Without a body, unless there is one. */
  cancel(reference: string, body?: JsonBody): Promise<ApiReply> {
    const path = `/api/v1/checkout/${reference}/cancel`;
    return body === undefined ? this.send('POST', path) : this.post(path, body);
  }

  refund(reference: string, body: JsonBody): Promise<ApiReply> {
    return this.post(`/api/v1/transactions/${reference}/refund`, body);
  }

  /** The payer's transfer, by way of the simulator bank. */
  pay(body: JsonBody, headers: Record<string, string> = {}): Promise<ApiReply> {
    return this.post('/api/v1/sandbox/inward-credit', body, headers);
  }
}

/** Asks again as long as the API answers that it is too busy, as the reply tells a caller to do. */
export async function untilServed(ask: () => Promise<ApiReply>): Promise<ApiReply> {
  for (;;) {
    const reply = await ask();
    if (reply.data.reason !== 'MAINTENANCE') return reply;
  }
}

let orders = 0;

/** A reference no other test uses. */
export function newReference(): string {
  orders += 1;
  return `ORD-${process.pid}-${Date.now().toString(36)}-${orders}`;
}

/** A whole initiate request, with what the test is about laid over it. */
export function order(changes: JsonBody = {}): JsonBody & { paymentReference: string } {
  return {
    email: 'ada@example.ng',
    phoneNumber: '08031234567',
    firstName: 'Ada',
    lastName: 'Obi',
    amount: 1_000_000,
    paymentReference: newReference(),
    channels: ['Card', 'Bank'],
    ...changes,
  } as JsonBody & { paymentReference: string };
}
