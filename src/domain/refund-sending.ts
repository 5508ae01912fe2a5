import { isCharged } from './channels.js';
import type { RailAnswer, SendingFault } from './bank-rail.port.js';
import { nipFault } from './nip-code.js';

/**
 * The meaning of a refund's definite refusal: the refund needs another account, or is tried again to the same one. A
 * card has no account.
 */
export function refundRefusal(channel: string, fault: SendingFault): 'ACCOUNT_REFUSED' | 'REFUSED' {
  return !isCharged(channel) && fault === 'ACCOUNT' ? 'ACCOUNT_REFUSED' : 'REFUSED';
}

/** The cause of a certain failure: what the bank's dialect says of its own code, or NIP's table. */
export function faultOf({ code, fault }: Pick<RailAnswer, 'code' | 'fault'>): SendingFault {
  return fault ?? nipFault(code);
}
