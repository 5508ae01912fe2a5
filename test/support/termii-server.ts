import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TermiiSender } from '../../src/notify/senders/termii/termii-sender.js';

/** What was asked of it, with the path. */
export type Asked = Readonly<Record<string, unknown>>;
type Reply = (response: ServerResponse, asked: Asked) => void;

/** A Termii that answers as a test says, and the sender that asks it. */
export class TermiiServer implements AsyncDisposable {
  readonly asked: Asked[] = [];
  readonly sender: TermiiSender;
  readonly #server;

  private constructor(server: ReturnType<typeof createServer>, timeoutMs: number) {
    this.#server = server;
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    const settings = { url, apiKey: 'TLKEY', senderId: 'Manilla', route: 'dnd' } as const;
    this.sender = new TermiiSender(settings, timeoutMs);
  }

  static async start(reply: Reply, timeoutMs = 20_000): Promise<TermiiServer> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const termii = new TermiiServer(server, timeoutMs);
    const hear = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      let text = '';
      for await (const part of request) text += String(part);
      const asked = { path: request.url, ...(JSON.parse(text) as object) };
      termii.asked.push(asked);
      reply(response, asked);
    };
    server.on('request', (request, response) => void hear(request, response));
    return termii;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** An answer of Termii. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export function say(response: ServerResponse, { status, body, headers = {} }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
