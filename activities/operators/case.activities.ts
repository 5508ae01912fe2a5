import { caseHeadline } from '../../src/domain/case-headline.js';
import type { PgCaseStore } from '../../src/operators/cases/case-steps.store.js';
import type { CaseActivities } from '../contract.js';

/** `deskUrl`: where the operators' pages are. */
export function caseActivities(cases: PgCaseStore, deskUrl: string): CaseActivities {
  return {
    async takeCaseStep(step) {
      const { caseNumber, facts } = await cases.take(step);
      return {
        caseNumber: String(caseNumber),
        headline: caseHeadline(facts),
        url: `${deskUrl}/desk/cases/${caseNumber}`,
        amountMinor: facts.amountMinor === null ? null : String(facts.amountMinor),
        accountNumber: facts.accountNumber,
        sessionId: facts.sessionId,
        status: facts.status,
      };
    },
  };
}
