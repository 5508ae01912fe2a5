import type { Client } from '@temporalio/client';
import { checkoutWorkflowId } from '../../../src/domain/ids.js';

type Query = <Row extends Record<string, unknown>>(sql: string) => Promise<Row[]>;

const counted: Readonly<Record<string, string>> = {
  checkouts: 'select status as is, count(*)::int from checkout group by 1',
  facts: `select concat_ws(' ', kind, 'told', least(attempts, 9), 'times', case when due_at < now() then 'due' end) as is,
                 count(*)::int from fact where applied_at is null group by 1`,
  credits: `select coalesce(outcome, 'not posted') as is, count(*)::int from inward_credit group by 1`,
  refunds: 'select status as is, count(*)::int from refund group by 1',
  deliveries: 'select status as is, count(*)::int from webhook_delivery group by 1',
  waitingFor: `select concat_ws(' ', application_name, wait_event_type, wait_event) as is, count(*)::int
                 from pg_stat_activity where state = 'active' group by 1`,
};

/** What orders that have not come to their end wait for: in the database, and in some of their workflows. */
export async function standingOf(query: Query, client: Client): Promise<object> {
  const standing: Record<string, unknown> = {};
  for (const [name, sql] of Object.entries(counted)) {
    const rows = await query<{ is: string; count: number }>(sql);
    standing[name] = Object.fromEntries(rows.map(({ is, count }) => [is, count]));
  }
  const oldest = await query<{ merchant_id: string; payment_reference: string }>(
    `select merchant_id, payment_reference from checkout where status = 'PROCESSING' order by updated_at limit 3`,
  );
  standing['oldest'] = await Promise.all(
    oldest.map((row) => standingOfWorkflow(client, row.merchant_id, row.payment_reference)),
  );
  return standing;
}

async function standingOfWorkflow(
  client: Client,
  merchantId: string,
  reference: string,
): Promise<object> {
  const workflowId = checkoutWorkflowId(merchantId, reference);
  const { raw, status } = await client.workflow.getHandle(workflowId).describe();
  const events = Number(raw.workflowExecutionInfo?.historyLength ?? 0);
  const task = raw.pendingWorkflowTask;
  const activities = raw.pendingActivities?.map(({ activityType, attempt, lastFailure }) => ({
    ...{ activity: activityType?.name, attempt, lastFailure: lastFailure?.message },
  }));
  return { workflowId, status: status.name, events, task, activities };
}
