import type pg from 'pg';
import type {
  CardStarted,
  CardStepActivities,
  CardStepDone,
} from '../../../activities/payments/contract.js';
import type { CardAttemptStatus } from '../../domain/card-attempt-state.js';
import { declineOf } from '../../domain/card-code.js';
import type { CheckoutStatus } from '../../domain/checkout-state.js';
import { railQueue } from '../../domain/ids.js';
import type {
  BegunCardAttempt,
  CardAttemptOutcome,
  CardInstruction,
  CardStepResult,
  NewCardAttempt,
} from './card-attempts.js';
import type { CardAnswer } from '../../domain/card-rail.port.js';
import type { FactCheckout } from '../../platform/temporal/fact.js';
import { query, queryOne } from '../../platform/database/database.js';
import { call, callWithin } from '../../platform/database/sql-call.js';
import { type FactCheckoutColumns, toFactCheckout } from '../../platform/temporal/fact-checkout.js';
import { newId } from '../../platform/database/new-id.js';
import { tokenHash, type TokenSeal } from './card-token.js';

const checkoutColumns = (row: string) =>
  ['checkout_id', 'merchant_id', 'payment_reference', 'amount_minor', 'currency', 'expires_at']
    .map((column) => `${row}.${column}`)
    .join(', ');

const beginAttempt = callWithin(
  'begin_card_attempt',
  (called) =>
    `select outcome, (attempt).attempt_id, new_fact_id, ${checkoutColumns('(begun_for)')} from ${called}`,
).as<BegunRow>();
const startCharge = call('start_card_charge').as<StepRow & { provider: string }>();
const recordAnswer = call('record_card_answer').as<StepRow>();
const cancelUnsent = call('cancel_card_attempt').as<Omit<CardStepResult, 'attemptStatus'>>();
const giveUp = call('give_up_card');
const findInstruction = {
  name: 'card_instruction',
  text: `select a.provider, a.token_sealed, a.amount_minor, c.currency,
                a.return_url, a.status, a.updated_at < now() - interval '10 minutes' as is_late
           from card_attempt a join checkout c on c.checkout_id = a.checkout_id where a.attempt_id = $1`,
};
const keepDetails = {
  name: 'keep_card_details',
  text: `update card_attempt set action = $2, card = coalesce($3, card) where attempt_id = $1`,
};
const findCheckout = {
  name: 'checkout_of_card_attempt',
  text: `select ${checkoutColumns('c')}
           from card_attempt a join checkout c on c.checkout_id = a.checkout_id
          where a.attempt_id = $2 and a.provider = $1`,
};

interface BegunRow extends FactCheckoutColumns {
  outcome: CardAttemptOutcome;
  attempt_id: string | null;
  new_fact_id: bigint | null;
}

interface StepRow {
  status: CheckoutStatus;
  version: number;
  attempt_status: CardAttemptStatus;
}

interface InstructionRow {
  provider: string;
  token_sealed: Buffer;
  amount_minor: bigint;
  currency: string;
  return_url: string | null;
  status: CardAttemptStatus;
  is_late: boolean;
}

/** Tokens are sealed at rest, each for its own attempt. They are sent to the acquirer only. */
export class PgCardAttempts implements CardStepActivities {
  constructor(
    private readonly pool: pg.Pool,
    private readonly seal: TokenSeal,
  ) {}

  async begin(attempt: NewCardAttempt): Promise<BegunCardAttempt> {
    const attemptId = newId('att');
    const given = beginAttempt({
      ...attempt,
      returnUrl: attempt.returnUrl,
      attemptId,
      tokenHash: tokenHash(attempt.merchantId, attempt.token),
      tokenSealed: this.seal.seal(attempt.token, attemptId),
    });
    const row = await queryOne(this.pool, given);
    const isThere = row.outcome === 'BEGUN' || row.outcome === 'OPEN';
    return {
      outcome: row.outcome,
      attemptId: isThere ? row.attempt_id : null,
      fact:
        row.new_fact_id === null
          ? null
          : {
              factId: String(row.new_fact_id),
              kind: 'CARD_ATTEMPTED',
              subjectId: row.attempt_id,
              deadline: null,
              checkout: toFactCheckout(row),
            },
    };
  }

  /**
   * Marks an attempt as sent; from then on the acquirer may know the charge. CANCELLED: the checkout was already paid
   * in another way.
   */
  async startCardCharge({ attemptId }: { readonly attemptId: string }): Promise<CardStarted> {
    const row = await queryOne(this.pool, startCharge({ attemptId }));
    return { ...toStep(row), railQueue: railQueue(row.provider) };
  }

  async instruction(attemptId: string): Promise<CardInstruction> {
    const row = await queryOne<InstructionRow>(this.pool, findInstruction, [attemptId]);
    return {
      provider: row.provider,
      chargeId: attemptId,
      token: this.seal.open(row.token_sealed, attemptId),
      amountMinor: row.amount_minor,
      currency: row.currency,
      returnUrl: row.return_url,
      sendingStatus: row.status === 'PROCESSING' ? 'SENT' : null,
      isLate: row.is_late,
    };
  }

  /** Stores the details that only the payer's page needs: the address of the action, and the name of the card. */
  async keepDetails(
    attemptId: string,
    { action, card }: Pick<CardAnswer, 'action' | 'card'>,
  ): Promise<void> {
    const values = [attemptId, toJson(action), toJson(card)];
    await query(this.pool, keepDetails, values);
  }

  /** `isFinal`: a charge that still waits is given up. */
  async recordCardAnswer({
    attemptId,
    verdict,
    isFinal,
  }: Parameters<CardStepActivities['recordCardAnswer']>[0]): Promise<CardStepDone> {
    const { outcome, code, failure } = verdict;
    const decline = outcome === 'DECLINED' ? declineOf(code) : undefined;
    const hardReason = decline?.hard ? decline.reason : null;

    return toStep(
      await queryOne(
        this.pool,
        recordAnswer({ attemptId, outcome, code, failure, hardReason, final: isFinal }),
      ),
    );
  }

  /**
   * Gives up the attempt that waits for the payer, because the payer has left the page of the card's bank. Without such
   * an attempt nothing happens.
   */
  async giveUp(checkoutId: string): Promise<void> {
    await query(this.pool, giveUp({ checkoutId }));
  }

  /** Cancels an attempt that the workflow did not send before it ended. */
  cancelUnsent(attemptId: string): Promise<Omit<CardStepResult, 'attemptStatus'>> {
    return queryOne(this.pool, cancelUnsent({ attemptId }));
  }

  /** Returns undefined when no attempt has this id at this acquirer. */
  async checkoutOf(provider: string, attemptId: string): Promise<FactCheckout | undefined> {
    const [row] = await query<FactCheckoutColumns>(this.pool, findCheckout, [provider, attemptId]);
    return (row && toFactCheckout(row)) ?? undefined;
  }
}

function toStep({ status, attempt_status: attemptStatus }: StepRow): CardStepDone {
  return { status, attemptStatus };
}

function toJson(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}
