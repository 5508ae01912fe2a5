import { log, type WorkflowInterceptors } from '@temporalio/workflow';
import { isRefusedDecision } from './failure-converter.js';

/** Around every workflow: leaves a line in the worker's log when an operator's decision is refused. */
export function interceptors(): WorkflowInterceptors {
  return {
    inbound: [
      {
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
  };
}
