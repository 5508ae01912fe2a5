import { stepDecisions, partDecisions } from '../../src/domain/decisions.js';
import {
  allHandlersFinished,
  CancellationScope,
  condition,
  setCurrentDetails,
  setHandler,
  sleep,
} from '@temporalio/workflow';
import type { FailureType } from '../../activities/contract.js';
import type { CardStepDone } from '../../activities/payments/contract.js';
import { type CheckoutStatus, isTerminal, nextStatus } from '../../src/domain/checkout-state.js';
import { hear, isBelieved } from '../platform/believed.js';
import { callForAttention, endAttention, decisionUpdate } from '../platform/attention.js';
import { lostChargeDetails, standingDetails } from './checkout-details.js';
import { beginCharge, type BegunCharge, type ChargeSteps } from './card-charge.js';
import {
  type CardHappening,
  type End,
  type Happening,
  isConclusive,
  isMoney,
  isOlder,
  isReceived,
  notBefore,
  type StepAsked,
  stepOf,
  tellCharge,
} from './checkout-happenings.js';
import { CheckoutParking, type Parked } from './checkout-parking.js';
import { PartPayment } from './part-payment.js';
import {
  carryOut,
  carryOutBeside,
  failureOf,
  type Step,
  type StepAnswer,
} from './checkout-steps.js';
import {
  type AccountIssued,
  accountIssued,
  cancelRequested,
  cardReported,
  chargeCard,
  type CheckoutInput,
  clockMoved,
  type ClockMoved,
  creditReceived,
  resolve,
  type CheckoutResult,
} from '../messages.js';

/**
 * One checkout from initiate to its end. The checkout waits for an account, for transfers, for the end of the account's window or
 * of the session, or for a cancellation, and takes the step that each of them asks for.
 *
 * PostgreSQL decides the result of a step; the workflow sees to it that every step is taken, in order, whatever fails.
 */
export function checkoutWorkflow(input: CheckoutInput): Promise<CheckoutResult> {
  const checkout = new CheckoutRun(input);
  hear(accountIssued, 'A number was given to the payer; it names when it takes no more.', (fact) =>
    checkout.hear(fact.factId, { kind: 'accountIssued', fact }),
  );
  hear(creditReceived, 'A transfer was recorded; without a status it is to be posted.', (fact) => {
    const { factId, ...credit } = fact;
    checkout.hear(factId, { kind: 'creditReceived', ...credit });
  });
  hear(cancelRequested, 'The merchant called the checkout off.', ({ factId }) =>
    checkout.hear(factId, { kind: 'cancelled', reason: 'MERCHANT_CANCELLED' }),
  );
  hear(clockMoved, 'In the sandbox: session and account end sooner than they did.', (fact) =>
    checkout.clockMoved(fact),
  );
  hear(cardReported, 'The acquirer has news of a charge: it is asked at once.', ({ attemptId }) =>
    checkout.cardReported(attemptId),
  );
  setHandler(chargeCard, ({ attemptId }) => checkout.chargeCard(attemptId), {
    validator: (card) => {
      if (!isBelieved(card)) throw new TypeError('only the API has a card charged');
    },
    description: 'A card is to be charged; answers where the attempt stands after the answer.',
  });
  setHandler(resolve, (resolution) => checkout.parking.desk.decide(resolution), {
    validator: (resolution) => checkout.parking.desk.mayDecide(resolution),
    description: decisionUpdate('a checkout', [...stepDecisions, ...partDecisions]),
  });
  // "Request cancellation" in the UI cancels the checkout properly instead of tearing the workflow down.
  CancellationScope.current().cancelRequested.catch(() =>
    checkout.hear('cancellation', { kind: 'cancelled', reason: 'OPERATOR_CANCELLED' }),
  );
  return CancellationScope.nonCancellable(() => checkout.run());
}

/**
 * One queue and one promise to wake up by: each promise in a workflow costs, and each timer that is cancelled costs two
 * events. So timers run out, and the timers of a former account are ignored.
 */
