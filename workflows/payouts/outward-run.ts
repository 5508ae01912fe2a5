import { accountChannel, type ChannelName } from '../../src/domain/channels.js';
import {
  condition,
  makeContinueAsNewFunc,
  proxyActivities,
  setCurrentDetails,
  sleep,
} from '@temporalio/workflow';
import type { ByRail, RailVerdict } from '../../activities/contract.js';
import type { RailActivities, SendingVerdict } from '../../activities/payouts/contract.js';
import { readableMoment } from '../../src/domain/lagos-day.js';
import type { OutgoingHold } from '../../src/domain/outgoing-hold.js';
import { queryPauseMs } from '../../src/domain/tsq-schedule.js';
import { OperatorDesk, runToItsEnd } from '../platform/attention.js';
import { hear } from '../platform/believed.js';
import { bankReported, type Pursuit } from '../messages.js';
import { codeDecisions, type SearchDecision, searchDecisions } from '../../src/domain/decisions.js';
import {
  approvalPage,
  type AttentionText,
  debitedText,
  outwardDetails,
  type OutwardPage,
  type OutwardPicture,
  pursuitNote,
  pursuitRows,
  searchPage,
  stepText,
} from './outward-details.js';
import {
  believable,
  type CertainOutcome,
  certainOutcome,
  holdNotes,
  isDecided,
  longHistory,
  lookPauseMs,
  noAnswer,
  operatorSaid,
  pursue,
  type SendingNews,
  SendingTrail,
} from './outward-transfer.js';
import { type Parking, untilDone } from '../platform/parked-step.js';
import { carryOutStep, carryOutWhileParked } from '../platform/patient-step.js';
import { onRail, railSending } from '../platform/activity-options.js';
import { answerOr } from './rail-answer.js';

/** The input that starts a run. */
interface OutwardInput {
  readonly parkAfterMs: number;
  readonly longHistory?: number;
  readonly carried?: { readonly refusals: number; readonly pursuit: Pursuit };
}

/** The state of the whole, as the steps on the database return it. */
interface OutwardView extends ByRail {
  /** Left out: the channel of a bank. */
  readonly channel?: ChannelName;
  readonly provider: string;
  readonly cutOffMs: number;
}

/** The part that one sending sends: a refund, or a part of a settlement. */
interface OutwardPart {
  readonly status: string;
  readonly heldBy: OutgoingHold | null;
  readonly openSending: { readonly sessionId: string; readonly sentAt: string } | null;
  readonly debited?: string;
}

/** The data about a sending that a rail gets besides the transfer itself. */
export interface Sending {
  readonly sessionId: string;
  readonly nameEnquiryReference: string | null;
}

/** Why an operator is asked about a sending whose outcome is not known. */
type SearchCause = 'NO_ANSWER' | 'APPROVAL' | 'WRONG_CODE';

/** A certain outcome: no money has moved. */
export type Refusal = Extract<CertainOutcome, { isSent: false }>;

/** Lets a run come to its end: money that is on its way cannot be called back by a cancellation. */
export function carryThrough<Result>(run: {
  readonly desk: { settled(): Promise<void> };
  bankReported(sessionId: string): void;
  run(): Promise<Result>;
}): Promise<Result> {
  const description = "The bank's statement shows this sending: ask the bank at once.";
  hear(bankReported, description, ({ sessionId }) => run.bankReported(sessionId));
  return runToItsEnd(run);
}

/**
 * Sends money out. A sending is written down, then sent once; its outcome is asked for until it is certain. The run
 * waits while nothing may leave through its rail, after a refusal, and for an operator when the bank has paid out what it had
 * refused. The subclass of each kind has its policy: the enquiries before a sending, and the steps after a refusal.
 *
 * The order of steps, timers and calls is in recorded histories (test/replay).
 */
export abstract class OutwardRun<
  Input extends OutwardInput,
  View extends OutwardView,
  Part extends OutwardPart,
  Steps extends object,
  Decision extends string,
