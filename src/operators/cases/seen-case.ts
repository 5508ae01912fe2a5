import { masked } from '../../domain/masking.js';
import type { CaseReader } from './case-record.js';
import type { CaseView, ListedCaseView } from './case-views.dto.js';

type ShownFacts = CaseView['history'][number]['shown'];

/** An account number within sentences and facts. */
const accountNumber = /\b\d{10}\b/g;

/** Returns a row of the queue for this operator: without `accounts:read` the payer's name is left out. */
export function seenRow(row: ListedCaseView, { seesAccounts }: CaseReader): ListedCaseView {
  return seesAccounts ? row : { ...row, payerName: null };
}

/**
 * Returns a case for this operator: without `accounts:read` only the last four digits of payers' and merchants'
 * accounts are shown.
 */
export function seenCase(found: CaseView, { seesAccounts }: CaseReader): CaseView {
  if (seesAccounts) return found;
  const { payer, statementLine, proposal, decisions, history } = found;
  return {
    ...found,
    payer: payer && { ...payer, accountNumber: maskedOr(payer.accountNumber) },
    statementLine: statementLine && {
      ...statementLine,
      counterpartAccount: maskedOr(statementLine.counterpartAccount),
    },
    decisions: decisions.map((each) => ({ ...each, says: maskedIn(each.says) })),
    proposal: proposal && {
      ...proposal,
      says: maskedIn(proposal.says),
      shown: maskedFacts(proposal.shown) ?? [],
    },
    history: history.map((event) => ({ ...event, shown: maskedFacts(event.shown) })),
  };
}

function maskedOr(number: string | null): string | null {
  return number === null ? null : masked(number);
}

function maskedIn(sentence: string): string {
  return sentence.replaceAll(accountNumber, masked);
}

function maskedFacts(facts: ShownFacts): ShownFacts {
  return (
    facts &&
    facts.map(({ name, value }) => ({
      name,
      value: /account/i.test(name) ? maskedIn(value) : value,
    }))
  );
}
