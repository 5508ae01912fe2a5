import type { CaseKind } from '../../domain/case-kind.js';

/** A case that waits. */
export interface OpenCase {
  readonly caseNumber: bigint;
  readonly kind: CaseKind;
  readonly subject: string;
  readonly workflowId: string;
}
