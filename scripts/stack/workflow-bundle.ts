import { join } from 'node:path';
import {
  bundleWorkflowCode,
  DefaultLogger,
  type WorkflowBundleWithSourceMap,
} from '@temporalio/worker';
import { projectRoot } from './layout.ts';

const folder = join(projectRoot, 'workflows');

/**
 * The workflow code of this tree as a worker runs it; `entry` names another entry point than workflows/index.ts.
 * Programs, tests and replay bundle it here, so that tests test the code that runs.
 */
export function bundleWorkflows(
  entry: string = join(folder, 'index.ts'),
): Promise<WorkflowBundleWithSourceMap> {
  return bundleWorkflowCode({
    workflowsPath: entry,
    // Evaluated once per thread and not once per workflow, which is a third of a short workflow's cost. Only for
    // modules without a state of their own; test/unit/workflows/shared-modules.test.ts looks after that.
    preloadModules: ['@temporalio/workflow', entry],
    // Part of the bundle, because failures are also written inside the workflow sandbox. Clients and workers name the
    // same file (src/platform/temporal/connection.ts).
    failureConverterPath: join(folder, 'platform', 'failure-converter.ts'),
    workflowInterceptorModules: [join(folder, 'platform', 'interceptors.ts')],
    logger: new DefaultLogger('WARN'),
  });
}
