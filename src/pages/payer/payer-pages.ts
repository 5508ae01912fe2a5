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

/** How long after the end of the session a receipt can be seen. */
const keptAfterSessionMs = 30 * 24 * 60 * 60_000;

/** How long the end of a payment counts as new. */
const freshMs = 5 * 60_000;

/**
 * The longest that a returning payer waits for the charge's outcome. The card's bank usually reports it within a
 * second.
 */
const returnWaitMs = 5_000;

/**
 * Reasons for a refusal that no screen explains: the payer cannot pay here, whatever they do. Every other refusal is
 * explained by the state of the checkout.
 */
const unavailable: ReadonlySet<Reason> = new Set([
  'UNKNOWN_PREFIX',
  'PREFIX_NOT_ASSIGNED',
  'ACCOUNT_POOL_EXHAUSTED',
  'CHANNEL_NOT_ENABLED',
  'LIMIT_EXCEEDED',
  // The merchant has as many open accounts as it may have.
  'RATE_LIMITED',
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
  /**
   * The amount that had been received when the payer said that the money was sent; undefined: the payer has not said
   * so.
   */
  readonly sentAfterMinor: bigint | undefined;
}

/** The payer's page of a checkout: its view, and the actions that a payer can take on it. */
export class PayerPages {
  constructor(private readonly ports: PayerPagesPorts) {}

  /** Returns undefined for a token that is not ours. */
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

  /** Returns undefined while the checkout is not paid. */
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
      // Once more money has come, the page shows that money and the rest that is still due.
      sent: screen.kind === 'transfer' && screen.receivedMinor === sentAfterMinor,
      secondsLeft: screen.kind === 'transfer' ? secondsBetween(checkout.now, screen.endsAt) : 0,
      latePolicy: checkout.policies.late,
      duplicatePolicy: checkout.policies.duplicate,
      cardPageUrl: cardPage?.(`${links.urlOf(checkout.checkoutId)}/card`),
      cancelUrl: wishes.cancelUrl ?? null,
      embedOrigins: embedOriginsOf(record),
      redirectUrl: this.#shopLink(checkout, record.redirectUrl),
      returnAfterSeconds: returnAfter(checkout, merchantPage),
    };
  }

  /**
   * Returns the shop's link, signed with the present status of the checkout, which is the status that the page shows.
   */
  #shopLink(checkout: Checkout, redirectUrl: string | null): string | null {
    if (redirectUrl === null) return null;
    const { merchantId, paymentReference, now } = checkout;
    const { status } = effectiveState(checkout);
    const secret = this.ports.links.returnSecretOf(merchantId);
    return returnLink(redirectUrl, secret, { paymentReference, status, at: now });
  }

  /**
   * Returns the next address of a payer who comes back from the card's bank: the shop, once the charge is decided, or
   * the page if there is no shop.
   */
  async returnOf({ checkout, redirectUrl }: PageRecord): Promise<string> {
    const { watch, links } = this.ports;
    const decided = await watch.until(checkout, isDecided, returnWaitMs);
    return this.#shopLink(decided, redirectUrl) ?? links.pathOf(checkout.checkoutId);
  }

  /**
   * Gives the payer an account. If an account is of no use, nothing is done: the page shows the state of the checkout.
   */
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

  /** Charges the card without waiting: the page shows the outcome. */
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
    // The merchant has changed the order since then, so the payer must see the new amount first.
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

  /** Gives up the charge, because the payer does not confirm the card and wants to pay in another way. */
  giveUpCard({ checkout }: PageRecord): Promise<void> {
    return this.ports.cards.giveUp(checkout);
  }

  /** Returns null when the acquirer does not describe the card. */
  describeCard(card: string): Promise<CardDetails | null> {
    return this.ports.cards.describe(card);
  }

  async #activeMerchant({ merchantId }: Checkout): Promise<MerchantProfile> {
    const merchant = await this.ports.merchants.find(merchantId);
    if (merchant?.status !== 'ACTIVE') throw new PageProblem('unavailable');
    return merchant;
  }
}

/** Returns the sites that may show the page of a checkout in a frame. */
export function embedOriginsOf({
  wishes,
  merchantPage,
}: Pick<PageRecord, 'wishes' | 'merchantPage'>): readonly string[] {
  return [...new Set([wishes.embedOrigin ?? [], merchantPage.embedOrigins ?? []].flat())];
}

/**
 * Returns the seconds until the page returns to the shop. A page that is opened later, for its receipt or for money
 * that did not fit, stays open.
 */
function returnAfter(checkout: Checkout, page: MerchantPage): number | null {
  const isFresh = checkout.now.getTime() - changedAtMs(checkout) < freshMs;
  return isFresh && moneyLines(checkout).length === 0 ? (page.returnAfterSeconds ?? null) : null;
}

/** Returns the time of the last change, also of one that the clock has made and no timer has stored yet. */
function changedAtMs(checkout: Checkout): number {
  const { now, status, updatedAt, expiresAt, accounts } = checkout;
  if (effectiveState(checkout).status === status) return updatedAt.getTime();
  const ends = [expiresAt, ...accounts.map((account) => account.expiresAt)];
  const past = [updatedAt, ...ends.filter((end) => end <= now)];
  return Math.max(...past.map((time) => time.getTime()));
}

function isDecided({ cardAttempts }: Checkout): boolean {
  return !cardAttempts.some(({ status }) => isOpenAttempt(status));
}

/** Ignores a refusal that the checkout's state explains, because the payer sees that state on the page. */
async function orAsItStands(step: () => Promise<unknown>): Promise<void> {
  try {
    await step();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (unavailable.has(error.reason)) throw new PageProblem('unavailable');
    if (error.reason === 'ACCOUNT_PENDING') throw new PageProblem('opening');
    if (resultCodes[error.reason].httpStatus >= 500) throw error;
  }
}
