import type { DisputeRefusal } from '../../domain/card-rail.port.js';

/** Why a charge was declined, in the acquirer's words, and the code of ISO 8583 that says the same. */
const codes: readonly (readonly [RegExp, string])[] = [
  [/insufficient funds/i, '51'],
  [/expired/i, '54'],
  [/incorrect pin|invalid pin|incorrect otp/i, '55'],
  [/fraud/i, '59'],
  [/stolen/i, '43'],
  [/lost/i, '41'],
  [/not permitted/i, '57'],
];

/** The code for the words of a decline. Words that the table lacks are a decline too, with the code of "do not honour". */
export function codeOfWords(words = ''): string {
  return codes.find(([pattern]) => pattern.test(words))?.[1] ?? '05';
}

const refusals: readonly (readonly [RegExp, DisputeRefusal])[] = [
  [/already resolved/i, 'ALREADY_ANSWERED'],
  [/past its due/i, 'DEADLINE_PASSED'],
  [/not found/i, 'NOT_ACCEPTED'],
];

/** Undefined: the words refuse nothing for certain. */
export function disputeRefusalOf(words: string): DisputeRefusal | undefined {
  return refusals.find(([pattern]) => pattern.test(words))?.[1];
}
