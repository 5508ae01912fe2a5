import { decisionUpdate } from '../platform/attention.js';
import { isCharged } from '../../src/domain/channels.js';
import { condition, proxyActivities, setHandler } from '@temporalio/workflow';
import type { RailVerdict } from '../../activities/contract.js';
import type {
  RailActivities,
  RefundActivities,
  RefundView,
} from '../../activities/payouts/contract.js';
import { refundRefusal } from '../../src/domain/refund-sending.js';
import { bankAway } from '../../src/domain/nip-code.js';
import { readableMoment } from '../../src/domain/lagos-day.js';
import type { RefundEvent, RefundStatus } from '../../src/domain/refund-state.js';
import { onRail, railQuestion, railSending } from '../platform/activity-options.js';
import { accountProvided, type RefundInput, resolveRefund } from '../messages.js';
import { type RefundDecision, refundDecisions } from '../../src/domain/decisions.js';
import { carryThrough, OutwardRun, type Refusal, type Sending } from './outward-run.js';
import { type SendingNews, written } from './outward-transfer.js';
import { failedText, needsAccountText, refundPage } from './refund-details.js';

export interface RefundResult {
  readonly status: RefundStatus;
}

/** Pauses before a sending that was refused for certain is tried again; after the last it is given up. */
const retryPausesMs = [60_000, 600_000, 3_600_000] as const;
/** Further pauses, when the last refusal says that the receiving bank is away: a day in all. */
const bankAwayPausesMs = [2, 4, 8, 8].map((hours) => hours * 3_600_000);

/**
 * Sends money back: asks for the account's name, sends once under a session id of its own, and finds out the outcome.
 * The workflow ends when the money has arrived for certain, or when an operator leaves it.
 *
 * PostgreSQL holds the state of the refund; a workflow that is started again goes on from there.
 */
export function refundWorkflow(input: RefundInput): Promise<RefundResult> {
  const refund = new RefundRun(input.refundId, input);
  setHandler(accountProvided, () => refund.accountProvided(), {
    description: 'The merchant named an account to send to.',
  });
  setHandler(resolveRefund, (resolution) => refund.desk.decide(resolution), {
    validator: (resolution) => refund.desk.mayDecide(resolution),
    description: decisionUpdate('a refund', refundDecisions),
  });
  return carryThrough(refund);
}

class RefundRun extends OutwardRun<
  RefundInput,
  RefundView,
  RefundView,
  RefundActivities,
  RefundDecision
