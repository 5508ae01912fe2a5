import { readableMoment } from './lagos-day.js';
import { formatNaira } from './money.js';
import { sendingWords, type SendingStanding } from './sending-words.js';

/** The end of a closed case, read by `end_of_case` of src/operators/cases/outgoing.sql. Times are ISO 8601. */
export interface CaseEnd {
  readonly type: 'DECIDED' | 'HEALED';
  readonly at: string;
  readonly operator: string | null;
  readonly partner: string | null;
  readonly decision: string | null;
  /** The journals that were booked since the case was opened. */
  readonly journals: readonly string[];
  /** The events that the merchant was sent since the case was opened. */
  readonly events: readonly SentEvent[];
}

interface SentEvent {
  readonly type: string;
  /** The status of the event's delivery; null: the merchant had no endpoint. */
  readonly status: string | null;
  readonly at: string | null;
}

/** The subject, as it stands now. */
export interface EndedSubject {
  readonly kind: string;
  readonly state: string | null;
  readonly amountMinor: bigint | null;
  readonly sendings: readonly (SendingStanding & {
    readonly kind: string;
    readonly subject: string;
    readonly amountMinor: bigint;
  })[];
}

type States = Readonly<Record<string, string>>;

/** The result of a case, by kind and state. AMOUNT stands for the amount that the case was about. */
export const endTexts: Readonly<Record<string, States>> = {
  CREDIT: {
    HELD: 'AMOUNT is still in suspense.',
    ACCEPTED: 'AMOUNT is the merchant’s.',
    KEPT: 'AMOUNT stays in suspense.',
    RETURN_ORDERED: 'AMOUNT goes back to the payer, and has not arrived yet.',
    RETURNED: 'AMOUNT went back to the payer.',
  },
  CHECKOUT: {
    INITIATED: 'The order is open.',
    AWAITING_PAYMENT: 'The order is open.',
    PROCESSING: 'The order is open.',
    PARTIALLY_PAID: 'The order is paid in part, and open.',
    SUCCESSFUL: 'The order is paid.',
    FAILED: 'The order has failed.',
    EXPIRED: 'The order has expired.',
    CANCELLED: 'The order was called off.',
    PARTIALLY_REFUNDED: 'The order was paid, and a part was given back.',
    REFUNDED: 'The order was paid, and all was given back.',
    REVERSED: 'The order was paid, and the money was taken back.',
  },
  REFUND: {
    REQUESTED: 'AMOUNT goes to the payer, and has not left yet.',
    NAME_ENQUIRY: 'AMOUNT goes to the payer, and has not left yet.',
    PROCESSING: 'AMOUNT has left, and the bank has not answered yet.',
    UNKNOWN: 'AMOUNT has left, and nobody knows yet whether it arrived.',
    NEEDS_ACCOUNT: 'AMOUNT is still with us: nobody knows to which account it goes.',
    SUCCESSFUL: 'The payer has AMOUNT.',
    FAILED: 'The refund was given up. AMOUNT is still with us.',
  },
  PAYOUT: {
    SCHEDULED: 'AMOUNT goes to the merchant, and has not left yet.',
    ON_HOLD: 'The settlement is held. AMOUNT is with us.',
    PROCESSING: 'AMOUNT is on its way to the merchant.',
    UNKNOWN: 'AMOUNT has left, and nobody knows yet whether it arrived.',
    SUCCESSFUL: 'The merchant has AMOUNT.',
    FAILED: 'AMOUNT is in the merchant’s balance again.',
    REVERSED: 'The bank sent AMOUNT back. It is in the merchant’s balance again.',
    CANCELLED: 'The settlement was called off. AMOUNT is in the merchant’s balance again.',
  },
  CHARGE: {
    PENDING: 'The card was not charged yet.',
    REQUIRES_ACTION: 'The payer has to act.',
    PROCESSING: 'The acquirer has not answered yet.',
    UNKNOWN: 'Nobody knows yet whether the card was charged.',
    SUCCEEDED: 'The card was charged AMOUNT.',
    FAILED: 'The card was not charged.',
    EXPIRED: 'The card was not charged: the payer did not act in time.',
    CANCELLED: 'The card was not charged: the attempt was called off.',
  },
  DISPUTE: {
    PENDING: 'The answer has not been sent yet.',
    DELIVERED: 'The acquirer has the answer.',
    REFUSED: 'The acquirer refused the answer.',
  },
  FINDING: {
    OPEN: 'It is found still.',
    RESOLVED: 'It is put right.',
  },
  ENDPOINT: {
    ACTIVE: 'Events are sent to the endpoint.',
    SUPPRESSED: 'Nothing is sent to the endpoint, and its events are kept.',
    DISABLED: 'The merchant has switched the endpoint off.',
  },
};

const byDecision: Readonly<Record<string, string>> = {
  adjust: 'AMOUNT was booked against write-offs: the books say what the bank’s statement says.',
};

/**
 * A few sentences about the end of a case: who ended it, the result so far, the journals, and the events that the
 * merchant was sent.
 */
export function endingText(end: CaseEnd, subject: EndedSubject): string {
  return [
    whoText(end),
    outcomeText(end, subject),
    ...subject.sendings.map(
      ({ kind, subject: id, amountMinor, ...standing }) =>
        `${kind === 'REFUND' ? 'Refund' : 'Payout'} ${id}, ${formatNaira(amountMinor)}: ${sendingWords(standing)}`,
    ),
    journalsText(end.journals),
    ...end.events.map(eventText),
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** Says in a few words how a case ended, for lists. */
export function endedTitle({ type, decision }: Pick<CaseEnd, 'type' | 'decision'>): string {
  return type === 'HEALED' ? 'ended by itself' : `decided: ${wordsOf(decision)}`;
}

function whoText({ type, at, operator, partner, decision }: CaseEnd): string {
  const when = readableMoment(at);
  if (type === 'HEALED') return `It ended by itself, ${when}.`;
  const who = [operator, partner].filter((name) => name !== null).join(' and ');
  return `Decided by ${who}, ${when}: ${wordsOf(decision)}.`;
}

function outcomeText({ decision }: CaseEnd, { kind, state, amountMinor }: EndedSubject): string {
  const text =
    (kind === 'FINDING' ? byDecision[decision ?? ''] : undefined) ?? endTexts[kind]?.[state ?? ''];
  if (text === undefined) return state === null ? '' : `It stands ${state}.`;
  return text.replace('AMOUNT', amountMinor === null ? 'The money' : formatNaira(amountMinor));
}

function journalsText(journals: readonly string[]): string {
  if (journals.length === 0) return '';
  return `${journals.length === 1 ? 'Journal' : 'Journals'} ${journals.join(', ')}.`;
}

const deliveryTexts: States = {
  PENDING: 'not delivered yet',
  DELIVERING: 'not delivered yet',
  RETRYING: 'not delivered yet, tried again',
  DEAD: 'given up: the merchant’s endpoint did not take it',
  SUPPRESSED: 'kept: the merchant’s endpoint is given up',
};

function eventText({ type, status, at }: SentEvent): string {
  if (status === null) return `Webhook ${type}: the merchant has no endpoint.`;
  if (status === 'DELIVERED' && at !== null) {
    return `Webhook ${type} delivered ${readableMoment(at)}.`;
  }
  return `Webhook ${type} ${deliveryTexts[status] ?? status}.`;
}

function wordsOf(decision: string | null): string {
  return (decision ?? '').replaceAll('_', ' ');
}
