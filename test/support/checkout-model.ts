import {
  isPaid,
  isTerminal,
  nextStatus,
  type CheckoutEvent,
  type CheckoutStatus,
} from '../../src/domain/checkout-state.js';
import { toleranceCapBps, type Policies } from '../../src/domain/policies.js';
import type { CreditOutcome } from '../../src/payments/checkouts/checkout.js';
import type { CreditDecision } from '../../src/payments/credits/credit-steps.js';

/** One transfer, as the model sees it. */
export interface ModelCredit {
  readonly amount: bigint;
  outcome: CreditOutcome | null;
  applied: bigint;
  /** Of it, what goes back or has gone back. */
  refunded: bigint;
  /** Of it, what went back without having been the merchant's. */
  returned: bigint;
  resolution: 'ACCEPTED' | 'RETURNED' | 'KEPT' | null;
  /** The credit's bank or acquirer has taken it back. */
  recalled: boolean;
}

/** What an acquirer says of a charge; ABSENT: it never had it. */
export type ModelVerdict = 'APPROVED' | 'DECLINED' | 'ABSENT';

const maxDeclines = 5;

type Fit = 'EXACT' | 'UNDERPAID' | 'OVERPAID';

/**
 * What the SQL functions ought to do with one checkout, in the fewest words: its due, its policies, and the money that
 * came. The model knows nothing of books, only where each kobo is: with the merchant, held, or on its way back.
 */
export class CheckoutModel {
  status: CheckoutStatus = 'INITIATED';
  readonly exceptions = new Set<string>();
  readonly credits: ModelCredit[] = [];
  accepted = 0n;
  /** Confirmed refunds of the merchant. */
  refunded = 0n;
  /** Of what was accepted, what was recalled. */
  takenBack = 0n;
  /** An account takes money. */
  active = false;
  /** A card that may still pay. */
  card: 'BEGUN' | 'SENT' | undefined;
  #declines = 0;
  /** An account has run out while the order went on. */
  #hasRunOut = false;

  constructor(
    readonly due: bigint,
    readonly policies: Policies,
  ) {}

  get paid(): bigint {
    return sum(this.credits.filter(({ outcome }) => outcome !== null).map(({ amount }) => amount));
  }

  /** What went back without having been the merchant's. */
  get returned(): bigint {
    return sum(this.credits.map(({ returned }) => returned));
  }

  /** What came for an order that was paid already, and is the merchant's. */
  get kept(): bigint {
    const kept = this.credits.filter(
      ({ applied, resolution }) => applied === 0n && resolution === 'ACCEPTED',
    );
    return sum(kept.map(({ amount }) => amount));
  }

  get applied(): bigint {
    return sum(this.credits.map(({ applied }) => applied));
  }

  /** Whether the event is legal now; if it is, it happens. */
  take(event: CheckoutEvent): boolean {
    const next = nextStatus(this.status, event);
    this.status = next ?? this.status;
    return next !== undefined;
  }

  receive(amount: bigint, late: boolean): void {
    const credit = this.#add(amount);
    if (late || isTerminal(this.status)) this.#settle(credit, late);
    else this.take('CREDIT_SEEN');
  }

  post(): void {
    for (const credit of this.credits) if (credit.outcome === null) this.#settle(credit, false);
  }

  issue(): boolean {
    if (this.active || !this.take('ACCOUNT_ISSUED')) return false;
    this.active = true;
    return true;
  }

