import { join } from 'node:path';
import {
  bundleWorkflowCode,
  DefaultLogger,
  type WorkflowBundleWithSourceMap,
} from '@temporalio/worker';
import { projectRoot } from '../stack/layout.ts';

const folder = join(projectRoot, 'workflows');

/** The workflow code of this tree as a worker runs it; `entry` names another entry point than workflows/index.ts. */
export function bundleWorkflows(
  entry: string = join(folder, 'index.ts'),
): Promise<WorkflowBundleWithSourceMap> {
  return bundleWorkflowCode({
    workflowsPath: entry,
    // Encrypts the text of failures; clients and workers name the same file (src/temporal/connection.ts).
    failureConverterPath: join(folder, 'failure-converter.ts'),
    logger: new DefaultLogger('ERROR'),
  });
}
