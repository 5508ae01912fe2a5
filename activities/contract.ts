import type { RailAnswer } from '../src/domain/bank-rail.port.js';
import type { CaseStep } from '../src/domain/case-step.js';

/**
 * The activities that workflows may call: types only. Each room has a contract.ts of its own; workflows import no other
 * file of activities/.
 * Inputs and results are stored in histories: ids, enums, ISO 8601 times; money as decimal strings.
 */

/** The name of a step's failure, in failures, search attributes and the operator's page. */
export type FailureType =
  /** The database cannot be reached, or is too busy: it heals when the database does. */
  | 'LEDGER_UNAVAILABLE'
  /** The database answers, but lacks something that this version of the code needs (schema, permissions). */
  | 'LEDGER_MISMATCH'
  /** The database refuses this very step; asking again will not help. */
  | 'LEDGER_REFUSED'
  /** The code failed. */
  | 'INTERNAL';

/** A thing that is sent through a bank or an acquirer. */
export interface ByRail {
  /** The task queue of calls to that rail. */
  readonly railQueue: string;
}

/** A rail's answer, or the reason that it could not be understood. */
export type RailVerdict = RailAnswer;

export interface NameVerdict extends RailVerdict {
  /** The reference of the enquiry, to be named in the transfer. */
  readonly reference: string | null;
}

/** The present state of the case, and the money that it is about. */
export interface CaseTaken {
  readonly caseNumber: string;
  /** The headline names the payer, so it is encrypted wherever it is kept. */
  readonly headline: string;
  /** The address of the case's page on the desk. */
  readonly url: string;
  readonly amountMinor: string | null;
  readonly accountNumber: string | null;
  readonly sessionId: string | null;
  readonly status: string | null;
}

export type { CaseStep };

export interface CaseActivities {
  takeCaseStep(step: CaseStep): Promise<CaseTaken>;
}
