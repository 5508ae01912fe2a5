import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { WorkerDeploymentVersion } from '@temporalio/common';
import type { WorkerOptions } from '@temporalio/worker';
import type { Config } from '../config/config.js';

type VersionSettings = Pick<Config, 'workerDeployment' | 'workerBuildId' | 'workflowBundle'>;

/**
 * The version of this worker, or null when workers have none. Unless the settings name a build, the version is a digest of
 * the workflow code. So two releases with the same workflows are one version, and nothing has to be waited for between
 * them.
 */
export function workerVersion(settings: VersionSettings): WorkerDeploymentVersion | null {
  const { workerDeployment: deploymentName, workerBuildId, workflowBundle } = settings;
  if (deploymentName === null) return null;
  return { deploymentName, buildId: workerBuildId ?? digestOf(workflowBundle) };
}

/** A workflow stays with the version on which it began, and so do its activities (docs/upgrading.md). */
export function versionOptions(
  version: WorkerDeploymentVersion | null,
): Pick<WorkerOptions, 'workerDeploymentOptions'> {
  if (version === null) return {};
  return {
    workerDeploymentOptions: {
      version,
      useWorkerVersioning: true,
      defaultVersioningBehavior: 'PINNED',
    },
  };
}

function digestOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 12);
}
