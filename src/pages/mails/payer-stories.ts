import { isCharged } from '../../domain/channels.js';
import type { PayerMessageKind } from '../../domain/message-kinds.js';
import { outstandingOf, payingCredits } from '../../payments/checkouts/checkout-money.js';
import type { Checkout, CreditRefund, CreditView } from '../../payments/checkouts/checkout.js';
import { moneyLineOf } from '../payer/money-lines.js';
import { moneySentences } from '../payer/money-words.js';
import { lagosDate, lagosTime, naira } from '../payer/page-view.js';
import type { PageRecord } from '../payer/page.store.js';
import type { Texts } from '../payer/texts.js';
import type { PayerTemplateName, Values } from './template.js';

/** The facts of a message, as the books have them now. */
export interface PayerStory {
  readonly template: PayerTemplateName;
  readonly values: Values;
  /** Sentences about money that did not fit and where it goes, in the words of the payer's page. */
  readonly money: readonly string[];
  readonly facts: readonly (readonly [name: string, text: string])[];
}

export interface PayerMessage {
  readonly kind: PayerMessageKind;
  readonly cause: string;
  /** The amount that the lost dispute has given back; undefined for other kinds, and for a dispute that is not lost. */
  readonly givenBackMinor?: bigint | undefined;
}

/** Returns undefined when the message is no longer true; another message then reports the new state. */
export function storyOf(
  message: PayerMessage,
  { checkout, merchantName }: Pick<PageRecord, 'checkout' | 'merchantName'>,
  t: Texts,
): PayerStory | undefined {
  switch (message.kind) {
    case 'RECEIPT':
      return receiptStory(checkout, merchantName, t);
    case 'TOO_LITTLE':
      return tooLittleStory(message, checkout, t);
    case 'TOO_MUCH':
    case 'LATE':
    case 'TWICE':
      return moneyStory(message, checkout, t);
    case 'REFUND_STARTED':
      return refundStory('refund-started', message, checkout, t);
    case 'REFUND_DONE':
      return refundStory('refund-done', message, checkout, t);
    case 'REFUND_NEEDS_ACCOUNT':
      return refundStory('refund-needs-account', message, checkout, t);
    case 'DISPUTE_REFUND':
      return disputeStory(message, checkout, t);
  }
}

function receiptStory(checkout: Checkout, merchantName: string, t: Texts): PayerStory | undefined {
  const paying = payingCredits(checkout);
  const last = paying.at(-1);
  if (last === undefined) return undefined;
  const amount = naira(checkout.acceptedMinor);
  return {
    template: 'receipt',
    values: { amount },
    money: [],
    facts: [
      [t('amountPaid'), amount],
      [t('paidTo'), merchantName],
      ...orderFacts(checkout, t),
      [t('paidOn'), moment(last.sentAt ?? last.receivedAt, t)],
      [t('paidBy'), t(isCharged(last.channel) ? 'card' : 'transfer')],
      ...paying.map(({ creditId }) => [t('transaction'), creditId] as const),
    ],
  };
}

/** While the rest can still be paid, the mail asks for it; afterwards the mail says where the money goes. */
function tooLittleStory(
  message: PayerMessage,
  checkout: Checkout,
  t: Texts,
): PayerStory | undefined {
  const credit = creditOf(message, checkout);
  const missing = outstandingOf(checkout);
  if (credit === undefined || payingCredits(checkout).length > 0) return undefined;
  if (missing === 0n || credit.appliedMinor === 0n) return moneyStory(message, checkout, t);
  const account = checkout.accounts.find(({ status }) => status === 'ACTIVE');
  const until = moment(account?.expiresAt ?? checkout.expiresAt, t);
  const values = { received: naira(credit.amountMinor), missing: naira(missing), until };
  const facts = orderFacts(checkout, t);
  return { template: 'too-little', values, money: [], facts };
}

function moneyStory(message: PayerMessage, checkout: Checkout, t: Texts): PayerStory | undefined {
  const credit = creditOf(message, checkout);
  if (credit === undefined) return undefined;
  return {
    template: 'money',
    values: { received: naira(credit.amountMinor) },
    money: moneySentences(moneyLineOf(credit), t),
    facts: [...orderFacts(checkout, t), [t('transaction'), credit.creditId]],
  };
}

/**
 * The statuses in which a refund's message may still be sent; in any other status, a later message reports the outcome.
 */
const holdsFor = {
  'refund-started': (status: CreditRefund['status']) =>
    status !== 'SUCCESSFUL' && status !== 'NEEDS_ACCOUNT' && status !== 'FAILED',
  'refund-done': (status: CreditRefund['status']) => status === 'SUCCESSFUL',
  'refund-needs-account': (status: CreditRefund['status']) => status === 'NEEDS_ACCOUNT',
} as const;

function refundStory(
  template: keyof typeof holdsFor,
  { cause }: PayerMessage,
  checkout: Checkout,
  t: Texts,
): PayerStory | undefined {
  for (const credit of checkout.credits) {
    const refund = credit.refunds.find(({ refundId }) => refundId === cause);
    if (refund === undefined) continue;
    if (!holdsFor[template](refund.status)) return undefined;
    const { backs, ...line } = moneyLineOf({ ...credit, refunds: [refund] });
    return {
      template,
      values: { amount: naira(refund.amountMinor) },
      // The first sentence says that the money arrived. It is left out, because an earlier message said so.
      money: moneySentences({ ...line, backs }, t).slice(1),
      facts: [...orderFacts(checkout, t), [t('transaction'), credit.creditId]],
    };
  }
  return undefined;
}

function disputeStory(
  { givenBackMinor }: PayerMessage,
  checkout: Checkout,
  t: Texts,
): PayerStory | undefined {
  if (givenBackMinor === undefined) return undefined;
  return {
    template: 'dispute-refund',
    values: { amount: naira(givenBackMinor) },
    money: [],
    facts: orderFacts(checkout, t),
  };
}

function creditOf({ cause }: PayerMessage, { credits }: Checkout): CreditView | undefined {
  return credits.find(({ creditId }) => creditId === cause);
}

function orderFacts({ paymentReference }: Checkout, t: Texts): (readonly [string, string])[] {
  return [[t('order'), paymentReference]];
}

function moment(time: Date, t: Texts): string {
  return t('lagosTime', { time: `${lagosDate(time)} ${lagosTime(time)}` });
}
