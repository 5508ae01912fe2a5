import type { MoneyBack, MoneyLine } from './money-lines.js';
import { naira } from './page-view.js';
import type { TextKey, Texts } from './texts.js';

const arrivals = {
  SHORT: 'moneyShort',
  OVER: 'moneyOver',
  LATE: 'moneyLate',
  DUPLICATE: 'moneyDuplicate',
  FITS: 'moneyReceived',
} as const satisfies Record<MoneyLine['fit'], TextKey>;

const ways = {
  ON_ITS_WAY: { ACCOUNT: 'backToAccount', CARD: 'backToCard', SHOP: 'backByShop' },
  SENT: { ACCOUNT: 'sentToAccount', CARD: 'sentToCard', SHOP: 'sentByShop' },
  STUCK: { ACCOUNT: 'backStuck', CARD: 'backStuck', SHOP: 'backStuck' },
} as const satisfies Record<MoneyBack['state'], Record<MoneyBack['to'], TextKey>>;

/** Says in sentences how a payment ended. */
export function moneySentences(
  { fit, receivedMinor, excessMinor, backs, rest }: MoneyLine,
  t: Texts,
): string[] {
  const amount = naira(receivedMinor);
  const values = { received: amount, excess: naira(excessMinor) };
  const restTexts = {
    GOES_BACK: () => t('backToAccount', { amount }),
    HELD: () => t('moneyHeld'),
    KEPT: () => t('moneyKept'),
    COUNTED: () => t('moneyCounted'),
  };
  return [
    t(arrivals[fit], values),
    ...backs.map((back) => t(ways[back.state][back.to], { amount: naira(back.amountMinor) })),
    ...(rest === null ? [] : [restTexts[rest]()]),
  ];
}
