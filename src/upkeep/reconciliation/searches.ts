import type { StatementLine, UnreadLine } from '../../domain/bank-rail.port.js';
import type { FactCheckout } from '../../platform/temporal/fact.js';
import type { Found } from '../../platform/findings/finding.js';

/** A line of the bank's statement that is stored and not imported yet. */
export interface WaitingLine {
  /** The line's number. A line whose number cannot be read has a negative one, made from its text. */
  readonly keptAs: bigint;
  /** The line, or the bank's own text of a line that cannot be read. */
  readonly line: StatementLine | Pick<UnreadLine, 'raw'>;
}

/**
 * A search for one kind of standstill. Each search runs in a transaction of its own, so one that fails stops no other.
 */
export interface Search {
  readonly name: string;
  run(): Promise<readonly Found[]>;
}

/** A card attempt that the acquirer is to be asked about. */
export interface ChargeToAsk {
  readonly attemptId: string;
  readonly provider: string;
  readonly checkout: FactCheckout;
}

/** A card attempt that is open, and has not moved for at least a quarter of an hour. */
export interface StalledCharge extends ChargeToAsk {
  /** The finding's action: ASKED, or ATTENTION after a day. */
  readonly action: string;
  /** True when the acquirer had no record of the charge when it was last asked, a quarter of an hour ago or more. */
  readonly wasAbsent: boolean;
}
