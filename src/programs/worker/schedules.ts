import {
  type Client,
  type ScheduleOptions,
  type ScheduleOptionsAction,
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  ScheduleOverlapPolicy,
} from '@temporalio/client';
import type { CutOff } from '../../payouts/settlement/settlement-runs.js';
import { dailyRunHour, type SettlementCycle } from '../../domain/settlement-cycle.js';
import { taskQueues } from '../../../workflows/messages.js';
import type { booksProofWorkflow } from '../../../workflows/upkeep/books-proof.workflow.js';
import type { reconciliationWorkflow } from '../../../workflows/upkeep/reconciliation.workflow.js';
import type { settlementWorkflow } from '../../../workflows/payouts/settlement.workflow.js';
import type { courierWorkflow } from '../../../workflows/notify/courier.workflow.js';
import type { sweepWorkflow } from '../../../workflows/upkeep/sweep.workflow.js';
import { caseAttributes } from '../../platform/temporal/case-attributes.js';

export interface ScheduleSettings {
  /** The milliseconds between two runs. Null: the schedules exist but are paused. */
  readonly reconcileEveryMs: number | null;
  /** False: the daily settlement does not run automatically. */
  readonly settleDaily: boolean;
  /** False: the proof of the books does not run automatically. */
  readonly proveBooks: boolean;
  /** The milliseconds between settlements of merchants that are paid at once. Null: the schedule is paused. */
  readonly settleInstantEveryMs: number | null;
}

const minuteMs = 60_000;
const dayMs = 86_400_000;

/**
 * The catch-up time of schedules whose next run also does the work of missed runs. A run that was missed by more than
 * this is not repeated.
 */
const shortCatchupMs = 10 * minuteMs;
/**
 * The catch-up time of daily runs. Each belongs to its own day, so all runs of a month without Temporal are made up for,
 * one after the other.
 */
const dailyCatchupMs = 31 * dayMs;

/** The note on a schedule that our settings have paused. Our settings resume only a schedule with this note. */
const pausedBySettings = 'Paused by the settings of the worker (docs/configuration.md).';

/**
 * Creates the schedules of reconciliation, sweep, settlement and the proof of the books, or brings them up to date.
 * Several workers may do so at once. A schedule that an operator has paused stays paused. `only`: MISSING leaves
 * existing schedules alone.
 *
 * Throws what the Temporal client throws when the server cannot be reached or refuses.
 */
export async function ensureSchedules(
  client: Client,
  providers: Iterable<string>,
  settings: ScheduleSettings,
  only: 'MISSING' | 'ALL' = 'ALL',
): Promise<void> {
  const { reconcileEveryMs } = settings;
  const wanted = [
    ...[...providers].map((provider) => every(reconcileEveryMs, reconciliation(provider))),
    every(reconcileEveryMs, sweep()),
    daily(settings),
    instant(settings),
    nightly(settings),
    { ...every(minuteMs, courier()), state: { paused: false, triggerImmediately: true } },
  ];
  for (const schedule of wanted) await ensure(client, schedule, only);
}

type Action = Extract<ScheduleOptionsAction, { type: 'startWorkflow' }> & { workflowId: string };

/** Makes a schedule whose runs find the same work however late they run. */
function every(everyMs: number | null, action: Action): ScheduleOptions {
  return {
    scheduleId: action.workflowId,
    spec: { intervals: [{ every: everyMs ?? minuteMs }] },
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: shortCatchupMs },
    state: pausedUnless(everyMs !== null),
    action,
  };
}

/** The schedule runs every day, because the run itself knows the holidays. */
function daily({ settleDaily }: ScheduleSettings): ScheduleOptions {
  return {
    scheduleId: 'settle-daily',
    spec: { cronExpressions: [`0 ${dailyRunHour} * * *`], timezone: 'Africa/Lagos' },
    policies: {
      // Each day has merchants of its own, so all runs that become due during a long run wait and none is left out.
      overlap: ScheduleOverlapPolicy.BUFFER_ALL,
      catchupWindow: dailyCatchupMs,
      pauseOnFailure: true,
    },
    state: pausedUnless(settleDaily),
    action: settlement('settle-daily', 'DAILY'),
  };
}

function instant({ settleInstantEveryMs }: ScheduleSettings): ScheduleOptions {
  const schedule = every(settleInstantEveryMs, settlement('settle-instant', 'INSTANT'));
  return { ...schedule, policies: { ...schedule.policies, pauseOnFailure: true } };
}

