import type { ServerResponse } from 'node:http';
import type { CheckoutWatch } from '../../payments/checkouts/checkout-watch.js';
import type { Checkout } from '../../payments/checkouts/checkout.js';

/**
 * How often a sign of life is sent. Proxies cut connections that are silent for a minute, and mobile networks cut them
 * sooner.
 */
const heartBeatMs = 15_000;
/** An event rather than a comment, so that the page's script notices when something holds the stream back. */
const heartBeat = 'event: beat\ndata: 1\n\n';
/**
 * The time after which the browser must connect again, so that a phone that was put away does not hold a connection for
 * ever.
 */
const longestMs = 10 * 60_000;
const reconnectMs = 2_000;

/**
 * Maximum numbers of pages that may listen, of one checkout and of the process: each costs memory and a socket. When
 * all places are taken, the network with the most streams gives one up.
 */
export const liveLimits = { perPage: 8, perProcess: 5_000 } as const;

/** The present state of a page. */
export interface Drawn {
  readonly key: string;
  /** Draws the page only when it is sent, because most changes do not change anything that is shown. */
  readonly html: () => string;
  /** The kind of the page's screen, for a shop that shows the page in a frame. */
  readonly state: string;
  /** Whether nothing will change by itself any more. */
  readonly isFinal: boolean;
}

export interface LivePage {
  readonly checkout: Checkout;
  /** The network that the page's browser is in. */
  readonly network: string;
  /** The version that the browser shows already. */
  readonly seen: string | undefined;
  readonly draw: (checkout: Checkout) => Drawn;
}

interface Listener {
  readonly checkoutId: string;
  readonly network: string;
  readonly end: () => void;
}

/**
 * Sends changes to open pages by server-sent events. All pages share the one connection that listens to the database.
 */
export class LivePages {
  /** The oldest stream is first. */
  readonly #open = new Map<ServerResponse, Listener>();
  readonly #perPage = new Map<string, number>();
  #beat: NodeJS.Timeout | undefined;

  constructor(
    private readonly watch: CheckoutWatch,
    private readonly shutdown: AbortSignal,
    private readonly limits: { readonly perPage: number; readonly perProcess: number } = liveLimits,
  ) {}

  /** Returns false when too many pages listen and no network has more streams than the newcomer's would have. */
  makeRoom(checkoutId: string, network: string): boolean {
    const here = this.#perPage.get(checkoutId) ?? 0;
    if (here >= this.limits.perPage)
      return this.#endOneOf(network, (each) => each.checkoutId === checkoutId);
    return this.#open.size < this.limits.perProcess || this.#endOneOf(network, () => true);
  }

  /** Ends the oldest stream of the network with the most streams; its browser connects again when there is room. */
  #endOneOf(newcomer: string, isRival: (listener: Listener) => boolean): boolean {
    const rivals = [...this.#open].filter(([, listener]) => isRival(listener));
    const counts = new Map<string, number>();
    for (const [, { network }] of rivals) counts.set(network, (counts.get(network) ?? 0) + 1);
    const most = Math.max(...counts.values());
    if (most <= (counts.get(newcomer) ?? 0) + 1) return false;
    const oldest = rivals.find(([, { network }]) => counts.get(network) === most);
    oldest?.[1].end();
    return oldest !== undefined;
  }

  /**
   * Returns when the browser has left, when nothing will change by itself any more, or when the browser should connect
   * again.
   */
  async serve(response: ServerResponse, page: LivePage): Promise<void> {
    const { checkout, network, seen, draw } = page;
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const { checkoutId } = checkout;
    const end = (): void => {
      this.#leave(response);
      gone.abort();
    };
    this.#enter(response, { checkoutId, network, end });
    try {
      response.write(`retry: ${reconnectMs}\n\n`);
      const endsAt = performance.now() + longestMs;
      let current = checkout;
      let known = seen;
      while (!gone.signal.aborted && !this.shutdown.aborted && performance.now() < endsAt) {
        const { key, html, state, isFinal } = draw(current);
        if (key !== known)
          response.write(eventOf('page', key, JSON.stringify({ html: html(), state })));
        known = key;
        if (isFinal) {
          response.write(eventOf('end', key, ''));
          return;
        }
        const isNews = (now: Checkout): boolean => draw(now).key !== known;
        const leftMs = endsAt - performance.now();
        current = await this.watch.until(current, isNews, leftMs, gone.signal);
      }
    } finally {
      this.#leave(response);
      response.end();
    }
  }

  #enter(response: ServerResponse, listener: Listener): void {
    const { checkoutId } = listener;
    this.#open.set(response, listener);
    this.#perPage.set(checkoutId, (this.#perPage.get(checkoutId) ?? 0) + 1);
    this.#beat ??= setInterval(() => this.#beatAll(), heartBeatMs).unref();
  }

  #leave(response: ServerResponse): void {
    const listener = this.#open.get(response);
    if (listener === undefined) return;
    const { checkoutId } = listener;
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
