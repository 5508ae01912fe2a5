import type { Found } from '../../platform/findings/finding-store.port.js';

export interface Pulled {
  /** The number of lines on the page. */
  readonly lines: number;
  readonly hasMore: boolean;
  readonly findings: readonly Found[];
}

/**
 * Compares our books with a bank's statement, and searches for things that stand still. Everything may be run again.
 */
export interface Reconciliation {
  /**
   * Imports the next page of a bank's statement, and acts on its lines.
   *
   * Throws RailUnavailableError when the statement cannot be had.
   */
  pullStatement(provider: string): Promise<Pulled>;
  /** Runs once the statement is pulled to its end; `runId` names the transfer between our own accounts. */
  closeStatement(provider: string, runId: string): Promise<readonly Found[]>;
  sweep(): Promise<readonly Found[]>;
}
