import type { OperatorDesk } from '../platform/attention.js';
import { type Standing, standingRows } from './checkout-details.js';
import type { Happening } from './checkout-happenings.js';
import {
  type CheckoutDecision,
  type PartDecision,
  partDecisions,
} from '../../src/domain/decisions.js';
import type { PartPaid } from '../../src/domain/part-paid.js';

/** The happening that each decision causes for the checkout; undefined: none. */
const asked: Readonly<Record<PartDecision, Happening | undefined>> = {
  accept: { kind: 'partAccepted' },
  cancel: { kind: 'cancelled', reason: 'OPERATOR_CANCELLED' },
  wait: undefined,
};

/**
 * A part payment that waits for the rest. While an account takes the rest, nobody is needed: the rest comes, or the
 * part goes back at the end. Once the account has closed, no payer can complete the order by paying, so a person may
 * decide before the session ends.
 */
export class PartPayment {
  #isOpen = false;
  /** The amounts after the last booked credit; undefined: it was no part, or the amounts are not known. */
  amounts: PartPaid | undefined;
  /** Whether somebody has decided to wait, and nothing has happened since. */
  #isLeft = false;

  constructor(
    private readonly desk: OperatorDesk<CheckoutDecision>,
    private readonly standing: () => Standing,
    private readonly decided: (next: Happening | undefined) => void,
  ) {}

  /** Asks for a decision, once. */
  callForDecision(): void {
    if (this.#isOpen || this.#isLeft) return;
    this.#isOpen = true;
    const waiting = {
      reason: 'HELD: UNDERPAID',
      allowed: partDecisions,
      page,
      rows: () => standingRows(this.standing()),
    };
    this.desk.open(waiting, (decision) => this.#decide(decision));
  }

  /** Notes that a step of the checkout is taken. An open question to an operator is asked anew after it. */
  goesOn(): void {
    this.#isLeft = false;
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.desk.close();
  }

  #decide(decision: PartDecision): void {
    this.#isOpen = false;
    this.#isLeft = true;
    this.desk.close();
    if (decision === 'wait') this.desk.done();
    this.decided(asked[decision]);
  }
}

const page = {
  title: 'an order is paid in part, and its account has closed',
  happened: 'Less than the amount due was paid, and the account closed before the rest came.',
  safe: 'The part is held for the order. When the session ends before anybody decides, each part goes back to the account that it came from.',
  todo: 'Ask the shop: does it deliver for what was paid? If yes, take it as the whole payment. If not, call the order off: each part goes back. Or wait: the shop can make another account for the rest.',
};
