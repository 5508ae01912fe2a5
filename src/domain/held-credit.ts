import { type CreditChoice, creditChoices } from './decisions.js';

interface Standing {
  /** False: the number belongs to no merchant. */
  readonly hasMerchant: boolean;
  readonly isCalledOff: boolean;
}

/** The texts for a held credit whose order was called off while it was held. */
export const calledOffCredit = {
  refusal:
    'accept is not possible: the order was called off. return sends the money back, keep leaves it in suspense',
  todo: 'The order was called off while its money was held, so the shop cannot get it. Send it back.',
} as const;

const nobodys =
  'accept is not possible: the number belongs to no merchant who could get the money; return sends it back';

/**
 * Returns the possible decisions, and the reason that rules out the others. Undefined: nothing is known of the credit
 * yet. If its order is called off later, the step itself notices.
 */
export function creditChoicesOf(credit: Standing | undefined): {
  readonly allowed: readonly CreditChoice[];
  readonly refusals?: { readonly accept: string };
} {
  const accept = refusalToAccept(credit);
  if (accept === undefined) return { allowed: creditChoices };
  return { allowed: creditChoices.filter((choice) => choice !== 'accept'), refusals: { accept } };
}

function refusalToAccept(credit: Standing | undefined): string | undefined {
  if (credit?.hasMerchant === false) return nobodys;
  return credit?.isCalledOff === true ? calledOffCredit.refusal : undefined;
}
