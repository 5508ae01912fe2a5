import type { CardDetails } from '../../domain/card-rail.port.js';
import type { CardChannel } from '../../payments/cards/card-channel.js';
import { offeredMinor, outstandingOf } from '../../payments/checkouts/checkout-money.js';
import { effectiveState } from '../../payments/checkouts/effective-state.js';
import { secondsBetween } from '../../payments/checkouts/checkout-view.js';
import type { CheckoutWatch } from '../../payments/checkouts/checkout-watch.js';
import type { PageLinks } from '../../payments/checkouts/page-links.js';
import { isOpenAttempt } from '../../domain/card-attempt-state.js';
import { toJsonAmount } from '../../domain/money.js';
import { acceptedLocale } from '../../domain/page-locale.js';
import type { Checkout } from '../../payments/checkouts/checkout.js';
import type { MerchantPage } from '../../domain/merchant-page.js';
import type { MerchantProfile } from '../../http/access/merchant.js';
import { validityMinutes } from '../../domain/reference.js';
import { type Reason, resultCodes } from '../../domain/result-code.js';
import { ApiError } from '../../http/api-error.js';
import { accentStyle } from './accent.js';
import { moneyLines } from './money-lines.js';
import { PageProblem } from './page-problem.js';
import type { PageRecord, PgPageStore } from './page.store.js';
import { helpOf, type PageView } from './page-view.js';
import { returnLink } from './return-link.js';
import type { Receipt } from './receipt-pdf.js';
import { screenOf } from './screen.js';
import { textsIn } from './texts.js';
import type { UssdBank } from './ussd.js';
import { wholeReceipt } from './whole-receipt.js';

/** A receipt can be seen for so long after the session. */
const keptAfterSessionMs = 30 * 24 * 60 * 60_000;

/** An end is news for so long. */
const freshMs = 5 * 60_000;

/** The card's bank tells us within a second, as a rule; the payer waits no longer than this. */
const returnWaitMs = 5_000;

/**
 * Refusals that no screen shows: the payer cannot pay here, whatever they do. The state of the checkout explains every
 * other refusal.
 */
const unavailable: ReadonlySet<Reason> = new Set([
  'UNKNOWN_PREFIX',
  'PREFIX_NOT_ASSIGNED',
  'ACCOUNT_POOL_EXHAUSTED',
  'CHANNEL_NOT_ENABLED',
  'LIMIT_EXCEEDED',
]);

/** The payer's request for an account of the checkout. */
interface AccountWish {
  readonly paymentReference: string;
  readonly prefix: string;
  readonly validity: number;
  readonly amount: number;
}

export interface PayerPagesPorts {
  readonly links: PageLinks;
  readonly pages: Pick<PgPageStore, 'find' | 'sendersOf'>;
  readonly accounts: {
    createAccount(merchant: MerchantProfile, request: AccountWish): Promise<unknown>;
  };
  readonly cards: Pick<CardChannel, 'complete' | 'describe' | 'giveUp' | 'name'>;
  readonly watch: Pick<CheckoutWatch, 'until'>;
  readonly merchants: {
    find(merchantId: string): MerchantProfile | Promise<MerchantProfile | undefined> | undefined;
  };
  /**
   * Returns the page on which the acquirer asks for a card, and which sends the payer back with the card's token;
   * undefined: there is no acquirer.
   */
  readonly cardPage: ((returnUrl: string) => string) | undefined;
  /** The schemes of cards that the acquirer takes. */
  readonly cardSchemes: readonly string[];
  readonly ussdBanks: readonly UssdBank[];
  readonly isSandbox: boolean;
}

/** A browser's request for the page. */
export interface PageWish {
  readonly acceptLanguage: string | undefined;
  readonly isPhone: boolean;
  /** The payer said that the money was sent when so much had been received; undefined: did not say so. */
  readonly sentAfterMinor: bigint | undefined;
}

/** The payer's page of a checkout: its view, and the two actions that a payer can take on it. */
export class PayerPages {
  constructor(private readonly ports: PayerPagesPorts) {}

  /** Undefined for a token that is not ours. */
  checkoutOf(token: string): string | undefined {
    return this.ports.links.checkoutOf(token);
  }

  /** @throws PageProblem */
  async find(checkoutId: string): Promise<PageRecord> {
    const record = await this.ports.pages.find(checkoutId);
    if (record === undefined) throw new PageProblem('notFound');
    const { now, expiresAt } = record.checkout;
    if (now.getTime() > expiresAt.getTime() + keptAfterSessionMs) throw new PageProblem('gone');
    return record;
  }

  /** Undefined while the checkout is not paid. */
  receiptOf(record: PageRecord): Promise<Receipt | undefined> {
    return wholeReceipt(record, this.ports);
  }

