/**
 * Every change of a released workflow that open checkouts must not see, in one place.
 *
 * Before you edit a released workflow: record a history of the path you touch (scripts/record-histories.ts), then add
 * the change here and branch on it with `patched(id)`. Once no open checkout is older than the change, replace
 * `patched` by `deprecatePatch`, and later remove both.
 */
export interface Patch {
  /** Passed to `patched`; stored in histories, so it never changes. */
  readonly id: string;
  /** The change in the workflow's behaviour, and the reason for it. */
  readonly reason: string;
  /** The release that brought it. */
  readonly introduced: string;
  /** The date from which no open workflow can be older. */
  readonly removable: string;
}

export const selfHealing: Patch = {
  id: 'self-healing',
  reason: 'A step that is parked because the database was away is tried again by itself.',
  introduced: '0.2.0',
  removable: '2027-02-28',
};

export const booksBeside: Patch = {
  id: 'books-beside-a-parked-step',
  reason:
    'Money that a checkout receives while one of its steps is parked is booked at once, not after the step.',
  introduced: '0.2.0',
  removable: '2027-02-28',
};

export const outlastsBank: Patch = {
  id: 'refund-outlasts-its-bank',
  reason:
    'A refund that is refused because the receiving bank is away is tried again for a day, not for an hour.',
  introduced: '0.2.0',
  removable: '2027-02-28',
};

export const cases: Patch = {
  id: 'cases',
  reason: 'What waits for an operator, and who decided what, is written down in PostgreSQL.',
  introduced: '0.2.0',
  removable: '2027-03-31',
};

export const askedElsewhere: Patch = {
  id: 'asked-elsewhere',
  reason: 'What became of a sending may be told by an operator, who is asked after an hour.',
  introduced: '0.2.0',
  removable: '2027-03-31',
};

export const partPaidCases: Patch = {
  id: 'part-paid-cases',
  reason: 'A checkout that is paid in part asks an operator once its account has closed.',
  introduced: '0.2.0',
  removable: '2027-03-31',
};

export const settlementSlices: Patch = {
  id: 'settlement-slices',
  reason:
    'Many merchants are settled in slices, each by a child workflow, and not one after the other.',
  introduced: '0.2.0',
  removable: '2027-03-31',
};

export const lostCharges: Patch = {
  id: 'lost-charges',
  reason:
    'A checkout that is told of a charge which it did not send, because Temporal was lost, asks the acquirer until it is known.',
  introduced: '0.2.0',
  removable: '2027-03-31',
};

export const patches: readonly Patch[] = [
  selfHealing,
  booksBeside,
  outlastsBank,
  cases,
  askedElsewhere,
  partPaidCases,
  settlementSlices,
  lostCharges,
];
