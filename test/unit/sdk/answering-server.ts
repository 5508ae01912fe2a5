import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Manilla, type ManillaOptions } from '../../../sdk/src/index.ts';

export interface Answer {
  readonly status: number;
  readonly body?: string;
  readonly headers?: Record<string, string>;
}

/** Never answered. */
export const silence: Answer = { status: 0 };

const json = { 'content-type': 'application/json' };

export function fine(data: object = {}, headers: Record<string, string> = {}): Answer {
  return {
    ...{ status: 200, headers },
    body: JSON.stringify({ isSuccessful: true, code: '00', message: 'Successful', data }),
  };
}

export function failure(
  status: number,
  reason: string,
  { code = '91', retryable = false, headers = {} as Record<string, string>, ...data } = {},
): Answer {
  const failed = {
    isSuccessful: false,
    code,
    message: 'Said so',
    data: { reason, retryable, ...data },
  };
  return { status, headers, body: JSON.stringify(failed) };
}

/** A server that gives these answers one after the other, then good ones, and remembers what was asked. */
export class AnsweringServer implements AsyncDisposable {
  readonly asked: IncomingMessage[] = [];
  readonly #server: Server;

  private constructor(answers: Answer[]) {
    this.#server = createServer((request, response) => {
      request.resume();
      if (request.url?.endsWith('/authenticate') === true) {
        const data = { access_token: 'token', expires_in: 3_600 };
        response.writeHead(200, json).end(JSON.stringify({ data }));
        return;
      }
      this.asked.push(request);
      const answer = answers.shift() ?? fine();
      if (answer === silence) return;
      response.writeHead(answer.status, { ...json, ...answer.headers }).end(answer.body);
    });
  }

  static async start(answers: Answer[] = [], options: Partial<ManillaOptions> = {}) {
    const server = new AnsweringServer(answers);
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    const { port } = server.#server.address() as AddressInfo;
    const own = { baseUrl: `http://127.0.0.1:${port}`, clientId: 'a', clientSecret: 'b' };
    const manilla = new Manilla({ ...own, maxDelayMs: 20, ...options });
    return Object.assign(server, { manilla });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
