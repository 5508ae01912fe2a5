import { LRUCache } from 'lru-cache';

/** Empty while traces are off. */
const traces = new LRUCache<string, string>({ max: 10_000 });

/** Keeps in this process which trace has begun a workflow: what the workflow makes others send belongs to that trace. */
export function rememberTrace(workflowId: string, traceparent: string): void {
  traces.set(workflowId, traceparent);
}

export function traceOfWorkflow(workflowId: string): string | undefined {
  return traces.size === 0 ? undefined : traces.get(workflowId);
}
