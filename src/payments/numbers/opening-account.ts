import { reply, text, whole } from '../../http/reply.js';

/** The additional failure reasons for an account that its bank has to open. */
export const bankNumberReasons = ['ACCOUNT_PENDING', 'PROVIDER_UNAVAILABLE'] as const;

/** The data of an account that the bank has not opened yet. */
export const OpeningAccount = reply('OpeningAccount', {
  paymentReference: text('Your reference of the order or the account.', 'ORD-1001'),
  retryAfterSeconds: whole('Seconds after which to send the same request again.', 5),
});

export const bankNumberFailures = { ACCOUNT_PENDING: OpeningAccount };
