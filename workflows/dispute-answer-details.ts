import type { DisputeAnswerView, FailureType } from '../activities/contract.js';
import type { DisputeAnswerStatus } from '../src/domain/ports/dispute-answers.port.js';
import { decisionCommand, detailsTable, failureTexts, healingTexts } from './attention.js';

/** Where an answer to a chargeback stands, for the operator's page. Nothing personal. */
export function answerDetails(answerId: string, view: DisputeAnswerView, note?: string): string {
  const headline = `**${headlines[view.status]}**`;
  return [headline, ...(note === undefined ? [] : [note]), table(answerId, view)].join('\n\n');
}

export type AnswerWait =
  | { readonly why: 'UNKNOWN'; readonly asked: number }
  | { readonly why: 'STEP'; readonly step: string; readonly failure: FailureType };

/** Markdown: what happened, what is safe, and the exact next step. */
export function answerAttention(
  answerId: string,
  view: DisputeAnswerView | undefined,
  wait: AnswerWait,
  address: { readonly workflowId: string; readonly namespace: string },
  heals = false,
): string {
  const { happened, todo } = texts(answerId, wait);
  const command = decisionCommand({ ...address, update: 'resolve', decision: 'retry' });
  return [
    '### Needs attention: an answer to a chargeback',
    `**What happened.** ${happened}`,
    ...healingTexts(heals, 'the answer'),
    '**What is safe.** The acquirer takes the answer once for its id, however often it is sent.',
    `**What to do.** ${todo} Send the update \`resolve\` to this workflow, here (*Send an Update*) or with\n\n${command}`,
    ...(view === undefined ? [] : [table(answerId, view)]),
  ].join('\n\n');
}

function texts(answerId: string, wait: AnswerWait): { happened: string; todo: string } {
  if (wait.why === 'UNKNOWN') {
    return {
      happened: `The acquirer has not said for a day whether it has taken the answer. It was asked ${wait.asked} times, and is asked again every hour.`,
      todo: 'Ask the acquirer by another way, before the deadline of the chargeback has passed. `retry` asks its interface at once.',
    };
  }
  const { what, todo } = failureTexts[wait.failure];
  return {
    happened: `\`${wait.step}\` of \`${answerId}\` failed with \`${wait.failure}\`. ${what}`,
    todo: `${todo} Then \`retry\` runs the step again.`,
  };
}

const headlines: Readonly<Record<DisputeAnswerStatus, string>> = {
  PENDING: 'On its way to the acquirer',
  DELIVERED: 'The acquirer has taken it',
  REFUSED: 'The acquirer has refused it',
};

function table(answerId: string, { kind, provider, sentAt }: DisputeAnswerView): string {
  return detailsTable([
    ['Answer', `\`${answerId}\``],
    ['Kind', `\`${kind}\``],
    ['Acquirer', `\`${provider}\``],
    ['Sent', sentAt ?? 'not yet'],
  ]);
}
