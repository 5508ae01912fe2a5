import type { Worker } from '@temporalio/worker';
import { Gauge, type Registry } from 'prom-client';

/** Registers the workers' activity; it is read when the metrics are asked for. */
export function registerWorkerMetrics(registry: Registry, workers: () => readonly Worker[]): void {
  const figures: Readonly<Record<string, (worker: Worker) => number>> = {
    manilla_worker_running: (worker) => (worker.getState() === 'RUNNING' ? 1 : 0),
    manilla_worker_cached_workflows: (worker) => worker.getStatus().numCachedWorkflows,
    manilla_worker_workflow_tasks: (worker) => worker.getStatus().numInFlightWorkflowActivations,
    manilla_worker_activities: (worker) => worker.getStatus().numInFlightActivities,
    manilla_worker_local_activities: (worker) => worker.getStatus().numInFlightLocalActivities,
  };
  for (const [name, read] of Object.entries(figures)) {
    new Gauge({
      name,
      help: helps[name] ?? name,
      labelNames: ['queue'],
      registers: [registry],
      collect() {
        for (const worker of workers()) this.set({ queue: worker.options.taskQueue }, read(worker));
      },
    });
  }
}

const helps: Readonly<Record<string, string>> = {
  manilla_worker_running: '1 while the worker of the task queue takes tasks.',
  manilla_worker_cached_workflows: 'Workflows held in memory.',
  manilla_worker_workflow_tasks: 'Workflow activations under way.',
  manilla_worker_activities: 'Activities under way.',
  manilla_worker_local_activities: 'Local activities under way.',
};
