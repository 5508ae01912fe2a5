import { reply, text } from '../../http/reply.js';

/** The data of a bank's refusal. */
export const BankRefusal = reply('BankRefusal', {
  responseCode: text('Result code of the bank, when it gave one.', '07').exactOptional(),
});