/** The proof runs at 02:00 in Lagos, when there are the fewest payments, because it reads whole tables. */
function nightly({ proveBooks }: ScheduleSettings): ScheduleOptions {
  return {
    scheduleId: 'prove-books',
    spec: { cronExpressions: ['0 2 * * *'], timezone: 'Africa/Lagos' },
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: dayMs },
    state: pausedUnless(proveBooks),
    action: {
      type: 'startWorkflow',
      workflowType: 'booksProofWorkflow' satisfies (typeof booksProofWorkflow)['name'],
      workflowId: 'prove-books',
      taskQueue: taskQueues.rails,
      args: [],
      typedSearchAttributes: caseAttributes('RECONCILIATION', null),
      staticSummary: 'Proof of the books',
    },
  };
}

function settlement(workflowId: string, cycle: SettlementCycle): Action {
  return {
    type: 'startWorkflow',
    workflowType: 'settlementWorkflow' satisfies (typeof settlementWorkflow)['name'],
    workflowId,
    taskQueue: taskQueues.rails,
    args: [{ cycle }],
    typedSearchAttributes: caseAttributes('SETTLEMENT', null),
    staticSummary: cycle === 'DAILY' ? 'Settlement of a day' : 'Settlement at once',
  };
}

function reconciliation(provider: string): Action {
  return {
    type: 'startWorkflow',
    workflowType: 'reconciliationWorkflow' satisfies (typeof reconciliationWorkflow)['name'],
    workflowId: `reconcile-${provider}`,
    taskQueue: taskQueues.rails,
    args: [{ provider }],
    typedSearchAttributes: caseAttributes('RECONCILIATION', null),
    staticSummary: `Statement of ${provider}`,
  };
}

function sweep(): Action {
  return {
    type: 'startWorkflow',
    workflowType: 'sweepWorkflow' satisfies (typeof sweepWorkflow)['name'],
    workflowId: 'sweep',
    taskQueue: taskQueues.rails,
    args: [],
    typedSearchAttributes: caseAttributes('RECONCILIATION', null),
    staticSummary: 'Sweep',
  };
}

/** The workflow runs for ever. The schedule starts it again only if it is gone. */
function courier(): Action {
  return {
    type: 'startWorkflow',
    workflowType: 'courierWorkflow' satisfies (typeof courierWorkflow)['name'],
    workflowId: 'courier',
    taskQueue: taskQueues.messages,
    args: [{}],
    staticSummary: 'Messages to people',
  };
}

function pausedUnless(runs: boolean) {
  return runs ? { paused: false } : { paused: true, note: pausedBySettings };
}

async function ensure(
  client: Client,
  { scheduleId, ...wanted }: ScheduleOptions,
  only: 'MISSING' | 'ALL',
): Promise<void> {
  try {
    await client.schedule.create({ scheduleId, ...wanted });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    if (only === 'MISSING') return;
    await client.schedule.getHandle(scheduleId).update((current) => {
      const { paused, note } = current.state;
      // A schedule that an operator or a failed run has paused stays paused, because there was a reason for it.
      const isOurs = note === pausedBySettings;
      const state = paused && !isOurs ? {} : { ...(isOurs ? { note: '' } : {}), ...wanted.state };
      return { ...current, ...wanted, state: { ...current.state, ...state } };
    });
  }
}

/**
 * Makes the daily settlement run for the days since `since`, unless the schedule is paused. Returns false when the
 * schedule does not exist yet.
 */
export async function backfillSettlement(client: Client, since: Date): Promise<boolean> {
  const schedule = client.schedule.getHandle('settle-daily');
  try {
    if ((await schedule.describe()).state.paused) return true;
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return false;
    throw error;
  }
  const overlap = ScheduleOverlapPolicy.BUFFER_ALL;
  const now = new Date();
  if (since < now) await schedule.backfill({ start: since, end: now, overlap });
  return true;
}

/**
 * Returns the id of the workflow that the schedule starts for this cut-off. The daily one starts at `dailyRunHour` in
 * Lagos.
 */
export function scheduledRunId({ cycle, cutOff }: CutOff): string {
  const isDaily = cycle === 'DAILY';
  const nominal = new Date(cutOff.getTime() + (isDaily ? dailyRunHour * 3_600_000 : 0));
  const at = nominal.toISOString().replace('.000Z', 'Z');
  return `${isDaily ? 'settle-daily' : 'settle-instant'}-${at}`;
}