  /** Of the last account; of one that has run out while money was on its way, once more. */
  endWindow(): void {
    if (this.#endsHere() || !this.active) return;
    this.take('WINDOW_ENDED');
    this.active = false;
    this.#hasRunOut = true;
  }

  /** Whether a card may be charged now; if it may, it is about to be. */
  beginCard(): boolean {
    if (this.card !== undefined || !this.take('CARD_CHARGING')) return false;
    this.card = 'BEGUN';
    return true;
  }

  /** One whose order has ended meanwhile is not charged any more. */
  sendCard(): void {
    if (this.card === 'BEGUN') this.card = isTerminal(this.status) ? undefined : 'SENT';
  }

  callCardOff(): void {
    this.card = undefined;
    this.#backFromCard();
  }

  answerCard(verdict: ModelVerdict): void {
    this.card = undefined;
    if (verdict === 'APPROVED') return this.#settle(this.#add(this.due), isTerminal(this.status));
    if (verdict === 'DECLINED') this.#declines += 1;
    const isGivenUp = this.#declines >= maxDeclines && verdict === 'DECLINED';
    if (!isGivenUp || !this.close('GIVEN_UP')) this.#backFromCard();
  }

  /** Whoever sent a credit has it again, all of it. */
  recall(credit: ModelCredit): void {
    this.post();
    credit.recalled = true;
    const { outcome, resolution } = credit;
    const isStray = outcome === 'LATE' || outcome === 'DUPLICATE';
    if (isStray && (resolution === null || resolution === 'KEPT')) {
      credit.resolution = 'RETURNED';
      credit.returned = credit.amount;
    } else if (credit.applied > 0n && !isTerminal(this.status)) {
      credit.applied = 0n;
      credit.returned = credit.amount;
      if (resolution !== null) credit.resolution = 'RETURNED';
      this.#back();
    } else if (credit.applied > 0n) {
      this.takenBack += credit.amount - credit.returned;
      if (this.refunded + this.takenBack >= this.accepted) this.take('REVERSED');
    }
  }

  /** Its merchant calls it off, and a card that was not charged yet, unless money is on its way into the books. */
  cancel(): boolean {
    const isOnItsWay = this.credits.some(({ outcome }) => outcome === null);
    if (this.card === 'BEGUN' && this.status === 'PROCESSING' && !isOnItsWay) this.callCardOff();
    return this.close('CANCELLED');
  }

  /** Ends the checkout if it may end so; what was held for a top-up goes back. */
  close(event: 'SESSION_ENDED' | 'CANCELLED' | 'WINDOW_ENDED_FINAL' | 'GIVEN_UP'): boolean {
    if (!this.take(event)) return false;
    this.active = false;
    for (const credit of this.credits) {
      if (credit.applied === 0n) continue;
      credit.refunded += credit.applied;
      credit.returned += credit.applied;
      credit.applied = 0n;
      if (credit.resolution !== null) credit.resolution = 'RETURNED';
    }
    return true;
  }

  isHeld({ outcome, resolution }: ModelCredit): boolean {
    return (
      resolution === null &&
      (outcome === 'LATE' || outcome === 'DUPLICATE' || outcome === 'UNMATCHED')
    );
  }

  /** False when the decision must be refused. */
  resolve(credit: ModelCredit, given: CreditDecision | 'policy'): boolean {
    if (!this.isHeld(credit)) return true;
    this.post();
    const decision = given === 'policy' ? this.#policyOn(credit) : given;
    if (decision === 'keep') credit.resolution = 'KEPT';
    if (decision === 'return') this.#sendBack(credit, 'RETURNED');
    if (decision !== 'accept') return true;
    if (credit.outcome === 'DUPLICATE' || isPaid(this.status)) {
      credit.resolution = 'ACCEPTED';
      return true;
    }
    if (this.#isCalledOff) return false;
    this.#pay(credit);
    return true;
  }

  /** What of a credit its merchant may ask to be sent back. */
  refundable(credit: ModelCredit): bigint {
    const isTheirs = credit.applied > 0n ? isPaid(this.status) : credit.resolution === 'ACCEPTED';
    return isTheirs && !credit.recalled ? credit.amount - credit.refunded : 0n;
  }

  /** A refund of the merchant has arrived. */
  refundArrived(credit: ModelCredit, amount: bigint): void {
    if (credit.applied === 0n) return;
    this.refunded += amount;
    const isWhole = this.refunded + this.takenBack >= this.accepted;
    this.take(isWhole ? 'REFUNDED_WHOLE' : 'REFUNDED_PART');
  }

  get #isCalledOff(): boolean {
    return this.status === 'CANCELLED' || this.status === 'FAILED';
  }

  #add(amount: bigint): ModelCredit {
    const credit: ModelCredit = {
      ...{ amount, outcome: null, applied: 0n, refunded: 0n, returned: 0n },
      ...{ resolution: null, recalled: false },
    };
    this.credits.push(credit);
    return credit;
  }

