import type { ClientInterceptors } from '@temporalio/client';
import { defaultPayloadConverter, type Headers } from '@temporalio/common';
import type { WorkerInterceptors } from '@temporalio/worker';
import { traceHeader } from '../../domain/trace-header.js';
import { activeTracer, inSpan, resumeTrace } from '../tracing/spans.js';
import { rememberTrace } from '../tracing/traces-of-workflows.js';

/**
 * The header by which a call to Temporal carries the current trace; empty while there is none. The header is stored as
 * plain text, so it holds only ids.
 */
export function traceHeaders(): Headers {
  const traceparent = activeTracer()?.traceparent();
  return traceparent === undefined
    ? {}
    : { [traceHeader]: defaultPayloadConverter.toPayload(traceparent) };
}

/**
 * Interceptors of a client: they open a span around each start and signal, and pass it to the workflow. Undefined while
 * traces are off.
 */
export function clientTraces(): { readonly interceptors: ClientInterceptors } | undefined {
  if (activeTracer() === undefined) return undefined;
  const traced = <Input extends { readonly headers: Headers }, Result>(
    name: string,
    input: Input,
    next: (input: Input) => Promise<Result>,
  ): Promise<Result> =>
    inSpan(name, 'client', {}, () =>
      next({ ...input, headers: { ...input.headers, ...traceHeaders() } }),
    );
  const interceptors: ClientInterceptors = {
    workflow: [
      {
        startWithDetails: (input, next) => traced(`start ${input.workflowType}`, input, next),
        signal: (input, next) => traced(`signal ${input.signalName}`, input, next),
        signalWithStart: (input, next) => traced(`signal ${input.signalName}`, input, next),
        startUpdate: (input, next) => traced(`update ${input.updateName}`, input, next),
      },
    ],
  };
  return { interceptors };
}

/**
 * Interceptors of a worker: they open a span around each step of a workflow, in the trace that began the workflow.
 * Undefined while traces are off.
 */
export function activityTraces(): { readonly interceptors: WorkerInterceptors } | undefined {
  if (activeTracer() === undefined) return undefined;
  const interceptors: WorkerInterceptors = {
    activity: [
      ({ info }) => ({
        inbound: {
          execute(input, next) {
            const traceparent = traceparentOf(input.headers);
            const { workflowExecution, activityType, attempt } = info;
            if (workflowExecution !== undefined && traceparent !== undefined) {
              rememberTrace(workflowExecution.workflowId, traceparent);
            }
            const attributes = {
              'temporal.workflow.type': info.workflowType ?? 'none',
              'temporal.run_id': workflowExecution?.runId ?? 'none',
              'temporal.attempt': attempt,
            };
            return resumeTrace(traceparent, () =>
              inSpan(activityType, 'internal', attributes, () => next(input)),
            );
          },
        },
      }),
    ],
  };
  return { interceptors };
}

function traceparentOf({ [traceHeader]: header }: Headers): string | undefined {
  if (header === undefined) return undefined;
  const value = defaultPayloadConverter.fromPayload<unknown>(header);
  return typeof value === 'string' ? value : undefined;
}
