import { decisionUpdate } from '../platform/attention.js';
import { proxyActivities, setHandler } from '@temporalio/workflow';
import type { RailVerdict } from '../../activities/contract.js';
import type {
  HolderVerdict,
  PayoutActivities,
  PayoutRailActivities,
  PayoutView,
  SettlementView,
} from '../../activities/payouts/contract.js';
import {
  type HoldReason,
  type PayoutEvent,
  type SettlementStatus,
  isOpenPayout,
} from '../../src/domain/payout-state.js';
import { resendPauseMs, sendWindowEnd } from '../../src/domain/send-window.js';
import { queryPauseMs } from '../../src/domain/tsq-schedule.js';
import { onRail, railQuestion, railSending } from '../platform/activity-options.js';
import {
  type OperatorDecision,
  type PayoutInput,
  type Pursuit,
  resolvePayout,
} from '../messages.js';
import {
  type PayoutDecision,
  type SearchDecision,
  payoutDecisions,
} from '../../src/domain/decisions.js';
import { carryThrough, OutwardRun, type Refusal, type Sending } from './outward-run.js';
import { type SendingNews, written } from './outward-transfer.js';
import { park } from '../platform/parked-step.js';
import { heldText, payoutPage } from './payout-details.js';

export interface PayoutResult {
  readonly status: SettlementStatus;
}

/**
 * Pays one settlement out: asks for the account's name, sends each part once under a session id of its own, one after
 * the other, and finds out its outcome. The workflow ends when all parts have ended.
 *
 * PostgreSQL holds the state of the payouts; a workflow that is started again goes on from there.
 */
export function payoutWorkflow(input: PayoutInput): Promise<PayoutResult> {
  const payout = new PayoutRun(input.settlementId, input);
  setHandler(resolvePayout, (resolution) => payout.decide(resolution), {
    validator: (resolution) => payout.desk.mayDecide(resolution),
    description: decisionUpdate('a payout', payoutDecisions),
  });
  return carryThrough(payout);
}

class PayoutRun extends OutwardRun<
  PayoutInput,
  SettlementView,
  PayoutView,
  PayoutActivities,
  PayoutDecision
