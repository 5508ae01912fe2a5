import { Pool } from 'undici';
import { boundedText } from '../platform/bounded-text.js';
import { hookHeaders, signHook, type HookKeys } from './hook-signature.js';

/** The reason that there is nothing to read; the ports name it `failure`. */
export type PostFailure = 'TIMEOUT' | 'UNREACHABLE' | 'GARBAGE' | 'HTTP_STATUS';

export type PostResult =
  | { readonly body: Readonly<Record<string, unknown>>; readonly failure: null }
  | { readonly body: null; readonly failure: PostFailure };

export interface SignedPostOptions {
  /** The address at which the provider listens, such as http://127.0.0.1:3010. */
  readonly url: string;
  /** `simulatorKeys` of src/providers/hook-signature.ts, for the simulator. */
  readonly keys: HookKeys;
  /** The time for a whole call, from the connection to the last byte of the answer. */
  readonly timeoutMs: number;
  readonly connections?: number;
}

const maxAnswerBytes = 4 * 1024 * 1024;

/** Sends signed JSON to a provider, one try each: the caller, who knows the question, decides whether to ask again. */
export class SignedPost {
  readonly #pool: Pool;
  readonly #options: SignedPostOptions;

  constructor(options: SignedPostOptions) {
    this.#pool = new Pool(options.url, { connections: options.connections ?? 16 });
    this.#options = options;
  }

  /** The JSON object of a 200; never throws. */
  async send(path: string, message: object): Promise<PostResult> {
    const body = JSON.stringify(message);
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const signal = AbortSignal.timeout(this.#options.timeoutMs);
    try {
      const reply = await this.#pool.request({
        method: 'POST',
        path,
        headers: {
          'content-type': 'application/json',
          [hookHeaders.timestamp]: timestamp,
          [hookHeaders.signature]: signHook(this.#options.keys, timestamp, body),
        },
        body,
        signal,
      });
      const text = await boundedText(reply.body, maxAnswerBytes);
      return reply.statusCode === 200 ? parse(text) : failed('HTTP_STATUS');
    } catch {
      return failed(signal.aborted ? 'TIMEOUT' : 'UNREACHABLE');
    }
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}

function parse(text: string): PostResult {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
      return { body: body as Readonly<Record<string, unknown>>, failure: null };
    }
  } catch {
    // A body that is no JSON counts as GARBAGE too.
  }
  return failed('GARBAGE');
}

function failed(failure: PostFailure): PostResult {
  return { body: null, failure };
}
