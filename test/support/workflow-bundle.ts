import { fileURLToPath } from 'node:url';
import {
  bundleWorkflowCode,
  DefaultLogger,
  type WorkflowBundleWithSourceMap,
} from '@temporalio/worker';

const workflows = new URL('../../workflows/', import.meta.url);

let ours: Promise<WorkflowBundleWithSourceMap> | undefined;

/** Today's workflows, bundled from their sources once per test file as scripts/stack/build.ts does it. */
export function workflowBundle(): Promise<WorkflowBundleWithSourceMap> {
  return (ours ??= bundleOf(fileURLToPath(new URL('index.ts', workflows))));
}

/** Bundles another entry point, e.g. a workflow that was changed on purpose. */
export function bundleOf(workflowsPath: string): Promise<WorkflowBundleWithSourceMap> {
  return bundleWorkflowCode({
    workflowsPath,
    failureConverterPath: fileURLToPath(new URL('failure-converter.ts', workflows)),
    logger: new DefaultLogger('ERROR'),
  });
}
