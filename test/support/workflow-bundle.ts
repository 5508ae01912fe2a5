import { readFile } from 'node:fs/promises';
import type { WorkflowBundleWithSourceMap } from '@temporalio/worker';
import { inject } from 'vitest';
import './stack-context.js';

let ours: Promise<WorkflowBundleWithSourceMap> | undefined;

/** Today's workflows, as the set-up of the run has built them. */
export function workflowBundle(): Promise<WorkflowBundleWithSourceMap> {
  return (ours ??= read());
}

async function read(): Promise<WorkflowBundleWithSourceMap> {
  const code = await readFile(inject('stack').env.MANILLA_WORKFLOW_BUNDLE, 'utf8');
  // The map stands in the code.
  return { code, sourceMap: '' };
}
