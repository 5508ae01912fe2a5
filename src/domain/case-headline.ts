import { lagosMoment } from './lagos-day.js';
import { formatNaira } from './money.js';
import type { CaseFacts } from './ports/cases.port.js';

/**
 * Whose money a case is about, in a line: "₦7,700.00 from TUNDE BAKARE, Access Bank ****4455, to 5019990123, since
 * 2026-11-23 14:05 (Lagos)". What is not known is left out. Personal: it is shown, and kept, where payers' names may be.
 */
export function caseHeadline(facts: CaseFacts): string {
  const parts = [
    [amountText(facts), payerText(facts.payer)].filter((part) => part !== '').join(' from '),
    facts.accountNumber === null ? '' : `to ${facts.accountNumber}`,
    facts.merchantName ?? '',
    facts.since === null ? '' : `since ${lagosMoment(facts.since)} (Lagos)`,
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** Of an order that is paid in part, both. */
function amountText({ amountMinor, dueMinor, paidMinor }: CaseFacts): string {
  if (amountMinor === null) return '';
  const amount = formatNaira(amountMinor);
  const isPart = paidMinor !== null && dueMinor !== null && paidMinor > 0n && paidMinor < dueMinor;
  return isPart ? `${amount} (${formatNaira(paidMinor)} of ${formatNaira(dueMinor)} paid)` : amount;
}

function payerText({ accountName, accountNumber, bankName }: CaseFacts['payer']): string {
  const account = [bankName, accountNumber && `****${accountNumber.slice(-4)}`];
  const known = account.filter((part) => part !== undefined).join(' ');
  return [accountName ?? '', known].filter((part) => part !== '').join(', ');
}
