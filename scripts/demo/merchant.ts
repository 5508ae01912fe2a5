import { Problem } from '../stack/problem.ts';
import type { Sandbox } from '../stack/sandbox.ts';
import { bold, cyan, dim, green, prettyJson, red, say, shortened, yellow } from './terminal.ts';

export interface Reply {
  readonly status: number;
  readonly isSuccessful: boolean;
  readonly code: string;
  readonly message: string;
  /** What a field of `data` holds; undefined when there is none of that name. */
  field(name: string): unknown;
}

/** The merchant's shop, which shows each of its calls and what comes back. */
export class Merchant {
  readonly #sandbox: Sandbox;
  #token = '';

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
  }

  async authenticate(): Promise<void> {
    const { clientId, clientSecret } = this.#sandbox;
    const reply = await this.post('/api/v1/merchant/authenticate', { clientId, clientSecret });
    this.#token = String(reply.field('access_token'));
  }

  post(path: string, body: object, headers: Record<string, string> = {}): Promise<Reply> {
    return this.#call('POST', path, headers, body);
  }

  get(path: string): Promise<Reply> {
    return this.#call('GET', path, {});
  }

  /** How a checkout stands, without showing the call. */
  async look(reference: string): Promise<{ status: string; account: string | undefined }> {
    const reply = await fetch(`${this.#sandbox.baseUrl}/api/v1/checkout/query/${reference}`, {
      headers: { authorization: `Bearer ${this.#token}` },
    });
    const { data } = (await reply.json()) as {
      data: { status: string; virtualAccount: { accountNumber: string } | null };
    };
    return { status: data.status, account: data.virtualAccount?.accountNumber };
  }

  async #call(
    method: string,
    path: string,
    extra: Record<string, string>,
    body?: object,
  ): Promise<Reply> {
    const headers: Record<string, string> = { ...extra };
    if (this.#token !== '') headers['authorization'] = `Bearer ${this.#token}`;
    if (body !== undefined) headers['content-type'] = 'application/json';
    showRequest(method, path, headers, body);
    const started = performance.now();
    const response = await fetch(this.#sandbox.baseUrl + path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const envelope = (await response.json()) as Omit<Reply, 'status' | 'field'> & {
      data: Record<string, unknown> | null;
    };
    showReply(response.status, envelope, performance.now() - started);
    return {
      ...envelope,
      status: response.status,
      field: (name) => envelope.data?.[name],
    };
  }
}

function showRequest(
  method: string,
  path: string,
  headers: Record<string, string>,
  body: object | undefined,
): void {
  say(`  ${cyan('→')} ${bold(`${method} ${path}`)}`);
  for (const [name, value] of Object.entries(headers)) {
    if (name === 'content-type') continue;
    const shown = name === 'authorization' ? `Bearer ${shortened(value.slice(7))}` : value;
    say(dim(`    ${name}: ${shown}`));
  }
  if (body !== undefined) say(prettyJson(body));
}

function showReply(status: number, envelope: object, tookMs: number): void {
  const colour = status === 200 ? green : status === 202 ? yellow : red;
  say(`  ${cyan('←')} ${colour(bold(`HTTP ${status}`))} ${dim(`in ${tookMs.toFixed(0)} ms`)}`);
  say(prettyJson(envelope), '');
}

/** The reply, when it is a good one. @throws Problem */
export function expectOk(reply: Reply): Reply {
  if (reply.isSuccessful) return reply;
  throw new Problem(`The API answered HTTP ${reply.status}, code ${reply.code}: ${reply.message}`);
}
