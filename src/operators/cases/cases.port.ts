import type { CaseKind } from '../../domain/case-kind.js';
import type { CaseStep, CaseFacts } from '../../domain/case-step.js';

/** A case that waits. */
export interface OpenCase {
  readonly caseNumber: bigint;
  readonly kind: CaseKind;
  readonly subject: string;
  readonly workflowId: string;
}

export interface OpenCaseStore {
  /** Cases that have waited for a while, by their numbers after one; and held credits that nobody has opened a case for. */
  open(after: bigint, limit: number): Promise<readonly OpenCase[]>;
  /** Returns the workflows among these that have no open case. */
  caseless(workflowIds: readonly string[]): Promise<readonly string[]>;
  /**
   * Closes a case whose workflow has come to its end without anybody's decision, unless the case is about an open
   * order.
   */
  heal(caseNumber: bigint): Promise<void>;
}

export interface CaseStore {
  /** Takes a step down, once for its id, and answers the case. */
  take(step: CaseStep): Promise<{ readonly caseNumber: bigint; readonly facts: CaseFacts }>;
}
