import { condition, proxyActivities, sleep } from '@temporalio/workflow';
import type {
  CardRailActivities,
  CardStarted,
  CardStepDone,
  CardVerdict,
} from '../../activities/payments/contract.js';
import {
  type CardAttemptStatus,
  isConclusive,
  isOpenAttempt,
} from '../../src/domain/card-attempt-state.js';
import { cardCutOffMs, judgeAbsence, queryPauseMs } from '../../src/domain/tsq-schedule.js';
import { cardCharging, railQuestion } from '../platform/activity-options.js';
import { answerOr } from '../payouts/rail-answer.js';
import type { CardHappening } from './checkout-happenings.js';

const minuteMs = 60_000;
/** The time that a payer may take over 3-D Secure or a one-time password. */
const actionMs = 10 * minuteMs;
/** The time without an answer after which an operator is asked to look, and the acquirer is asked every hour. */
const patienceMs = 24 * 60 * minuteMs;
const hourMs = 60 * minuteMs;
/**
 * The pauses before a charge that could not be sent is tried again. After the last, the charge is given up: the
 * acquirer was never called.
 */
const unsentPausesMs = [2_000, 5_000, 15_000, 60_000, 60_000, 60_000] as const;

/** The steps that connect an attempt with its checkout. Each of them is taken in the order of the checkout's queue. */
export interface ChargeSteps {
  start(attemptId: string): Promise<CardStarted>;
  record(attemptId: string, verdict: CardVerdict, isFinal: boolean): Promise<CardStepDone>;
  /** Reports that nobody knows the outcome of the charge. */
  needsAttention(attemptId: string): void;
}

export interface BegunCharge {
  readonly charge: CardCharge;
  /** The status of the attempt after the first answer. */
  readonly first: Promise<CardAttemptStatus>;
}

/** `wasSent`: the charge was sent by a workflow that was lost, so the acquirer is only asked for its outcome. */
export function beginCharge(attemptId: string, steps: ChargeSteps, wasSent: boolean): BegunCharge {
  const charge = new CardCharge(attemptId, steps, wasSent);
  return { charge, first: new Promise((answered) => void charge.run(answered)) };
}

/**
 * Makes one attempt to charge a card. The charge is sent once. When its answer is lost, the workflow asks for the
 * outcome (after 5, 15 and 60 seconds, then every 5 minutes) and never charges again. The attempt runs beside the
 * checkout, so that an acquirer does not keep the checkout waiting.
 */
class CardCharge {
  readonly #attemptId: string;
  readonly #steps: ChargeSteps;
  #isReported = false;
  #railQueue = '';
  /** The acquirer's last word; undefined: it has said nothing that was written down. */
  #last: CardVerdict['outcome'] | undefined;
  #hasEnded = false;
  readonly #wasSent: boolean;

  constructor(attemptId: string, steps: ChargeSteps, wasSent: boolean) {
    this.#attemptId = attemptId;
    this.#steps = steps;
    this.#wasSent = wasSent;
    this.#isReported = wasSent;
  }

  /** Notes that the acquirer has news of the charge. */
  reported(): void {
    this.#isReported = true;
  }

  /**
   * Whether the attempt has ended without the acquirer's word. Then the acquirer may take the payer's money after all.
   */
  get mayBeReopened(): boolean {
    return this.#hasEnded && this.#last !== 'APPROVED' && this.#last !== 'DECLINED';
  }

  /** Tells whether nothing is left to do about an attempt that has this status after this kind of step. */
  isOver(step: CardHappening['kind'], status: CardAttemptStatus): boolean {
    return !isOpenAttempt(status) && !(step === 'cardAttempted' && this.#isAskedAfterAll(status));
  }

  /** Returns when nothing more can come of the attempt. Calls `answered` with its status after the first answer. */
  async run(answered: (status: CardAttemptStatus) => void): Promise<void> {
    await this.#run(answered);
    this.#hasEnded = true;
  }

  async #run(answered: (status: CardAttemptStatus) => void): Promise<void> {
    const started = await this.#steps.start(this.#attemptId);
    this.#railQueue = started.railQueue;
    if (!isOpenAttempt(started.attemptStatus)) {
      answered(started.attemptStatus);
      if (this.#isAskedAfterAll(started.attemptStatus)) await this.#askAfterAll();
      return;
    }
    const sentAtMs = Date.now();
    const attemptStatus = this.#wasSent ? started.attemptStatus : await this.#sendOnce();
    answered(attemptStatus);
    if (attemptStatus === 'REQUIRES_ACTION') await this.#awaitPayer();
    else if (isOpenAttempt(attemptStatus)) await this.#pursue(sentAtMs);
  }

  /** Tells whether the attempt has ended without money, and there is news of it. */
  #isAskedAfterAll(status: CardAttemptStatus): boolean {
    return this.#wasSent && (status === 'EXPIRED' || status === 'FAILED');
  }

