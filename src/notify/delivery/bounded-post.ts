import type { Dispatcher } from 'undici';

export interface PostLimits {
  /** Milliseconds from the call to the last byte that is read. */
  readonly totalTimeoutMs: number;
  /** After this many bytes of the answer the connection is dropped; the answer's status counts all the same. */
  readonly maxResponseBytes: number;
  /** Maximum number of bytes of the answer that are kept. */
  readonly keepResponseBytes: number;
}

export interface PostAnswer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  /** The time at which the headers were there: `performance.now()`. */
  readonly headAtMs: number;
  /** The head of the answer's body. */
  readonly body: Buffer;
}

/** No complete status line and headers came in time. */
export class PostTimeoutError extends Error {}

/**
 * Makes one POST. It follows no redirect, repeats nothing, and ends within the limits whether the answer is slow or
 * endless. Rejects with the connector's error, PostTimeoutError, or the error that broke the connection.
 */
export function boundedPost(
  dispatcher: Dispatcher,
  url: URL,
  headers: Record<string, string>,
  body: string,
  limits: PostLimits,
): Promise<PostAnswer> {
  return new Promise((resolve, reject) => {
    const post = new BoundedPost(limits, resolve, reject);
    dispatcher.dispatch(
      { origin: url.origin, path: url.pathname + url.search, method: 'POST', headers, body },
      post,
    );
  });
}

class BoundedPost implements Dispatcher.DispatchHandler {
  readonly #limits: PostLimits;
  readonly #resolve: (answer: PostAnswer) => void;
  readonly #reject: (error: Error) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #kept: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #head: Omit<PostAnswer, 'body'> | undefined;
  #read = 0;
  #over = false;

  constructor(
    limits: PostLimits,
    resolve: (answer: PostAnswer) => void,
    reject: (error: Error) => void,
  ) {
    this.#limits = limits;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#timer = setTimeout(() => this.#cutOff(), limits.totalTimeoutMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The call timed out while it waited for a connection, so it is aborted: nothing may be sent any more.
    if (this.#over) controller.abort(new PostTimeoutError());
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: PostAnswer['headers'],
  ): void {
    if (status >= 200) this.#head = { status, headers, headAtMs: performance.now() };
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const room = this.#limits.keepResponseBytes - this.#read;
    if (room > 0) this.#kept.push(Buffer.from(chunk.subarray(0, room)));
    this.#read += chunk.length;
    if (this.#read > this.#limits.maxResponseBytes) this.#cutOff();
  }

  onResponseEnd(): void {
    this.#finish();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#finish(error);
  }

  #cutOff(): void {
    const error = new PostTimeoutError(`no answer within ${this.#limits.totalTimeoutMs} ms`);
    this.#finish(error);
    this.#controller?.abort(error);
  }

  /** Once the status has come, the status is the outcome, whatever becomes of the rest of the answer. */
  #finish(error?: Error): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#timer);
    if (this.#head) this.#resolve({ ...this.#head, body: Buffer.concat(this.#kept) });
    else this.#reject(error ?? new Error('the connection ended without an answer'));
  }
}
