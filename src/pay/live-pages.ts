import type { ServerResponse } from 'node:http';
import type { CheckoutWatch } from '../checkout/checkout-watch.js';
import type { Checkout } from '../domain/ports/checkout-store.port.js';

/** Proxies cut connections that are silent for a minute; carriers, sooner. */
const heartBeatMs = 15_000;
/** An event and no comment, so that the page's script knows that nobody holds the stream back. */
const heartBeat = 'event: beat\ndata: 1\n\n';
/** Then the browser connects again: a phone that was put away does not hold a connection for ever. */
const longestMs = 10 * 60_000;
/** Refunds wake nobody. */
const restlessMs = 10_000;
const reconnectMs = 2_000;

/** How many may listen: each costs memory, and a socket. */
export const liveLimits = { perPage: 8, perProcess: 5_000 } as const;

/** A page as it is shown at this moment. */
export interface Drawn {
  readonly key: string;
  /** Drawn only when it is sent: most changes are looked at and change nothing that is shown. */
  readonly html: () => string;
  /** The kind of its screen, for the shop that shows it in a frame. */
  readonly state: string;
  /** Something changes without anyone being woken. */
  readonly isRestless: boolean;
  /** Nothing will change by itself any more. */
  readonly isFinal: boolean;
}

export interface LivePage {
  readonly checkout: Checkout;
  /** What the browser shows already. */
  readonly seen: string | undefined;
  readonly draw: (checkout: Checkout) => Drawn;
}

/** Tells open pages of changes by server-sent events, all of them from the one connection that listens to the database. */
export class LivePages {
  readonly #open = new Map<ServerResponse, string>();
  readonly #perPage = new Map<string, number>();
  #beat: NodeJS.Timeout | undefined;

  constructor(
    private readonly watch: CheckoutWatch,
    private readonly shutdown: AbortSignal,
  ) {}

  /** False when too many listen already. */
  hasRoom(checkoutId: string): boolean {
    const here = this.#perPage.get(checkoutId) ?? 0;
    return here < liveLimits.perPage && this.#open.size < liveLimits.perProcess;
  }

  /** Returns when the browser has gone, when nothing more will change, or when it is to connect again. */
  async serve(response: ServerResponse, { checkout, seen, draw }: LivePage): Promise<void> {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    this.#enter(response, checkout.checkoutId);
    try {
      response.write(`retry: ${reconnectMs}\n\n`);
      const endsAt = Date.now() + longestMs;
      let current = checkout;
      let known = seen;
      while (!gone.signal.aborted && !this.shutdown.aborted && Date.now() < endsAt) {
        const { key, html, state, isRestless, isFinal } = draw(current);
        if (key !== known)
          response.write(eventOf('page', key, JSON.stringify({ html: html(), state })));
        known = key;
        if (isFinal) {
          response.write(eventOf('end', key, ''));
          return;
        }
        const waitMs = Math.min(isRestless ? restlessMs : longestMs, endsAt - Date.now());
        const isNews = (now: Checkout): boolean => draw(now).key !== known;
        current = await this.watch.until(current, isNews, waitMs, gone.signal);
      }
    } finally {
      this.#leave(response, checkout.checkoutId);
      response.end();
    }
  }

  #enter(response: ServerResponse, checkoutId: string): void {
    this.#open.set(response, checkoutId);
    this.#perPage.set(checkoutId, (this.#perPage.get(checkoutId) ?? 0) + 1);
    this.#beat ??= setInterval(() => this.#beatAll(), heartBeatMs).unref();
  }

  #leave(response: ServerResponse, checkoutId: string): void {
    this.#open.delete(response);
    const left = (this.#perPage.get(checkoutId) ?? 1) - 1;
    if (left > 0) this.#perPage.set(checkoutId, left);
    else this.#perPage.delete(checkoutId);
    if (this.#open.size > 0) return;
    clearInterval(this.#beat);
    this.#beat = undefined;
  }

  #beatAll(): void {
    for (const response of this.#open.keys()) response.write(heartBeat);
  }
}

function eventOf(name: string, id: string, data: string): string {
  return `event: ${name}\nid: ${id}\ndata: ${data}\n\n`;
}
