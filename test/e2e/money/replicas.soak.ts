import { afterAll, beforeAll, expect, it } from 'vitest';
import { assertBooks } from '../../support/books.js';
import { cpuMs, Replicas } from '../../support/replicas.js';
import type { TestProgram } from '../../support/stack.js';
import { ApiClient, order } from '../api/api-client.js';
import { ApiWorld } from '../api/api-world.js';

/**
 * What a paid checkout costs the APIs and the workers when there is one of each, and when there are three. Printed, and never
 * judged here: the machine may be busy.
 */
const checkouts = Number(process.env['MANILLA_SOAK_REPLICAS_N'] ?? 20);
const rounds = Number(process.env['MANILLA_SOAK_REPLICAS_ROUNDS'] ?? 1);
/** Payers at once for each of the replicas: who adds some has so much more to do. */
const lanesEach = 12;

let world: ApiWorld;
beforeAll(async () => {
  world = await ApiWorld.start({});
}, 120_000);
afterAll(() => world?.stop());

/** Pays so many orders, each by another API than the one before, and waits until all are paid. */
async function drive(clients: readonly ApiClient[], count: number): Promise<void> {
  const lanes = lanesEach * clients.length;
  const each = Array.from({ length: lanes }, async (_, lane) => {
    for (let turn = lane; turn < count; turn += lanes) {
      const client = clients[turn % clients.length] as ApiClient;
      const body = order();
      const amount = Number((await client.initiate(body)).data.amountPayable);
      const account = await client.createAccount({
        paymentReference: body.paymentReference,
        ...{ prefix: world.prefix, validity: 30, amount },
      });
      await client.pay({ accountNumber: String(account.data.accountNumber), amount });
    }
  });
  await Promise.all(each);
  const open = () =>
    world.query(`select checkout_id from checkout where status <> 'SUCCESSFUL' limit 1`);
  await expect.poll(open, { timeout: 120_000, interval: 200 }).toEqual([]);
}

async function cost(replicas: number): Promise<number> {
  const { manilla } = world;
  const others = await Replicas.beside(manilla, replicas - 1);
  try {
    const urls = [manilla.baseUrl, ...others.apis.map(({ baseUrl }) => baseUrl)];
    const clients = await Promise.all(
      urls.map((url) => ApiClient.authenticated(url, manilla.merchant)),
    );
    // A young process is dear: each has its share of these before it is measured.
    await drive(clients, 2 * checkouts * replicas);
    const programs: TestProgram[] = [
      ...[manilla.program('api'), manilla.program('worker')],
      ...[...others.apis, ...others.workers],
    ];
    const before = cpuMs(programs);
    await drive(clients, checkouts * replicas);
    return (cpuMs(programs) - before) / (checkouts * replicas);
  } finally {
    await others.stop();
  }
}

it('costs of one API and one worker, and of three', async () => {
  const found: Record<number, number[]> = { 1: [], 3: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const replicas of round % 2 === 0 ? [1, 3] : [3, 1]) {
      const ms = await cost(replicas);
      found[replicas]?.push(ms);
      console.log(`${replicas} of each: ${ms.toFixed(1)} CPU-ms per paid checkout`);
    }
  }
  const mean = (of: readonly number[] = []) => of.reduce((sum, ms) => sum + ms, 0) / of.length;
  console.log(`three of each cost ${(mean(found[3]) / mean(found[1])).toFixed(2)} of one`);
  await assertBooks({ query: (sql: string) => world.query(sql) } as never);
}, 1_800_000);
