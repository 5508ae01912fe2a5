import type { Client } from '@temporalio/client';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { loadConfig } from '../../../src/platform/config/config.js';
import { createTemporalClient } from '../../../src/platform/temporal/connection.js';
import { DeploymentVersions } from '../../../src/platform/temporal/deployment-versions.js';
import { startWorker, type TestProgram } from '../../support/stack.js';
import { cardCheckout } from '../../support/card-checkouts.js';
import { ApiWorld } from '../../support/api-world.js';

/** A worker of the build `r1`, which a worker of the build `r2` follows. */
let world: ApiWorld;
let temporal: Client;
let versions: DeploymentVersions;
let next: TestProgram | undefined;
beforeAll(async () => {
  const settings = { MANILLA_WORKER_DEPLOYMENT: 'manilla', MANILLA_WORKER_BUILD_ID: 'r1' };
  world = await ApiWorld.start(settings);
  temporal = createTemporalClient(loadConfig({ ...world.manilla.env }));
  versions = new DeploymentVersions(temporal, 'manilla');
  await becomesCurrent('r1');
}, 120_000);
afterAll(async () => {
  await temporal?.connection.close();
  await next?.stop();
  await world?.stop();
});

const becomesCurrent = (buildId: string) =>
  vi.waitFor(() => versions.setCurrent(buildId), { timeout: 30_000, interval: 250 });

const workflowOf = (reference: string) =>
  temporal.workflow.getHandle(`checkout/${world.manilla.merchant.merchantId}/${reference}`);

/** The builds whose workers ran the tasks of its workflow, in order of appearance. */
async function buildsOf(reference: string): Promise<string[]> {
  const { events } = await workflowOf(reference).fetchHistory();
  const builds = (events ?? []).map(
    (event) => event.workflowTaskCompletedEventAttributes?.deploymentVersion?.buildId,
  );
  return [...new Set(builds.filter((build) => typeof build === 'string'))];
}

/** The same after its last task, which is over a moment later than the payment is booked. */
async function allBuildsOf(reference: string): Promise<string[]> {
  await workflowOf(reference).result();
  return buildsOf(reference);
}

/** A card is charged on the queue of its acquirer, by an activity. */
async function chargedCard(): Promise<string> {
  const { reference, pay } = await cardCheckout(world);
  expect((await pay('card_approved')).status).toBe(200);
  await world.until(reference, 'SUCCESSFUL');
  return reference;
}

it('payments of both channels are carried through by the build on which they began', async () => {
  const before = await world.paid();
  await world.until(before.reference, 'SUCCESSFUL');
  expect(await allBuildsOf(before.reference)).toEqual(['r1']);
  expect(await allBuildsOf(await chargedCard())).toEqual(['r1']);
  const open = await cardCheckout(world);
  await vi.waitFor(async () => expect(await buildsOf(open.reference)).toEqual(['r1']), 20_000);

  const { MANILLA_WORKER_METRICS_PORT: _, ...env } = world.manilla.env;
  next = await startWorker({ ...env, MANILLA_WORKER_BUILD_ID: 'r2' });
  await becomesCurrent('r2');
  expect(await allBuildsOf(await chargedCard())).toEqual(['r2']);
  expect((await open.pay('card_approved')).status).toBe(200);
  await world.until(open.reference, 'SUCCESSFUL');
  expect(await allBuildsOf(open.reference)).toEqual(['r1']);
});

it('runs of the schedules begin on the current build', async () => {
  await temporal.schedule.getHandle('sweep').trigger();
  const newest = async () => {
    const { info } = await temporal.schedule.getHandle('sweep').describe();
    const action = info.recentActions.at(-1)?.action;
    if (action?.type !== 'startWorkflow') throw new Error('nothing was started yet');
    return temporal.workflow.getHandle(action.workflow.workflowId);
  };
  const handle = await vi.waitFor(newest, { timeout: 20_000, interval: 250 });
  await handle.result();
  const { events } = await handle.fetchHistory();
  const builds = (events ?? []).map(
    (event) => event.workflowTaskCompletedEventAttributes?.deploymentVersion?.buildId,
  );
  expect(new Set(builds.filter((build) => typeof build === 'string'))).toEqual(new Set(['r2']));
});
