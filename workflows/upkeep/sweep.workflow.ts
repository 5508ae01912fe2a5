import { proxyActivities } from '@temporalio/workflow';
import type { ReconciliationActivities } from '../../activities/upkeep/contract.js';
import { reconciliationRun } from '../platform/activity-options.js';
import { type Findings, showFindings } from './findings.js';

/**
 * Searches for things that stand still longer than they may (checkouts, refunds, held credits, facts, deliveries) and
 * sets them going again where it can. Run by a schedule; every run may be run again.
 */
export async function sweepWorkflow(): Promise<Findings> {
  const { sweep } = proxyActivities<ReconciliationActivities>({
    ...reconciliationRun,
    summary: 'Look for what stands still',
  });
  return showFindings('Sweep', await sweep());
}
