export interface ServerEvent {
  readonly event: string;
  readonly id: string;
  readonly data: string;
}

/** Reads server-sent events as a browser does. */
export class EventReader implements AsyncDisposable {
  /** All that came and were not asked for yet. */
  readonly seen: ServerEvent[] = [];
  readonly #gone = new AbortController();
  #ended = false;
  #wake: () => void = () => {};

  private constructor(
    readonly status: number,
    readonly headers: Headers,
  ) {}

  static async open(url: string, headers: Record<string, string> = {}): Promise<EventReader> {
    const gone = new AbortController();
    const reply = await fetch(url, { headers, signal: gone.signal });
    const reader = new EventReader(reply.status, reply.headers);
    reader.#gone.signal.addEventListener('abort', () => gone.abort());
    void reader.#read(reply);
    return reader;
  }

  /** The next event of this name that is looked for; those before it are passed over. */
  async next(
    name: string,
    isWanted: (event: ServerEvent) => boolean = () => true,
    timeoutMs = 20_000,
  ): Promise<ServerEvent> {
    const endsAt = Date.now() + timeoutMs;
    for (;;) {
      for (let each = this.seen.shift(); each !== undefined; each = this.seen.shift()) {
        if (each.event === name && isWanted(each)) return each;
      }
      if (this.#ended) throw new Error(`the stream ended without an event ${name}`);
      await this.#more(endsAt - Date.now(), name);
    }
  }

  /** Whether the server ends the stream by itself. */
  async closed(timeoutMs = 20_000): Promise<boolean> {
    if (!this.#ended) await this.#more(timeoutMs, 'the end');
    return this.#ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#gone.abort();
    await Promise.resolve();
  }

  #more(timeoutMs: number, what: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no ${what} came`)), Math.max(0, timeoutMs));
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async #read({ body }: Response): Promise<void> {
    let text = '';
    try {
      for await (const chunk of (body as ReadableStream<Uint8Array>).pipeThrough(
        new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>,
      )) {
        text += chunk;
        const parts = text.split('\n\n');
        text = parts.pop() ?? '';
        for (const part of parts) if (part.startsWith('event:')) this.seen.push(toEvent(part));
        this.#wake();
      }
    } catch {
      // Whoever reads has left, or the connection broke: both are the end.
    }
    this.#ended = true;
    this.#wake();
  }
}

function toEvent(part: string): ServerEvent {
  const field = (name: string): string => new RegExp(`^${name}: (.*)$`, 'm').exec(part)?.[1] ?? '';
  return { event: field('event'), id: field('id'), data: field('data') };
}
