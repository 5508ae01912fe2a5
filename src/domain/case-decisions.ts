import type { CaseKind } from './case-kind.js';
import type { Decision, DecisionAbout } from './decisions.js';
import { formatNaira } from './money.js';

/** Tells an operator, before the choice, the effect of each decision about a case. */

/** The facts that a decision's sentence names. */
export interface DecidedAbout {
  readonly kind: string;
  readonly decision: string;
  readonly amountMinor: bigint | null;
  readonly paidMinor: bigint | null;
  readonly merchantName: string | null;
  readonly paymentReference: string | null;
  readonly payer: {
    readonly accountName?: string | null;
    readonly accountNumber?: string | null;
    readonly bankName?: string | null;
    readonly notedName?: string | null;
  } | null;
  /** The sum that `adjust` books as a loss; negative: as found money. In kobo. */
  readonly lossMinor: bigint | null;
  /** Whether nothing leaves through the case's bank while the case is open. */
  readonly holdsSending: boolean;
}

interface Words {
  /** The name on the button, in support's words. */
  readonly label: string;
  /** The effect, in one or two sentences. */
  readonly does: string;
  /** The decision with its amount and its people. Left out: the label says it all. */
  readonly says?: (about: DecidedAbout) => string;
  /** Whether the decision sends money or ends something for good. Its button then looks dangerous, and the page asks again. */
  readonly isDangerous?: boolean | ((about: DecidedAbout) => boolean);
}

/** "ADA OBI, Simulator Bank 0123456789": the account that the money goes to. */
function account({ payer, kind, merchantName }: DecidedAbout): string {
  const { accountName, notedName, bankName, accountNumber } = payer ?? {};
  const name = kind === 'PAYOUT' ? (notedName ?? accountName) : accountName;
  const where = [bankName, accountNumber].filter(Boolean).join(' ');
  const whole = [name, where].filter(Boolean).join(', ');
  if (whole !== '') return whole;
  return kind === 'PAYOUT' ? `the account of ${shop({ merchantName })}` : 'the account that paid';
}

function shop({ merchantName }: Pick<DecidedAbout, 'merchantName'>): string {
  return merchantName ?? 'the shop';
}

function order({ paymentReference }: DecidedAbout): string {
  return paymentReference === null ? 'the order' : `order ${paymentReference}`;
}

function sum({ amountMinor }: DecidedAbout): string {
  return amountMinor === null ? 'the money' : formatNaira(amountMinor);
}

function paid(about: DecidedAbout): string {
  return about.paidMinor === null ? sum(about) : formatNaira(about.paidMinor);
}

const sentByBank: Words = {
  label: 'The bank says: arrived',
  does: 'The bank has confirmed by telephone that the money arrived.',
  says: (about) => `Record that ${sum(about)} has arrived at ${account(about)}`,
};

const anywhere: Readonly<Partial<Record<Decision, Words>>> = {
  retry: {
    label: 'Try again',
    does: 'Goes on with the step that has stopped. What is done already is not done twice.',
  },
  cancel: { label: 'Give it up', does: 'Gives the step up.', isDangerous: true },
  keep: { label: 'Leave it', does: 'Leaves things as they are, and the money where it is.' },
  resolved: {
    label: 'Close: the cause is put right',
    does: 'Closes the case. It is opened again if the problem is still there.',
    says: ({ holdsSending }) =>
      holdsSending
        ? 'Close it, and let refunds and payouts through this bank leave again'
        : 'Close it: the cause is put right',
    isDangerous: ({ holdsSending }) => holdsSending,
  },
  adjust: {
    label: 'Book it as the bank has it',
    does: 'Our books then say what the bank’s statement says. The difference is our loss or our gain.',
    says: (about) => {
      const { lossMinor } = about;
      if (lossMinor === null || lossMinor === 0n) return `Book ${sum(about)} as the bank has it`;
      return lossMinor > 0n
        ? `Book ${formatNaira(lossMinor)} as our loss`
        : `Book ${formatNaira(-lossMinor)} as money that we found`;
    },
    isDangerous: true,
  },
  redirect: {
    label: 'Send it to another account',
    does: 'The bank is asked for the name of the account first, and both of you compare the names.',
    says: (about) => `Send ${sum(about)} to another account of the customer`,
    isDangerous: true,
  },
  sent: sentByBank,
  not_sent: {
    label: 'The bank says: not sent',
    does: 'The bank has confirmed by telephone that the money did not go out.',
    says: (about) => `Record that ${sum(about)} was never sent`,
    isDangerous: true,
  },
  enter_code: {
    label: 'Enter the code',
    does: 'The bank has sent you a code for this transfer. It goes to the bank once. Until then it is kept sealed, for ten minutes at most.',
    says: (about) => `Enter the bank’s code, so that ${sum(about)} leaves for ${account(about)}`,
    isDangerous: true,
  },
  replay: {
    label: 'Send the missed events now',
    does: 'Switches the shop’s address on again and sends it everything that it has missed.',
    says: (about) => `Send ${shop(about)} every event that it has missed`,
  },
};

