import { setTimeout as sleep } from 'node:timers/promises';
import type { SoakWorld } from './soak-world.js';

const shoppers = 8;

/** That are paid and that the worker has not come to the end of. */
export async function openCheckouts(world: SoakWorld): Promise<number> {
  const [row] = await world.manilla.database.query<{ n: bigint }>(
    `select count(*)::int as n from checkout c where c.status <> 'SUCCESSFUL'
        and exists (select from inward_credit k where k.checkout_id = c.checkout_id)`,
  );
  return Number(row?.n);
}

/** Shoppers who order, pay and ask, one after the other. */
export class Load {
  readonly faults: string[] = [];
  paid = 0;
  #requests = 0;
  #slowestMs = 0;
  #isOver = false;
  readonly #shopping: Promise<void>[];

  /** `label`: begins the references of its orders. */
  constructor(
    private readonly world: SoakWorld,
    private readonly label: string,
  ) {
    this.#shopping = Array.from({ length: shoppers }, (_, n) => this.#shop(n));
  }

  async during(ms: number): Promise<void> {
    await sleep(ms);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#shopping);
  }

  counts() {
    const { paid, faults } = this;
    return {
      paid,
      requests: this.#requests,
      faults: faults.length,
      slowestMs: Math.round(this.#slowestMs),
    };
  }

  async #shop(shopper: number): Promise<void> {
    const client = this.world.api.merchant;
    for (let n = 0; !this.#isOver; n += 1) {
      try {
        const paymentReference = `${this.label}-${shopper}-${n}`;
        await this.#ask('initiate', () => client.initiate(orderOf(paymentReference)));
        const account = await this.#ask('create-account', () =>
          client.createAccount({
            ...{ paymentReference, prefix: this.world.api.prefix, validity: 30, amount: 1_000_000 },
          }),
        );
        const { accountNumber } = account.data;
        await this.#ask('pay', () => client.pay({ accountNumber, amount: 1_000_000 }));
        await this.#ask('query', () => client.query(paymentReference));
        this.paid += 1;
      } catch (error) {
        this.faults.push(String(error));
      }
    }
  }

  async #ask<T extends { readonly status: number }>(
    what: string,
    send: () => Promise<T>,
  ): Promise<T> {
    const beganAt = performance.now();
    const reply = await send();
    this.#requests += 1;
    this.#slowestMs = Math.max(this.#slowestMs, performance.now() - beganAt);
    if (reply.status >= 400) throw new Error(`${what} was answered with ${reply.status}`);
    return reply;
  }
}

const orderOf = (paymentReference: string) => ({
  ...{ email: 'ada@example.ng', phoneNumber: '08031234567', firstName: 'Ada', lastName: 'Obi' },
  ...{ amount: 1_000_000, paymentReference, channels: ['Bank'] },
});

/** Looks every 50 ms for how long anybody has waited for a lock. */
export function watchLocks(world: SoakWorld): {
  end(): Promise<{ longestMs: number; waits: number }>;
} {
  let isOver = false;
  let [longestMs, waits] = [0, 0];
  const watching = (async () => {
    while (!isOver) {
      const [row] = await world.manilla.database.query<{ ms: number | null }>(
        `select (extract(epoch from clock_timestamp() - min(l.waitstart)) * 1000)::float8 as ms from pg_locks l
           join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()`,
      );
      const ms = row?.ms ?? null;
      if (ms !== null) waits += 1;
      longestMs = Math.max(longestMs, Math.round(ms ?? 0));
      await sleep(50);
    }
  })();
  return {
    end: async () => {
      isOver = true;
      await watching;
      return { longestMs, waits };
    },
  };
}
