import type { RefundView } from '../../activities/payouts/contract.js';
import { formatNaira } from '../../src/domain/money.js';
import type { RefundStatus } from '../../src/domain/refund-state.js';
import { bankAnswerWords } from '../../src/domain/nip-code.js';
import { type RefundDecision, refundDecisions } from '../../src/domain/decisions.js';
import type { AttentionText, OutwardPage, OutwardPicture } from './outward-details.js';

const headlines: Readonly<Record<RefundStatus, string>> = {
  REQUESTED: 'Waits to be sent',
  NAME_ENQUIRY: 'The name of the account is being asked for',
  PROCESSING: 'On its way',
  UNKNOWN: 'Sent, and what became of it is not known',
  NEEDS_ACCOUNT: 'Waits for an account to send to',
  SUCCESSFUL: 'Sent back',
  FAILED: 'Could not be sent',
};

/** A refund's page. */
export const refundPage: OutwardPage<RefundView, RefundDecision> = {
  noun: 'refund',
  headline: (view) => (view === undefined ? 'A refund that is being read' : headlines[view.status]),
  rows,
  whileSearched: 'It is never sent again while that is so.',
  onceLost: 'the money is sent again.',
  debited: {
    safe: 'Nothing is sent again until you decide. In our books we still owe the money.',
    todo: 'Ask the bank what became of the sending. If the money came back, send it again. If it has arrived, close without paying, and ask finance to correct the books.',
    allowed: refundDecisions,
  },
};

/** The page of a refund that the rail refuses, and that is not tried again by itself. */
export function failedText(refusal: string | null): AttentionText<RefundDecision> {
  return {
    title: 'a refund cannot be sent',
    happened: `The bank has refused the refund for certain: ${bankAnswerWords(refusal)}. It is not tried again by itself.`,
    safe: 'The money is still with us. The customer has not got it.',
    todo: 'Ask the bank why. When it takes the money again, send it again. If the customer was paid in another way, close without paying.',
    allowed: refundDecisions,
  };
}

/** The page of a refund for which no account is known. */
export function needsAccountText(refusal: string | null): AttentionText<RefundDecision> {
  return {
    title: 'a refund has no account to go to',
    happened:
      refusal === null
        ? 'We know no account that the refund could go to, or the shop named one in another name than the customer’s. The shop was told.'
        : `The customer’s bank refused the refund: ${bankAnswerWords(refusal)}. The shop was told.`,
    safe: 'The money is still with us. The customer has not got it.',
    todo: 'Ask the shop for the customer’s account. The shop can enter it itself, and the refund goes on by itself. Or two of you enter it below, and compare the names. If the account works again, send it again.',
    allowed: refundDecisions,
  };
}

function rows({ id, view, refusals, lastRefusal }: OutwardPicture<RefundView>) {
  const rows: [string, string][] = [['Refund', `\`${id}\``]];
  if (view !== undefined) {
    rows.push(
      ['Amount', formatNaira(BigInt(view.amountMinor))],
      ['Status', `\`${view.status}\``],
      ['Rail', `${view.channel} \`${view.provider}\``],
      ['Sendings', String(view.attempts)],
    );
  }
  if (lastRefusal !== null) rows.push(['Refusals', `${refusals}, last \`${lastRefusal}\``]);
  return rows;
}
