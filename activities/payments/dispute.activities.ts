import { Context } from '@temporalio/activity';
import type { CardRail } from '../../src/domain/card-rail.port.js';
import type { PgDisputeAnswers } from '../../src/payments/disputes/dispute-answer.store.js';
import type { RailVerdict } from '../contract.js';
import type { DisputeActivities } from './contract.js';
import { beating } from '../platform/heartbeat.js';

/** Sends answers to acquirers, for the worker of the task queue `rails`. A merchant's text stays out of histories. */
export function disputeActivities(
  answers: PgDisputeAnswers,
  cards: ReadonlyMap<string, CardRail>,
): Pick<DisputeActivities, 'sendDisputeAnswer' | 'askDisputeAnswer'> {
  const railOf = (provider: string): CardRail => {
    const rail = cards.get(provider);
    if (rail === undefined) throw new TypeError(`there is no acquirer ${provider}`);
    return rail;
  };
  return {
    async sendDisputeAnswer({ answerId }) {
      const { provider, ...answer } = await answers.instruction(answerId);
      const call = railOf(provider).answerDispute({ answerId, ...answer });
      return reported(answerId, await beating(call));
    },
    async askDisputeAnswer({ answerId, provider }) {
      // The chargeback is named too, because an acquirer that keeps no id of ours looks at the dispute itself.
      const { chargebackId } = await answers.instruction(answerId);
      const asked = railOf(provider).queryDisputeAnswer(answerId, chargebackId);
      return reported(answerId, await asked);
    },
  };
}

function reported(answerId: string, { outcome, code, failure }: RailVerdict): RailVerdict {
  Context.current().log.info('an acquirer has answered', { answerId, outcome, code, failure });
  return { outcome, code, failure };
}
