/** Tells an operator, before the choice, the effect of each decision about a case. */

const anywhere: Readonly<Record<string, string>> = {
  retry: 'Takes the step up again, where it stopped.',
  cancel: 'Gives the step up.',
  keep: 'Leaves things as they are, and the money where it is.',
  resolved: 'Says that the cause has been put right.',
  adjust: 'Posts the journal by which the books say what the bank’s statement says.',
  redirect: 'Gives the refund another account of the payer. The bank names the holder first.',
  sent: 'Says that the bank has confirmed by telephone that the money arrived.',
  not_sent: 'Says that the bank has confirmed by telephone that the money did not go out.',
  replay: 'Takes the endpoint up again and sends the events that it missed.',
};

const byKind: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  CHECKOUT: {
    accept: 'Takes the part that was paid for the whole payment. The order is paid.',
    cancel: 'Calls the order off. Money that was paid for it goes back.',
    wait: 'Leaves it to the payer and the merchant. At the end of the session the part goes back.',
  },
  CREDIT: {
    accept: 'Gives the money to the merchant, as a payment of the order.',
    return: 'Sends the money back to the payer.',
    keep: 'Leaves the money in suspense, where it is.',
    retry: 'Asks the merchant’s policy again.',
  },
  REFUND: {
    retry: 'Sends the refund again, under a new session id.',
    keep: 'Leaves the refund failed, and the money with us.',
    not_sent:
      'Says that the bank has confirmed by telephone that the money did not go out; it is sent again.',
  },
  PAYOUT: {
    release: 'Sends the settlement that is held.',
    cancel: 'Gives what was not sent back to the merchant’s balance.',
    retry: 'Sends what was refused again.',
  },
  CHARGE: { retry: 'Asks the acquirer again what became of the charge.' },
  DISPUTE: { retry: 'Sends the merchant’s answer to the acquirer again.' },
  SETTLEMENT: { retry: 'Takes the page of merchants up again.' },
};

/** One sentence. */
export function decisionText(kind: string, decision: string): string {
  return (
    byKind[kind]?.[decision] ??
    anywhere[decision] ??
    `Sends "${decision}" to the workflow that waits.`
  );
}

/** Tells whether the desk carries it out itself: all other decisions are the workflow's. */
export function ownDecisions(kind: string, subjectStatus: string | null): readonly string[] {
  return kind === 'REFUND' && subjectStatus === 'NEEDS_ACCOUNT' ? ['redirect'] : [];
}
