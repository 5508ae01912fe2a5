import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { assertBooks } from '../../support/books.js';
import { cpuMs, Replicas } from '../../support/replicas.js';
import { soakNumber } from '../../support/soak-random.js';
import type { TestProgram } from '../../support/stack.js';
import { ApiClient, order } from '../../support/api-client.js';
import { ApiWorld } from '../../support/api-world.js';

/**
 * What a paid checkout costs the APIs and the workers when there is one of each, and when there are three. Printed, and never
 * judged here: the machine may be busy.
 */
const checkouts = soakNumber('REPLICAS_N', 20);
const rounds = soakNumber('REPLICAS_ROUNDS', 1);
/**
 * Begun in a second for each of the replicas: who adds some has so much more to do. The machine must have room for three times as
 * many, or what is measured is how processes wait for each other.
 */
const perSecond = soakNumber('REPLICAS_RATE', 6);

/** Both stay up over all rounds: a young process is dear. */
class Side {
  private constructor(
    readonly replicas: number,
    private readonly world: ApiWorld,
    private readonly others: Replicas,
    private readonly clients: readonly ApiClient[],
  ) {}

  static async start(replicas: number): Promise<Side> {
    const world = await ApiWorld.start({});
    const { manilla } = world;
    const others = await Replicas.beside(manilla, replicas - 1);
    const urls = [manilla.baseUrl, ...others.apis.map(({ baseUrl }) => baseUrl)];
    const clients = await Promise.all(
      urls.map((url) => ApiClient.authenticated(url, manilla.merchant)),
    );
    return new Side(replicas, world, others, clients);
  }

  /** CPU-ms of the APIs and the workers for each of the checkouts; every replica has so many. */
  async cost(each: number): Promise<number> {
    const { manilla } = this.world;
    const programs: TestProgram[] = [
      ...[manilla.program('api'), manilla.program('worker')],
      ...[...this.others.apis, ...this.others.workers],
    ];
    const count = each * this.replicas;
    const before = cpuMs(programs);
    await this.#drive(count);
    return (cpuMs(programs) - before) / count;
  }

  /** Begins orders at a steady pace, each at another API than the one before, and waits until all are paid. */
  async #drive(count: number): Promise<void> {
    const begun = performance.now();
    const paid = Array.from({ length: count }, async (_, nth) => {
      const due = begun + (nth * 1_000) / (perSecond * this.replicas);
      await sleep(Math.max(0, due - performance.now()));
      await this.#pay(this.clients[nth % this.clients.length] as ApiClient);
    });
    await Promise.all(paid);
    const open = () =>
      this.world.query(`select checkout_id from checkout where status <> 'SUCCESSFUL' limit 1`);
    await expect.poll(open, { timeout: 120_000, interval: 200 }).toEqual([]);
  }

  async #pay(client: ApiClient): Promise<void> {
    const body = order();
    const amount = Number((await client.initiate(body)).data.amountPayable);
    const account = await client.createAccount({
      paymentReference: body.paymentReference,
      ...{ prefix: this.world.prefix, validity: 30, amount },
    });
    await client.pay({ accountNumber: String(account.data.accountNumber), amount });
  }

  assertBooks(): Promise<void> {
    return assertBooks(this.world);
  }

  async stop(): Promise<void> {
    await this.others.stop();
    await this.world.stop();
  }
}

const sides: Side[] = [];
beforeAll(async () => {
  for (const replicas of [1, 3]) sides.push(await Side.start(replicas));
}, 120_000);
afterAll(async () => void (await Promise.all(sides.map((side) => side.stop()))));

it('costs of one API and one worker, and of three', async () => {
  const found = new Map(sides.map((side) => [side, [] as number[]]));
  for (const side of sides) await side.cost(2 * checkouts);
  for (let round = 0; round < rounds; round += 1) {
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      const ms = await side.cost(checkouts);
      found.get(side)?.push(ms);
      console.log(`${side.replicas} of each: ${ms.toFixed(1)} CPU-ms per paid checkout`);
    }
  }
  const [one = Number.NaN, three = Number.NaN] = [...found.values()].map(
    (each) => each.reduce((sum, ms) => sum + ms, 0) / each.length,
  );
  console.log(`three of each cost ${(three / one).toFixed(2)} of one`);
  for (const side of sides) await side.assertBooks();
}, 1_800_000);
