import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly atMs: number;
}

/** What the receiver does with the nth request (1 for the first): a status, or a handler of its own. */
export type Answer = (
  request: ReceivedRequest,
  nth: number,
) => number | ((response: ServerResponse) => void);

/** A merchant's webhook endpoint: a real HTTP server on 127.0.0.1 that remembers what it got. */
export class WebhookReceiver implements AsyncDisposable {
  readonly requests: ReceivedRequest[] = [];
  answer: Answer;
  #connections = 0;
  readonly #server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const request = {
        method: incoming.method ?? '',
        path: incoming.url ?? '',
        headers: incoming.headers,
        body: Buffer.concat(chunks).toString('utf8'),
        atMs: Date.now(),
      };
      this.requests.push(request);
      const answer = this.answer(request, this.requests.length);
      if (typeof answer === 'function') answer(response);
      else response.writeHead(answer).end();
    });
  });

  private constructor(answer: Answer) {
    this.answer = answer;
    this.#server.on('connection', () => (this.#connections += 1));
  }

  static async start(answer: Answer = () => 200): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver(answer);
    receiver.#server.listen(0, '127.0.0.1');
    await once(receiver.#server, 'listening');
    return receiver;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`;
  }

  /** How often anybody connected at all. */
  get connections(): number {
    return this.#connections;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
