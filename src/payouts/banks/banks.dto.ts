import { z } from 'zod';
import { reply, text } from '../../http/reply.js';
import { listReply } from '../../http/paging.js';

/** A bank that money can be sent to. */
export const BankView = reply('BankView', {
  code: text('CBN code of the bank. Null when it has none.', '058').nullable(),
  name: text('Name of the bank.', 'Guaranty Trust Bank'),
  nipInstitutionCode: text('NIP code of the bank, six digits.', '000013'),
});

export const BankList = listReply('BankList', BankView, 'The banks, by name.');
export type BankList = z.infer<typeof BankList>;
