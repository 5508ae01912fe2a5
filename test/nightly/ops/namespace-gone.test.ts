import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { prepareNamespace } from '../../../src/platform/temporal/namespace.js';
import { startWorker } from '../../support/stack.js';
import { ApiWorld } from '../../support/api-world.js';
import { TemporalOfItsOwn } from '../../support/temporal-of-its-own.js';

let temporal: TemporalOfItsOwn;
let world: ApiWorld;
beforeAll(async () => {
  temporal = await TemporalOfItsOwn.start();
  world = await ApiWorld.start(temporal.env);
}, 180_000);
afterAll(async () => {
  await world?.stop();
  await temporal?.stop();
});

const makeNamespace = (): Promise<unknown> =>
  prepareNamespace({
    temporalAddress: temporal.address,
    temporalNamespace: temporal.env.TEMPORAL_NAMESPACE,
  });

const isReady = async (baseUrl: string): Promise<boolean> =>
  (await fetch(`${baseUrl}/health/ready`)).ok;

async function isPaid(): Promise<void> {
  const { reference } = await world.paid();
  await world.until(reference, 'SUCCESSFUL');
}

it('workers of a Temporal that has begun anew take payments as soon as their namespace is made', async () => {
  const { baseUrl, logFile } = world.manilla.program('worker');
  await isPaid();
  await temporal.beginAnew();
  // They go on asking for a minute before they take the server's word for it.
  const hasFailed = async () => (await readFile(logFile, 'utf8')).includes('a worker has failed');
  await expect.poll(hasFailed, { timeout: 120_000, interval: 500 }).toBe(true);
  expect(await isReady(baseUrl)).toBe(false);
  await makeNamespace();
  await expect.poll(() => isReady(baseUrl), { timeout: 60_000, interval: 500 }).toBe(true);
  await isPaid();
}, 240_000);

it('a worker that is there before its namespace waits for it, and stops when it is told to', async () => {
  await world.manilla.program('worker').stop();
  await temporal.beginAnew();
  const { MANILLA_WORKER_METRICS_PORT: _, ...env } = world.manilla.env;
  const starting = startWorker(env);
  await setTimeout(5_000);
  await makeNamespace();
  const worker = await starting;
  try {
    await isPaid();
  } finally {
    await worker.stop();
  }
  expect(await worker.ended).toBe('exit code 0');
}, 240_000);
