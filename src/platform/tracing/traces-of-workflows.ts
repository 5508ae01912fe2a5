import { LRUCache } from 'lru-cache';

/** Empty while traces are off. */
const traces = new LRUCache<string, string>({ max: 10_000 });

/**
 * Keeps in this process the trace that has begun a workflow: sendings that the workflow causes belong to that trace.
 */
export function rememberTrace(workflowId: string, traceparent: string): void {
  traces.set(workflowId, traceparent);
}

export function traceOfWorkflow(workflowId: string): string | undefined {
  return traces.size === 0 ? undefined : traces.get(workflowId);
}
