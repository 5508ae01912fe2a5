import type { Found } from '../../platform/findings/finding.js';

export interface Pulled {
  /** The number of lines on the page. */
  readonly lines: number;
  readonly hasMore: boolean;
  readonly findings: readonly Found[];
}
