import { createHash } from 'node:crypto';
import { formatNaira } from '../../domain/money.js';
import type { NamedAccount } from '../../payouts/refunds/refund.js';
import { lagosMoment } from '../../domain/lagos-day.js';
import type { CodeInput, Proposal, ShownFact, WholeCase } from './case-record.js';

/**
 * Returns the effects of a decision, as far as they depend on the case. `account`: the account to which a refund is
 * redirected. `code`: the times of a code that was typed.
 */
export function shownOf(
  found: WholeCase,
  decision: string,
  account: NamedAccount | null,
  code: CodeInput | null = null,
): ShownFact[] {
  const { payer, amountMinor, merchantName, paymentReference, sessionId, reason } = found;
  const facts: readonly (readonly [string, string | null | undefined])[] = [
    ['Decision', decision],
    ['Waits for', reason],
    ['Amount', amountMinor === null ? null : formatNaira(amountMinor)],
    ['Merchant', merchantName],
    ['Reference', paymentReference],
    ...(account === null
      ? [
          ['Account', accountText(payer)] as const,
          ['Name of the account', payer?.accountName] as const,
          ['Name that the bank gives now', payer?.notedName] as const,
        ]
      : redirection(found, account)),
    ['Code', code && `typed ${lagosMoment(new Date(code.typedAt))}`],
    ['Code is over', code && lagosMoment(new Date(code.endsAt))],
    ['Our account', found.accountNumber],
    ['Session id', sessionId],
    ...found.legs.map(
      ({ account: name, amountMinor: sum }) => [`Leg ${name}`, formatNaira(BigInt(sum))] as const,
    ),
  ];
  return facts.flatMap(([name, value]) => (value ? [[name, value] as const] : []));
}

function redirection({ payer }: WholeCase, account: NamedAccount): ShownFact[] {
  return [
    ['Account until now', accountText(payer) ?? 'none'],
    ['New account', accountText(account) ?? ''],
    ['Name that the bank gives', account.accountName ?? ''],
    ['Name of the payer', payer?.payerName ?? payer?.accountName ?? 'not known'],
    ['Is sent', 'not before 24 hours after the confirmation'],
  ];
}

function accountText(
  account: { accountNumber?: string; bankName?: string | null; bankCode?: string } | null,
): string | undefined {
  if (account?.accountNumber === undefined) return undefined;
  const { accountNumber, bankName, bankCode } = account;
  const bank = bankCode === undefined ? bankName : `${bankName ?? 'bank'} (${bankCode})`;
  return [accountNumber, bank].filter(Boolean).join(', ');
}

/**
 * Hashes everything that the second operator is shown. Sending the hash with the confirmation proves that the second
 * operator has seen exactly these facts.
 */
export function shownHashOf(proposal: {
  readonly caseNumber: bigint;
  readonly decision: string;
  readonly operatorId: string;
  readonly reason: string;
  readonly input: Proposal['input'];
  readonly shown: readonly ShownFact[];
}): string {
  const { caseNumber, decision, operatorId, reason, input, shown } = proposal;
  const given =
    input && ('typedAt' in input ? input.typedAt : [input.accountNumber, input.bankCode]);
  const hashed = [String(caseNumber), decision, operatorId, reason, given, shown];
  return createHash('sha256').update(JSON.stringify(hashed)).digest('hex').slice(0, 32);
}
