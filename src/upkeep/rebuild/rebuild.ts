import { setTimeout as sleep } from 'node:timers/promises';
import type { RetryRequest } from '../../notify/delivery/delivery-attempts.port.js';
import type { CutOff } from '../../payouts/settlement/settlement-runs.js';
import { endOrphans, findOrphans, type OrphanPorts, tellUnknown } from './orphans.js';
import type { OpenCharge, UnsentFact } from './rebuild.store.js';

export interface RebuildPorts {
  readonly store: {
    openFacts(): Promise<readonly string[]>;
    retell(factIds: readonly string[]): Promise<void>;
    unsent(factId: string): Promise<readonly UnsentFact[]>;
    refunds(): Promise<readonly string[]>;
    settlements(): Promise<readonly string[]>;
    charges(): Promise<readonly OpenCharge[]>;
    retrying(after: string, limit: number): Promise<readonly RetryRequest[]>;
    openCases(): Promise<number>;
    interruptedRuns(): Promise<readonly CutOff[]>;
    lastCutOff(): Promise<Date | null>;
  };
  /** Creates the namespace and its search attributes if they are missing. */
  readonly prepareNamespace: () => Promise<void>;
  /** Returns a sentence about the missing parts of the namespace. Undefined when nothing is missing. */
  readonly namespaceLacks: () => Promise<string | undefined>;
  /** Each `start` starts a workflow, unless it runs already. */
  readonly refunds: { start(refundId: string): Promise<void> };
  readonly payouts: { start(settlementId: string): Promise<void> };
  readonly deliveries: { start(retry: RetryRequest): Promise<void> };
  /** Makes the workflow of the charge's checkout ask the acquirer. The workflow is started if it is missing. */
  readonly charges: { ask(charge: OpenCharge): Promise<unknown> };
  readonly runs: { start(run: CutOff): Promise<void> };
  readonly replays: {
    stalled(idleMs: number): Promise<readonly { replayId: string; merchantId: string }[]>;
    start(replayId: string, merchantId: string): Promise<void>;
  };
  /** `run` starts the workflows that open cases have lost. One run looks at `atOnce` cases. */
  readonly cases: { run(): Promise<void>; readonly atOnce: number };
  /** Makes the daily settlement run for the days since `since`. Returns false when its schedule does not exist yet. */
  readonly backfill: (since: Date) => Promise<boolean>;
  readonly orphans: Omit<OrphanPorts, 'say'>;
  /** Called with a sentence at each step. */
  readonly say: (sentence: string) => void;
}

export interface RebuildOptions {
  /** The number of facts that are sent in a second. The limit lets payments go on meanwhile. */
  readonly perSecond: number;
  /** The time that the workers have to send the facts that are due. */
  readonly patienceMs: number;
}

export interface RebuildResult {
  readonly facts: number;
  readonly refunds: number;
  readonly settlements: number;
  readonly charges: number;
  readonly deliveries: number;
  readonly replays: number;
  readonly cases: number;
  /** The number of settlement runs that are started again. */
  readonly runs: number;
  /** The number of workflows that are ended because their subject is over. */
  readonly orphans: number;
}

/**
 * The workers have not sent every fact in time, because no worker runs or Temporal does not answer. The command may be
 * repeated.
 */
export class NotRebuilt extends Error {
  override readonly name = 'NotRebuilt';
}

const page = 200;
const dayMs = 86_400_000;

/**
 * Makes every workflow run again that PostgreSQL knows to be unfinished, in a Temporal that has lost them. A workflow
 * that runs is left as it is, so the command may be given at any time, and again. Workers must run, because they send
 * the facts and make the schedules.
 *
 * @throws NotRebuilt
 */
export async function rebuild(
  ports: RebuildPorts,
  options: RebuildOptions,
): Promise<RebuildResult> {
  const { store } = ports;
  await ports.prepareNamespace();
  ports.say('The namespace and its search attributes are there.');
  const facts = await retellFacts(ports, options);
  const [ofRefunds, ofSettlements, ofCharges] = await Promise.all([
    store.refunds(),
    store.settlements(),
    store.charges(),
  ]);
  await throttled(ofRefunds, options, (id) => ports.refunds.start(id));
  ports.say(`${ofRefunds.length} refunds have their workflow.`);
  await throttled(ofSettlements, options, (id) => ports.payouts.start(id));
  ports.say(`${ofSettlements.length} settlements have their payouts.`);
  // Charges come after the facts: the workflow of a charge's checkout asks the acquirer, and runs again by now.
  await throttled(ofCharges, options, (charge) => ports.charges.ask(charge));
  ports.say(`${ofCharges.length} charges are asked about.`);
  const deliveries = await startDeliveries(ports);
  const replays = await startReplays(ports);
  const cases = await startCases(ports);
  const runs = await startRuns(ports);
  await makeUpForSettlements(ports, options);
  const orphans = await endOrphans({ ...ports.orphans, say: ports.say });
  const counts = { refunds: ofRefunds.length, settlements: ofSettlements.length };
  const rest = { charges: ofCharges.length, deliveries, replays, cases, runs, orphans };
  return { facts, ...counts, ...rest };
}

