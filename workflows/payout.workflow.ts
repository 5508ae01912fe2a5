import {
  CancellationScope,
  condition,
  makeContinueAsNewFunc,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import type {
  HolderVerdict,
  PayoutActivities,
  PayoutRailActivities,
  PayoutView,
  RailVerdict,
  SettlementView,
} from '../activities/contract.js';
import { nipFault, noRecord } from '../src/domain/nip-code.js';
import type { HoldReason, PayoutEvent, SettlementStatus } from '../src/domain/payout-state.js';
import { isOpenPayout } from '../src/domain/payout-state.js';
import { resendPauseMs, sendWindowEnd } from '../src/domain/send-window.js';
import { queryPauseMs } from '../src/domain/tsq-schedule.js';
import { onRail, railQuestion, railSending } from './activity-options.js';
import { OperatorDesk } from './attention.js';
import {
  bankReported,
  type OperatorDecision,
  type PayoutDecision,
  type PayoutInput,
  type Pursuit,
  resolvePayout,
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
import { park, type Parking, untilDone } from './parked-step.js';
import { carryOutWhileParked, carryOutStep } from './patient-step.js';
import {
  payoutAttention,
  payoutChoices,
  payoutDetails,
  payoutPursuitDetails,
  type PayoutPicture,
  type PayoutWait,
} from './payout-details.js';

export interface PayoutResult {
  readonly status: SettlementStatus;
}

type Refusal = Extract<Fate, { isSent: false }>;
type PayoutCall = (steps: PayoutActivities) => Promise<SettlementView>;

/**
 * Pays one settlement out: asks the account's name, sends each part once under a session id of its own, one after the
 * other, and finds out what became of it. It ends when all parts have ended.
 *
 * PostgreSQL holds where the payouts stand; a workflow that is started again goes on from there.
 */
export function payoutWorkflow(input: PayoutInput): Promise<PayoutResult> {
  const payout = new PayoutRun(input);
  setHandler(bankReported, ({ sessionId }) => payout.bankReported(sessionId), {
    description: "The bank's statement shows this sending: ask the bank at once.",
  });
  setHandler(resolvePayout, (resolution) => payout.decide(resolution), {
    validator: (resolution) => payout.desk.mayDecide(resolution),
    description:
      'Of a payout that NEEDS_ATTENTION: {"decision": "release" | "cancel" | "retry", "operator": "...", "reason": "..."}.',
  });
  // Money that is on its way cannot be called back by a cancellation.
  return CancellationScope.nonCancellable(() => payout.run());
}

class PayoutRun {
  readonly desk = new OperatorDesk<PayoutDecision>();
  readonly #input: PayoutInput;
  readonly #trail: SendingTrail;
  #view: SettlementView | undefined;
  /** The account has the holder that was registered; undefined: the bank has to be asked (again). */
  #enquiry: Pick<HolderVerdict, 'reference' | 'askedAt'> | undefined;
  /** Name enquiries without an answer in a row. */
  #unanswered = 0;
  /** For a passing reason, since it was begun or released. */
  #refusals: number;
  #mustPause = false;
  #untilMs: number;
  #lastRefusal: string | null = null;
  #operator = '';
  readonly #watch = new HoldWatch(this.#show.bind(this), this.#find.bind(this));

  constructor(input: PayoutInput) {
    const { carried } = input;
    this.#input = input;
    this.#refusals = carried?.refusals ?? 0;
    this.#untilMs = carried === undefined ? sendWindowEnd(Date.now()) : Date.parse(carried.until);
    this.#trail = new SendingTrail(carried?.pursuit);
  }

  decide(resolution: OperatorDecision<PayoutDecision>) {
    this.#operator = resolution.operator;
    return this.desk.decide(resolution);
  }

  bankReported(sessionId: string): void {
    this.#trail.reported(sessionId);
  }

  async run(): Promise<PayoutResult> {
    let view = await this.#find();
    for (;;) {
      this.#show();
      const payout = view.payouts.find(({ status }) => isOpenPayout(status));
      if (payout === undefined) return { status: view.status };
      if (payout.status !== 'SCHEDULED') view = await this.#goAfter(view, payout);
      else if (view.holdReason !== null) view = await this.#awaitRelease(view);
      else view = await this.#attempt(view, payout);
    }
  }

  async #attempt(view: SettlementView, payout: PayoutView): Promise<SettlementView> {
    if (this.#watch.isOn(payout.heldBy)) return this.#watch.pause(payout.heldBy);
    if (this.#mustPause && !(await this.#pauseAfterRefusal())) return this.#giveUp(payout);
    if (this.#trail.debited !== undefined) return this.#awaitSecondSending(payout);
    if (this.#enquiry === undefined) return this.#askHolder(view, payout);
    return this.#send(view, payout, this.#enquiry);
  }

  /** False: the window is over. */
  async #pauseAfterRefusal(): Promise<boolean> {
    const pauseMs = resendPauseMs(this.#refusals, Date.now(), this.#untilMs);
    if (pauseMs === undefined) return false;
    this.#show(`It is tried again at ${new Date(Date.now() + pauseMs).toISOString()}.`);
    const summary = `Attempt ${this.#refusals + 1}`;
    await condition(() => this.#trail.debited !== undefined, pauseMs, { summary });
    this.#mustPause = false;
    return true;
  }

  async #askHolder(view: SettlementView, payout: PayoutView): Promise<SettlementView> {
    const { settlementId } = this.#input;
    const { askHolder } = proxyActivities<PayoutRailActivities>({
      ...onRail(railQuestion, view),
      summary: 'Ask whose account it is',
    });
    const verdict: HolderVerdict = {
      reference: null,
      isSameHolder: null,
      askedAt: '',
      ...(await believable<HolderVerdict>(askHolder({ settlementId }))),
    };
    const fate = fateOf(verdict);
    if (fate === undefined) return this.#enquireLater(view, payout);
    this.#unanswered = 0;
    if (!fate.isSent) return this.#refused(payout, fate);
    if (verdict.isSameHolder !== true) return this.#hold('NAME_CHANGED');
    this.#enquiry = verdict;
    return view;
  }

  /** An enquiry moves nothing, so one without an answer is made again, within the window. */
  async #enquireLater(view: SettlementView, payout: PayoutView): Promise<SettlementView> {
    this.#lastRefusal = 'NO_ANSWER';
    const pauseMs = queryPauseMs(this.#unanswered);
    this.#unanswered += 1;
    if (Date.now() + pauseMs > this.#untilMs) return this.#giveUp(payout);
    this.#show(`The bank has not told the account's name; it was asked ${this.#unanswered} times.`);
    await sleep(pauseMs, { summary: `Name enquiry ${this.#unanswered + 1}` });
    return view;
  }

  async #send(
    { institutionCode, railQueue }: SettlementView,
    payout: PayoutView,
    { reference: nameEnquiryReference, askedAt }: Pick<HolderVerdict, 'reference' | 'askedAt'>,
  ): Promise<SettlementView> {
    const { payoutId } = payout;
    const sessionId = payout.nextSessionId ?? mintSessionId(institutionCode, new Date(askedAt));
    const sentAt = new Date().toISOString();
    const instead = await this.#writeDown(payoutId, sessionId);
    if (instead !== undefined) return instead;
    this.#trail.begin({ sessionId, sentAt });
    const { sendPayout } = proxyActivities<PayoutRailActivities>({
      ...onRail(railSending, { railQueue }),
      summary: `Send part ${payout.part}`,
    });
    const verdict = await believable(sendPayout({ payoutId, sessionId, nameEnquiryReference }));
    const fate = fateOf(verdict);
    return fate === undefined
      ? this.#lostSight(payout, verdict, sessionId)
      : this.#conclude(payout, sessionId, fate);
  }

  /** Undefined: it may be sent now. Otherwise how it stands, because it may not. */
  async #writeDown(payoutId: string, sessionId: string): Promise<SettlementView | undefined> {
    const call: PayoutCall = (steps) =>
      steps.takePayoutStep({ payoutId, event: 'SENT', sessionId });
    const outcome = await this.#carryOut('SENT', call);
    if ('done' in outcome) return this.#unlessSent(payoutId, sessionId, outcome.done);
    const now = await this.#find();
    // A run that is over (it was reset or terminated) has written down another sending: that one is gone after.
    const isScheduled = (each: PayoutView) => each.status === 'SCHEDULED';
    if (now.payouts.some((each) => each.payoutId === payoutId && !isScheduled(each))) return now;
    const { outcome: healed } = await park(this.desk, this.#parking('SENT', call), outcome.failure);
    this.#show();
    if (healed === undefined || 'failure' in healed) return this.#find();
    return this.#unlessSent(payoutId, sessionId, healed.done);
  }

  #unlessSent(payoutId: string, sessionId: string, now: SettlementView) {
    this.#view = now;
    const sent = now.payouts.find((each) => each.payoutId === payoutId);
    return sent?.openSending?.sessionId === sessionId ? undefined : now;
  }

  #lostSight(payout: PayoutView, { code, failure }: RailVerdict, sessionId: string) {
    return this.#take(payout, 'LOST_SIGHT', { sessionId, code, failure });
  }

  async #goAfter(view: SettlementView, payout: PayoutView): Promise<SettlementView> {
    const pursuit = this.#trail.resume(payout.openSending);
    const { sessionId } = pursuit;
    if (payout.status === 'PROCESSING') return this.#lostSight(payout, noAnswer, sessionId);
    const fate = await pursue(this.#search(view), pursuit);
    // The next part is sent long after this one.
    this.#enquiry = undefined;
    return this.#conclude(payout, sessionId, fate);
  }

  #search({ provider, railQueue, cutOffMs }: SettlementView) {
    return {
      channel: 'Bank' as const,
      provider,
      railQueue,
      cutOffMs,
      longHistory: this.#input.longHistory ?? longHistory,
      news: this.#trail.news,
      show: (pursuit: Pursuit, nextQueryAt: string) =>
        setCurrentDetails(payoutPursuitDetails(this.#picture(), pursuit, nextQueryAt)),
      continueAsNew: (pursuit: Pursuit): Promise<never> =>
        makeContinueAsNewFunc<typeof payoutWorkflow>()({
          ...this.#input,
          carried: {
            pursuit,
            refusals: this.#refusals,
            until: new Date(this.#untilMs).toISOString(),
          },
        }),
    };
  }

  async #conclude(payout: PayoutView, sessionId: string, fate: Fate): Promise<SettlementView> {
    this.#trail.pursuit = undefined;
    if (fate.isSent) return this.#take(payout, 'CONFIRMED', { sessionId, code: fate.code });
    return this.#refused(payout, fate, sessionId);
  }

  /** Nothing has moved, for certain. */
  async #refused(
    payout: PayoutView,
    { code, failure }: Refusal,
    sessionId?: string,
  ): Promise<SettlementView> {
    this.#lastRefusal = code ?? failure;
    this.#enquiry = undefined;
    if (sessionId !== undefined) await this.#take(payout, 'REFUSED', { sessionId, code, failure });
    // The bank has no record of it: the merchant has its money again, and the next run pays it.
    if (code === noRecord) return this.#take(payout, 'GIVEN_UP', { failure: 'NO_RECORD' });
    if (nipFault(code) !== 'OTHER') return this.#hold('ACCOUNT_REFUSED');
    this.#refusals += 1;
    this.#mustPause = true;
    return this.#view ?? this.#find();
  }

  /** The send window is over: the merchant has its money again, and the next run pays it. */
  #giveUp(payout: PayoutView): Promise<SettlementView> {
    return this.#take(payout, 'GIVEN_UP', { failure: 'SEND_WINDOW_OVER' });
  }

  #hold(reason: HoldReason): Promise<SettlementView> {
    const { settlementId } = this.#input;
    return this.#step('HELD', (steps) =>
      steps.takeSettlementStep({ settlementId, event: 'HELD', reason }),
    );
  }

  async #awaitRelease(view: SettlementView): Promise<SettlementView> {
    const wait: PayoutWait = { why: 'HELD', reason: view.holdReason ?? 'ACCOUNT_REFUSED' };
    const decision = await this.#wait(wait, `HELD: ${wait.reason}`);
    if (decision === 'cancel') return this.#callOff(view);
    this.#beginAgain();
    const { settlementId } = this.#input;
    const operator = this.#operator;
    return this.#step('RELEASED', (steps) =>
      steps.takeSettlementStep({ settlementId, event: 'RELEASED', operator }),
    );
  }

  /** The money may have left already: only a person, who has asked the bank, may have it sent again. */
  async #awaitSecondSending(payout: PayoutView): Promise<SettlementView> {
    const sessionId = this.#trail.debited ?? '-';
    const decision = await this.#wait({ why: 'DEBITED' }, `DEBITED: ${sessionId}`);
    this.#trail.debited = undefined;
    this.#beginAgain();
    return decision === 'cancel' ? this.#take(payout, 'CALLED_OFF') : this.#find();
  }

  async #callOff(view: SettlementView): Promise<SettlementView> {
    let now = view;
    for (const payout of view.payouts.filter(({ status }) => status === 'SCHEDULED')) {
      now = await this.#take(payout, 'CALLED_OFF');
    }
    return now;
  }

  #beginAgain(): void {
    this.#refusals = 0;
    this.#mustPause = false;
    this.#unanswered = 0;
    this.#enquiry = undefined;
    this.#untilMs = sendWindowEnd(Date.now());
  }

  #find(): Promise<SettlementView> {
    const { settlementId } = this.#input;
    return this.#step('findSettlement', (steps) => steps.findSettlement({ settlementId }));
  }

  #take(
    { payoutId }: PayoutView,
    event: PayoutEvent,
    news: SendingNews = {},
  ): Promise<SettlementView> {
    const step = { payoutId, event, ...written(news) };
    return this.#step(event, (steps) => steps.takePayoutStep(step));
  }

  async #step(name: string, call: PayoutCall): Promise<SettlementView> {
    const carryOut = () => this.#carryOut(name, call);
    this.#view = await untilDone(this.desk, this.#parking(name, call), carryOut);
    this.#show();
    return this.#view;
  }

  #carryOut(name: string, call: PayoutCall) {
    return carryOutStep({ ...stepOf(name, call), parkAfterMs: this.#input.parkAfterMs });
  }

  #parking(name: string, call: PayoutCall): Parking<PayoutDecision, SettlementView> {
    return {
      name,
      allowed: payoutChoices.STEP,
      details: (failure, heals) => this.#attention({ why: 'STEP', step: name, failure }, heals),
      untilItHeals: () => carryOutWhileParked(stepOf(name, call)),
    };
  }

  async #wait(wait: PayoutWait, reason: string): Promise<PayoutDecision> {
    const allowed = payoutChoices[wait.why];
    const decision = await this.desk.wait({ reason, allowed, details: this.#attention(wait) });
    this.#show();
    return decision;
  }

  #attention(wait: PayoutWait, heals = false): string {
    const { workflowId, namespace } = workflowInfo();
    const desk = { workflowId, namespace, allowed: payoutChoices[wait.why] };
    return payoutAttention(this.#picture(), wait, desk, heals);
  }

  #show(note?: string): void {
    setCurrentDetails(payoutDetails(this.#picture(), note));
  }

  #picture(): PayoutPicture {
    const { settlementId } = this.#input;
    return {
      settlementId,
      view: this.#view,
      refusals: this.#refusals,
      lastRefusal: this.#lastRefusal,
      debited: this.#trail.debited ?? null,
      until: new Date(this.#untilMs).toISOString(),
    };
  }
}

const stepOf = (name: string, call: PayoutCall) => ({ call, summary: `Step ${name}` });
