import type { PageLocale } from '../../src/domain/page-locale.js';
import type { Checkout } from '../../src/payments/checkouts/checkout.js';
import { accentStyle } from '../../src/pages/payer/accent.js';
import type { FilledForm } from '../../src/pages/payer/link-form.js';
import { moneyLines } from '../../src/pages/payer/money-lines.js';
import {
  type AssetPaths,
  confirmDocument,
  linkDocument,
  messageDocument,
  pageDocument,
} from '../../src/pages/payer/page.js';
import { type Message, pageProblems } from '../../src/pages/payer/page-problem.js';
import type { PageView } from '../../src/pages/payer/page-view.js';
import { linkEndings, type LinkView } from '../../src/pages/payer/payer-links.js';
import { screenOf } from '../../src/pages/payer/screen.js';
import { textsIn } from '../../src/pages/payer/texts.js';
import { attempt, checkout, credit, later, refund } from './shown-checkout.js';

/** Every page that a payer can see, drawn from checkouts that are written down here. */

const merchant = 'Sheyi Shoes';

export function viewOf(shown: Checkout, changes: Partial<PageView> = {}): PageView {
  const { locale = 'en', merchantName = merchant } = changes;
  return {
    t: textsIn(locale, { merchant: merchantName }),
    locale,
    path: '/pay/pg_1',
    url: 'https://pay.example.ng/pay/pg_01KAT5MZ8QG3WJ5Y4N2E7R9VXK7mQ2c9WnT5sLk3JhGfDsAqWeRtYuIoPz',
    help: {},
    amountMinor: shown.amountMinor,
    isSandbox: false,
    isPhone: false,
    accent: null,
    merchantName,
    paymentReference: shown.paymentReference,
    description: null,
    items: [],
    screen: screenOf(shown),
    lines: moneyLines(shown),
    sent: false,
    secondsLeft: 1_780,
    ussdBanks: [{ bank: 'GTBank', string: '*737#' }],
    latePolicy: 'REFUND',
    duplicatePolicy: 'REFUND',
    cardPageUrl: 'https://acquirer.example/cards',
    cardSchemes: ['Visa'],
    redirectUrl: null,
    returnAfterSeconds: null,
    cancelUrl: null,
    embedOrigins: [],
    logo: null,
    ...changes,
  };
}

export const over = credit({
  outcome: 'OVERPAID',
  amountMinor: 1_200_051n,
  excessMinor: 200_001n,
  refunds: [refund({ amountMinor: 200_001n })],
});
const late = credit({ outcome: 'LATE', appliedMinor: 0n, policyApplied: 'HOLD' });
const second = credit({
  ...{ outcome: 'DUPLICATE', appliedMinor: 0n, policyApplied: 'REFUND' },
  refunds: [refund({ amountMinor: 1_000_050n, status: 'SUCCESSFUL' })],
});
const paid = { status: 'SUCCESSFUL', acceptedMinor: 1_000_050n, credits: [credit()] } as const;
const visa = {
  ...{ brand: 'VISA', first6: '408408', last4: '3073', expMonth: 7, expYear: 2030 },
  issuer: 'Simulator Bank',
} as const;
const atBank = { type: '3DS', url: 'https://acquirer.example/3ds' } as const;
const card = (changes: Parameters<typeof attempt>[0]) =>
  checkout({ status: 'PROCESSING', cardAttempts: [attempt(changes)] });

/** One of each screen. */
export const states = {
  choose: checkout({ status: 'INITIATED', accounts: [] }),
  transfer: checkout(),
  short: checkout({ status: 'PARTIALLY_PAID', appliedMinor: 400_000n }),
  'account over': checkout({ now: later(31) }),
  booking: checkout({ status: 'PROCESSING' }),
  card: card({}),
  'card 3DS': card({ status: 'REQUIRES_ACTION', action: atBank, card: visa }),
  'given up': checkout({
    ...{ status: 'INITIATED', accounts: [] },
    cardAttempts: [attempt({ status: 'EXPIRED', card: visa })],
  }),
  'card OTP': card({ status: 'REQUIRES_ACTION', action: { ...atBank, type: 'OTP' } }),
  'card unknown': card({ status: 'UNKNOWN' }),
  declined: checkout({
    ...{ status: 'INITIATED', accounts: [] },
    cardAttempts: [attempt({ status: 'FAILED', responseCode: '51' })],
  }),
  paid: checkout(paid),
  over: checkout({ ...paid, credits: [over] }),
  second: checkout({ ...paid, credits: [credit(), second] }),
  refunded: checkout({ ...paid, status: 'PARTIALLY_REFUNDED', refundedMinor: 500_000n }),
  reversed: checkout({ ...paid, status: 'REVERSED', takenBackMinor: paid.acceptedMinor }),
  late: checkout({ status: 'EXPIRED', credits: [late] }),
  expired: checkout({ status: 'EXPIRED' }),
  failed: checkout({ status: 'FAILED' }),
  cancelled: checkout({ status: 'CANCELLED' }),
} as const satisfies Record<string, Checkout>;