class CheckoutRun {
  readonly #input: CheckoutInput;
  #sessionEndsAt: string;
  readonly #heard = new Set<string>();
  readonly #queue: Happening[] = [];
  /** Happenings without effect while money was on its way into the books. They are judged again when it is in. */
  readonly #putOff: Happening[] = [];
  #status: CheckoutStatus = 'INITIATED';
  #amountMinor: string;
  #account: AccountIssued | undefined;
  readonly #charges = new Map<string, BegunCharge>();
  /** Attempts that may still change. */
  readonly #openCharges = new Set<string>();
  /** A charge whose outcome nobody knows. */
  #lostCharge: string | undefined;
  #wake = (): void => {};
  /** Ends whose timers are set once there is nothing left to do; undefined: each timer is set at once. */
  #later: End[] | undefined;
  readonly parking: CheckoutParking;
  readonly #part: PartPayment;

  constructor(input: CheckoutInput) {
    this.#input = input;
    this.parking = new CheckoutParking(input.checkoutId, () => this.#standing());
    this.#part = new PartPayment(
      this.parking.desk,
      () => this.#standing(),
      (next) => (next === undefined ? this.#showStanding() : this.#happened(next)),
    );
    this.#amountMinor = input.amountMinor;
    this.#sessionEndsAt = input.expiresAt;
    const { virtualAccountId, expiresAt: endsAt, account, part } = input;
    if (account !== undefined) {
      this.#later = [];
      this.#heard.add(account.factId);
      this.#account = account;
      this.#amountMinor = account.amountMinor ?? input.amountMinor;
    } else if (virtualAccountId !== undefined) {
      // The account's window is the session: one timer serves both.
      this.#account = { factId: '0', virtualAccountId, endsAt };
    }
    if (this.#account !== undefined) this.#status = 'AWAITING_PAYMENT';
    if (part !== undefined) this.#status = 'PARTIALLY_PAID';
    this.#part.amounts = part;
  }

  /** Facts are sent at least once; each is dealt with once. */
  hear(factId: string, happening: Happening): void {
    if (this.#heard.has(factId)) return;
    this.#heard.add(factId);
    this.#happened(happening);
  }

  /** Sets timers for the nearer ends. The old timers are left to run out: the first of two timers ends its window. */
  clockMoved({ factId, sessionEndsAt, account }: ClockMoved): void {
    if (this.#heard.has(factId)) return;
    this.#awaitSessionEnd(sessionEndsAt);
    if (account === null) this.#heard.add(factId);
    else this.hear(factId, { kind: 'accountIssued', fact: { factId, ...account } });
  }

  async run(): Promise<CheckoutResult> {
    this.#awaitSessionEnd(this.#sessionEndsAt);
    const { account } = this.#input;
    if (account !== undefined) {
      this.#awaitWindowEnd(account);
      // The messages of the first task are heard before the workflow asks whether there is anything to do.
      await Promise.resolve();
    }
    this.#showStanding();
    // A message that was heard in the very task that ended the checkout is dealt with too: it may be money.
    while (!isTerminal(this.#status) || this.#queue.length > 0 || this.#openCharges.size > 0) {
      const happening = this.#queue.shift();
      if (happening !== undefined) await this.#dealWith(happening);
      else if (!this.#setTimersLeft()) {
        const mayPay = this.#status !== 'PARTIALLY_PAID' || this.#account !== undefined;
        if (!mayPay) this.#part.callForDecision();
        await new Promise<void>((wake) => (this.#wake = wake));
      }
    }
    if (this.#charges.size > 0) await condition(allHandlersFinished);
    await this.parking.desk.settled();
    return { status: this.#status };
  }

  async chargeCard(attemptId: string) {
    const { first } = this.#charges.get(attemptId) ?? this.#begin(attemptId);
    return { attemptId, status: await first };
  }

  /** A charge that this workflow did not send was sent by one that Temporal has lost. */
  cardReported(attemptId: string): void {
    const begun = this.#charges.get(attemptId);
    if (begun === undefined || begun.charge.mayBeReopened) this.#begin(attemptId, true);
    else begun.charge.reported();
  }

  #begin(attemptId: string, wasSent = false): BegunCharge {
    const begun = beginCharge(attemptId, this.#chargeSteps(), wasSent);
    this.#openCharges.add(attemptId);
    this.#charges.set(attemptId, begun);
    return begun;
  }

  #chargeSteps(): ChargeSteps {
    const enqueue = <Done>(happening: (tell: (done: Done) => void) => CardHappening) =>
      new Promise<Done>((tell) => this.#happened(happening(tell)));
    return {
      start: (attemptId) => enqueue((tell) => ({ kind: 'cardAttempted', attemptId, tell })),
      record: (attemptId, verdict, isFinal) =>
        enqueue((tell) => ({ kind: 'cardAnswered', attemptId, verdict, isFinal, tell })),
      needsAttention: (attemptId) => {
        this.#lostCharge = attemptId;
        callForAttention('chargeCard: OUTCOME_UNKNOWN');
        this.#showStanding();
      },
    };
  }

  async #dealWith(happening: Happening): Promise<void> {
    if (happening.kind === 'accountIssued') return this.#openWindow(happening.fact);
    if (happening.kind === 'creditReceived' && happening.status !== undefined) {
      return this.#conclude(happening, { status: happening.status, outcome: 'EXACT' });
    }
    const { parkAfterMs } = this.#input;
    for (;;) {
      const step = this.#stepFor(happening);
      if (step === undefined) return;
      this.#part.goesOn();
      const outcome = await carryOut(step, parkAfterMs);
      if ('done' in outcome && isConclusive(happening, outcome.done)) {
        return this.#conclude(happening, outcome.done);
      }
      const parked = await this.#park(happening, step, failureOf(outcome));
      this.#showStanding();
      if (parked.done !== undefined) this.#conclude(happening, parked.done);
      if (parked.decision === 'cancel') return this.#cancelInsteadOf(happening, parked.done);
      if (parked.done !== undefined) return;
    }
  }

  /** Parks a step that fails. A credit that is received meanwhile is booked beside it, or its payer would wait too. */
  async #park(happening: StepAsked, step: Step, failure: FailureType): Promise<Parked> {
    const parked = this.parking.park(step, failure, (done) => isConclusive(happening, done));
    await this.#bookBeside(happening, parked);
    return parked;
  }

  async #bookBeside(waiting: StepAsked, parked: Promise<unknown>): Promise<void> {
    let isOver = false;
    const over = parked.then(() => void (isOver = true));
    const tried = new Set<Happening>();
    while (!isOver) {
      const received = this.#queue.filter(isReceived).find((each) => !tried.has(each));
      if (received === undefined) {
        await Promise.race([over, new Promise<void>((wake) => (this.#wake = wake))]);
        continue;
      }
      tried.add(received);
      this.#showStanding();
      const done = await carryOutBeside(stepOf(received), over);
      if (done !== undefined) {
        this.#queue.splice(this.#queue.indexOf(received), 1);
        this.#conclude(received, done);
      }
      this.#showStanding();
      if (this.#stepFor(waiting) === undefined) this.parking.dismiss();
    }
  }

  #openWindow(account: AccountIssued): void {
    if (isOlder(account, this.#account)) return;
    this.#part.goesOn();
    this.#account = account;
    this.#amountMinor = account.amountMinor ?? this.#amountMinor;
    this.#status = nextStatus(this.#status, 'ACCOUNT_ISSUED') ?? this.#status;
    this.#awaitWindowEnd(account);
    this.#showStanding();
  }

  #awaitWindowEnd({ virtualAccountId, endsAt }: AccountIssued): void {
    this.#wakeAt(endsAt, 'Account closes', { kind: 'windowEnded', virtualAccountId, endsAt });
  }

  #awaitSessionEnd(endsAt: string): void {
    this.#sessionEndsAt = endsAt;
    this.#wakeAt(endsAt, 'Session ends', { kind: 'sessionEnded', endsAt });
  }

  /** Undefined when nothing is left to do. */
  #stepFor(happening: StepAsked): Step | undefined {
    if (isReceived(happening)) return stepOf(happening);
    if (happening.kind === 'cardAttempted') {
      return { name: 'startCardCharge', attemptId: happening.attemptId };
    }
    if (isTerminal(this.#status)) return undefined;
    const { checkoutId } = this.#input;
    switch (happening.kind) {
      case 'windowEnded': {
        const { virtualAccountId, endsAt } = happening;
        if (virtualAccountId !== this.#account?.virtualAccountId) return undefined;
        if (endsAt !== this.#account.endsAt) return undefined;
        return { name: 'endAccountWindow', virtualAccountId, at: notBefore(endsAt) };
      }
      case 'sessionEnded':
        return { name: 'expireCheckout', checkoutId, at: notBefore(happening.endsAt) };
      case 'partAccepted':
        return { name: 'acceptPart', checkoutId };
      case 'cancelled':
        return { name: 'cancelCheckout', checkoutId, statusReason: happening.reason };
    }
  }

  #conclude(happening: Happening, done: StepAnswer): void {
    this.parking.desk.done();
    const { status, openUntil } = done;
    this.#status = status;
    if ('outcome' in done) this.#part.amounts = done.part;
    if (openUntil !== undefined) return this.#waitUntil(openUntil, happening);
    if ('tell' in happening && 'attemptStatus' in done) this.#concludeCharge(happening, done);
    if (status === 'PROCESSING') {
      if (!isMoney(happening)) this.#putOff.push(happening);
    } else {
      this.#queue.push(...this.#putOff.splice(0));
      if (happening.kind === 'windowEnded') this.#account = undefined;
    }
    this.#showStanding();
  }

  /** Waits again for an end that was put off after the timer that woke us was set. */
  #waitUntil(endsAt: string, { kind }: Happening): void {
    if (kind === 'sessionEnded') this.#awaitSessionEnd(endsAt);
    if (kind === 'windowEnded' && this.#account !== undefined) {
      this.#account = { ...this.#account, endsAt };
      this.#awaitWindowEnd(this.#account);
    }
    this.#showStanding();
  }

  #concludeCharge(happening: CardHappening, done: CardStepDone): void {
    const { attemptId } = happening;
    const begun = this.#charges.get(attemptId);
    if (begun?.charge.isOver(happening.kind, done.attemptStatus))
      this.#openCharges.delete(attemptId);
    if (this.#lostCharge === attemptId) {
      this.#lostCharge = undefined;
      endAttention();
    }
    tellCharge(happening, done);
  }

  /** Cancels in place of a happening. Received money that is not booked yet is booked after the cancellation. */
  #cancelInsteadOf(happening: Happening, done: StepAnswer | undefined): void {
    const money = isMoney(happening) && done === undefined ? [happening] : [];
    this.#queue.unshift({ kind: 'cancelled', reason: 'OPERATOR_CANCELLED' }, ...money);
  }

  #happened(happening: Happening): void {
    this.#queue.push(happening);
    this.#wake();
  }

  #wakeAt(at: string, summary: string, happening: Happening): void {
    const end = { at, summary, happening };
    if (this.#later === undefined) this.#setTimer(end);
    else this.#later.push(end);
  }

  /** Sets the timers that were left. A checkout paid by its first task never does. Tells whether an end has come. */
  #setTimersLeft(): boolean {
    const left = this.#later ?? [];
    this.#later = undefined;
    for (const end of left) {
      if (Date.parse(end.at) <= Date.now()) this.#queue.push(end.happening);
      else this.#setTimer(end);
    }
    return this.#queue.length > 0;
  }

  #setTimer({ at, summary, happening }: End): void {
    const waitMs = Math.max(1, Date.parse(at) - Date.now());
    void sleep(waitMs, { summary }).then(() => this.#happened(happening));
  }

  #showStanding(): void {
    if (this.parking.showAgain()) return;
    const [standing, lost] = [this.#standing(), this.#lostCharge];
    setCurrentDetails(
      lost === undefined ? standingDetails(standing) : lostChargeDetails(standing, lost),
    );
  }

  #standing() {
    return {
      checkoutId: this.#input.checkoutId,
      amountMinor: this.#amountMinor,
      ...{ status: this.#status, part: this.#part.amounts, account: this.#account },
      sessionEndsAt: this.#sessionEndsAt,
      unbooked: this.#queue.filter(isReceived).length,
    };
  }
}
