import type { Client, ScheduleOptions } from '@temporalio/client';
import { ScheduleAlreadyRunning, ScheduleOverlapPolicy } from '@temporalio/client';
import { taskQueues } from '../../workflows/messages.js';
import type { reconciliationWorkflow } from '../../workflows/reconciliation.workflow.js';
import type { sweepWorkflow } from '../../workflows/sweep.workflow.js';
import { caseAttributes } from './case-attributes.js';

export interface ScheduleSettings {
  /** Milliseconds between two runs; null: no run by itself (the schedules are there, paused). */
  readonly reconcileEveryMs: number | null;
}

/** A run that was missed for longer is not made up for: the next one finds the same. */
const catchupWindowMs = 600_000;

/**
 * Creates the schedules of reconciliation and sweep, or brings them up to date. Several workers may do so at once.
 *
 * Throws what the Temporal client throws when the server cannot be reached or refuses.
 */
export async function ensureSchedules(
  client: Client,
  providers: Iterable<string>,
  settings: ScheduleSettings,
): Promise<void> {
  const wanted = [...providers].map((provider) => reconciliation(provider));
  for (const action of [...wanted, sweep()]) await ensure(client, scheduleOf(action, settings));
}

type Action = Extract<ScheduleOptions['action'], { type: 'startWorkflow' }>;

function reconciliation(provider: string): Action & { workflowId: string } {
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

function sweep(): Action & { workflowId: string } {
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

function scheduleOf(
  action: Action & { workflowId: string },
  { reconcileEveryMs }: ScheduleSettings,
): ScheduleOptions {
  return {
    scheduleId: action.workflowId,
    spec: { intervals: [{ every: reconcileEveryMs ?? 60_000 }] },
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: catchupWindowMs },
    state: { paused: reconcileEveryMs === null },
    action,
  };
}

async function ensure(client: Client, { scheduleId, ...wanted }: ScheduleOptions): Promise<void> {
  try {
    await client.schedule.create({ scheduleId, ...wanted });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    await client.schedule.getHandle(scheduleId).update((current) => ({
      ...current,
      ...wanted,
      // An operator who has paused it has done so for a reason.
      state: { ...current.state, paused: current.state.paused || wanted.state?.paused === true },
    }));
  }
}
