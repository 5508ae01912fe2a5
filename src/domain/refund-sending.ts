import { isCharged } from './channels.js';
import { nipFault } from './nip-code.js';

/** What a certain refusal of a refund means: another account is needed, or the same is tried again. A card has no account. */
export function refundRefusal(channel: string, code: string | null): 'ACCOUNT_REFUSED' | 'REFUSED' {
  return !isCharged(channel) && nipFault(code) === 'ACCOUNT' ? 'ACCOUNT_REFUSED' : 'REFUSED';
}

/** An acquirer refunds once per id; after a certain refusal it is asked under another. */
export function cardRefundId(refundId: string, attempts: number): string {
  return attempts === 0 ? refundId : `${refundId}-${attempts + 1}`;
}