  /** Asks once more after the payer's time to act is over, because a charge that was approved all the same is money. */
  async #askAfterAll(): Promise<void> {
    const verdict = await this.#ask();
    if (isConclusive(verdict) || verdict.outcome === 'ACTION_REQUIRED') {
      await this.#record(verdict, true);
    } else await this.#pursue(Date.now());
  }

  async #sendOnce(): Promise<CardAttemptStatus> {
    const verdict = await this.#send();
    return (await this.#record(verdict, isNotSent(verdict))).attemptStatus;
  }

  async #send(): Promise<CardVerdict> {
    const activities = this.#rail({ ...cardCharging, summary: 'Charge the card' });
    for (const pauseMs of unsentPausesMs) {
      const verdict = await answerOr(activities.chargeCard({ attemptId: this.#attemptId }), lost);
      if (!isNotSent(verdict)) return verdict;
      await sleep(pauseMs, { summary: 'The charge could not be sent yet' });
    }
    return answerOr(activities.chargeCard({ attemptId: this.#attemptId }), lost);
  }

  /** Waits until the payer has acted, or the time for it is over. */
  async #awaitPayer(): Promise<void> {
    const endsAtMs = Date.now() + actionMs;
    for (;;) {
      await this.#pause(Math.max(1, endsAtMs - Date.now()), 'The payer has to act');
      const isFinal = Date.now() >= endsAtMs;
      const verdict = await this.#ask();
      if (verdict.outcome === 'ACTION_REQUIRED') {
        if (!isFinal) continue;
      } else if (!isConclusive(verdict)) {
        if (isFinal) return this.#pursue(Date.now());
        continue;
      }
      await this.#record(verdict, isFinal);
      return;
    }
  }

  /** Asks until the acquirer gives the outcome of the charge. */
  async #pursue(sentAtMs: number): Promise<void> {
    let sinceMs: number | null = null;
    let isShown = false;
    for (let asked = 0; ; asked += 1) {
      const isOverdue = Date.now() - sentAtMs >= patienceMs;
      if (isOverdue && !isShown) this.#steps.needsAttention(this.#attemptId);
      isShown = isOverdue;
      await this.#pause(isOverdue ? hourMs : queryPauseMs(asked), 'What became of the charge');
      const verdict = await this.#ask();
      if (isConclusive(verdict)) return void (await this.#record(verdict, false));
      if (verdict.outcome === 'ACTION_REQUIRED') {
        await this.#record(verdict, false);
        return this.#awaitPayer();
      }
      if (verdict.outcome !== 'ABSENT') {
        sinceMs = null;
        continue;
      }
      const absence = judgeAbsence({ sentAtMs, cutOffMs: cardCutOffMs, sinceMs }, Date.now());
      if (absence.isLost) return void (await this.#record(verdict, true));
      sinceMs = absence.sinceMs;
    }
  }

  #record(verdict: CardVerdict, isFinal: boolean): Promise<CardStepDone> {
    this.#last = verdict.outcome;
    return this.#steps.record(this.#attemptId, verdict, isFinal);
  }

  #ask(): Promise<CardVerdict> {
    this.#isReported = false;
    const activities = this.#rail({ ...railQuestion, summary: 'Ask for the charge' });
    return answerOr(activities.askCharge({ attemptId: this.#attemptId }), lost);
  }

  #rail(options: typeof cardCharging) {
    return proxyActivities<CardRailActivities>({ ...options, taskQueue: this.#railQueue });
  }

  /** Pauses. The pause ends early when the acquirer reports. */
  async #pause(durationMs: number, summary: string): Promise<void> {
    await condition(() => this.#isReported, durationMs, { summary });
  }
}

const lost: CardVerdict = { outcome: 'UNKNOWN', code: null, failure: 'LOST' };

function isNotSent({ outcome, failure }: CardVerdict): boolean {
  return outcome === 'ABSENT' && failure === 'NOT_SENT';
}
