import { reply, text } from '../../http/reply.js';

/** What a bank's refusal carries. */
export const BankRefusal = reply('BankRefusal', {
  responseCode: text('Result code of the bank, when it gave one.', '07').exactOptional(),
});
