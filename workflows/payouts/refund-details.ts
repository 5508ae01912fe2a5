import type { RefundView } from '../../activities/payouts/contract.js';
import { formatNaira } from '../../src/domain/money.js';
import type { RefundStatus } from '../../src/domain/refund-state.js';
import { type RefundDecision, refundDecisions } from '../messages.js';
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
    safe: 'Nothing is sent again until you decide. Our books still owe the money (2300).',
    todo: 'Ask the bank what became of the sending. If the money came back, `retry` sends it again under a new session id. If it has arrived, `keep` ends the refund here; correct the books by a reversing journal.',
    allowed: refundDecisions,
  },
};

/** The rail refuses it, and it is not tried again by itself. */
export function failedText(refusal: string | null): AttentionText<RefundDecision> {
  return {
    title: 'a refund cannot be sent',
    happened: `The rail has refused it for certain, last with \`${refusal ?? 'no code'}\`, and it is not tried again by itself.`,
    safe: 'No money has moved; it waits in 2300 (refunds payable).',
    todo: '`retry` sends it again under a new session id. `keep` leaves it FAILED, and the money in 2300.',
    allowed: refundDecisions,
  };
}

/** Nobody knows an account that it could go to. */
export function needsAccountText(refusal: string | null): AttentionText<RefundDecision> {
  return {
    title: 'a refund has no account to go to',
    happened: `The account is missing, its bank has refused it (\`${refusal ?? 'none known'}\`), or the merchant named one that is not in the payer’s name. The merchant was told by the event refund.needs_account.`,
    safe: 'No money has moved, or it came back; it waits in 2300 (refunds payable).',
    todo: 'The merchant names another account (POST /api/v1/refunds/{refundReference}/destination), and the refund goes on by itself. Or decide: `redirect`, at the desk, sends it to the account that two of you name, after both have compared the names; `retry` tries the same account again, `keep` ends the refund FAILED.',
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
