import { readableMoment } from './lagos-day.js';

/** The progress of a refund, or of the payouts of a settlement. Times are ISO 8601. */
export interface SendingStanding {
  readonly status: string;
  readonly sessionId: string | null;
  readonly sentAt: string | null;
  readonly arrivedAt: string | null;
}

const texts: Readonly<Record<string, string>> = {
  REQUESTED: 'ordered, not sent yet.',
  NAME_ENQUIRY: 'ordered, not sent yet; the bank is asked whose the account is.',
  NEEDS_ACCOUNT: 'not sent; nobody knows to which account.',
  SCHEDULED: 'ordered, not sent yet.',
  ON_HOLD: 'held, not sent.',
  PROCESSING: 'sent; the bank has not answered yet.',
  UNKNOWN: 'sent; the bank has not said what became of it.',
  SUCCESSFUL: 'arrived.',
  FAILED: 'failed; the money is with us.',
  REVERSED: 'came back.',
  CANCELLED: 'called off before it was sent.',
};

/** Says where the money is, in a sentence without a subject, such as "arrived 2026-11-26 08:39, session id 0000…". */
export function sendingWords({ status, sessionId, sentAt, arrivedAt }: SendingStanding): string {
  if (status === 'SUCCESSFUL' && arrivedAt !== null) {
    return `arrived ${readableMoment(arrivedAt)}${sessionText(sessionId)}.`;
  }
  const isSent = status === 'PROCESSING' || status === 'UNKNOWN';
  const since =
    isSent && sentAt !== null ? ` Left ${readableMoment(sentAt)}${sessionText(sessionId)}.` : '';
  return `${texts[status] ?? `${status}.`}${since}`;
}

const underWay: ReadonlySet<string> = new Set([
  ...['RETURN_ORDERED', 'REQUESTED', 'NAME_ENQUIRY', 'SCHEDULED', 'PROCESSING', 'UNKNOWN'],
]);

/** Tells whether money that was ordered has still to arrive. */
export function isUnderWay(status: string | undefined): boolean {
  return status !== undefined && underWay.has(status);
}

function sessionText(sessionId: string | null): string {
  return sessionId === null ? '' : `, session id ${sessionId}`;
}
