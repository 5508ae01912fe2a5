import {
  makeContinueAsNewFunc,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import type { RailVerdict } from '../../activities/contract.js';
import type { DisputeActivities, DisputeAnswerView } from '../../activities/payments/contract.js';
import type { DisputeAnswerStatus } from '../../src/domain/dispute-state.js';
import { readableMoment } from '../../src/domain/lagos-day.js';
import { queryPauseMs } from '../../src/domain/tsq-schedule.js';
import { answerSending, onRail, railQuestion } from '../platform/activity-options.js';
import { OperatorDesk, runToItsEnd, decisionUpdate } from '../platform/attention.js';
import { answerDetails, answerPage, answerRows } from './dispute-answer-details.js';
import type { Rows } from '../platform/case-page.js';
import { type DisputeAnswerInput, resolveDisputeAnswer } from '../messages.js';
import { type DisputeAnswerDecision, disputeAnswerDecisions } from '../../src/domain/decisions.js';
import { believable, certainOutcome, longHistory } from '../payouts/outward-transfer.js';
import { untilDone } from '../platform/parked-step.js';
import { carryOutWhileParked, carryOutStep } from '../platform/patient-step.js';

export interface DisputeAnswerResult {
  readonly status: DisputeAnswerStatus;
}

const hourMs = 3_600_000;
/** The time without an answer after which an operator is asked to look, and the acquirer is asked every hour. */
const patienceMs = 24 * hourMs;

/**
 * Carries a merchant's answer to a chargeback to the acquirer, and finds out whether the acquirer has taken it. An answer
 * whose reply was lost is asked for; it is sent again, under the same id, only when the acquirer has no record of it.
 *
 * PostgreSQL holds where the answer stands; a workflow that is started again goes on from there.
 */
export function disputeAnswerWorkflow(input: DisputeAnswerInput): Promise<DisputeAnswerResult> {
  const answer = new AnswerRun(input);
  setHandler(resolveDisputeAnswer, (resolution) => answer.desk.decide(resolution), {
    validator: (resolution) => answer.desk.mayDecide(resolution),
    description: decisionUpdate('an answer', disputeAnswerDecisions),
  });
  // The workflow goes on after a cancellation, which cannot take back an answer that the acquirer has.
  return runToItsEnd(answer);
}

class AnswerRun {
  readonly desk: OperatorDesk<DisputeAnswerDecision>;
  readonly #input: DisputeAnswerInput;
  #view: DisputeAnswerView | undefined;
  #asked: number;
  /** An operator has decided, and the acquirer was not asked since. */
  #isDecided = false;

  constructor(input: DisputeAnswerInput) {
    this.#input = input;
    const { answerId: subject } = input;
    this.desk = new OperatorDesk({ kind: 'DISPUTE', subject, update: 'resolve' });
    this.#asked = input.asked ?? 0;
  }

  async run(): Promise<DisputeAnswerResult> {
    const { answerId } = this.#input;
    let view = await this.#step('findDisputeAnswer', 'Read the answer', (steps) =>
      steps.findDisputeAnswer({ answerId }),
    );
    if (view.status === 'PENDING' && view.sentAt === null) {
      // The sending is written down first: a run that finds it written asks the acquirer before it sends.
      view = await this.#step('startDisputeAnswer', 'Write down: it leaves', (steps) =>
        steps.startDisputeAnswer({ answerId }),
      );
      view = await this.#believe(view, await this.#send(view, 'Send the answer'));
    }
    while (view.status === 'PENDING') {
      if (!this.#isDecided) await this.#goOnInNewRun();
      view = await this.#believe(view, await this.#askLater(view));
    }
    setCurrentDetails(answerDetails(answerId, view));
    return { status: view.status };
  }

  #send(view: DisputeAnswerView, summary: string): Promise<RailVerdict> {
    const { answerId } = this.#input;
    const options = { ...onRail(answerSending, view), summary };
    const { sendDisputeAnswer } = proxyActivities<DisputeActivities>(options);
    return believable(sendDisputeAnswer({ answerId }));
  }

  async #askLater(view: DisputeAnswerView): Promise<RailVerdict> {
    await this.#pause(view);
    this.#asked += 1;
    const summary = `Status query ${this.#asked}`;
    const options = { ...onRail(railQuestion, view), summary };
    const { askDisputeAnswer } = proxyActivities<DisputeActivities>(options);
    const { answerId } = this.#input;
    const verdict = await believable(askDisputeAnswer({ answerId, provider: view.provider }));
    if (verdict.outcome !== 'ABSENT') return verdict;
    const again = await this.#send(view, 'Send it again under its id');
    // The answer that the acquirer has already may be the first sending of this one.
    return again.failure === 'ALREADY_ANSWERED' ? { ...again, outcome: 'UNKNOWN' } : again;
  }

  async #pause(view: DisputeAnswerView): Promise<void> {
    const sinceMs = Date.now() - Date.parse(view.sentAt ?? '');
    if (sinceMs >= patienceMs) {
      if (!this.#isDecided) await this.#awaitDecision();
      this.#isDecided = false;
      return;
    }
    const pauseMs = queryPauseMs(this.#asked);
    const at = new Date(Date.now() + pauseMs).toISOString();
    const note = `What became of it is not known. The acquirer was asked ${this.#asked} times; next at ${readableMoment(at)}.`;
    setCurrentDetails(answerDetails(this.#input.answerId, view, note));
    await sleep(pauseMs, { summary: `Status query ${this.#asked + 1}` });
  }

  /**
   * Waits for a decision, for an hour at most. The case stays open while the acquirer is asked, so that its age counts
   * from when it was opened; it is shown anew after each question.
   */
  async #awaitDecision(): Promise<void> {
    const later = sleep(hourMs, { summary: 'Ask again' });
    const page = answerPage(this.#input.answerId, { why: 'UNKNOWN', asked: this.#asked });
    const allowed = disputeAnswerDecisions;
    const rows = () => this.#rows();
    const decided = new Promise<void>((resolve) => {
      this.desk.open({ reason: 'ANSWER: UNKNOWN', allowed, page, rows }, () => {
        this.#isDecided = true;
        this.desk.close();
        resolve();
      });
    });
    await Promise.race([decided, later]);
  }

  async #believe(view: DisputeAnswerView, verdict: RailVerdict): Promise<DisputeAnswerView> {
    const certain = certainOutcome(verdict);
    if (certain === undefined) return view;
    this.desk.close();
    const { answerId } = this.#input;
    const { code, failure } = verdict;
    const status = certain.isSent ? 'DELIVERED' : 'REFUSED';
    return this.#step('concludeDisputeAnswer', `Write down: ${status}`, (steps) =>
      steps.concludeDisputeAnswer({ answerId, verdict: { status, code, failure } }),
    );
  }

  async #goOnInNewRun(): Promise<void> {
    if (workflowInfo().historyLength <= (this.#input.longHistory ?? longHistory)) return;
    await this.desk.settled();
    // A decision that came meanwhile would be lost in the new run.
    if (this.#isDecided) return;
    await makeContinueAsNewFunc<typeof disputeAnswerWorkflow>()({
      ...this.#input,
      asked: this.#asked,
    });
  }

  /** Repeats the step until it is done: a step that fails waits for an operator, and is done again then. */
  async #step(
    name: string,
    summary: string,
    call: (steps: DisputeActivities) => Promise<DisputeAnswerView>,
  ): Promise<DisputeAnswerView> {
    const { parkAfterMs } = this.#input;
    this.#view = await untilDone(
      this.desk,
      {
        name,
        allowed: disputeAnswerDecisions,
        page: (failure) => answerPage(this.#input.answerId, { why: 'STEP', step: name, failure }),
        rows: () => this.#rows(),
        goesOn: 'the answer',
        untilItHeals: () =>
          carryOutWhileParked<DisputeActivities, DisputeAnswerView>({ call, summary }),
      },
      () => carryOutStep<DisputeActivities, DisputeAnswerView>({ call, summary, parkAfterMs }),
    );
    return this.#view;
  }

  #rows(): Rows {
    return this.#view === undefined ? [] : answerRows(this.#input.answerId, this.#view);
  }
}
