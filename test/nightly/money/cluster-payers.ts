import { setTimeout as sleep } from 'node:timers/promises';
import type { SandboxMerchant } from '../../../scripts/stack/programs.ts';
import { SimulatorControl } from '../../../src/providers/simulator/control-client.js';
import { mintSessionId } from '../../support/api-world.js';
import { order } from '../../support/api-client.js';

const amount = 1_000_000;
/** What a merchant's own client allows one request. */
const patienceMs = 10_000;
/** Before a request is sent again: the first time, and at most. */
const pauseMs = { first: 100, longest: 1_000 } as const;

interface Reply {
  readonly status: number;
  // Replies are looked at field by field.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly data: any;
  readonly etag?: string | null;
}

/** Something that took a while, and when it ended. */
interface Lasted {
  readonly what: string;
  readonly endedAt: number;
  readonly ms: number;
}

/** A credit of which the bank was told that we have it. */
export interface Acknowledged {
  readonly sessionId: string;
  readonly reference: string;
}

/** Payers who come at a steady rate, whatever becomes of those before them. */
export class ClusterPayers {
  readonly acknowledged: Acknowledged[] = [];
  readonly failures: string[] = [];
  /** Each step of a payer, from its first request to its answer; and from the bank's acknowledgement to the paid checkout. */
  readonly #steps: Lasted[] = [];
  readonly #paid: Lasted[] = [];
  readonly #refused: { readonly at: number; readonly why: string }[] = [];
  readonly #underWay = new Set<Promise<void>>();
  readonly #bank: SimulatorControl;
  #isOver = false;
  #coming: Promise<void> = Promise.resolve();
  started = 0;

  constructor(
    private readonly baseUrl: string,
    private readonly shops: readonly SandboxMerchant[],
    simulatorUrl: string,
  ) {
    this.#bank = new SimulatorControl(simulatorUrl);
  }