> {
  protected readonly page = payoutPage;
  /** The bank's answer that the account has the registered holder; undefined: the bank has to be asked (again). */
  #enquiry: Pick<HolderVerdict, 'reference'> | undefined;
  #mustPause = false;
  #untilMs: number;
  #operator = '';

  constructor(settlementId: string, input: PayoutInput) {
    super(settlementId, input, 'PAYOUT');
    const { carried } = input;
    this.#untilMs = carried === undefined ? sendWindowEnd(Date.now()) : Date.parse(carried.until);
  }

  protected amountMinor(): string | undefined {
    return this.view?.netMinor;
  }

  decide(resolution: OperatorDecision<PayoutDecision | SearchDecision>) {
    this.#operator = resolution.operator;
    return this.desk.decide(resolution);
  }

  async run(): Promise<PayoutResult> {
    let view = await this.find();
    for (;;) {
      this.show();
      const payout = view.payouts.find(({ status }) => isOpenPayout(status));
      if (payout === undefined) return { status: view.status };
      if (payout.status !== 'SCHEDULED') view = await this.goAfter(view, payout);
      else if (view.holdReason !== null) view = await this.#awaitRelease(view);
      else view = await this.attempt(view, payout);
    }
  }

  protected pauseMs(): number | undefined {
    return this.#mustPause ? resendPauseMs(this.refusals, Date.now(), this.#untilMs) : 0;
  }

  /** Gives a payout up when the send window is over: the merchant has its money again, and the next run pays it. */
  protected giveUp(payout: PayoutView): Promise<SettlementView> {
    return this.take(payout, 'GIVEN_UP', { failure: 'SEND_WINDOW_OVER' });
  }

  protected decided(payout: PayoutView, decision: PayoutDecision): Promise<SettlementView> {
    this.#beginAgain();
    return decision === 'cancel' ? this.take(payout, 'CALLED_OFF') : this.find();
  }

  protected prepare(view: SettlementView, payout: PayoutView): Promise<SettlementView> {
    this.#mustPause = false;
    const enquiry = this.#enquiry;
    if (enquiry === undefined) return this.#askHolder(view, payout);
    const sending = {
      sessionId: payout.nextSessionId,
      nameEnquiryReference: enquiry.reference,
    };
    return this.send(view, payout, sending);
  }

  #askHolder(view: SettlementView, payout: PayoutView): Promise<SettlementView> {
    const options = { ...onRail(railQuestion, view), summary: 'Ask whose account it is' };
    const { askHolder } = proxyActivities<PayoutRailActivities>(options);
    const asked = askHolder({ settlementId: this.id });
    return this.enquire(view, payout, asked, async (verdict) => {
      if (verdict.isSameHolder !== true) return this.#hold('NAME_CHANGED');
      this.#enquiry = verdict;
      return view;
    });
  }

  /** Repeats the enquiry within the send window only. */
  protected override async enquireLater(
    view: SettlementView,
    payout: PayoutView,
  ): Promise<SettlementView> {
    this.lastRefusal = 'NO_ANSWER';
    const isOver = Date.now() + queryPauseMs(this.unanswered) > this.#untilMs;
    if (isOver && this.trail.debited === undefined) return this.giveUp(payout);
    await this.pauseEnquiry();
    return view;
  }

  protected callRail(
    { railQueue }: SettlementView,
    { payoutId, part }: PayoutView,
    sending: Sending,
  ): Promise<RailVerdict> {
    const options = { ...onRail(railSending, { railQueue }), summary: `Send part ${part}` };
    const { sendPayout } = proxyActivities<PayoutRailActivities>(options);
    return sendPayout({ payoutId, ...sending });
  }

  /**
   * After a failed step, the payout is read before the step is tried again: a run that is over (reset, terminated) may
   * have sent it.
   */
  protected override async writeDown(
    payout: PayoutView,
    sessionId: string,
  ): Promise<SettlementView | undefined> {
    const { payoutId } = payout;
    const call = (steps: PayoutActivities) =>
      steps.takePayoutStep({ payoutId, event: 'SENT', sessionId });
    const outcome = await this.carryOut('SENT', call);
    if ('done' in outcome) return this.#noted(payout, sessionId, outcome.done);
    const now = await this.find();
    if (this.partOf(now, payout)?.status !== 'SCHEDULED') return now;
    const { outcome: healed } = await park(this.desk, this.parking('SENT', call), outcome.failure);
    this.show();
    if (healed === undefined || 'failure' in healed) return this.find();
    return this.#noted(payout, sessionId, healed.done);
  }

  #noted(payout: PayoutView, sessionId: string, now: SettlementView): SettlementView | undefined {
    this.view = now;
    return this.unlessSent(payout, sessionId, now);
  }

  protected override goAfter(view: SettlementView, payout: PayoutView): Promise<SettlementView> {
    // The bank is asked for the holder again before the next part, which is sent long after this one.
    this.#enquiry = undefined;
    return super.goAfter(view, payout);
  }

  protected override carried(pursuit: Pursuit) {
    const until = new Date(this.#untilMs).toISOString();
    return { pursuit, refusals: this.refusals, until };
  }

  protected async refused(
    payout: PayoutView,
    { code, failure, fault, isLost }: Refusal,
    sessionId?: string,
  ): Promise<SettlementView> {
    this.lastRefusal = code ?? failure;
    this.#enquiry = undefined;
    if (sessionId !== undefined) {
      const now = await this.take(payout, 'REFUSED', { sessionId, code, failure });
      this.trail.standsAs(this.partOf(now, payout));
      // The money may have left: an operator decides before anything else becomes of it.
      if (this.trail.debited !== undefined) return now;
    }
    // Nobody has refused it. The merchant has its money again, and the next run pays it.
    if (isLost) return this.take(payout, 'GIVEN_UP', { failure: 'NO_RECORD' });
    if (fault !== 'OTHER') return this.#hold('ACCOUNT_REFUSED');
    this.refusals += 1;
    this.#mustPause = true;
    return this.view ?? this.find();
  }

  #hold(reason: HoldReason): Promise<SettlementView> {
    const step = { settlementId: this.id, event: 'HELD', reason } as const;
    return this.step('HELD', (steps) => steps.takeSettlementStep(step));
  }

  async #awaitRelease(view: SettlementView): Promise<SettlementView> {
    const reason = view.holdReason ?? 'ACCOUNT_REFUSED';
    const decision = await this.wait(heldText(reason, this.lastRefusal), `HELD: ${reason}`);
    if (decision === 'cancel') return this.#callOff(view);
    this.#beginAgain();
    const operator = this.#operator;
    const step = { settlementId: this.id, event: 'RELEASED', reason, operator } as const;
    return this.step('RELEASED', (steps) => steps.takeSettlementStep(step));
  }

  async #callOff(view: SettlementView): Promise<SettlementView> {
    let now = view;
    for (const payout of view.payouts.filter(({ status }) => status === 'SCHEDULED')) {
      now = await this.take(payout, 'CALLED_OFF');
    }
    return now;
  }

  #beginAgain(): void {
    this.refusals = 0;
    this.#mustPause = false;
    this.unanswered = 0;
    this.#enquiry = undefined;
    this.#untilMs = sendWindowEnd(Date.now());
  }

  protected find(): Promise<SettlementView> {
    const step = { settlementId: this.id };
    return this.step('findSettlement', (steps) => steps.findSettlement(step));
  }

  protected take(
    { payoutId }: PayoutView,
    event: PayoutEvent,
    news: SendingNews = {},
  ): Promise<SettlementView> {
    const step = { payoutId, event, ...written(news) };
    return this.step(event, (steps) => steps.takePayoutStep(step));
  }

  protected partOf(view: SettlementView, { payoutId }: PayoutView): PayoutView | undefined {
    return view.payouts.find((each) => each.payoutId === payoutId);
  }

  protected override picture() {
    return { ...super.picture(), until: new Date(this.#untilMs).toISOString() };
  }
}
