import { proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { FoundThing, ReconciliationActivities } from '../../activities/upkeep/contract.js';
import { reconciliationRun } from '../platform/activity-options.js';
import { type Findings, showFindings } from './findings.js';
import type { ReconciliationInput } from '../messages.js';

export interface ReconciliationResult extends Findings {
  /** Lines of the statement that were new. */
  readonly lines: number;
  /** The payments that a bank without a statement was asked about. */
  readonly asked?: number;
}

/** The next run goes on where this one stops. */
const maxPages = 50;

/**
 * Pulls a bank's statement and compares it with our books: credits that nobody reported to us are booked, transfers
 * whose outcome differs are asked for, and a difference without an explanation becomes a finding. Run by a schedule;
 * every run may be run again.
 */
export async function reconciliationWorkflow(
  input: ReconciliationInput,
): Promise<ReconciliationResult> {
  const { provider } = input;
  const activities = proxyActivities<ReconciliationActivities>(reconciliationRun);
  const found: FoundThing[] = [];
  let lines = 0;
  let asked: number | undefined;
  for (let page = 1; page <= maxPages; page += 1) {
    const summary = `Page ${page} of the statement`;
    const pulled = await activities.pullStatement.executeWithOptions({ summary }, [{ provider }]);
    lines += pulled.lines;
    if (pulled.asked !== undefined) asked = (asked ?? 0) + pulled.asked;
    found.push(...pulled.findings);
    // A bank that is asked about each payment is busy on some days, and what waits for the end of a run waits no longer.
    if (!pulled.hasMore || (asked !== undefined && page === maxPages)) {
      const { workflowId: runId } = workflowInfo();
      const summaryOfEnd = 'What the statement lacks, and the payout account';
      found.push(
        ...(await activities.closeStatement.executeWithOptions({ summary: summaryOfEnd }, [
          { provider, runId },
        ])),
      );
      break;
    }
  }
  if (asked === undefined) return { lines, ...showFindings(`Statement of ${provider}`, found) };
  const how = `${provider} has no statement, and was asked about ${asked} payments one by one`;
  return { lines, asked, ...showFindings(how, found) };
}
