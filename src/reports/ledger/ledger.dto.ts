import { z } from 'zod';
import { PatternQuery } from '../../http/query-fields.js';
import { listOf, reply, text, whole } from '../../http/reply.js';

export class LedgerQuery {
  @PatternQuery(/^[1-5]\d{3}$/, 'must be a code such as 2230', {
    description: 'Lists the accounts of this code that are not empty, too.',
    example: '2230',
  })
  code?: string;
}

const balance = whole('What is in it, in kobo. Debits are positive.', -1_000_000);

const LedgerCode = reply('LedgerCode', {
  code: text('Code of the chart of accounts.', '2230'),
  name: text('What it stands for.', 'Suspense: late and duplicate'),
  currency: text().meta({ example: 'NGN' }),
  accounts: whole('How many of its accounts are not empty.', 3),
  balance,
});

const LedgerAccount = reply('LedgerAccount', {
  account: text('Code, owner and currency.', '2230:txn_01KA0000000000000000000000:NGN'),
  owner: text(
    'A merchant, a bank, the transaction or order that the money came for, or `-` for the house.',
    'txn_01KA0000000000000000000000',
  ),
  ownerName: text(
    'The name of the merchant or bank. Null: it is another thing.',
    'Opal Foods',
  ).nullable(),
  currency: text().meta({ example: 'NGN' }),
  balance,
});

export const LedgerData = reply('LedgerData', {
  codes: listOf(LedgerCode, 'All codes.'),
  accounts: listOf(
    LedgerAccount,
    'The 200 fullest accounts of the code that you asked for; none without a code.',
  ),
});
export type LedgerData = z.infer<typeof LedgerData>;
