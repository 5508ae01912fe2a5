import {
  CancellationScope,
  condition,
  makeContinueAsNewFunc,
  patched,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import type {
  NameVerdict,
  RailActivities,
  RailVerdict,
  RefundActivities,
  RefundView,
} from '../activities/contract.js';
import { bankAway, nipFault } from '../src/domain/nip-code.js';
import type { RefundStep } from '../src/domain/ports/refund-steps.port.js';
import type { RefundStatus } from '../src/domain/refund-state.js';
import { queryPauseMs } from '../src/domain/tsq-schedule.js';
import { onRail, railQuestion, railSending } from './activity-options.js';
import { OperatorDesk } from './attention.js';
import {
  accountProvided,
  bankReported,
  type Pursuit,
  type RefundDecision,
  refundDecisions,
  type RefundInput,
  resolveRefund,
} from './messages.js';
import {
  believable,
  type Fate,
  fateOf,
  HoldWatch,
  longHistory,
  mintSessionId,
  noAnswer,
  pursue,
  type SendingNews,
  SendingTrail,
  written,
} from './outward-transfer.js';
import { untilDone } from './parked-step.js';
import { carryOutWhileParked, carryOutStep } from './patient-step.js';
import {
  pursuitDetails,
  refundAttention,
  refundDetails,
  type RefundPicture,
  type RefundWait,
} from './refund-details.js';
import { outlastsBank } from './versions.js';

export interface RefundResult {
  readonly status: RefundStatus;
}

/** Pauses before a sending that was refused for certain is tried again; after the last it is given up. */
const retryPausesMs = [60_000, 600_000, 3_600_000] as const;
/** After these, when the last refusal says that the receiving bank is away: a day in all. */
const bankAwayPausesMs = [2, 4, 8, 8].map((hours) => hours * 3_600_000);

/**
 * Sends money back: asks the account's name, sends once under a session id of its own, and finds out what became of it.
 * It ends when the money has arrived for certain, or when an operator leaves it.
 *
 * PostgreSQL holds where the refund stands; a workflow that is started again goes on from there.
 */
export function refundWorkflow(input: RefundInput): Promise<RefundResult> {
  const refund = new RefundRun(input);
  setHandler(accountProvided, () => refund.accountProvided(), {
    description: 'The merchant named an account to send to.',
  });
  setHandler(bankReported, ({ sessionId }) => refund.bankReported(sessionId), {
    description: "The bank's statement shows this sending: ask the bank at once.",
  });
  setHandler(resolveRefund, (resolution) => refund.desk.decide(resolution), {
    validator: (resolution) => refund.desk.mayDecide(resolution),
    description:
      'Of a refund that NEEDS_ATTENTION: {"decision": "retry" | "keep", "operator": "...", "reason": "..."}.',
  });
  // Money that is on its way cannot be called back by a cancellation.
  return CancellationScope.nonCancellable(() => refund.run());
}

class RefundRun {
  readonly desk = new OperatorDesk<RefundDecision>();
  readonly #input: RefundInput;
  readonly #trail: SendingTrail;
  #view: RefundView | undefined;
  /** Name enquiries without an answer in a row. */
  #enquiries = 0;
  #refusals: number;
  #lastRefusal: string | null = null;
  #isAccountProvided = false;
  #isLeft = false;
  readonly #watch = new HoldWatch(this.#show.bind(this), this.#find.bind(this));

  constructor(input: RefundInput) {
    this.#input = input;
    this.#refusals = input.carried?.refusals ?? 0;
    this.#trail = new SendingTrail(input.carried?.pursuit);
  }

  accountProvided(): void {
    this.#isAccountProvided = true;
  }

  bankReported(sessionId: string): void {
    this.#trail.reported(sessionId);
  }

  async run(): Promise<RefundResult> {
    let view = await this.#find();
    for (;;) {
      this.#show();
      switch (view.status) {
        case 'REQUESTED':
        case 'NAME_ENQUIRY':
          view = await this.#attempt(view);
          break;
        case 'PROCESSING':
        case 'UNKNOWN':
          view = await this.#goAfter(view);
          break;
        case 'NEEDS_ACCOUNT':
          view = await this.#awaitAccount();
          break;
        case 'FAILED':
          if (this.#isLeft) return { status: 'FAILED' };
          view = await this.#awaitDecision(view);
          break;
        case 'SUCCESSFUL':
          return { status: 'SUCCESSFUL' };
      }
    }
  }

  async #attempt(view: RefundView): Promise<RefundView> {
    if (this.#watch.isOn(view.heldBy)) return this.#watch.pause(view.heldBy);
    const pausesMs = this.#pausesMs();
    if (this.#refusals > pausesMs.length) return this.#take('GIVEN_UP');
    await this.#pauseAfterRefusal(pausesMs[this.#refusals - 1]);
    if (this.#trail.debited !== undefined && !(await this.#isSentAgain()))
      return this.#take('GIVEN_UP');
    if (view.channel === 'Card') return this.#send(this.#cardSendingId(view), null);
    if (!view.hasAccount) return this.#take('ACCOUNT_REFUSED');
    if (view.coolingMs !== undefined && view.coolingMs > 0) return this.#cool(view.coolingMs);
    await this.#take('NAME_ASKED');
    const { reference, ...verdict } = await this.#askName(view);
    const fate = fateOf(verdict);
    if (fate === undefined) return this.#enquireLater();
    this.#enquiries = 0;
    return fate.isSent
      ? this.#send(view.nextSessionId ?? mintSessionId(view.institutionCode), reference)
      : this.#refused(fate);
  }

  #pausesMs(): readonly number[] {
    const isLong = this.#refusals > retryPausesMs.length && this.#lastRefusal === bankAway;
    return isLong && patched(outlastsBank.id)
      ? [...retryPausesMs, ...bankAwayPausesMs]
      : retryPausesMs;
  }

  async #pauseAfterRefusal(pauseMs: number | undefined): Promise<void> {
    if (pauseMs === undefined) return;
    this.#show(`It is tried again at ${new Date(Date.now() + pauseMs).toISOString()}.`);
    const summary = `Attempt ${this.#refusals + 1}`;
    await condition(() => this.#trail.debited !== undefined, pauseMs, { summary });
  }

  /** Whoever has stolen a secret gets nothing while it can still be noticed; the scope may be gone when it is looked again. */
  async #cool(pauseMs: number): Promise<RefundView> {
    const until = new Date(Date.now() + pauseMs).toISOString();
    this.#show(
      `The merchant named another account than the one that paid: it waits until ${until}.`,
    );
    await sleep(pauseMs, { summary: 'Waiting time of another account' });
    return this.#find();
  }

  /** The money may have left already: only a person, who has asked the bank, may have it sent again. */
  async #isSentAgain(): Promise<boolean> {
    const decision = await this.#wait({ why: 'DEBITED' }, `DEBITED: ${this.#trail.debited ?? '-'}`);
    this.#trail.debited = undefined;
    this.#isLeft = decision === 'keep';
    return decision === 'retry';
  }

  /** An enquiry moves nothing, so one without an answer is made again for as long as it takes. */
  async #enquireLater(): Promise<RefundView> {
    const pauseMs = queryPauseMs(this.#enquiries);
    this.#enquiries += 1;
    this.#show(`The bank has not told the account's name; it was asked ${this.#enquiries} times.`);
    await sleep(pauseMs, { summary: `Name enquiry ${this.#enquiries + 1}` });
    return this.#find();
  }

  async #askName(view: RefundView): Promise<NameVerdict> {
    const { refundId } = this.#input;
    const { askDestination } = proxyActivities<RailActivities>({
      ...onRail(railQuestion, view),
      summary: 'Ask whose account it is',
    });
    return { reference: null, ...(await believable<NameVerdict>(askDestination({ refundId }))) };
  }

  /** The acquirer refunds once per id; after a certain refusal it is asked under another. */
  #cardSendingId({ attempts }: RefundView): string {
    const { refundId } = this.#input;
    return attempts === 0 ? refundId : `${refundId}-${attempts + 1}`;
  }

  async #send(sessionId: string, nameEnquiryReference: string | null): Promise<RefundView> {
    const { refundId } = this.#input;
    const sentAt = new Date().toISOString();
    const sent = await this.#take('SENT', { sessionId });
    // What this was meant to be is over, or another sending is open in its place: what became of that one is asked.
    if (sent.openSending?.sessionId !== sessionId) return sent;
    this.#trail.begin({ sessionId, sentAt });
    const { sendRefund } = proxyActivities<RailActivities>({
      ...onRail(railSending, sent),
      summary: 'Send the money',
    });
    const verdict = await believable(sendRefund({ refundId, sessionId, nameEnquiryReference }));
    const fate = fateOf(verdict);
    return fate === undefined
      ? this.#lostSight(verdict, sessionId)
      : this.#conclude(sessionId, fate);
  }

  #lostSight({ code, failure }: RailVerdict, sessionId: string): Promise<RefundView> {
    return this.#take('LOST_SIGHT', { sessionId, code, failure });
  }

  async #goAfter(view: RefundView): Promise<RefundView> {
    const pursuit = this.#trail.resume(view.openSending);
    const { sessionId } = pursuit;
    if (view.status === 'PROCESSING') return this.#lostSight(noAnswer, sessionId);
    const fate = await pursue(this.#search(view), pursuit);
    return this.#conclude(sessionId, fate);
  }

  #search({ channel, provider, railQueue, cutOffMs }: RefundView) {
    return {
      channel,
      provider,
      railQueue,
      cutOffMs,
      longHistory: this.#input.longHistory ?? longHistory,
      news: this.#trail.news,
      show: (pursuit: Pursuit, nextQueryAt: string) =>
        setCurrentDetails(pursuitDetails(this.#picture(), pursuit, nextQueryAt)),
      continueAsNew: (pursuit: Pursuit): Promise<never> =>
        makeContinueAsNewFunc<typeof refundWorkflow>()({
          ...this.#input,
          carried: { refusals: this.#refusals, pursuit },
        }),
    };
  }

  #conclude(sessionId: string, fate: Fate): Promise<RefundView> {
    this.#trail.pursuit = undefined;
    if (!fate.isSent) return this.#refused(fate, sessionId);
    return this.#take('CONFIRMED', { sessionId, code: fate.code });
  }

  async #refused(
    { code, failure }: Extract<Fate, { isSent: false }>,
    sessionId?: string,
  ): Promise<RefundView> {
    this.#lastRefusal = code ?? failure;
    const isAccount = this.#view?.channel === 'Bank' && nipFault(code) === 'ACCOUNT';
    this.#refusals = isAccount ? 0 : this.#refusals + 1;
    const event = isAccount ? 'ACCOUNT_REFUSED' : 'REFUSED';
    return this.#take(event, { sessionId, code, failure });
  }

  async #awaitAccount(): Promise<RefundView> {
    const provided = condition(() => this.#isAccountProvided).then(() => 'look' as const);
    const decision = await this.#wait({ why: 'NEEDS_ACCOUNT' }, 'NEEDS_ACCOUNT', provided);
    this.#isAccountProvided = false;
    this.#refusals = 0;
    if (decision === 'retry') return this.#take('ACCOUNT_PROVIDED');
    if (decision === 'look') return this.#find();
    this.#isLeft = true;
    return this.#take('GIVEN_UP');
  }

  async #awaitDecision(failed: RefundView): Promise<RefundView> {
    const known = this.#trail.debited;
    const isDebited = condition(() => this.#trail.debited !== known).then(() => 'look' as const);
    const [why, reason] =
      known === undefined
        ? (['FAILED', `FAILED: ${this.#lastRefusal ?? '-'}`] as const)
        : (['DEBITED', `DEBITED: ${known}`] as const);
    const decision = await this.#wait({ why }, reason, isDebited);
    if (decision === 'look') return failed;
    this.#refusals = 0;
    this.#trail.debited = undefined;
    this.#isLeft = decision === 'keep';
    return decision === 'retry' ? this.#take('TAKEN_UP') : failed;
  }

  #find(): Promise<RefundView> {
    const { refundId } = this.#input;
    return this.#step('findRefund', 'Read the refund', (steps) => steps.findRefund({ refundId }));
  }

  #take(event: RefundStep['event'], news: SendingNews = {}): Promise<RefundView> {
    const { refundId } = this.#input;
    const step: RefundStep = { refundId, event, ...written(news) };
    return this.#step(event, `Write down: ${event}`, (steps) => steps.takeRefundStep(step));
  }

  /** Until it is done: what fails waits for an operator, and is done again then. */
  async #step(
    name: string,
    summary: string,
    call: (steps: RefundActivities) => Promise<RefundView>,
  ): Promise<RefundView> {
    const { parkAfterMs } = this.#input;
    this.#view = await untilDone(
      this.desk,
      {
        name,
        allowed: ['retry'],
        details: (failure, heals) => this.#attention({ why: 'STEP', step: name, failure }, heals),
        untilItHeals: () => carryOutWhileParked<RefundActivities, RefundView>({ call, summary }),
      },
      () => carryOutStep<RefundActivities, RefundView>({ call, summary, parkAfterMs }),
    );
    this.#show();
    return this.#view;
  }

  async #wait(
    wait: RefundWait,
    reason: string,
    orElse?: Promise<'look'>,
  ): Promise<RefundDecision | 'look'> {
    const details = this.#attention(wait);
    const waiting = { reason, allowed: refundDecisions, details };
    const decision = await this.desk.wait(waiting, orElse);
    this.#show();
    return decision;
  }

  #attention(wait: RefundWait, heals = false): string {
    const { workflowId, namespace } = workflowInfo();
    return refundAttention(this.#picture(), wait, { workflowId, namespace }, heals);
  }

  #show(note?: string): void {
    setCurrentDetails(refundDetails(this.#picture(), note));
  }

  #picture(): RefundPicture {
    const { refundId } = this.#input;
    return {
      refundId,
      debited: this.#trail.debited ?? null,
      view: this.#view,
      refusals: this.#refusals,
      lastRefusal: this.#lastRefusal,
    };
  }
}