const blank: FilledForm = {
  key: 'abcdefghijklmnopqrstuv',
  typed: { firstName: '', lastName: '', contact: '', amount: '', quantity: '1' },
  ...{ faults: {}, own: [], ownFaults: {} },
};
const wrong: FilledForm = {
  ...blank,
  typed: { firstName: 'Ada', lastName: '7', contact: 'ada at home', amount: '1', quantity: '1' },
  faults: { amount: 'linkWrongBounds', lastName: 'linkWrongName', contact: 'linkWrongContact' },
};

const boundsOf = (minMinor: bigint, maxMinor = minMinor): LinkView['bounds'] => ({
  ...{ minMinor, maxMinor },
  ...{ maxQuantity: 1, fields: [] },
});

/** Of what is shown, a form knows these. */
function linkViewOf(locale: PageLocale, bounds: LinkView['bounds']): LinkView {
  const link = {
    ...{ slug: '7k2m9x4q3bte', merchantName: merchant, description: 'Fees' },
    ...{ logo: null, picture: null },
  };
  const t = textsIn(locale, { merchant });
  return {
    ...{ link, t, locale, bounds },
    accent: null,
    url: 'https://pay.example.ng/pay/l/7k2m9x4q3bte',
    help: {},
    isSandbox: true,
    tellsBounds: true,
  } as LinkView;
}

/** The documents of all pages in one language, by the names of their states. */
export function documentsIn(locale: PageLocale, assets: AssetPaths): Record<string, string> {
  const page = (shown: Checkout, changes: Partial<PageView> = {}) =>
    pageDocument(viewOf(shown, { ...changes, locale }), assets, null);
  const view = viewOf(states.choose, { locale });
  const form = (bounds: LinkView['bounds'], filled: FilledForm) =>
    linkDocument(linkViewOf(locale, bounds), assets, filled);
  const always = textsIn(locale, { merchant, time: '14:05' });
  const told = (messages: Readonly<Record<string, Message>>) =>
    Object.fromEntries(
      Object.entries(messages).map(([name, message]) => [
        name,
        messageDocument(locale, always, assets, message),
      ]),
    );
  const problems = Object.entries(pageProblems).map(([name, { message }]) => [name, message]);
  return {
    ...Object.fromEntries(Object.entries(states).map(([name, shown]) => [name, page(shown)])),
    sent: page(states.transfer, { sent: true }),
    rich: page(states.transfer, {
      ...{ description: 'Two pairs of shoes', cancelUrl: 'https://shop.example.ng/cart' },
      items: [{ name: 'Shoes', quantity: 2, amount: 1_000_050 }],
      logo: { hash: '0'.repeat(32), width: 320, height: 80 },
    }),
    colour: page(states.transfer, { accent: accentStyle('#ffdd00') }),
    confirm: confirmDocument(view, assets, {
      amountMinor: 1_000_050n,
      card: 'card_1',
      details: visa,
    }),
    'link, fixed amount': form(boundsOf(1_000_050n), blank),
    'link, wrong form': form(boundsOf(10_000n, 5_000_000n), wrong),
    'link, own fields': form(
      { ...boundsOf(1_000_050n), maxQuantity: 5, fields: [{ label: 'Pupil', required: true }] },
      { ...wrong, faults: { quantity: 'linkWrongQuantity' }, ownFaults: { 0: 'linkWrongField' } },
    ),
    ...told(linkEndings),
    ...told(Object.fromEntries(problems)),
  };
}
