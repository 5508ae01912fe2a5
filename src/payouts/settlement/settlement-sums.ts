import { z } from 'zod';
import { whole } from '../../http/reply.js';

/** The sums of a statement. All in kobo. */
export const SumsView = z.object({
  openingBalance: whole('Balance before, in kobo.', 0),
  grossAmount: whole('Collections before fees, in kobo.', 1_000_000),
  feeAmount: whole('Fees that were deducted, in kobo.', 10_000),
  vatAmount: whole('VAT on the fees, deducted, in kobo.', 750),
  refundAmount: whole('Refunds that were deducted, in kobo.', 0),
  chargebackAmount: whole(
    'Disputed payments that were deducted, minus disputes that you won, in kobo.',
    0,
  ),
  reversalAmount: whole('Payouts that failed or came back and were added, in kobo.', 0),
  stampDutyAmount: whole('Stamp duty on refunds, deducted, in kobo.', 0),
  adjustmentAmount: whole('Other changes that were added, in kobo.', 0),
  payoutFeeAmount: whole('Payout fees with their VAT, deducted, in kobo.', 0),
  payoutStampDutyAmount: whole('Stamp duty on payouts, deducted, in kobo.', 0),
  netAmount: whole('Amount that was sent to your bank account, in kobo.', 989_250),
  closingBalance: whole(
    'Balance after, in kobo. It is the opening balance of the next statement.',
    0,
  ),
});
export type SumsView = z.infer<typeof SumsView>;
