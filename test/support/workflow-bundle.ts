import type { WorkflowBundleWithSourceMap } from '@temporalio/worker';
import { bundleWorkflows } from '../../scripts/stack/workflow-bundle.ts';

let ours: Promise<WorkflowBundleWithSourceMap> | undefined;

/** Today's workflows, bundled from their sources once per test file. */
export function workflowBundle(): Promise<WorkflowBundleWithSourceMap> {
  return (ours ??= bundleWorkflows());
}
