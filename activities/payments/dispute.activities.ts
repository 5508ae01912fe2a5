import { Context } from '@temporalio/activity';
import { railQueue } from '../../src/domain/ids.js';
import type { CardRail } from '../../src/domain/card-rail.port.js';
import type { AnswerStanding } from '../../src/payments/disputes/dispute-answers.js';
import type { PgDisputeAnswers } from '../../src/payments/disputes/dispute-answer.store.js';
import type { RailVerdict } from '../contract.js';
import type { DisputeActivities, DisputeAnswerView } from './contract.js';
import { beating } from '../platform/heartbeat.js';

/**
 * The activities about disputes, for the worker of the task queue `rails`. A merchant's text stays out of histories.
 */
export function disputeActivities(
  answers: PgDisputeAnswers,
  cards: ReadonlyMap<string, CardRail>,
): DisputeActivities {
  const railOf = (provider: string): CardRail => {
    const rail = cards.get(provider);
    if (rail === undefined) throw new TypeError(`there is no acquirer ${provider}`);
    return rail;
  };
  return {
    findDisputeAnswer: async ({ answerId }) => view(await answers.find(answerId)),
    startDisputeAnswer: async ({ answerId }) => view(await answers.start(answerId)),
    concludeDisputeAnswer: async ({ answerId, verdict }) =>
      view(await answers.conclude(answerId, verdict)),
    async sendDisputeAnswer({ answerId }) {
      const { provider, ...answer } = await answers.instruction(answerId);
      const sending = railOf(provider).answerDispute({ answerId, ...answer });
      return reported(answerId, await beating(sending));
    },
    async askDisputeAnswer({ answerId, provider }) {
      return reported(answerId, await railOf(provider).queryDisputeAnswer(answerId));
    },
  };
}

function view({ kind, status, provider, sentAt }: AnswerStanding): DisputeAnswerView {
  const sent = sentAt?.toISOString() ?? null;
  return { kind, status, provider, railQueue: railQueue(provider), sentAt: sent };
}

function reported(answerId: string, { outcome, code, failure }: RailVerdict): RailVerdict {
  Context.current().log.info('an acquirer has answered', { answerId, outcome, code, failure });
  return { outcome, code, failure };
}
