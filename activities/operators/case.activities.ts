import { caseHeadline } from '../../src/domain/case-headline.js';
import type { PgCaseStore } from '../../src/operators/cases/case-steps.store.js';
import type { CaseActivities } from '../contract.js';
import { toRetryableFailure } from '../platform/failures.js';

/** `deskUrl`: where the operators' pages are. */
export function caseActivities(cases: Pick<PgCaseStore, 'take'>, deskUrl: string): CaseActivities {
  return {
    async takeCaseStep(step) {
      const { caseNumber, facts } = await cases.take(step).catch((error: unknown) => {
        throw toRetryableFailure(error);
      });
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