  viewOf(
    { checkout, ...record }: PageRecord,
    { acceptLanguage, isPhone, sentAfterMinor }: PageWish,
  ): PageView {
    const { links, cardPage, cardSchemes, ussdBanks, isSandbox } = this.ports;
    const { wishes, merchantPage, merchantName: merchant } = record;
    const accent = wishes.accentColor ?? merchantPage.accentColor;
    const origins = [wishes.embedOrigin ?? [], merchantPage.embedOrigins ?? []].flat();
    const locale = wishes.locale ?? acceptedLocale(acceptLanguage);
    const screen = screenOf(checkout);
    return {
      ...record,
      t: textsIn(locale, { merchant }),
      locale,
      path: links.pathOf(checkout.checkoutId),
      url: links.urlOf(checkout.checkoutId),
      ...{ isSandbox, isPhone, cardSchemes, ussdBanks },
      help: helpOf(merchantPage),
      amountMinor: checkout.amountMinor,
      accent: accent === undefined ? null : accentStyle(accent),
      paymentReference: checkout.paymentReference,
      items: wishes.items ?? [],
      screen,
      lines: moneyLines(checkout),
      // After more money has come, the page shows that money and the rest that is still due.
      sent: screen.kind === 'transfer' && screen.receivedMinor === sentAfterMinor,
      secondsLeft: screen.kind === 'transfer' ? secondsBetween(checkout.now, screen.endsAt) : 0,
      latePolicy: checkout.policies.late,
      duplicatePolicy: checkout.policies.duplicate,
      cardPageUrl: cardPage?.(`${links.urlOf(checkout.checkoutId)}/card`),
      cancelUrl: wishes.cancelUrl ?? null,
      embedOrigins: [...new Set(origins)],
      redirectUrl: this.#shopLink(checkout, record.redirectUrl),
      returnAfterSeconds: returnAfter(checkout, merchantPage),
    };
  }

  /** Signed with how the checkout stands now: it is a link of a page that shows just that. */
  #shopLink(checkout: Checkout, redirectUrl: string | null): string | null {
    if (redirectUrl === null) return null;
    const { merchantId, paymentReference, now } = checkout;
    const { status } = effectiveState(checkout);
    const secret = this.ports.links.returnSecretOf(merchantId);
    return returnLink(redirectUrl, secret, { paymentReference, status, at: now });
  }

  /**
   * Returns the next address of a payer who comes back from the card's bank: the shop, once the charge is decided;
   * without a shop the page.
   */
  async returnOf({ checkout, redirectUrl }: PageRecord): Promise<string> {
    const { watch, links } = this.ports;
    const decided = await watch.until(checkout, isDecided, returnWaitMs);
    return this.#shopLink(decided, redirectUrl) ?? links.pathOf(checkout.checkoutId);
  }

  /** Gives the payer an account, or does nothing where one is of no use: the page shows the state of the checkout. */
  async startTransfer({ checkout }: PageRecord): Promise<void> {
    const merchant = await this.#activeMerchant(checkout);
    const prefix = merchant.prefixes.find(({ assigned }) => assigned)?.prefix;
    if (prefix === undefined) throw new PageProblem('unavailable');
    await orAsItStands(() =>
      this.ports.accounts.createAccount(merchant, {
        paymentReference: checkout.paymentReference,
        prefix,
        validity: validityMinutes.recommendedMax,
        amount: toJsonAmount(outstandingOf(checkout)),
      }),
    );
  }

  /** Charges the card, and waits for nothing: the page shows the outcome. */
  async startCard(
    { checkout }: PageRecord,
    card: string,
    shownMinor: bigint | undefined,
  ): Promise<void> {
    await this.#activeMerchant(checkout);
    const { paymentReference } = checkout;
    const { cards } = this.ports;
    const dueMinor = offeredMinor(checkout, cards.name);
    if (dueMinor === null) throw new PageProblem('unavailable');
    // The merchant has changed the order since: the payer is shown the new amount first.
    if (shownMinor !== undefined && shownMinor !== dueMinor) return;
    const request = {
      paymentChannel: cards.name,
      account: card,
      amount: toJsonAmount(dueMinor),
      paymentReference,
      accessCode: '',
    };
    const returnUrl = this.ports.links.urlOf(checkout.checkoutId);
    await orAsItStands(() => cards.complete(checkout, request, 0, returnUrl));
  }

  /** The payer does not confirm the card, and wants another way. */
  giveUpCard({ checkout }: PageRecord): Promise<void> {
    return this.ports.cards.giveUp(checkout);
  }

  /** Null when the acquirer does not say what the card is. */
  describeCard(card: string): Promise<CardDetails | null> {
    return this.ports.cards.describe(card);
  }

  async #activeMerchant({ merchantId }: Checkout): Promise<MerchantProfile> {
    const merchant = await this.ports.merchants.find(merchantId);
    if (merchant?.status !== 'ACTIVE') throw new PageProblem('unavailable');
    return merchant;
  }
}

/** A page that is opened later, for its receipt or for money that did not fit, stays open. */
function returnAfter(checkout: Checkout, page: MerchantPage): number | null {
  const isFresh = checkout.now.getTime() - checkout.updatedAt.getTime() < freshMs;
  return isFresh && moneyLines(checkout).length === 0 ? (page.returnAfterSeconds ?? null) : null;
}

function isDecided({ cardAttempts }: Checkout): boolean {
  return !cardAttempts.some(({ status }) => isOpenAttempt(status));
}

/** A refusal that the checkout's own state explains is no answer to a payer: the page is. */
async function orAsItStands(step: () => Promise<unknown>): Promise<void> {
  try {
    await step();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (unavailable.has(error.reason)) throw new PageProblem('unavailable');
    if (resultCodes[error.reason].httpStatus >= 500) throw error;
  }
}
