import type { Headers, Payload } from '@temporalio/common';
import { log, type WorkflowInterceptors } from '@temporalio/workflow';
import { traceHeader } from '../../src/domain/trace-header.js';
import { isRefusedDecision } from './failure-converter.js';

/**
 * Wraps every workflow. Leaves a line in the worker's log when an operator's decision is refused, and hands the trace
 * that has started the workflow on to its steps (there is none while traces are off). A header changes no command,
 * because a replay compares names and ids.
 */
export function interceptors(): WorkflowInterceptors {
  let trace: Payload | undefined;
  const carrying = <Input extends { readonly headers: Headers }>(input: Input): Input =>
    trace === undefined ? input : { ...input, headers: { ...input.headers, [traceHeader]: trace } };
  return {
    inbound: [
      {
        execute(input, next) {
          trace = input.headers[traceHeader];
          return next(input);
        },
        validateUpdate(input, next) {
          try {
            next(input);
          } catch (error) {
            if (isRefusedDecision(error)) {
              log.warn('a decision was refused', { refusal: error.message });
            }
            throw error;
          }
        },
      },
    ],
    outbound: [
      {
        scheduleActivity: (input, next) => next(carrying(input)),
        scheduleLocalActivity: (input, next) => next(carrying(input)),
        startChildWorkflowExecution: (input, next) => next(carrying(input)),
        continueAsNew: (input, next) => next(carrying(input)),
      },
    ],
  };
}
