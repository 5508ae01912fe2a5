import type { Found } from '../../platform/findings/finding.js';

export interface Pulled {
  /** The number of lines on the page. */
  readonly lines: number;
  readonly hasMore: boolean;
  /** The number of payments that the bank was asked about, for a bank without a statement. */
  readonly asked?: number;
  readonly findings: readonly Found[];
}
