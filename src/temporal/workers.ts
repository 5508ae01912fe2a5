import { setTimeout as sleep } from 'node:timers/promises';
import { NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker';
import { taskQueues } from '../../workflows/messages.js';
import type { Config } from '../config/config.js';
import { createDataConverter, type TemporalSettings } from './connection.js';

export type WorkerSettings = TemporalSettings & Pick<Config, 'workflowBundle'>;

/** Activities by task queue. */
export type ActivitiesByQueue = Readonly<Record<keyof typeof taskQueues, object>>;

interface WorkersLog {
  warn(details: object, message: string): void;
}

const longestPauseMs = 5_000;

/** Connects however long Temporal takes to come up; undefined when `stopped` came first. */
export async function connectWhenUp(
  settings: WorkerSettings,
  stopped: AbortSignal,
  log: WorkersLog,
): Promise<NativeConnection | undefined> {
  for (let pauseMs = 250; !stopped.aborted; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await NativeConnection.connect({
        address: settings.temporalAddress,
        // Small payloads on a short way: gzip, the SDK's default, would only cost CPU.
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
 * One worker per task queue, so that a merchant's dead endpoint never keeps a payment waiting. Both use the prebuilt
 * bundle and the same payload codec as the clients.
 */
export async function createWorkers(
  connection: NativeConnection,
  settings: WorkerSettings,
  activities: ActivitiesByQueue,
): Promise<Worker[]> {
  const shared = {
    connection,
    namespace: settings.temporalNamespace,
    identity: `manilla-worker@${process.pid}`,
    workflowBundle: { codePath: settings.workflowBundle },
    dataConverter: createDataConverter(settings.codecKey),
    shutdownGraceTime: '10s',
    shutdownForceTime: '20s',
  } as const satisfies Partial<WorkerOptions>;
  return [
    await Worker.create({ ...shared, ...checkoutTuning, activities: activities.checkout }),
    await Worker.create({ ...shared, ...webhookTuning, activities: activities.webhooks }),
  ];
}

/** Measured on two cores; more polls or more workflow tasks at once only cost memory there. */
const checkoutTuning = {
  taskQueue: taskQueues.checkout,
  maxConcurrentWorkflowTaskExecutions: 40,
  maxConcurrentWorkflowTaskPolls: 5,
  maxConcurrentLocalActivityExecutions: 200,
  maxConcurrentActivityTaskExecutions: 50,
  maxConcurrentActivityTaskPolls: 2,
  // About 200 MB; a checkout that was pushed out is rebuilt from its few events when something happens to it.
  maxCachedWorkflows: 2_000,
  stickyQueueScheduleToStartTimeout: '5s',
} as const satisfies Partial<WorkerOptions>;

/** Each of these waits for hours between its few tasks, so most of them need not be kept in memory. */
const webhookTuning = {
  taskQueue: taskQueues.webhooks,
  maxConcurrentWorkflowTaskExecutions: 10,
  maxConcurrentWorkflowTaskPolls: 2,
  maxConcurrentActivityTaskExecutions: 100,
  maxConcurrentActivityTaskPolls: 2,
  maxCachedWorkflows: 200,
} as const satisfies Partial<WorkerOptions>;