/** Reports what `rebuild` would do, and changes nothing. */
export async function survey(ports: RebuildPorts): Promise<void> {
  const { store, replays, orphans, say } = ports;
  const lacks = await ports.namespaceLacks();
  if (lacks !== undefined) say('The namespace, or a search attribute of it, would be made.');
  const open = await store.openFacts();
  say(`${open.length} facts would be told again.`);
  say(`${(await store.refunds()).length} refunds would have their workflow.`);
  say(`${(await store.settlements()).length} settlements would have their payouts.`);
  say(`${(await store.charges()).length} charges would be asked about.`);
  let deliveries = 0;
  for await (const some of retryingOf(store)) deliveries += some.length;
  say(`${deliveries} webhooks that are tried again would have their workflow.`);
  say(`${(await replays.stalled(0)).length} replays would go on.`);
  say(`${await store.openCases()} cases would be looked at.`);
  say(`${(await store.interruptedRuns()).length} runs of the settlement would be taken up again.`);
  const last = await store.lastCutOff();
  if (last !== null) say(`The daily settlement would be made up for from ${dayAfter(last)} on.`);
  if (lacks !== undefined) return;
  const { over, unknown } = await findOrphans({ ...orphans, say });
  const ended = [...over.values()].flat();
  say(`${ended.length} workflows would be ended whose subjects are over.`);
  for (const { workflowId } of ended) say(`  over: ${workflowId}`);
  tellUnknown(unknown, say);
}

/** Works on at most `perSecond` items in a second. */
async function throttled<Item>(
  items: readonly Item[],
  { perSecond }: RebuildOptions,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  for (let at = 0; at < items.length; at += perSecond) {
    if (at > 0) await sleep(1_000);
    await Promise.all(items.slice(at, at + perSecond).map(work));
  }
}

async function retellFacts(
  { store, say }: RebuildPorts,
  { perSecond, patienceMs }: RebuildOptions,
): Promise<number> {
  const open = await store.openFacts();
  say(`${open.length} facts are open: checkouts, credits, refunds, charges, payouts, answers.`);
  for (let at = 0; at < open.length; at += perSecond) {
    if (at > 0) await sleep(1_000);
    await store.retell(open.slice(at, at + perSecond));
    say(`  ${Math.min(at + perSecond, open.length)} of ${open.length} are due`);
  }
  const deadline = performance.now() + patienceMs;
  const last = open.at(-1) ?? '0';
  for (;;) {
    const unsent = await store.unsent(last);
    if (unsent.length === 0) return open.length;
    say(`  ${unsent.length} are still to be told`);
    if (performance.now() > deadline) throw new NotRebuilt(notSent(unsent));
    await sleep(1_000);
  }
}

function notSent(unsent: readonly UnsentFact[]): string {
  const some = unsent.slice(0, 5).map(({ kind, subject }) => `${kind} of ${subject}`);
  const more = unsent.length > some.length ? ', and more' : '';
  return `${unsent.length} facts are not told (${some.join(', ')}${more}). Does a worker run, with this database and Temporal? Then give the command again.`;
}

async function startDeliveries({ store, deliveries, say }: RebuildPorts): Promise<number> {
  let count = 0;
  for await (const some of retryingOf(store)) {
    await Promise.all(some.map((retry) => deliveries.start(retry)));
    count += some.length;
  }
  say(`${count} webhooks that are tried again have their workflow.`);
  return count;
}

/** Yields the requests page by page. */
async function* retryingOf(store: RebuildPorts['store']): AsyncIterable<readonly RetryRequest[]> {
  for (let after = ''; ;) {
    const some = await store.retrying(after, page);
    const last = some.at(-1);
    if (last === undefined) return;
    yield some;
    after = last.deliveryId;
  }
}

async function startReplays({ replays, say }: RebuildPorts): Promise<number> {
  const running = await replays.stalled(0);
  for (const { replayId, merchantId } of running) await replays.start(replayId, merchantId);
  say(`${running.length} replays go on.`);
  return running.length;
}

async function startCases({ store, cases, say }: RebuildPorts): Promise<number> {
  const count = await store.openCases();
  for (let seen = 0; seen <= count; seen += cases.atOnce) await cases.run();
  say(`${count} cases were looked at.`);
  return count;
}

async function startRuns({ store, runs, say }: RebuildPorts): Promise<number> {
  const interrupted = await store.interruptedRuns();
  for (const run of interrupted) await runs.start(run);
  say(`${interrupted.length} runs of the settlement are taken up again.`);
  return interrupted.length;
}

/**
 * Makes up for the settlements of the days after the last cut-off. The run of the last cut-off itself has begun;
 * `startRuns` starts it again if it has not ended.
 */
async function makeUpForSettlements(
  { store, backfill, say }: RebuildPorts,
  { patienceMs }: RebuildOptions,
): Promise<void> {
  const last = await store.lastCutOff();
  if (last === null) return;
  const since = new Date(last.getTime() + dayMs);
  const deadline = performance.now() + patienceMs;
  while (!(await backfill(since))) {
    if (performance.now() > deadline)
      throw new NotRebuilt('No worker has made the schedules. Does one run?');
    await sleep(1_000);
  }
  say(`The daily settlement makes up for the days that it missed, from ${dayAfter(last)} on.`);
}

/** Returns the day after the Lagos day that begins at the cut-off, such as 2026-11-25. Lagos is UTC+1 all year. */
function dayAfter(cutOff: Date): string {
  return new Date(cutOff.getTime() + dayMs + 3_600_000).toISOString().slice(0, 10);
}
