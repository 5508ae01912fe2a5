import { isCharged } from './channels.js';
import { nipFault } from './nip-code.js';

/**
 * The meaning of a refund's definite refusal: the refund needs another account, or is tried again to the same one. A
 * card has no account.
 */
export function refundRefusal(channel: string, code: string | null): 'ACCOUNT_REFUSED' | 'REFUSED' {
  return !isCharged(channel) && nipFault(code) === 'ACCOUNT' ? 'ACCOUNT_REFUSED' : 'REFUSED';
}

/** An acquirer refunds once per id; after a certain refusal it is asked under another. */
export function cardRefundId(refundId: string, attempts: number): string {
  return attempts === 0 ? refundId : `${refundId}-${attempts + 1}`;
}
