import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest';
import { Refused, UsageError } from '../../../src/programs/cli/command.js';
import { temporalVersionCommands } from '../../../src/programs/cli/temporal-version-commands.js';
import { DeploymentVersions } from '../../../src/platform/temporal/deployment-versions.js';
import { type CheckoutFact, CheckoutWorld, deploymentName } from '../../support/checkout-world.js';

/** Workers of the build `one`, which the build `two` follows; both run on a real server. */
let world: CheckoutWorld;
let versions: DeploymentVersions;
beforeAll(async () => {
  world = await CheckoutWorld.start({ buildId: 'one' });
  versions = new DeploymentVersions(world.client, deploymentName);
  await becomesCurrent('one');
});
afterAll(() => world[Symbol.asyncDispose]());
afterEach(() => vi.unstubAllEnvs());

/** The server hears of a version with the first poll of its workers. */
const onceKnown = (ask: () => Promise<void>) => vi.waitFor(ask, { timeout: 30_000, interval: 250 });

const becomesCurrent = (buildId: string) => onceKnown(() => versions.setCurrent(buildId));

/** A checkout whose workflow has run its first task. */
async function begun(): Promise<CheckoutFact> {
  const fact = await world.initiate();
  await world.tell(fact);
  await expect.poll(() => builds(fact)).toHaveLength(1);
  return fact;
}

async function isPaid(fact: CheckoutFact): Promise<void> {
  const account = await world.issueAccount(fact);
  await world.tell(account);
  await world.tell(await world.receive(account.accountNumber, fact.checkout.amountMinor));
}

/** The build that ran each of its tasks. */
async function builds(fact: CheckoutFact): Promise<string[]> {
  const { events } = await world.handle(fact).fetchHistory();
  return (events ?? [])
    .flatMap(({ workflowTaskCompletedEventAttributes: task }) => (task ? [task] : []))
    .map(({ deploymentVersion }) => deploymentVersion?.buildId ?? 'none');
}

const standingOf = async (buildId: string) =>
  (await versions.list()).find((version) => version.buildId === buildId);

test('a checkout stays with the build on which it began, and new ones go to the current one', async () => {
  const [older, stranded] = [await begun(), await begun()];
  await world.startVersion('two');
  await becomesCurrent('two');
  const newer = await begun();
  expect(await standingOf('two')).toMatchObject({ standing: 'CURRENT', percentage: 100 });

  await isPaid(older);
  await isPaid(newer);
  await world.untilStatus(older, 'SUCCESSFUL');
  await world.untilStatus(newer, 'SUCCESSFUL');
  await world.handle(older).result();
  await world.handle(newer).result();
  expect(new Set(await builds(older))).toEqual(new Set(['one']));
  expect(new Set(await builds(newer))).toEqual(new Set(['two']));

  // Of the older build, one checkout is left.
  await expect.poll(() => versions.countOpen('one'), { timeout: 30_000 }).toBe(1);
  await expect
    .poll(() => standingOf('one'), { timeout: 30_000 })
    .toMatchObject({ standing: 'DRAINING', percentage: 0, open: 1 });

  // Its workers are gone: nobody takes what is pinned to it, until it is moved.
  await world.pauseWorker();
  await world.startVersion('two');
  await isPaid(stranded);
  const untaken = await begun();
  await isPaid(untaken);
  await world.untilStatus(untaken, 'SUCCESSFUL');
  expect(await builds(stranded)).toEqual(['one']);
  expect(await versions.move('one', 'two')).toBe(1);
  await world.untilStatus(stranded, 'SUCCESSFUL');
  await world.handle(stranded).result();
  expect((await builds(stranded)).at(-1)).toBe('two');
  await expect.poll(() => versions.countOpen('one'), { timeout: 30_000 }).toBe(0);
  expect(await versions.move('one', 'two')).toBe(0);
});

test('a share of new workflows begins on a build that ramps', async () => {
  await world.startVersion('three');
  await onceKnown(() => versions.ramp('three', 100));
  expect(await standingOf('three')).toMatchObject({ standing: 'RAMPING', percentage: 100 });
  expect(await standingOf('two')).toMatchObject({ standing: 'CURRENT', percentage: 0 });
  const ramped = await begun();
  expect(await builds(ramped)).toEqual(['three']);
  await versions.ramp('three', 0);
  const next = await begun();
  expect(await builds(next)).toEqual(['two']);
});

test('a build that no worker runs does not become current', async () => {
  await expect(versions.setCurrent('never')).rejects.toThrow(/never|not found|poll/i);
});

/** As `npx manilla temporal ...`. */
async function command(name: string, ...positionals: string[]) {
  vi.stubEnv('TEMPORAL_ADDRESS', inject('stack').temporalAddress);
  vi.stubEnv('TEMPORAL_NAMESPACE', world.client.options.namespace);
  return temporalVersionCommands[`temporal ${name}`]?.run({ positionals, values: {} });
}

test('the commands show and change the versions, and say what is wrong', async () => {
  await expect(command('versions')).rejects.toThrow(
    new Refused(
      'Nobody says which deployment: set MANILLA_WORKER_DEPLOYMENT as the workers have it, or give --deployment.',
    ),
  );
  vi.stubEnv('MANILLA_WORKER_DEPLOYMENT', deploymentName);
  expect(await command('versions')).toMatch(
    /^Deployment manilla\n\nBUILD +OPEN +NEW +STANDING\n(?:.*\n)*two +\d+ +100 % +CURRENT/,
  );
  expect(await command('ramp', 'three', '5')).toBe('Of a hundred new workflows, 5 begin on three.');
  expect(await standingOf('three')).toMatchObject({ standing: 'RAMPING', percentage: 5 });
  await expect(command('ramp', 'three', '101')).rejects.toThrow(UsageError);
  expect(await command('current', 'three')).toBe('New workflows begin on three.');
  expect(await standingOf('three')).toMatchObject({ standing: 'CURRENT', percentage: 100 });
  await expect(command('current', 'never')).rejects.toThrow(/^Temporal at .* says no: /);
  expect(await command('move', 'none', 'three')).toBe('Moved 0 open workflows from none to three.');
  vi.stubEnv('MANILLA_WORKER_DEPLOYMENT', 'unknown');
  await expect(command('versions')).rejects.toThrow(/^Temporal at .* says no: /);
});