  /** Where the order stands without what was on its way. */
  #back(): void {
    if (this.card !== undefined) return;
    this.take(
      this.applied > 0n ? 'BACK_TO_PARTLY_PAID' : this.active ? 'BACK_TO_WAITING' : 'BACK_TO_START',
    );
  }

  #backFromCard(): void {
    if (this.credits.every(({ outcome }) => outcome !== null)) this.#back();
    if (this.#hasRunOut && !this.active) this.#endsHere();
  }

  /** Whether the order is over with its account. */
  #endsHere(): boolean {
    return this.policies.onAccountExpiry === 'EXPIRE' && this.close('WINDOW_ENDED_FINAL');
  }

  #settle(credit: ModelCredit, late: boolean): void {
    const stray = isPaid(this.status)
      ? 'DUPLICATE'
      : late || this.#isCalledOff
        ? 'LATE'
        : undefined;
    if (stray === undefined) return this.#pay(credit);
    credit.outcome = stray;
    this.exceptions.add(stray);
  }

  #pay(credit: ModelCredit): void {
    const { underpaid, overpaid } = this.policies;
    const missing = this.due - this.applied;
    const fit = this.#fit(credit.amount, missing);
    const wasHeld = credit.outcome !== null;
    credit.outcome ??= fit;
    if (fit !== 'EXACT') this.exceptions.add(fit);
    if (fit === 'EXACT' || (fit === 'UNDERPAID' && underpaid === 'ACCEPT')) {
      return this.#accept(credit, credit.amount, 0n, wasHeld);
    }
    if (fit === 'OVERPAID' && overpaid !== 'REFUND_ALL') {
      const back = overpaid === 'KEEP' ? 0n : credit.amount - missing;
      return this.#accept(credit, missing, back, wasHeld);
    }
    if (fit === 'UNDERPAID' && underpaid === 'HOLD_TOP_UP' && !isTerminal(this.status)) {
      credit.applied = credit.amount;
      if (wasHeld) credit.resolution = 'ACCEPTED';
      this.take('PAID_SHORT');
      return;
    }
    this.#sendBack(credit, wasHeld ? 'RETURNED' : null);
    if (wasHeld || isTerminal(this.status)) return;
    this.#back();
  }

  #accept(credit: ModelCredit, applied: bigint, back: bigint, wasHeld: boolean): void {
    this.accepted = this.applied + credit.amount - back;
    credit.applied = applied;
    credit.refunded += back;
    credit.returned += back;
    if (wasHeld) credit.resolution = 'ACCEPTED';
    this.take('PAID_IN_FULL');
    this.active = false;
  }

  #sendBack(credit: ModelCredit, resolution: ModelCredit['resolution']): void {
    credit.refunded += credit.amount;
    credit.returned += credit.amount;
    credit.resolution = resolution;
  }

  #fit(amount: bigint, missing: bigint): Fit {
    const cap = (this.due * BigInt(toleranceCapBps)) / 10_000n;
    const given = BigInt(this.policies.tolerance);
    const tolerance = given < cap ? given : cap;
    if (amount < missing - tolerance) return 'UNDERPAID';
    return amount > missing + tolerance ? 'OVERPAID' : 'EXACT';
  }

  #policyOn({ outcome }: ModelCredit): 'accept' | 'return' | 'hold' {
    const { late, duplicate } = this.policies;
    if (outcome === 'DUPLICATE' || isPaid(this.status))
      return duplicate === 'KEEP_AS_CREDIT' ? 'accept' : 'return';
    if (this.#isCalledOff) return 'return';
    return late === 'HOLD' ? 'hold' : late === 'ACCEPT_LATE' ? 'accept' : 'return';
  }
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}
