import { Client, Connection } from '@temporalio/client';
import type { WorkerDeploymentVersion } from '@temporalio/common';
import type { TemporalPlace } from './connection.js';

/** The statuses of a version, by temporal.api.enums.v1.WorkerDeploymentVersionStatus. */
const standings = [
  'UNKNOWN',
  'INACTIVE',
  'CURRENT',
  'RAMPING',
  'DRAINING',
  'DRAINED',
  'CREATED',
] as const;

export interface DeploymentVersion {
  readonly buildId: string;
  /**
   * New workflows go to CURRENT, and a share of them to RAMPING. DRAINING and DRAINED get none any more. INACTIVE never got one.
   */
  readonly standing: (typeof standings)[number];
  /** The share of new workflows, 0 to 100. */
  readonly percentage: number;
  /** The open workflows that are pinned to this version; they go on nowhere else. */
  readonly open: number;
}

/** PINNED, of temporal.api.workflow.v1.VersioningOverride.PinnedOverrideBehavior. */
const pinnedOverride = 1;
const movedAtOnce = 10;
const identity = 'npx manilla';

/** The versions of one deployment of workers, as Temporal knows them: those that have had a worker, and are not forgotten. */
export class DeploymentVersions {
  readonly #client: Client;
  readonly #deploymentName: string;

  constructor(client: Client, deploymentName: string) {
    this.#client = client;
    this.#deploymentName = deploymentName;
  }

  /** Newest first. Fails with NOT_FOUND when no worker of the deployment has ever asked for tasks. */
  async list(): Promise<readonly DeploymentVersion[]> {
    const { workerDeploymentInfo } = await this.#service.describeWorkerDeployment({
      namespace: this.#namespace,
      deploymentName: this.#deploymentName,
    });
    const routing = workerDeploymentInfo?.routingConfig;
    const ramping = routing?.rampingDeploymentVersion?.buildId;
    const known = workerDeploymentInfo?.versionSummaries ?? [];
    const versions = known.map(async ({ deploymentVersion, status }) => {
      const buildId = deploymentVersion?.buildId ?? '';
      const standing = standings[status ?? 0] ?? 'UNKNOWN';
      const share = buildId === ramping ? (routing?.rampingVersionPercentage ?? 0) : 0;
      const percentage =
        standing === 'CURRENT' ? 100 - (routing?.rampingVersionPercentage ?? 0) : share;
      return { buildId, standing, percentage, open: await this.countOpen(buildId) };
    });
    return Promise.all(versions);
  }

  /** New workflows begin on this version from now on; open ones stay where they are. */
  async setCurrent(buildId: string): Promise<void> {
    await this.#service.setWorkerDeploymentCurrentVersion({
      ...{ namespace: this.#namespace, deploymentName: this.#deploymentName, buildId, identity },
    });
  }

  /** Lets this share of new workflows, in per cent, begin on this version; 0 ends the ramp. */
  async ramp(buildId: string, percentage: number): Promise<void> {
    await this.#service.setWorkerDeploymentRampingVersion({
      ...{ namespace: this.#namespace, deploymentName: this.#deploymentName, identity, percentage },
      buildId: percentage === 0 ? '' : buildId,
    });
  }

  /** Counted by visibility, which is seconds behind. */
  async countOpen(buildId: string): Promise<number> {
    const { count } = await this.#client.workflow.count(this.#openOn(buildId));
    return count;
  }

  /**
   * Pins the open workflows of one version to another, whose workers take them up from their histories. Returns how many
   * were pinned, without those that ended meanwhile.
   */
  async move(from: string, to: string): Promise<number> {
    let moved = 0;
    const waiting = this.#client.workflow
      .list({ query: this.#openOn(from) })
      [Symbol.asyncIterator]();
    const work = async (): Promise<void> => {
      for (let next = await waiting.next(); next.done !== true; next = await waiting.next()) {
        if (await this.#pin(next.value.workflowId, next.value.runId, to)) moved += 1;
      }
    };
    await Promise.all(Array.from({ length: movedAtOnce }, work));
    return moved;
  }

  async #pin(workflowId: string, runId: string, buildId: string): Promise<boolean> {
    try {
      await this.#service.updateWorkflowExecutionOptions({
        namespace: this.#namespace,
        workflowExecution: { workflowId, runId },
        workflowExecutionOptions: {
          versioningOverride: {
            pinned: { behavior: pinnedOverride, version: this.#version(buildId) },
          },
        },
        updateMask: { paths: ['versioning_override'] },
        identity,
      });
      return true;
    } catch (error) {
      if (isOver(error)) return false;
      throw error;
    }
  }

  #openOn(buildId: string): string {
    const version = `${this.#deploymentName}:${buildId}`;
    return `TemporalWorkerDeploymentVersion = "${version}" AND ExecutionStatus = "Running"`;
  }

  #version(buildId: string): WorkerDeploymentVersion {
    return { deploymentName: this.#deploymentName, buildId };
  }

  get #service(): Connection['workflowService'] {
    return this.#client.workflowService;
  }

  get #namespace(): string {
    return this.#client.options.namespace;
  }
}

/** Opens a connection of its own; fails as soon as the server cannot be reached. */
export async function withDeploymentVersions<Done>(
  { temporalAddress, temporalNamespace, temporalSecurity }: TemporalPlace,
  deploymentName: string,
  act: (versions: DeploymentVersions) => Promise<Done>,
): Promise<Done> {
  const connection = await Connection.connect({ ...temporalSecurity, address: temporalAddress });
  try {
    const client = new Client({ connection, namespace: temporalNamespace });
    return await act(new DeploymentVersions(client, deploymentName));
  } finally {
    await connection.close();
  }
}

/** gRPC's NOT_FOUND: the workflow has ended. */
function isOver(error: unknown): boolean {
  return (error as { code?: unknown }).code === 5;
}
