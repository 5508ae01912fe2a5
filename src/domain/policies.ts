/**
 * The choices for money that does not fit: set per merchant, and overridable per checkout at initiate.
 *
 * The SQL functions read the resolved object from `checkout.policies`; these names are stored and never change.
 */
export const policyChoices = {
  /** The choices when less than is due was paid: keep it and wait for the rest, take it as payment, or send it back. */
  underpaid: ['HOLD_TOP_UP', 'ACCEPT', 'REFUND_NOW'],
  /** The choices when more than is due was paid: send the excess back, keep it, or send the whole transfer back. */
  overpaid: ['REFUND_EXCESS', 'KEEP', 'REFUND_ALL'],
  /**
   * The choices for money that was sent after the account's time: send it back, take it as payment, or ask an operator.
   */
  late: ['REFUND', 'ACCEPT_LATE', 'HOLD'],
  /** The choices for a second payment of a paid order: send it back, or keep it for the merchant. */
  duplicate: ['REFUND', 'KEEP_AS_CREDIT'],
  /** The choices when an account's time ends unpaid: the payer may have another account, or the checkout ends. */
  onAccountExpiry: ['REISSUE', 'EXPIRE'],
  /** The party that pays the duty on money that is sent back. */
  refundFeeBearer: ['PLATFORM', 'MERCHANT'],
} as const;

export type PolicyName = keyof typeof policyChoices;
type Choices = { readonly [Name in PolicyName]: (typeof policyChoices)[Name][number] };

export interface Policies extends Choices {
  /** The kobo that may be missing or too much. Never more than `toleranceCapBps` of the amount due counts. */
  readonly tolerance: number;
}

/** A tolerance is at most 1 % of the amount due, however large it was set. */
export const toleranceCapBps = 100;
/** The largest tolerance that may be set, in kobo. */
export const maxTolerance = 1_000_000;

export const defaultPolicies: Policies = {
  underpaid: 'HOLD_TOP_UP',
  overpaid: 'REFUND_EXCESS',
  late: 'REFUND',
  duplicate: 'REFUND',
  onAccountExpiry: 'REISSUE',
  refundFeeBearer: 'PLATFORM',
  tolerance: 0,
};

/** Merges several sets of policies: the later ones win, and a policy that none of them has gets its default. */
export function resolvePolicies(...given: readonly (Partial<Policies> | undefined)[]): Policies {
  return Object.assign({ ...defaultPolicies }, ...given) as Policies;
}
