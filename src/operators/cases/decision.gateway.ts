import {
  type Client,
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
  isGrpcServiceError,
} from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { rpcTimeoutMs } from '../../platform/temporal/fact-notifier.js';

/** An operator's decision, in the form that the workflow's update takes. */
export interface SentDecision {
  readonly decision: string;
  readonly operator: string;
  readonly reason: string;
  readonly partner?: string;
  readonly door: string;
  readonly caseNumber: string;
}

/**
 * The workflow to which a decision is sent, and the decision's id there. A decision that is sent twice is taken once.
 */
export interface DecisionAddress {
  readonly workflowId: string;
  readonly updateName: string;
  readonly updateId: string;
}

/**
 * `REFUSED`: the workflow refused, and says why. `AWAY`: Temporal or its worker did not answer; the decision may be
 * sent again.
 */
export type DecisionAnswer =
  | { readonly outcome: 'TAKEN' }
  | { readonly outcome: 'REFUSED'; readonly message: string }
  | { readonly outcome: 'AWAY' };

/** Sends operators' decisions to the workflows that wait for them. */
export class DecisionGateway {
  constructor(private readonly client: Client) {}

  async decide(address: DecisionAddress, decision: SentDecision): Promise<DecisionAnswer> {
    const { workflowId, updateName, updateId } = address;
    const handle = this.client.workflow.getHandle(workflowId);
    try {
      await this.client.withDeadline(Date.now() + rpcTimeoutMs, () =>
        handle.executeUpdate(updateName, { args: [decision], updateId }),
      );
      return { outcome: 'TAKEN' };
    } catch (error) {
      return answerOf(error);
    }
  }
}

function answerOf(error: unknown): DecisionAnswer {
  if (error instanceof WorkflowUpdateFailedError) {
    const message = error.cause instanceof ApplicationFailure ? error.cause.message : undefined;
    return { outcome: 'REFUSED', message: message ?? 'The workflow refused the decision.' };
  }
  if (error instanceof WorkflowNotFoundError) {
    return { outcome: 'REFUSED', message: 'The workflow has ended: nothing waits for a decision.' };
  }
  const isAway =
    error instanceof WorkflowUpdateRPCTimeoutOrCancelledError || isGrpcServiceError(error);
  if (isAway || isGrpcServiceError((error as Error).cause)) return { outcome: 'AWAY' };
  throw error;
}
