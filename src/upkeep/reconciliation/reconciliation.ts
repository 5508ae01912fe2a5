import type { Found } from '../../platform/findings/finding.js';

export interface Pulled {
  /** The number of lines on the page. */
  readonly lines: number;
  readonly hasMore: boolean;
  /** The bank has no statement: it was asked about so many payments. */
  readonly asked?: number;
  readonly findings: readonly Found[];
}
