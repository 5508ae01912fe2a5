import proto from '@temporalio/proto';
import type { WorkflowHandle } from '@temporalio/client';

/** The types of a workflow's events in order, e.g. `TIMER_STARTED`. */
export async function eventNames(
  handle: Pick<WorkflowHandle, 'fetchHistory'>,
): Promise<readonly string[]> {
  const { events } = await handle.fetchHistory();
  return (events ?? []).map(({ eventType }) =>
    (proto.temporal.api.enums.v1.EventType[eventType ?? 0] ?? '').replace(/^EVENT_TYPE_/, ''),
  );
}

/**
 * How many ends a workflow waits for: by timers, or, of a checkout that was started with its account and has not begun,
 * those of its session and its account.
 */
export async function endsAwaited(handle: Pick<WorkflowHandle, 'fetchHistory'>): Promise<number> {
  const { events } = await handle.fetchHistory();
  const delay = events?.[0]?.workflowExecutionStartedEventAttributes?.firstWorkflowTaskBackoff;
  const hasBegun = events?.some(({ workflowTaskScheduledEventAttributes: task }) => task) ?? false;
  if (!hasBegun && Number(delay?.seconds ?? 0) > 0) return 2;
  return events?.filter(({ timerStartedEventAttributes: timer }) => timer).length ?? 0;
}

export function countEvents(names: readonly string[], wanted: string): number {
  return names.filter((name) => name === wanted).length;
}

/** What the workflow shows on the operator's page, in Markdown. */
export async function currentDetails(handle: Pick<WorkflowHandle, 'query'>): Promise<string> {
  const metadata = await handle.query<{ currentDetails?: string }>('__temporal_workflow_metadata');
  return metadata.currentDetails ?? '';
}
