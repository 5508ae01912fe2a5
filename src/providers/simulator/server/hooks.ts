import { Pool } from 'undici';
import { hookHeaders, signHook, type HookKeys } from '../../hook-signature.js';
import type { HookReply } from '../control-client.js';

const answerTimeoutMs = 15_000;

/** Calls Manilla's provider hooks over HTTP, signed as a bank signs. */
export class Hooks {
  readonly #pool: Pool;
  readonly #keys: HookKeys;

  /** @param apiUrl where the API listens, such as http://127.0.0.1:3000 */
  constructor(apiUrl: string, keys: HookKeys) {
    this.#pool = new Pool(apiUrl, { connections: 16 });
    this.#keys = keys;
  }

  /**
   * Calls the hook and returns its answer; status 0 when there was no answer. A message that is a text is sent as it is,
   * as garbage.
   */
  async tell(provider: string, operation: string, message: object | string): Promise<HookReply> {
    const body = typeof message === 'string' ? message : JSON.stringify(message);
    const timestamp = String(Math.floor(Date.now() / 1_000));
    try {
      const reply = await this.#pool.request({
        method: 'POST',
        path: `/api/v1/providers/${provider}/${operation}`,
        headers: {
          'content-type': 'application/json',
          [hookHeaders.timestamp]: timestamp,
          [hookHeaders.signature]: signHook(this.#keys, timestamp, body),
        },
        body,
        signal: AbortSignal.timeout(answerTimeoutMs),
      });
      const { code, message: text, data } = (await reply.body.json()) as Omit<HookReply, 'status'>;
      return { status: reply.statusCode, code, message: text, data };
    } catch (error) {
      return { status: 0, code: '', message: (error as Error).message, data: null };
    }
  }

  /** Calls a hook in another bank's words, and returns the answer's own members as `data`. */
  async tellRaw(
    path: string,
    {
      headers,
      body,
    }: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  ): Promise<HookReply> {
    try {
      const signal = AbortSignal.timeout(answerTimeoutMs);
      const reply = await this.#pool.request({ method: 'POST', path, headers, body, signal });
      const data = (await reply.body.json()) as HookReply['data'];
      return { status: reply.statusCode, code: '', message: '', data };
    } catch (error) {
      return { status: 0, code: '', message: (error as Error).message, data: null };
    }
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}
