import type { Logo, MerchantPage } from '../../domain/merchant-page.js';
import type { CardDetails } from '../../domain/card-rail.port.js';
import type { PageLocale } from '../../domain/page-locale.js';
import { formatNaira } from '../../domain/money.js';
import type { OrderItem } from '../../payments/checkouts/checkout.js';
import type { Policies } from '../../domain/policies.js';
import type { MoneyLine } from './money-lines.js';
import type { Screen } from './screen.js';
import type { Texts } from './texts.js';
import type { UssdBank } from './ussd.js';

/** The merchant's contacts for a payer's questions, as far as the merchant has given any. */
export interface Help {
  readonly email?: string | undefined;
  readonly phoneNumber?: string | undefined;
}

export function helpOf({ supportEmail, supportPhone }: MerchantPage): Help {
  return { email: supportEmail, phoneNumber: supportPhone };
}

/** The data that a screen is drawn from. */
export interface PageView<Shown extends Screen = Screen> {
  readonly t: Texts;
  readonly locale: PageLocale;
  /** Path of the page, without a query. */
  readonly path: string;
  readonly isSandbox: boolean;
  /** Whether the browser reports that it is a phone's. Then the page shows no QR code to itself. */
  readonly isPhone: boolean;
  /** Style rules of the merchant's own colour; null: the page's own colour. */
  readonly accent: string | null;
  /** The address of the page. */
  readonly url: string;
  readonly merchantName: string;
  readonly help: Help;
  readonly paymentReference: string;
  readonly description: string | null;
  readonly items: readonly OrderItem[];
  /** The amount of the order, without a fee that the payer bears. */
  readonly amountMinor: bigint;
  readonly screen: Shown;
  readonly lines: readonly MoneyLine[];
  /** Whether the payer has said that the money was sent. */
  readonly sent: boolean;
  /** The seconds until the account takes no more money; 0 without an account. */
  readonly secondsLeft: number;
  /** The banks whose USSD service the payer may dial from the page. */
  readonly ussdBanks: readonly UssdBank[];
  readonly latePolicy: Policies['late'];
  readonly duplicatePolicy: Policies['duplicate'];
  /** The acquirer's page that asks for the card; undefined: no card can be charged. */
  readonly cardPageUrl: string | undefined;
  /** The names of the card schemes that the acquirer takes. */
  readonly cardSchemes: readonly string[];
  readonly redirectUrl: string | null;
  /** The seconds after which a script leads back to the shop; null: only the link does. */
  readonly returnAfterSeconds: number | null;
  readonly cancelUrl: string | null;
  /** The sites that may show the page in a frame. */
  readonly embedOrigins: readonly string[];
  readonly logo: Logo | null;
}

export const naira = formatNaira;

/** Names a card in the form that its owner recognizes. */
export function cardName({ brand, last4 }: CardDetails): string {
  return `${brand} •••• ${last4}`;
}

/** Writes an amount in the form that bank apps accept: digits, and kobo only where there are some. */
export function plainNaira(amountMinor: bigint): string {
  const kobo = amountMinor % 100n;
  const whole = String(amountMinor / 100n);
  return kobo === 0n ? whole : `${whole}.${String(kobo).padStart(2, '0')}`;
}

/** Writes a date in Lagos, which is UTC+1 all year. Node's own forms of Yoruba and Igbo dates are wrong. */
export function lagosDate(time: Date): string {
  const [year, month, day] = inLagos(time).slice(0, 10).split('-');
  return `${day}/${month}/${year}`;
}

export function lagosTime(time: Date): string {
  return inLagos(time).slice(11, 16);
}

export function minutesAndSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function inLagos(time: Date): string {
  return new Date(time.getTime() + 3_600_000).toISOString();
}
