import { wordsOfAnswer } from './answer-code.js';
import type { CardOutcome } from './card-rail.port.js';
import type { Reason } from './result-code.js';

/**
 * The reading of an acquirer's ISO 8583 response codes. A code that is not listed is UNKNOWN: a charge that is made
 * again while its money may have moved is paid twice.
 */

/** The reasons that a merchant is given for a decline. */
export type DeclineReason = Extract<
  Reason,
  | 'PAYMENT_DECLINED'
  | 'INSUFFICIENT_FUNDS'
  | 'CARD_EXPIRED'
  | 'CARD_PIN_OR_OTP_INVALID'
  | 'SUSPECTED_FRAUD'
>;

export interface CardDecline {
  readonly meaning: string;
  readonly reason: DeclineReason;
  /** Whether the code ends the checkout: no further attempt is let through. */
  readonly hard: boolean;
}

const soft = (meaning: string, reason: DeclineReason = 'PAYMENT_DECLINED'): CardDecline => ({
  meaning,
  reason,
  hard: false,
});
const hard = (meaning: string, reason: DeclineReason = 'PAYMENT_DECLINED'): CardDecline => ({
  meaning,
  reason,
  hard: true,
});

/** The codes that say for certain that no money has moved. */
export const cardDeclines: Readonly<Record<string, CardDecline>> = {
  '03': soft('invalid merchant'),
  '04': soft('pick up card'),
  '05': soft('do not honour'),
  '12': soft('invalid transaction'),
  '13': soft('invalid amount'),
  '14': soft('invalid card'),
  '15': soft('no such issuer'),
  '30': soft('format error'),
  '33': soft('expired card', 'CARD_EXPIRED'),
  '34': hard('suspected fraud', 'SUSPECTED_FRAUD'),
  '36': soft('restricted card'),
  '38': soft('PIN tries exceeded', 'CARD_PIN_OR_OTP_INVALID'),
  '41': hard('lost card'),
  '43': hard('stolen card'),
  '51': soft('no sufficient funds', 'INSUFFICIENT_FUNDS'),
  '54': soft('expired card', 'CARD_EXPIRED'),
  '55': soft('incorrect PIN or OTP', 'CARD_PIN_OR_OTP_INVALID'),
  '57': soft('not permitted to cardholder'),
  '58': soft('not permitted to terminal'),
  '59': hard('suspected fraud', 'SUSPECTED_FRAUD'),
  '61': soft('exceeds withdrawal limit'),
  '62': soft('restricted card'),
  '63': hard('security violation', 'SUSPECTED_FRAUD'),
  '65': soft('exceeds withdrawal frequency'),
  '75': soft('PIN tries exceeded', 'CARD_PIN_OR_OTP_INVALID'),
  '91': soft('issuer not available'),
};

/**
 * Answers to a query that may speak of the query itself (its format, its right to ask, the way to the issuer) and not of
 * the charge or the refund that it asks about.
 */
const perhapsOfTheQuery: ReadonlySet<string> = new Set(
  ['03', '12', '13', '14', '15', '30'].concat('57', '58', '63', '65', '91'),
);

const approved = '00';

/**
 * Reads the code of an answer. A `query` is an answer to a status query that does not show what it speaks of. Returns
 * UNKNOWN for 01, 09, 96, 97, for codes that are not listed and for answers that could not be read; never throws.
 */
export function classifyCardCode(
  code: string | null,
  asked: 'charge' | 'query',
): Extract<CardOutcome, 'APPROVED' | 'DECLINED' | 'UNKNOWN'> {
  if (code === approved) return 'APPROVED';
  if (code !== null && asked === 'query' && perhapsOfTheQuery.has(code)) return 'UNKNOWN';
  return declineOf(code) === undefined ? 'UNKNOWN' : 'DECLINED';
}

/** Returns the decline that a code stands for; undefined for every other code. */
export function declineOf(code: string | null): CardDecline | undefined {
  return code !== null && Object.hasOwn(cardDeclines, code) ? cardDeclines[code] : undefined;
}

/** Explains a code in a few words; says "not known" and the code when nothing definite is known of it. */
export function cardCodeMeaning(code: string | null): string {
  if (code === approved) return 'approved';
  return declineOf(code)?.meaning ?? `not known (${code ?? 'no code'})`;
}

/** Puts an acquirer's answer into words for people: "expired card (code 54)". */
export function cardAnswerWords(code: string): string {
  return wordsOfAnswer(code, code === approved ? 'approved' : declineOf(code)?.meaning);
}
