import { setTimeout as sleep } from 'node:timers/promises';
import { NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker';
import { taskQueues } from '../../../workflows/messages.js';
import type { Config } from '../../platform/config/config.js';
import type { RailLimit } from '../../platform/config/fields.js';
import { instanceName } from '../../platform/config/instance.js';
import { railQueue } from '../../domain/ids.js';
import { createDataConverter, type TemporalSettings } from '../../platform/temporal/connection.js';
import { activityTraces } from '../../platform/temporal/trace-interceptors.js';
import { versionOptions, workerVersion } from '../../platform/temporal/worker-version.js';

export type WorkerSettings = TemporalSettings &
  Pick<
    Config,
    'workflowBundle' | 'environment' | 'checkoutWorker' | 'workerDeployment' | 'workerBuildId'
  >;

export type QueueName = keyof typeof taskQueues;

interface WorkersLog {
  warn(details: object, message: string): void;
}

const longestPauseMs = 5_000;

/** Connects to Temporal, however long it takes to start. Returns undefined when `stopped` came first. */
export async function connectWhenUp(
  settings: WorkerSettings,
  stopped: AbortSignal,
  log: WorkersLog,
): Promise<NativeConnection | undefined> {
  for (let pauseMs = 250; !stopped.aborted; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await NativeConnection.connect({
        ...settings.temporalSecurity,
        address: settings.temporalAddress,
        // Payloads are small and the network is near, so gzip, the SDK's default, would only cost CPU.
        grpcCompression: { codec: 'none' },
      });
    } catch (error) {
      log.warn({ err: error, address: settings.temporalAddress }, 'Temporal does not answer yet');
      await sleep(pauseMs, undefined, { signal: stopped }).catch(() => {});
    }
  }
  return undefined;
}

/**
 * Creates the worker of one task queue. Each queue has a worker of its own, so that a merchant's dead endpoint never
 * delays a payment. The worker uses the prebuilt bundle and the same payload codec as the clients.
 */
export function createWorker(
  connection: NativeConnection,
  settings: WorkerSettings,
  queue: QueueName,
  activities: object,
  isLean: boolean,
): Promise<Worker> {
  return Worker.create({
    ...common(connection, settings),
    taskQueue: taskQueues[queue],
    workflowBundle: { codePath: settings.workflowBundle },
    activities,
    // With this option the SDK runs workflows in the worker's own thread, where the lean sandbox watches them.
    debugMode: isLean,
    ...tuning[queue],
    ...(queue === 'checkout' ? checkoutTuning(settings) : {}),
  });
}

/**
 * Creates the worker for all calls to one bank or acquirer, so that a slow or hanging provider does not delay the calls
 * to others.
 */
export function createRailWorker(
  connection: NativeConnection,
  settings: WorkerSettings,
  provider: string,
  { activities, limit }: { readonly activities: object; readonly limit: RailLimit },
): Promise<Worker> {
  return Worker.create({
    ...common(connection, settings),
    taskQueue: railQueue(provider),
    activities,
    // The server enforces this limit for all workers together.
    maxTaskQueueActivitiesPerSecond: limit.callsPerSecond,
    maxConcurrentActivityTaskExecutions: limit.concurrentCalls,
    maxConcurrentActivityTaskPolls: 2,
  });
}

/** Returns a name that tells one worker from another in histories. */
export function workerIdentity(): string {
  return `manilla-worker ${instanceName()}`;
}

function common(connection: NativeConnection, settings: WorkerSettings) {
  return {
    ...versionOptions(workerVersion(settings)),
    connection,
    namespace: settings.temporalNamespace,
    identity: workerIdentity(),
    // Plain text must not be accepted as a decision about real money. It may have been typed into the Temporal UI, or
    // sent by anybody who can reach its port.
    dataConverter: createDataConverter(settings.codecKeys, false),
    ...activityTraces(),
    shutdownGraceTime: '10s',
    shutdownForceTime: '20s',
  } as const;
}

function checkoutTuning({ checkoutWorker }: WorkerSettings): Partial<WorkerOptions> {
  return {
    maxConcurrentWorkflowTaskExecutions: checkoutWorker.tasks,
    maxConcurrentWorkflowTaskPolls: checkoutWorker.polls,
    maxCachedWorkflows: checkoutWorker.cachedWorkflows,
  };
}

const tuning: Readonly<Record<QueueName, Partial<WorkerOptions>>> = {
  checkout: {
    maxConcurrentLocalActivityExecutions: 200,
    maxConcurrentActivityTaskExecutions: 50,
    maxConcurrentActivityTaskPolls: 2,
    stickyQueueScheduleToStartTimeout: '5s',
  },
  // The queue `rails` carries sendings and the steps after them; the calls themselves are on the queues of the rails.
  rails: {
    maxConcurrentWorkflowTaskExecutions: 20,
    maxConcurrentWorkflowTaskPolls: 2,
    maxConcurrentLocalActivityExecutions: 100,
    maxConcurrentActivityTaskExecutions: 100,
    maxConcurrentActivityTaskPolls: 2,
    maxCachedWorkflows: 500,
  },
  // Webhook workflows wait for hours between their few tasks, so most of them need not be kept in memory.
  webhooks: {
    maxConcurrentWorkflowTaskExecutions: 10,
    maxConcurrentWorkflowTaskPolls: 2,
    maxConcurrentActivityTaskExecutions: 100,
    maxConcurrentActivityTaskPolls: 2,
    maxCachedWorkflows: 200,
  },
  // There is one courier, whose step sends all messages.
  messages: {
    maxConcurrentWorkflowTaskExecutions: 2,
    maxConcurrentWorkflowTaskPolls: 2,
    maxConcurrentActivityTaskExecutions: 2,
    maxConcurrentActivityTaskPolls: 1,
    maxCachedWorkflows: 2,
  },
};
