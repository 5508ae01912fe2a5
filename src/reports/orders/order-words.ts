import { formatMoney } from '../../domain/money.js';
import type { RefundStatus } from '../../domain/refund-state.js';
import type { FoundOrder } from './order.store.js';
import type { OrderCreditView, OrderRefundView } from './order.dto.js';

/** Returns a sentence such as `Order ₦10,000.00, paid ₦13,000.00, to give back ₦3,000.00.` */
export function amountsText({ expectedMinor, paidMinor, currency, parts }: FoundOrder): string {
  const money = (minor: bigint): string => formatMoney(minor, currency);
  const of = (isWanted: (status: string) => boolean): bigint =>
    parts.refunds
      .filter(({ status }) => isWanted(status))
      .reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const [toReturn, returned] = [
    of((status) => status !== 'SUCCESSFUL'),
    of((s) => s === 'SUCCESSFUL'),
  ];
  const missing = paidMinor > 0n && paidMinor < expectedMinor ? expectedMinor - paidMinor : 0n;
  return `${[
    `Order ${money(expectedMinor)}`,
    paidMinor === 0n ? 'nothing paid' : `paid ${money(paidMinor)}`,
    ...(missing > 0n ? [`missing ${money(missing)}`] : []),
    ...(toReturn > 0n ? [`to give back ${money(toReturn)}`] : []),
    ...(returned > 0n ? [`given back ${money(returned)}`] : []),
  ].join(', ')}.`;
}

/** Returns a sentence for each payment and for each refund. */
export function moneyText({ currency, parts }: FoundOrder): string[] {
  const ofCredits = parts.credits.map((credit) => {
    const from = credit.senderName === null ? '' : ` from ${credit.senderName}`;
    return `${formatMoney(BigInt(credit.amount), currency)}${from}: ${placeOfCredit(credit, currency)}.`;
  });
  const ofRefunds = parts.refunds.map(
    (refund) => `Refund ${formatMoney(BigInt(refund.amount), currency)}: ${placeOfRefund(refund)}.`,
  );
  return [...ofCredits, ...ofRefunds];
}

const placesOfCredits: Readonly<Record<string, string>> = {
  PROCESSING: 'it has arrived and is being booked',
  PENDING: 'set aside until the rest of the order arrives',
  HELD: 'set aside; nobody has decided yet',
  REFUND_PENDING: 'on its way back to the payer',
  REFUNDED: 'it went back to the payer',
  PARTIALLY_REFUNDED: 'a part went back to the payer, the rest is the merchant’s',
  DISPUTED: 'put aside, because the payer disputes it',
  REVERSED: 'taken back by the payer’s bank or the card’s issuer',
};

/** Says where a payment is now. */
export function placeOfCredit(
  credit: Pick<
    OrderCreditView,
    'status' | 'settlementReference' | 'settlementDueOn' | 'toMerchant'
  > & { readonly settlementStatus: string | null },
  currency: string,
): string {
  const { status, settlementStatus, settlementReference, settlementDueOn } = credit;
  if (status !== 'SUCCESSFUL') return placesOfCredits[status] ?? status;
  const part = `${formatMoney(BigInt(credit.toMerchant), currency)} of it, after fees,`;
  if (settlementStatus === 'SUCCESSFUL')
    return `${part} paid out to the merchant (${settlementReference})`;
  if (settlementStatus !== null) {
    return `${part} in the merchant’s settlement ${settlementReference} (${settlementStatus})`;
  }
  return settlementDueOn === null
    ? `${part} in the merchant’s balance`
    : `${part} in the merchant’s balance, due on ${settlementDueOn}`;
}

const placesOfRefunds = {
  REQUESTED: 'decided, and still with us',
  NAME_ENQUIRY: 'still with us; the bank is asked whose account it is',
  PROCESSING: 'sent; the bank has not confirmed it',
  UNKNOWN: 'sent; what became of it is not known, and the bank is asked again and again',
  NEEDS_ACCOUNT: 'still with us; the payer’s account takes nothing, and another one is needed',
  FAILED: 'it failed; the money is still with us',
} as const satisfies Readonly<Record<Exclude<RefundStatus, 'SUCCESSFUL'>, string>>;

/** Says where a refund is now. */
export function placeOfRefund({
  status,
  receiverName,
  receiverBank,
  receiverAccount,
}: Pick<OrderRefundView, 'status' | 'receiverName' | 'receiverBank' | 'receiverAccount'>): string {
  if (status !== 'SUCCESSFUL') {
    return (placesOfRefunds as Readonly<Record<string, string>>)[status] ?? status;
  }
  const receiver = [receiverName, receiverBank, receiverAccount].filter((part) => part !== null);
  return receiver.length === 0 ? 'arrived' : `arrived at ${receiver.join(', ')}`;
}