> {
  protected readonly page = refundPage;
  #isAccountProvided = false;
  /**
   * The refusals of sendings and of enquiries, since the refund was requested; another account begins the count of
   * tries anew.
   */
  #refusedInAll = 0;
  #isLeft = false;

  accountProvided(): void {
    this.#isAccountProvided = true;
  }

  async run(): Promise<RefundResult> {
    let view = await this.find();
    for (;;) {
      this.show();
      switch (view.status) {
        case 'REQUESTED':
        case 'NAME_ENQUIRY':
          view = await this.attempt(view, view);
          break;
        case 'PROCESSING':
        case 'UNKNOWN':
          view = await this.goAfter(view, view);
          break;
        case 'NEEDS_ACCOUNT':
          view = await this.#awaitAccount(view);
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

  constructor(id: string, input: RefundInput) {
    super(id, input, 'REFUND');
  }

  protected amountMinor(): string | undefined {
    return this.view?.amountMinor;
  }

  protected pauseMs(): number | undefined {
    const isLong = this.refusals > retryPausesMs.length && this.lastRefusal === bankAway;
    const more = isLong ? bankAwayPausesMs : [];
    return [0, ...retryPausesMs, ...more][this.refusals];
  }

  protected giveUp(refund: RefundView): Promise<RefundView> {
    return this.take(refund, 'GIVEN_UP');
  }

  protected async decided(
    refund: RefundView,
    decision: RefundDecision,
  ): Promise<RefundView | undefined> {
    this.#isLeft = decision === 'keep';
    return decision === 'retry' ? undefined : this.giveUp(refund);
  }

  protected async prepare(view: RefundView): Promise<RefundView> {
    const { nextSessionId: sessionId, coolingMs } = view;
    if (isCharged(view.channel) || view.byCall === true) {
      return this.send(view, view, { sessionId, nameEnquiryReference: null });
    }
    if (!view.hasAccount) return this.take(view, 'ACCOUNT_REFUSED');
    if (coolingMs > 0) return this.#cool(coolingMs);
    await this.take(view, 'NAME_ASKED');
    const summary = 'Ask whose account it is';
    const options = { ...onRail(railQuestion, view), summary };
    const { askDestination } = proxyActivities<RailActivities>(options);
    return this.enquire(view, view, askDestination({ refundId: this.id }), ({ reference }) =>
      this.send(view, view, { sessionId, nameEnquiryReference: reference }),
    );
  }

  /**
   * Waits before money goes to another account, so that a thief of a secret gets nothing while the theft can still be
   * noticed. The scope may be gone when the workflow looks again.
   */
  async #cool(pauseMs: number): Promise<RefundView> {
    const until = new Date(Date.now() + pauseMs).toISOString();
    this.show(
      `The refund goes to another account than the one that paid: it waits until ${readableMoment(until)}.`,
    );
    // In the sandbox a merchant moves the clock, so the workflow looks again sooner.
    this.#isAccountProvided = false;
    await condition(() => this.#isAccountProvided, pauseMs);
    this.#isAccountProvided = false;
    return this.find();
  }

  protected callRail(
    view: RefundView,
    _refund: RefundView,
    sending: Sending,
  ): Promise<RailVerdict> {
    const options = { ...onRail(railSending, view), summary: 'Send the money' };
    const { sendRefund } = proxyActivities<RailActivities>(options);
    return sendRefund({ refundId: this.id, ...sending });
  }

  protected async refused(
    refund: RefundView,
    { code, failure, fault }: Refusal,
    sessionId?: string,
  ): Promise<RefundView> {
    this.lastRefusal = code ?? failure;
    this.#refusedInAll += 1;
    const event = refundRefusal(refund.channel, fault);
    this.refusals = event === 'ACCOUNT_REFUSED' ? 0 : this.refusals + 1;
    return this.take(refund, event, { sessionId, code, failure });
  }

  async #awaitAccount(refund: RefundView): Promise<RefundView> {
    const provided = condition(() => this.#isAccountProvided).then(() => 'look' as const);
    const text = needsAccountText(this.lastRefusal);
    const decision = await this.wait(text, 'NEEDS_ACCOUNT', provided);
    this.#isAccountProvided = false;
    this.refusals = 0;
    if (decision === 'retry') return this.take(refund, 'ACCOUNT_PROVIDED');
    if (decision === 'look') return this.find();
    this.#isLeft = true;
    return this.giveUp(refund);
  }

  async #awaitDecision(failed: RefundView): Promise<RefundView> {
    this.trail.standsAs(failed);
    const known = this.trail.debited;
    const isDebited = condition(() => this.trail.debited !== known).then(() => 'look' as const);
    const { lastRefusal } = this;
    const decision =
      known === undefined
        ? await this.wait(failedText(lastRefusal), `FAILED: ${lastRefusal ?? '-'}`, isDebited)
        : await this.awaitDebited(isDebited);
    if (decision === 'look') return failed;
    this.refusals = 0;
    this.trail.decided();
    this.#isLeft = decision === 'keep';
    return decision === 'retry' ? this.take(failed, 'TAKEN_UP') : failed;
  }

  protected find(): Promise<RefundView> {
    return this.step('findRefund', (steps) => steps.findRefund({ refundId: this.id }));
  }

  protected take(
    _refund: RefundView,
    event: RefundEvent,
    news: SendingNews = {},
  ): Promise<RefundView> {
    const step = { refundId: this.id, event, ...written(news) };
    return this.step(event, (steps) => steps.takeRefundStep(step));
  }

  protected override picture() {
    return { ...super.picture(), refusals: this.#refusedInAll };
  }

  protected partOf(view: RefundView): RefundView {
    return view;
  }
}
