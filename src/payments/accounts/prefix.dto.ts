import { z } from 'zod';
import { reply, text, whole, flag, time, oneOf, listOf } from '../../http/reply.js';
import { listReply } from '../../http/paging.js';

/** A prefix of yours, and how many of its numbers are left. */
export const PrefixView = reply('PrefixView', {
  prefix: text('The prefix.', '501'),
  bankCode: text('CBN code of the bank.', '50547'),
  bankName: text(),
  nipInstitutionCode: text(),
  types: listOf(oneOf(['STATIC', 'DYNAMIC']), 'Kinds of account that you can create with it.', [
    'STATIC',
    'DYNAMIC',
  ]),
  status: oneOf(['ACTIVE', 'SUSPENDED'], 'SUSPENDED: no account can be created with it.', 'ACTIVE'),
  capacity: whole('Number of account numbers: `inUse` + `quarantined` + `available`.', 1_000_000),
  inUse: whole('Numbers that take money now, and numbers of static accounts.', 120),
  quarantined: whole(
    'Numbers of accounts that have ended and that are not given to another payer yet.',
    3_400,
  ),
  available: whole('Numbers that are free.', 996_480),
  default: flag('Whether it is the prefix to use, unless you have a reason.', true),
  countedAt: time('Time at which the numbers were counted.'),
});
export type PrefixView = z.infer<typeof PrefixView>;

export const PrefixList = listReply(
  'PrefixList',
  PrefixView,
  'All prefixes that are assigned to you.',
);
export type PrefixList = z.infer<typeof PrefixList>;
