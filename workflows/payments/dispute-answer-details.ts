import type { FailureType } from '../../activities/contract.js';
import type { DisputeAnswerView } from '../../activities/payments/contract.js';
import { readableMoment } from '../../src/domain/lagos-day.js';
import type { DisputeAnswerStatus } from '../../src/domain/dispute-state.js';
import {
  type CasePage,
  detailsTable,
  failureTexts,
  type Rows,
  stepFailed,
} from '../platform/case-page.js';

/** The state of an answer to a chargeback, for the operator's page. The state holds nothing personal. */
export function answerDetails(answerId: string, view: DisputeAnswerView, note?: string): string {
  const headline = `**${headlines[view.status]}**`;
  return [
    headline,
    ...(note === undefined ? [] : [note]),
    detailsTable(answerRows(answerId, view)),
  ].join('\n\n');
}

export type AnswerWait =
  | { readonly why: 'UNKNOWN'; readonly asked: number }
  | { readonly why: 'STEP'; readonly step: string; readonly failure: FailureType };

/** The page of an answer that waits for a person, with the reason. */
export function answerPage(answerId: string, wait: AnswerWait): CasePage {
  return {
    title: 'the shop’s answer to a dispute',
    safe: 'The card company takes the answer once, however often it is sent.',
    ...texts(answerId, wait),
  };
}

function texts(answerId: string, wait: AnswerWait): { happened: string; todo: string } {
  if (wait.why === 'UNKNOWN') {
    return {
      happened: `The card company has not said for a day whether it has the shop’s answer. It was asked ${wait.asked} times, and is asked again every hour.`,
      todo: 'Call the card company before the deadline of the dispute passes. Sending it again asks at once.',
    };
  }
  return {
    happened: stepFailed(wait.step, answerId, wait.failure),
    todo: `${failureTexts[wait.failure].todo} Then send the answer again.`,
  };
}

const headlines: Readonly<Record<DisputeAnswerStatus, string>> = {
  PENDING: 'On its way to the acquirer',
  DELIVERED: 'The acquirer has taken it',
  REFUSED: 'The acquirer has refused it',
};

export function answerRows(answerId: string, { kind, provider, sentAt }: DisputeAnswerView): Rows {
  return [
    ['Answer', `\`${answerId}\``],
    ['Kind', `\`${kind}\``],
    ['Acquirer', `\`${provider}\``],
    ['Sent', sentAt === null ? 'not yet' : readableMoment(sentAt)],
  ];
}
