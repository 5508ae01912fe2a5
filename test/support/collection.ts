import type { Shop } from './shop.js';

export interface Collected {
  readonly creditId: string;
  readonly checkoutId: string;
  readonly paymentReference: string;
}

/** A transfer that pays a checkout of the shop, received at that time and posted. */
export async function collect(
  shop: Shop,
  receivedAt: string,
  amountMinor = 1_000_000n,
): Promise<Collected> {
  const { checkout, account } = await shop.order({ amountMinor });
  const { creditId } = await shop.pay(account.accountNumber, amountMinor);
  await shop.pool.query('update inward_credit set received_at = $2 where credit_id = $1', [
    creditId,
    receivedAt,
  ]);
  await shop.steps.applyCredit({ creditId });
  return {
    creditId,
    checkoutId: checkout.checkoutId,
    paymentReference: checkout.paymentReference,
  };
}
