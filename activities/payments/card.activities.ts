import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { PgCardAttempts } from '../../src/payments/cards/card-attempt.store.js';
import type { CardAnswer, CardRail } from '../../src/domain/card-rail.port.js';
import { instructionToSend } from '../payouts/instruction-to-send.js';
import { beating } from '../platform/heartbeat.js';
import type { CardRailActivities, CardVerdict } from './contract.js';

/** Acquirers, for the worker of the task queue `rails`. Tokens and cards stay out of the answers. */
export function cardRailActivities(
  attempts: PgCardAttempts,
  cards: ReadonlyMap<string, CardRail>,
): CardRailActivities {
  const railOf = (provider: string): CardRail => {
    const rail = cards.get(provider);
    if (rail === undefined) throw new TypeError(`there is no acquirer ${provider}`);
    return rail;
  };
  return {
    async chargeCard({ attemptId }) {
      const read = () => attempts.instruction(attemptId);
      const instruction = await instructionToSend(read, ({ provider }) => railOf(provider)).catch(
        (err: unknown) => {
          if (err instanceof ApplicationFailure) throw err;
          Context.current().log.warn('a charge could not be read', { attemptId, err });
          return undefined;
        },
      );
      if (instruction === undefined || instruction.isLate) return notSent;
      const { provider, sendingStatus: _, isLate: __, ...charge } = instruction;
      return kept(attempts, attemptId, await beating(railOf(provider).charge(charge)));
    },
    async askCharge({ attemptId }) {
      const { provider, ...charge } = await attempts.instruction(attemptId);
      return kept(attempts, attemptId, await railOf(provider).query(charge.chargeId, charge));
    },
  };
}

/** The acquirer was not called. */
const notSent: CardVerdict = { outcome: 'ABSENT', code: null, failure: 'NOT_SENT' };

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
