import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  hookHeaders,
  isHookGenuine,
  type HookKeys,
} from '../../../../../src/providers/hook-signature.js';

/** What the simulator told us. */
export interface HookRequest {
  readonly path: string;
  readonly body: string;
  readonly isGenuine: boolean;
}

/** Listens where the API's hooks would be, checks signatures and approves, or answers what it is told to. */
export class HookReceiver implements AsyncDisposable {
  readonly requests: HookRequest[] = [];
  /** By the last part of the path; 00 for all others. */
  readonly codes = new Map<string, string>();
  readonly #server: Server;

  private constructor(keys: HookKeys) {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const [path, body] = [request.url ?? '', Buffer.concat(chunks)];
        const header = (name: string): string => String(request.headers[name]);
        const timestamp = header(hookHeaders.timestamp);
        const signature = header(hookHeaders.signature);
        const isGenuine = isHookGenuine(keys, { timestamp, signature, body }, Date.now());
        this.requests.push({ path, body: body.toString('utf8'), isGenuine });
        const code = this.codes.get(path.split('/').at(-1) ?? '') ?? '00';
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ code, message: 'told', data: { n: this.requests.length } }));
      });
    });
  }

  static async start(keys: HookKeys): Promise<HookReceiver> {
    const receiver = new HookReceiver(keys);
    await new Promise<void>((resolve) => receiver.#server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Session ids, in the order in which they were told of. */
  get sessionIds(): string[] {
    return this.requests
      .filter(({ path }) => path.endsWith('/inward-credit'))
      .map(({ body }) => (JSON.parse(body) as { sessionId: string }).sessionId);
  }

  forget(): void {
    this.requests.length = 0;
    this.codes.clear();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