> {
  readonly desk: OperatorDesk<Decision | 'retry' | SearchDecision>;
  protected readonly trail: SendingTrail;
  protected view: View | undefined;
  protected refusals: number;
  protected lastRefusal: string | null = null;
  /** Name enquiries without an answer in a row. */
  protected unanswered = 0;
  /** The number of looks so far, while nothing may leave through the rail. */
  #looks = 0;
  #shown: SearchCause | undefined;
  /** Whether the provider has just taken a code. Then it has a moment to say what became of the sending. */
  #isCodeTaken = false;

  constructor(
    /** The id of the refund, or of the settlement. */
    protected readonly id: string,
    protected readonly input: Input,
    private readonly kind: 'REFUND' | 'PAYOUT',
  ) {
    this.desk = new OperatorDesk({ kind, subject: id, update: 'resolve' });
    this.refusals = input.carried?.refusals ?? 0;
    this.trail = new SendingTrail(input.carried?.pursuit);
  }

  protected abstract readonly page: OutwardPage<View, Decision>;
  protected abstract find(): Promise<View>;
  protected abstract take(
    part: Part,
    event: 'SENT' | 'LOST_SIGHT' | 'CONFIRMED',
    news?: SendingNews,
  ): Promise<View>;
  /** Returns the same part, as it stands now. */
  protected abstract partOf(view: View, part: Part): OutwardPart | undefined;
  /** Returns the wait before the next sending; undefined: there is none. */
  protected abstract pauseMs(): number | undefined;
  protected abstract giveUp(part: Part): Promise<View>;
  /** Carries out an operator's decision about a sending that was refused and debited; undefined: it is sent again. */
  protected abstract decided(part: Part, decision: Decision | 'retry'): Promise<View | undefined>;
  /** Returns the amount of the whole; undefined until it was read for the first time. */
  protected abstract amountMinor(): string | undefined;
  /** Makes the enquiries that are needed before the part is sent, or sends the part. */
  protected abstract prepare(view: View, part: Part): Promise<View>;
  protected abstract callRail(view: View, part: Part, sending: Sending): Promise<RailVerdict>;
  protected abstract refused(part: Part, refusal: Refusal, sessionId?: string): Promise<View>;

  bankReported(sessionId: string): void {
    this.trail.reported(sessionId);
  }

  protected async attempt(view: View, part: Part): Promise<View> {
    const { heldBy } = part;
    if (heldBy !== null) return this.#awaitLeave(heldBy);
    this.#looks = 0;
    this.trail.standsAs(part);
    if (this.trail.debited === undefined) {
      const pauseMs = this.pauseMs();
      if (pauseMs === undefined) return this.giveUp(part);
      if (pauseMs > 0) await this.#pauseAfterRefusal(pauseMs);
    }
    const instead = this.trail.debited === undefined ? undefined : await this.#sendAgain(part);
    return instead ?? this.prepare(view, part);
  }

  /** Pauses, and looks whether money may leave. The pauses grow, and the looks go on for as long as it takes. */
  async #awaitLeave(hold: OutgoingHold): Promise<View> {
    this.show(holdNotes[hold]);
    const pauseMs = lookPauseMs(this.#looks, Math.random());
    await sleep(pauseMs, { summary: 'Looks whether money may leave' });
    this.#looks += 1;
    return this.find();
  }

  async #pauseAfterRefusal(pauseMs: number): Promise<void> {
    this.show(
      `It is tried again at ${readableMoment(new Date(Date.now() + pauseMs).toISOString())}.`,
    );
    const summary = `Attempt ${this.refusals + 1}`;
    await condition(() => this.trail.debited !== undefined, pauseMs, { summary });
  }

  /** The money may have left already. Only a person, who has asked the bank, may order another sending. */
  async #sendAgain(part: Part): Promise<View | undefined> {
    const decision = await this.awaitDebited();
    this.trail.decided();
    return this.decided(part, decision);
  }

  protected awaitDebited<Other extends string = never>(orElse?: Promise<Other>) {
    const text = debitedText(this.page, this.picture());
    return this.wait(text, `DEBITED: ${this.trail.debited ?? '-'}`, orElse);
  }

  /** Goes on once the account's bank has told whose account it is. */
  protected async enquire<Verdict extends RailVerdict>(
    view: View,
    part: Part,
    asked: Promise<Verdict>,
    goOn: (verdict: Verdict) => Promise<View>,
  ): Promise<View> {
    const verdict = await answerOr(asked, undefined);
    const certain = verdict && certainOutcome(verdict);
    if (verdict === undefined || certain === undefined) return this.enquireLater(view, part);
    this.unanswered = 0;
    return certain.isSent ? goOn(verdict) : this.refused(part, certain);
  }

  /** An enquiry moves nothing, so one without an answer is made again for as long as it takes. */
  protected async enquireLater(_view: View, _part: Part): Promise<View> {
    await this.pauseEnquiry();
    return this.find();
  }

  protected async pauseEnquiry(): Promise<void> {
    const pauseMs = queryPauseMs(this.unanswered);
    this.unanswered += 1;
    this.show(`The bank has not told the account's name; it was asked ${this.unanswered} times.`);
    await sleep(pauseMs, { summary: `Name enquiry ${this.unanswered + 1}` });
  }

  protected async send(view: View, part: Part, sending: Sending): Promise<View> {
    const { sessionId } = sending;
    const sentAt = new Date().toISOString();
    const instead = await this.writeDown(part, sessionId);
    if (instead !== undefined) return instead;
    this.trail.begin({ sessionId, sentAt });
    const verdict = await believable(this.callRail(view, part, sending));
    const certain = certainOutcome(verdict);
    if (certain === undefined) return this.#lostSight(part, verdict, sessionId);
    return this.#conclude(part, sessionId, certain);
  }

  /** Writes the sending down. Undefined: it may be sent now. Otherwise it may not, and the new state is returned. */
  protected async writeDown(part: Part, sessionId: string): Promise<View | undefined> {
    return this.unlessSent(part, sessionId, await this.take(part, 'SENT', { sessionId }));
  }

  /**
   * Returns the new state when this sending is not open any more: its part is over, or another sending is open in its
   * place, whose outcome is then asked for.
   */
  protected unlessSent(part: Part, sessionId: string, now: View): View | undefined {
    return this.partOf(now, part)?.openSending?.sessionId === sessionId ? undefined : now;
  }

  protected async goAfter(view: View, part: Part): Promise<View> {
    const pursuit = this.trail.resume(part.openSending);
    const { sessionId } = pursuit;
    if (part.status === 'PROCESSING') return this.#lostSight(part, noAnswer, sessionId);
    const certain = await pursue(this.#search(view), pursuit);
    this.#hideSearch();
    return this.#conclude(part, sessionId, certain);
  }

  /**
   * Asks an operator while the search goes on; an operator who has heard more from the bank may end it. A case that
   * waits for a code or an approval takes the place of a case about a missing answer.
   */
  #askElsewhere(why: SearchCause, takesCode = false): void {
    if (this.#shown !== undefined && (why === 'NO_ANSWER' || this.#shown !== 'NO_ANSWER')) return;
    this.#shown = why;
    const { pursuit } = this.trail;
    const waiting = {
      reason: `UNKNOWN: ${why}`,
      allowed: takesCode ? codeDecisions : searchDecisions,
      page:
        why === 'NO_ANSWER'
          ? searchPage(this.page, pursuit)
          : approvalPage(this.page.noun, pursuit, { takesCode, isWrong: why === 'WRONG_CODE' }),
      rows: () => [...this.page.rows(this.picture()), ...pursuitRows(this.trail.pursuit)],
      amountMinor: this.amountMinor(),
    };
    this.desk.open<SearchDecision>(waiting, (decision) => {
      const { news } = this.trail;
      if (decision === 'enter_code') news.isTyped = true;
      else news.said = operatorSaid[decision];
    });
  }

  #hideSearch(): void {
    this.desk.close();
    this.#shown = undefined;
  }

  /** Enters the code, which decides the case. The case comes back when the code was wrong, or changed nothing. */
  async #enterCode({ provider, railQueue }: View, { sessionId }: Pursuit): Promise<void> {
    this.#hideSearch();
    const { enterCode } = proxyActivities<RailActivities>({
      ...onRail(railSending, { railQueue }),
      summary: 'Takes a code to the provider',
    });
    const { kind, id: subject } = this;
    const answer = await answerOr(enterCode({ kind, subject, provider, sessionId }), undefined);
    this.#isCodeTaken = answer?.outcome === 'TAKEN';
    if (answer?.outcome === 'WRONG') this.#askElsewhere('WRONG_CODE', true);
  }

  /** Asks for a code or an approval, but not at the first answer of a provider that has just taken a code. */
  #awaitUs({ takesCode = false }: SendingVerdict): void {
    if (this.#isCodeTaken) this.#isCodeTaken = false;
    else this.#askElsewhere('APPROVAL', takesCode);
  }

  #search(view: View) {
    const { channel = accountChannel, provider, railQueue, cutOffMs } = view;
    return {
      channel,
      provider,
      railQueue,
      cutOffMs,
      longHistory: this.input.longHistory ?? longHistory,
      news: this.trail.news,
      overdue: () => this.#askElsewhere('NO_ANSWER'),
      waiting: (verdict: SendingVerdict) => this.#awaitUs(verdict),
      enterCode: (pursuit: Pursuit) => this.#enterCode(view, pursuit),
      show: (pursuit: Pursuit, nextQueryAt: string) =>
        this.show(pursuitNote(this.page, pursuit, nextQueryAt)),
      continueAsNew: async (pursuit: Pursuit) => {
        await this.desk.settled();
        // What was decided meanwhile would be lost with this run.
        if (isDecided(this.trail.news)) return;
        const goOn = makeContinueAsNewFunc<(input: Input) => Promise<unknown>>();
        await goOn({ ...this.input, carried: this.carried(pursuit) });
      },
    };
  }

  /** Returns the state that a new run begins with. */
  protected carried(pursuit: Pursuit): OutwardInput['carried'] {
    return { refusals: this.refusals, pursuit };
  }

  #lostSight(part: Part, { code, failure }: RailVerdict, sessionId: string): Promise<View> {
    return this.take(part, 'LOST_SIGHT', { sessionId, code, failure });
  }

  #conclude(part: Part, sessionId: string, certain: CertainOutcome): Promise<View> {
    this.trail.pursuit = undefined;
    if (!certain.isSent) return this.refused(part, certain, sessionId);
    return this.take(part, 'CONFIRMED', { sessionId, code: certain.code });
  }

  /** Repeats the step until it is done: a step that fails waits for an operator, and is done again then. */
  protected async step(name: string, call: (steps: Steps) => Promise<View>): Promise<View> {
    const carryOut = () => this.carryOut(name, call);
    this.view = await untilDone(this.desk, this.parking(name, call), carryOut);
    this.show();
    return this.view;
  }

  protected carryOut(name: string, call: (steps: Steps) => Promise<View>) {
    return carryOutStep({ call, summary: `Step ${name}`, parkAfterMs: this.input.parkAfterMs });
  }

  protected parking(
    name: string,
    call: (steps: Steps) => Promise<View>,
  ): Parking<Decision | 'retry', View> {
    const { noun } = this.page;
    return {
      name,
      allowed: ['retry'],
      page: (failure) => stepText(noun, this.id, name, failure),
      rows: () => this.page.rows(this.picture()),
      goesOn: `the ${noun}`,
      untilItHeals: () => carryOutWhileParked({ call, summary: `Step ${name}` }),
    };
  }

  /** Waits for an operator. `orElse` decides in their place when it comes first. */
  protected async wait<Other extends string = never>(
    text: AttentionText<Decision>,
    reason: string,
    orElse?: Promise<Other>,
  ): Promise<Decision | 'retry' | Other> {
    const { allowed, ...page } = text;
    const rows = () => this.page.rows(this.picture());
    const waiting = { reason, allowed, page, rows, amountMinor: this.amountMinor() };
    const decision = await this.desk.wait(waiting, orElse);
    this.show();
    return decision;
  }

  protected show(note?: string): void {
    if (this.desk.show()) return;
    setCurrentDetails(outwardDetails(this.page, this.picture(), note));
  }

  protected picture(): OutwardPicture<View> {
    const { id, view, refusals, lastRefusal } = this;
    return { id, view, refusals, lastRefusal, debited: this.trail.debited ?? null };
  }
}
