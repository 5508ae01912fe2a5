import type { FailureType } from '../../activities/contract.js';
import {
  type CasePage,
  detailsTable,
  failureTexts,
  type Rows,
  stepFailed,
} from '../platform/case-page.js';
import { readableMoment } from '../../src/domain/lagos-day.js';
import type { Pursuit } from '../messages.js';

/** The state of an outgoing refund or settlement, for the operator's page. The state holds nothing personal. */
export interface OutwardPicture<View> {
  /** The id of the refund, or of the settlement. */
  readonly id: string;
  /** Undefined until it was read for the first time. */
  readonly view: View | undefined;
  /** The number of refused sendings and enquiries. For a payout, only refusals for a passing reason count. */
  readonly refusals: number;
  /** The last refusal: a NIP code or a named reason. */
  readonly lastRefusal: string | null;
  /** A sending that the bank's statement shows, though it was refused for certain. */
  readonly debited: string | null;
  /** The time until which a refusal for a passing reason is tried again, when time and not tries end it; ISO 8601. */
  readonly until?: string;
}

/** A wait in words, and the decisions that are possible about it. */
export interface AttentionText<Decision> extends CasePage {
  readonly allowed: readonly Decision[];
}

/** The texts of the pages about one kind of outgoing money. */
export interface OutwardPage<View, Decision> {
  readonly noun: 'refund' | 'payout';
  readonly headline: (view: View | undefined) => string;
  readonly rows: (picture: OutwardPicture<View>) => readonly (readonly [string, string])[];
  /** The texts about what follows: while a sending is searched for, and when the rail has no record of it for long. */
  readonly whileSearched: string;
  readonly onceLost: string;
  /** The texts for a payout that the bank has made although it had refused it. */
  readonly debited: Pick<AttentionText<Decision>, 'safe' | 'todo' | 'allowed'>;
}

/** Writes the state as Markdown. */
export function outwardDetails<View>(
  page: Pick<OutwardPage<View, never>, 'headline' | 'rows'>,
  picture: OutwardPicture<View>,
  note?: string,
): string {
  const headline = `**${page.headline(picture.view)}**`;
  return [headline, ...(note === undefined ? [] : [note]), detailsTable(page.rows(picture))].join(
    '\n\n',
  );
}

/** Describes the search for a sending. */
export function pursuitNote(
  page: { readonly whileSearched: string; readonly onceLost: string },
  { sessionId, sentAt, asked, absentSince }: Pursuit,
  nextQueryAt: string,
): string {
  return [
    `The sending \`${sessionId}\` left ${readableMoment(sentAt)}, and what became of it is not known. The rail has been asked ${asked} times; next at ${readableMoment(nextQueryAt)}.`,
    absentSince === null
      ? page.whileSearched
      : `It says that it has no record since ${readableMoment(absentSince)}; when it still does 15 minutes later, ${page.onceLost}`,
  ].join(' ');
}

/** The page of a sending whose outcome nobody has known for an hour. */
export function searchPage(
  { noun, onceLost }: Pick<OutwardPage<never, never>, 'noun' | 'onceLost'>,
  pursuit: Pursuit | undefined,
): CasePage {
  const { sessionId = '-', sentAt } = pursuit ?? {};
  return {
    title: `nobody knows what became of a ${noun}`,
    happened: `The sending \`${sessionId}\` left ${readableMoment(sentAt)}, and the bank has not said since what became of it. It is asked every five minutes.`,
    safe: 'Nothing is sent again while that is so. The search goes on, and ends this by itself when the bank answers.',
    todo: `Call the bank and ask about the session id. Record what it says: arrived, or not sent. After "not sent", ${onceLost} Record that only when the bank has confirmed it. A second operator confirms either.`,
  };
}

export function approvalPage(
  noun: string,
  pursuit: Pursuit | undefined,
  { takesCode, isWrong }: { readonly takesCode: boolean; readonly isWrong: boolean },
): CasePage {
  const { sessionId = '-', sentAt } = pursuit ?? {};
  if (takesCode) return codePage(noun, pursuit, isWrong);
  return {
    title: `a ${noun} waits for a code or an approval`,
    happened: `The provider has the sending \`${sessionId}\` since ${readableMoment(sentAt)}, and carries it out once somebody of ours has entered a code or approved it there.`,
    safe: 'Nothing is sent again while that is so. The provider is asked on, and this ends by itself when it has carried the sending out.',
    todo: 'Enter the code at the provider’s own page, or approve the transfer there; let it send the code again if it is over. Then there is nothing to decide here. Record "sent" or "not sent" only when the provider has said so by another way; a second operator confirms either. Ask the provider to let transfers of this key go without a code.',
  };
}

function codePage(noun: string, pursuit: Pursuit | undefined, isWrong: boolean): CasePage {
  const { sessionId = '-', sentAt } = pursuit ?? {};
  const wrong = isWrong ? ' It says that the code it was given was wrong.' : '';
  return {
    title: isWrong
      ? `the code for a ${noun} was wrong`
      : `a ${noun} waits for a code of the provider`,
    happened: `The provider has the sending \`${sessionId}\` since ${readableMoment(sentAt)}, has sent a code to us, and carries the sending out once it has it back.${wrong}`,
    safe: 'Nothing is sent again while that is so. The provider is asked on, and this ends by itself when it has carried the sending out or has given it up.',
    todo: 'Type the code that the provider has sent you by e-mail or SMS. A second operator confirms it within ten minutes; it then goes to the provider once. Record "sent" or "not sent" only when the provider has said so by another way. Ask the provider to let transfers of this key go without a code.',
  };
}

export function pursuitRows(pursuit: Pursuit | undefined): Rows {
  if (pursuit === undefined) return [];
  return [
    ['Session id', `\`${pursuit.sessionId}\``],
    ['Sent', readableMoment(pursuit.sentAt)],
    ['Asked', `${pursuit.asked} times`],
  ];
}

/** The page of a sending that was refused, and that the statement shows. */
export function debitedText<View, Decision>(
  { debited }: Pick<OutwardPage<View, Decision>, 'debited'>,
  picture: OutwardPicture<View>,
): AttentionText<Decision> {
  return {
    title: 'the bank has paid out what it had refused',
    happened: `The bank's statement shows the sending \`${picture.debited ?? '-'}\`, of which the bank had said that nothing moved.`,
    ...debited,
  };
}

/** The page of a step on the database that fails. */
export function stepText(
  noun: string,
  id: string,
  step: string,
  failure: FailureType,
): AttentionText<'retry'> {
  return {
    title: `a step of a ${noun} fails`,
    happened: stepFailed(step, id, failure),
    safe: 'Nothing is sent twice: a step may be run again, and money never is.',
    todo: `${failureTexts[failure].todo} Then try again.`,
    allowed: ['retry'],
  };
}
