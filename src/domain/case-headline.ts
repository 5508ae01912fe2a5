import { lagosMoment } from './lagos-day.js';
import { formatNaira } from './money.js';
import type { CaseFacts } from './case-step.js';

/**
 * One line that says whose money a case is about: "₦7,700.00 from TUNDE BAKARE, Access Bank ****4455, to 5019990123,
 * since 2026-11-23 14:05 (Lagos)". The line leaves out unknown parts. The line is personal data: it is shown and kept only
 * where payers' names may be.
 */
export function caseHeadline(facts: Omit<CaseFacts, 'sessionId' | 'status'>, seen?: Seen): string {
  const { isOutward = false } = seen ?? {};
  const way = isOutward ? ' to ' : ' from ';
  const parts = [
    [amountText(facts), payerText(facts.payer)].filter((part) => part !== '').join(way),
    facts.accountNumber === null || isOutward ? '' : `to ${facts.accountNumber}`,
    facts.merchantName ?? '',
    ageOf(facts, seen),
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** The view of a case at this moment: its age, and whether the money goes to the payer or to the merchant. */
export interface Seen {
  readonly ageMs: number;
  readonly isOutward: boolean;
}

function ageOf({ since }: Pick<CaseFacts, 'since'>, seen: Seen | undefined): string {
  if (seen !== undefined) return `${ageText(seen.ageMs)} old`;
  return since === null ? '' : `since ${lagosMoment(since)} (Lagos)`;
}

const minuteMs = 60_000;

/** Writes an age, such as "40 s", "12 min", "2 h" or "3 days". */
export function ageText(ageMs: number): string {
  const minutes = Math.floor(Math.max(0, ageMs) / minuteMs);
  if (minutes < 1) return `${Math.floor(Math.max(0, ageMs) / 1_000)} s`;
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}

/** An order that is paid in part shows both amounts. */
function amountText({
  amountMinor,
  dueMinor,
  paidMinor,
}: Pick<CaseFacts, 'amountMinor' | 'dueMinor' | 'paidMinor'>): string {
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