const byKind: {
  readonly [Kind in CaseKind]?: Readonly<Partial<Record<DecisionAbout<Kind>, Words>>>;
} = {
  CHECKOUT: {
    accept: {
      label: 'Take what was paid',
      does: 'The part that was paid counts as the whole payment. The shop delivers for it.',
      says: (about) => `Take ${paid(about)} as the whole payment of ${order(about)}`,
      isDangerous: true,
    },
    cancel: {
      label: 'Call the order off',
      does: 'The order ends. What was paid for it goes back to the customer.',
      says: (about) =>
        about.paidMinor === null || about.paidMinor === 0n
          ? `Call ${order(about)} off`
          : `Call ${order(about)} off, and send ${paid(about)} back to ${account(about)}`,
      isDangerous: true,
    },
    wait: {
      label: 'Wait for the rest',
      does: 'The customer can still pay the rest. If nothing comes, the part goes back by itself.',
    },
  },
  CREDIT: {
    accept: {
      label: 'Give it to the shop',
      does: 'The shop gets the money, less our fee, as a payment of the order.',
      says: (about) =>
        `Give ${sum(about)} to ${shop(about)}${about.paymentReference === null ? '' : ` for ${order(about)}`}`,
      isDangerous: true,
    },
    return: {
      label: 'Send it back',
      does: 'The money goes back to the account that it came from.',
      says: (about) => `Send ${sum(about)} back to ${account(about)}`,
      isDangerous: true,
    },
    keep: {
      label: 'Keep it for good',
      does: 'Nobody gets the money. It stays with us without an owner, and no case asks again.',
      says: (about) => `Keep ${sum(about)} with us for good: neither shop nor customer gets it`,
      isDangerous: true,
    },
    retry: {
      label: 'Check again',
      does: 'Use this after the shop has changed its setting for late or double payments.',
    },
  },
  REFUND: {
    retry: {
      label: 'Send it again',
      does: 'The refund is sent again, to the same account.',
      says: (about) => `Send ${sum(about)} again to ${account(about)}`,
      isDangerous: true,
    },
    keep: {
      label: 'Close without paying',
      does: 'The customer gets nothing. We go on owing the money.',
      says: (about) => `Close without paying: we go on owing ${sum(about)}`,
      isDangerous: true,
    },
    not_sent: {
      label: 'The bank says: not sent',
      does: 'The bank has confirmed by telephone that the money did not go out. It is then sent again.',
      says: (about) =>
        `Record that ${sum(about)} was never sent, and send it again to ${account(about)}`,
      isDangerous: true,
    },
  },
  PAYOUT: {
    release: {
      label: 'Pay it out',
      does: 'The payout that is held is sent.',
      says: (about) => `Pay ${sum(about)} to ${account(about)}`,
      isDangerous: true,
    },
    cancel: {
      label: 'Put it back into the balance',
      does: 'What was not sent is in the shop’s balance again. The next payout has it.',
      says: (about) => `Put ${sum(about)} back into the balance of ${shop(about)}`,
    },
    retry: {
      label: 'Send it again',
      does: 'What the bank has refused is sent again.',
      says: (about) => `Send ${sum(about)} again to ${account(about)}`,
      isDangerous: true,
    },
  },
  DISPUTE: {
    retry: {
      label: 'Send the answer again',
      does: 'The shop’s answer goes to the card company again.',
    },
  },
  SETTLEMENT: {
    retry: { label: 'Go on', does: 'The run goes on where it stopped. Nobody is paid twice.' },
  },
};

function wordsOf(kind: string, decision: string): Words {
  const ofKind: Readonly<Partial<Record<string, Words>>> = byKind[kind as CaseKind] ?? {};
  return (
    ofKind[decision] ??
    anywhere[decision as Decision] ?? {
      label: decision.replaceAll('_', ' '),
      does: `Sends "${decision}" to the workflow that waits.`,
      isDangerous: true,
    }
  );
}

/** Explains a decision in one or two sentences. */
export function decisionText(kind: string, decision: string): string {
  return wordsOf(kind, decision).does;
}

/** The name of a decision for people, such as "Send it back". */
export function decisionLabel(kind: string, decision: string): string {
  return wordsOf(kind, decision).label;
}

/** The decision as a sentence: "Send ₦10,000.00 back to ADA OBI, Simulator Bank 0123456789". It is personal data. */
export function decisionSentence(about: DecidedAbout): string {
  const { label, says } = wordsOf(about.kind, about.decision);
  return says === undefined ? label : says(about);
}

/** Tells whether a decision sends money or ends something for good, so that one slip would harm somebody. */
export function isDangerous(about: DecidedAbout): boolean {
  const { isDangerous: danger = false } = wordsOf(about.kind, about.decision);
  return typeof danger === 'function' ? danger(about) : danger;
}

/** Returns the decisions that the desk carries out itself. The workflow carries out all others. */
export function ownDecisions(kind: string, subjectStatus: string | null): readonly string[] {
  return kind === 'REFUND' && subjectStatus === 'NEEDS_ACCOUNT' ? ['redirect'] : [];
}