  /** Logs the shops in, and has each told of events at this URL. */
  async open(hookUrl: string): Promise<void> {
    for (const shop of this.shops) {
      const { clientId, clientSecret } = shop;
      const reply = await this.#ask('authenticate', () =>
        this.#post('/api/v1/merchant/authenticate', { clientId, clientSecret }, ''),
      );
      const token = String(reply.data.access_token);
      this.#tokens.set(shop.merchantId, token);
      await this.#ask('notification-url', () =>
        this.#post('/api/v1/webhooks/notification-url', { url: hookUrl }, token),
      );
    }
  }

  readonly #tokens = new Map<string, string>();

  /** From now on so many come a second. */
  begin(rate: number): void {
    this.#coming = this.#come(1_000 / rate);
  }

  /** No more come; returns when all are through. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#coming;
    await Promise.all(this.#underWay);
  }

  get paid(): number {
    return this.#paid.length;
  }

  /** What payers saw between two times of `performance.now()`. */
  seen(from: number, to: number) {
    const ends = this.#paid.map(({ endedAt }) => endedAt).filter((at) => at >= from && at <= to);
    const bounds = [from, ...ends.toSorted((a, b) => a - b), to];
    const gaps = bounds.slice(1).map((at, n) => at - (bounds[n] ?? at));
    const within = ({ endedAt }: Lasted): boolean => endedAt >= from && endedAt <= to;
    const refused = this.#refused.filter(({ at }) => at >= from && at <= to);
    return {
      paid: ends.length,
      longestGapMs: Math.round(Math.max(...gaps)),
      slowestStep: slowest(this.#steps.filter(within)),
      slowestPaid: slowest(this.#paid.filter(within)),
      refused: refused.length,
      why: countsOf(refused.map(({ why }) => why)),
    };
  }

  /** The checkouts that took longer from the acknowledgement until they were paid, and when they were acknowledged. */
  slowerThan(limitMs: number) {
    return this.#paid
      .filter(({ ms }) => ms > limitMs)
      .map(({ what, endedAt, ms }) => ({ reference: what, heardAt: endedAt - ms, ms }));
  }

  /** Milliseconds from the acknowledgement to the paid checkout, sorted. */
  paidMs(): number[] {
    return this.#paid.map(({ ms }) => ms).toSorted((a, b) => a - b);
  }

  async #come(everyMs: number): Promise<void> {
    const beganAt = performance.now();
    while (!this.#isOver) {
      this.started += 1;
      const paying = this.#pay(this.started).catch((error: unknown) => {
        if (this.failures.push(String(error)) <= 3) console.log(String(error));
      });
      this.#underWay.add(paying);
      void paying.finally(() => this.#underWay.delete(paying));
      await sleep(Math.max(0, beganAt + this.started * everyMs - performance.now()));
    }
  }

  async #pay(n: number): Promise<void> {
    const shop = this.shops[n % this.shops.length] as SandboxMerchant;
    const token = this.#tokens.get(shop.merchantId) ?? '';
    const paymentReference = `CLUSTER-${process.pid}-${n}`;
    const body = order({ paymentReference, amount });
    await this.#ask('initiate', () => this.#post('/api/v1/checkout/initiate', body, token));
    const asked = { paymentReference, prefix: shop.prefix, validity: 30, amount };
    const { data: account } = await this.#ask('create-account', () =>
      this.#post('/api/v1/checkout/create-account', asked, token),
    );
    const accountNumber = String(account.accountNumber);
    const sessionId = mintSessionId();
    await this.#ask('bank hook', () => this.#tell(sessionId, accountNumber));
    const heardAt = performance.now();
    this.acknowledged.push({ sessionId, reference: paymentReference });
    await this.#awaitPaid(paymentReference, token, heardAt + 120_000);
    const endedAt = performance.now();
    this.#paid.push({ what: paymentReference, endedAt, ms: endedAt - heardAt });
  }

  /** As a shop's page does: asks, and is answered when something has changed. */
  async #awaitPaid(reference: string, token: string, giveUpAt: number): Promise<void> {
    const path = `/api/v1/checkout/query/${reference}`;
    let seen: Readonly<Record<string, string>> = {};
    while (performance.now() < giveUpAt) {
      const { data, etag } = await this.#ask('query', () => this.#send('GET', path, token, seen));
      if (data?.status === 'SUCCESSFUL') return;
      // Without news the reply has no tag, and the one that was seen stays.
      if (etag) seen = { prefer: 'wait=3', 'if-none-match': etag };
    }
    throw new Error(`${reference} is not paid after 120 s`);
  }

  /** The bank records the transfer once and tells of it; what counts is what our hook answered. */
  async #tell(sessionId: string, accountNumber: string): Promise<Reply> {
    const { notifications } = await this.#bank.payInward({
      ...{ sessionId, accountNumber, amount, askName: false, notify: { times: 1 } },
    });
    const [heard] = notifications;
    return { status: heard?.status || 599, data: heard };
  }

  /** As a real client: the same request again until it is answered. */
  async #ask(what: string, send: () => Promise<Reply>): Promise<Reply> {
    const beganAt = performance.now();
    for (let pause: number = pauseMs.first; ; pause = Math.min(pause * 2, pauseMs.longest)) {
      try {
        const reply = await send();
        if (reply.status < 500 && reply.status !== 429) {
          if (reply.status >= 400) {
            throw new Refused(
              `${what} was answered with ${reply.status}: ${JSON.stringify(reply.data)}`,
            );
          }
          const endedAt = performance.now();
          // One that waits for the payment takes as long as it was asked to.
          if (what !== 'query') this.#steps.push({ what, endedAt, ms: endedAt - beganAt });
          return reply;
        }
        this.#note(`${what} ${reply.status}`);
      } catch (error) {
        if (error instanceof Refused) throw error;
        this.#note(`${what} ${causeOf(error)}`);
      }
      if (performance.now() - beganAt > 120_000) throw new Error(`${what}: no answer within 120 s`);
      await sleep(pause);
    }
  }

  #note(why: string): void {
    this.#refused.push({ at: performance.now(), why });
  }

  #post(path: string, body: object, token: string): Promise<Reply> {
    const headers = { 'content-type': 'application/json' };
    return this.#send('POST', path, token, headers, JSON.stringify(body));
  }

  async #send(
    method: string,
    path: string,
    token: string,
    headers: Readonly<Record<string, string>>,
    body?: string,
  ): Promise<Reply> {
    const response = await fetch(`${this.baseUrl}${path}`, {
      method,
      headers: { ...headers, ...(token !== '' && { authorization: `Bearer ${token}` }) },
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(patienceMs),
    });
    const { status } = response;
    const text = await response.text();
    // Nothing new since it was asked last.
    if (status === 304) return { status: 200, data: undefined };
    if (!response.ok) return { status, data: text.slice(0, 300) };
    const { data } = JSON.parse(text) as { data: unknown };
    return { status, data, etag: response.headers.get('etag') };
  }
}

/** The request is wrong, so that no repetition helps. */
class Refused extends Error {}

function causeOf(error: unknown): string {
  const { code, message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
  return code ?? message;
}

function slowest(all: readonly Lasted[]): { readonly what: string; readonly ms: number } {
  const [found] = all.toSorted((a, b) => b.ms - a.ms);
  return { what: found?.what ?? '', ms: Math.round(found?.ms ?? 0) };
}

function countsOf(all: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const each of all) counts[each] = (counts[each] ?? 0) + 1;
  return counts;
}
