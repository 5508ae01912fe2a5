import type { CaseKind } from './case-kind.js';
import type { FindingAct } from './decisions.js';

interface OwnCases {
  readonly caseKind: CaseKind;
  readonly acts: readonly FindingAct[];
}

const ofMoney: OwnCases = { caseKind: 'FINDING', acts: ['adjust'] };
const ofEndpoint: OwnCases = { caseKind: 'ENDPOINT', acts: ['replay'] };

/** The kinds in which each subject has a case of its own. All open findings of any other kind share one case. */
const ownCases: Readonly<Record<string, OwnCases>> = {
  AMOUNT_DIFFERS: ofMoney,
  DEBIT_DIFFERS: ofMoney,
  NOT_ON_STATEMENT: ofMoney,
  RETURNED_IN_PART: ofMoney,
  UNEXPLAINED_CREDIT_RECALLED: ofMoney,
  UNEXPLAINED_DEBIT: ofMoney,
  UNEXPLAINED_RETURN: ofMoney,
  UNEXPLAINED_STAMP_DUTY: ofMoney,
  NOT_AT_BANK: { caseKind: 'FINDING', acts: [] },
  PAID_BUT_DENIED: { caseKind: 'FINDING', acts: [] },
  FAILED_BUT_DEBITED: { caseKind: 'FINDING', acts: [] },
  DISPUTE_DIFFERS: { caseKind: 'FINDING', acts: [] },
  DISPUTE_EXCEEDS: { caseKind: 'FINDING', acts: [] },
  DISPUTE_TURNED: { caseKind: 'FINDING', acts: [] },
  CHARGE_STALLED: { caseKind: 'CHARGE', acts: [] },
  ENDPOINT_FAILING: ofEndpoint,
  ENDPOINT_SUPPRESSED: ofEndpoint,
  ERASURE_ASKED: { caseKind: 'FINDING', acts: [] },
  NUMBER_POOL_LOW: { caseKind: 'PREFIX', acts: [] },
};

export const kindsWithOwnCases: readonly string[] = Object.keys(ownCases);

/** The case of one finding, or (subject null) of all open findings of its kind. */
export interface FindingCase {
  readonly kind: string;
  readonly subject: string | null;
}

/** Returns the kind and subject of a finding's case, and the decisions that are possible besides "resolved". */
export function caseOfFinding({ kind, subject }: FindingCase): {
  readonly kind: CaseKind;
  readonly subject: string;
  readonly acts: readonly FindingAct[];
} {
  if (subject === null) return { kind: 'FINDING', subject: kind, acts: [] };
  const { caseKind, acts } = ownCases[kind] ?? { caseKind: 'FINDING', acts: [] };
  return { kind: caseKind, subject: caseKind === 'FINDING' ? `${kind}:${subject}` : subject, acts };
}
