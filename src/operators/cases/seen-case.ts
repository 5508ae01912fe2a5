import { masked } from '../../domain/masking.js';
import type { CaseReader } from './case-record.js';
import type { CaseView, ListedCaseView } from './case-views.dto.js';

type ShownFacts = CaseView['history'][number]['shown'];

/** A number of an account, as sentences and facts write it. */
const accountNumber = /\b\d{10}\b/g;

/** A row of the queue as this operator may see it: who may not see accounts is not told the payer's name in lists. */
export function seenRow(row: ListedCaseView, { seesAccounts }: CaseReader): ListedCaseView {
  return seesAccounts ? row : { ...row, payerName: null };
}

/** A case as this operator may see it: who may not see accounts is shown the last four digits of those of payers and merchants. */
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
