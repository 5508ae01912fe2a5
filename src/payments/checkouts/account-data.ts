import { checkout } from './checkout-shape.js';
import { z } from 'zod';
import { reply, text, whole, time, oneOf, listOf } from '../../http/reply.js';
import { amountRules } from '../../domain/amount-rule.js';

/** The fields of every virtual account: its number, the name that payers see, and its bank. */
export const NumberedAccount = z.object({
  virtualAccountId: text(),
  accountNumber: text(),
  accountName: text('Name that the payer sees.', 'SHOP-ADA OBI'),
  bankCode: text('CBN code of the bank.', '50547'),
  bankName: text(),
  prefix: text(),
});

/** A virtual account that lives as long as its validity. */
export const DynamicAccountData = reply('DynamicAccountData', {
  ...NumberedAccount.shape,
  paymentReference: checkout.paymentReference,
  nipInstitutionCode: text(),
  amount: whole('Amount that the account expects, in kobo.', 1_000_000),
  amountFormatted: checkout.amountFormatted,
  amountOutstanding: checkout.amountOutstanding.meta({ example: 1_000_000 }),
  currency: checkout.currency,
  validity: whole(),
  amountRule: oneOf(amountRules).meta({ example: 'EXACT' }),
  status: oneOf(['ACTIVE', 'EXPIRED', 'USED', 'CLOSED', 'RELEASED']),
  createdAt: checkout.createdAt,
  expiresAt: time(),
  secondsRemaining: whole('Seconds until the account expires; 0 when it takes no money.', 1_800),
  warnings: listOf(
    text(),
    'VALIDITY_OUTSIDE_RECOMMENDED_RANGE: 10 to 30 minutes are recommended. VALIDITY_CUT_BY_SESSION: the session ends first.',
    [],
  ),
  metadata: checkout.metadata,
});
export type DynamicAccountData = z.infer<typeof DynamicAccountData>;
