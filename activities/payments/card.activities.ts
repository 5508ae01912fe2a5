import { Context } from '@temporalio/activity';
import type { CardInstruction } from '../../src/payments/cards/card-attempts.js';
import type { PgCardAttempts } from '../../src/payments/cards/card-attempt.store.js';
import type { CardAnswer, CardRail } from '../../src/domain/card-rail.port.js';
import { beating } from '../platform/heartbeat.js';
import type { CardRailActivities, CardVerdict } from './contract.js';

/** Acquirers, for the worker of the task queue `rails`. Tokens and cards stay out of the answers. */
export function cardRailActivities(
  attempts: PgCardAttempts,
  cards: ReadonlyMap<string, CardRail>,
): CardRailActivities {
  return {
    async chargeCard({ attemptId }) {
      const instruction = await attempts.instruction(attemptId).catch((error: unknown) => error);
      if (!isInstruction(instruction)) {
        Context.current().log.warn('a charge could not be read', { attemptId, err: instruction });
        return { outcome: 'ABSENT', code: null, failure: 'NOT_SENT' };
      }
      const { provider, ...charge } = instruction;
      const rail = cards.get(provider);
      if (rail === undefined) throw new TypeError(`there is no acquirer ${provider}`);
      return kept(attempts, attemptId, await beating(rail.charge(charge)));
    },
    async askCharge({ attemptId }) {
      const { provider, ...charge } = await attempts.instruction(attemptId);
      const rail = cards.get(provider);
      if (rail === undefined) throw new TypeError(`there is no acquirer ${provider}`);
      return kept(attempts, attemptId, await rail.query(charge.chargeId, charge));
    },
  };
}

/**
 * Stores the payer's part of the answer in the database; an action that could not be stored is asked for again later.
 */
async function kept(
  attempts: PgCardAttempts,
  attemptId: string,
  answer: CardAnswer,
): Promise<CardVerdict> {
  const { outcome, code, failure, action, card } = answer;
  try {
    if (action !== null || card !== null) await attempts.keepDetails(attemptId, { action, card });
  } catch (err) {
    Context.current().log.warn('the details of a charge could not be kept', { attemptId, err });
    if (outcome === 'ACTION_REQUIRED') return { outcome: 'UNKNOWN', code, failure: 'NOT_KEPT' };
  }
  Context.current().log.info('an acquirer has answered', { attemptId, outcome, code, failure });
  return { outcome, code, failure };
}

function isInstruction(found: unknown): found is CardInstruction {
  return typeof found === 'object' && found !== null && 'chargeId' in found;
}
