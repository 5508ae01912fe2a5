import fc from 'fast-check';
import type {
  Checkout,
  CreditView,
  VirtualAccount,
} from '../../src/payments/checkouts/checkout.js';
import { isPaid } from '../../src/domain/checkout-state.js';
import { policyChoices, type Policies } from '../../src/domain/policies.js';
import { newId } from '../../src/platform/database/new-id.js';
import type { SettlementWorld } from './settlement-world.js';
import { clockSkewMs } from './oracles/lateness.js';
import { cardOffer } from './shop.js';

/** How much of what is due a payment brings. */
type Size = 'rest' | 'kobo short' | 'kobo' | 'part' | 'over';
const kinds = [
  'refund',
  'recall',
  'open',
  'win',
  'lose',
  'accept part',
  'expire',
  'by policy',
  'accept',
  'return',
] as const;

/** What happens to an order, one thing after the other; `nth` picks a payment, `share` of a thousand an amount. */
export interface RandomAct {
  readonly kind: 'pay' | (typeof kinds)[number];
  readonly size: Size;
  readonly late: boolean;
  readonly byCard: boolean;
  readonly nth: number;
  readonly share: bigint;
  readonly sent: boolean;
}

export interface RandomOrder {
  readonly amountMinor: bigint;
  readonly byCustomer: boolean;
  readonly policies: Partial<Policies>;
  readonly pays: readonly RandomAct[];
  readonly acts: readonly RandomAct[];
}

const share = fc.oneof(fc.constant(1_000n), fc.bigInt(1n, 999n), fc.bigInt(1n, 999n));
const act = (kind: fc.Arbitrary<RandomAct['kind']>): fc.Arbitrary<RandomAct> =>
  fc.record({
    kind,
    size: fc.constantFrom<Size>('rest', 'rest', 'kobo short', 'kobo', 'part', 'part', 'over'),
    late: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
    byCard: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
    nth: fc.nat(3),
    share,
    sent: fc.boolean(),
  });

export const randomOrder: fc.Arbitrary<RandomOrder> = fc.record({
  amountMinor: fc.oneof(fc.bigInt(3n, 2_000n), fc.bigInt(10_000n, 5_000_000n)),
  byCustomer: fc.boolean(),
  policies: fc.record(
    {
      underpaid: fc.constantFrom(...policyChoices.underpaid, 'HOLD_TOP_UP', 'HOLD_TOP_UP'),
      overpaid: fc.constantFrom(...policyChoices.overpaid),
      late: fc.constantFrom(...policyChoices.late),
      duplicate: fc.constantFrom(...policyChoices.duplicate),
      refundFeeBearer: fc.constantFrom(...policyChoices.refundFeeBearer),
    },
    { requiredKeys: [] },
  ),
  pays: fc.array(act(fc.constant('pay' as const)), { minLength: 1, maxLength: 4 }),
  acts: fc.array(
    act(fc.constantFrom(...kinds, 'pay' as const, 'refund' as const, 'refund' as const)),
    {
      maxLength: 4,
    },
  ),
});

/** Counts what a run has come by: a property that never met what it speaks of shows nothing. */
export class Reached {
  readonly counts = new Map<string, number>();

  note(branch: string, met = true): void {
    if (met) this.counts.set(branch, (this.counts.get(branch) ?? 0) + 1);
  }
}

/** Plays random orders of one merchant against the stores and the SQL functions of a running engine. */
export class OrderPlayer {
  #told = 0;

  constructor(
    private readonly world: SettlementWorld,
    private readonly merchantId: string,
    private readonly reached: Reached,
  ) {}

  /** Answers the order's reference. */
  async play({ amountMinor, byCustomer, policies, pays, acts }: RandomOrder): Promise<string> {
    const { shop } = this.world;
    const checkout = await shop.checkouts.initiate({
      ...shop.newCheckout({
        amountMinor,
        feeBearer: byCustomer ? 'CUSTOMER' : 'MERCHANT',
        policies,
        reference: `ORD-${newId('txn').slice(4)}`,
      }),
      merchantId: this.merchantId,
    });
    const { expectedMinor } = checkout.checkout;
    await shop.pool.query('update checkout set offers = offers || $2 where checkout_id = $1', [
      checkout.checkout.checkoutId,
      JSON.stringify(cardOffer(expectedMinor), (_, each: unknown) =>
        typeof each === 'bigint' ? String(each) : each,
      ),
    ]);
    const account = await shop.issue(checkout.checkout);
    const { paymentReference } = checkout.checkout;
    for (const each of [...pays, ...acts]) await this.#act(paymentReference, account, each);
    this.#noteEnd(await this.#read(paymentReference));
    return paymentReference;
  }

  async #read(paymentReference: string): Promise<Checkout> {
    const found = await this.world.shop.checkouts.find(this.merchantId, paymentReference);
    if (found === undefined) throw new Error(`there is no order ${paymentReference}`);
    return found;
  }

  async #act(reference: string, account: VirtualAccount, given: RandomAct): Promise<void> {
    const checkout = await this.#read(reference);
    if (given.kind === 'pay') return this.#pay(checkout, account, given);
    const { checkoutId, expiresAt, credits } = checkout;
    const { shop } = this.world;
    if (given.kind === 'expire')
      return void (await shop.steps.expireCheckout({ checkoutId, at: expiresAt }));
    if (given.kind === 'accept part') {
      this.reached.note('an operator accepts parts', checkout.status === 'PARTIALLY_PAID');
      return void (await shop.steps.acceptPart({ checkoutId }));
    }
    // every other refund is of what can be refunded
    const left = credits.filter(({ refundableMinor }) => refundableMinor > 0n);
    const choice = given.kind === 'refund' && given.sent && left.length > 0 ? left : credits;
    const credit = choice[given.nth % Math.max(choice.length, 1)];
    if (credit === undefined) return;
    if (given.kind === 'refund') return this.#refund(checkout, credit, given);
    if (given.kind === 'by policy' || given.kind === 'accept' || given.kind === 'return')
      return this.#resolve(credits, given.kind);
    return this.#tell(checkout, credit, given);
  }

  async #pay(checkout: Checkout, account: VirtualAccount, given: RandomAct): Promise<void> {
    const { shop } = this.world;
    const due = checkout.expectedMinor - checkout.appliedMinor;
    const rest = due > 0n ? due : checkout.expectedMinor;
    const amount = {
      rest,
      'kobo short': rest - 1n,
      kobo: 1n,
      part: (rest * given.share) / 1_001n,
      over: rest + (rest * given.share) / 1_000n + 1n,
    }[given.size];
    if (amount <= 0n) return;
    if (given.byCard) return this.#charge(checkout, amount);
    const sentAt = given.late ? new Date(account.expiresAt.getTime() + clockSkewMs + 1) : null;
    const { creditId } = await shop.pay(account.accountNumber, amount, { sentAt });
    await shop.steps.applyCredit({ creditId });
  }

  async #charge({ checkoutId }: Checkout, amountMinor: bigint): Promise<void> {
    const creditId = newId('txn');
    await this.world.shop.pool.query(
      `insert into inward_credit (credit_id, provider, session_id, checkout_id, merchant_id, amount_minor, channel)
         values ($1, 'simulator-acquirer', $1, $2, $3, $4, 'Card')`,
      [creditId, checkoutId, this.merchantId, amountMinor],
    );
    await this.world.shop.pool.query('select post_journals(judge_credit($1, false))', [creditId]);
  }

  async #resolve(credits: readonly CreditView[], kind: 'by policy' | 'accept' | 'return') {
    const held = credits.find(
      ({ outcome, resolution }) =>
        (outcome === 'LATE' || outcome === 'DUPLICATE') && resolution === null,
    );
    if (held === undefined) return;
    await this.world.shop.heldCredits.resolveCredit({
      creditId: held.creditId,
      ruling: kind === 'by policy' ? { by: 'POLICY' } : { by: 'OPERATOR', decision: kind },
    });
  }

  async #refund(checkout: Checkout, credit: CreditView, given: RandomAct): Promise<void> {
    const { shop } = this.world;
    const { refundableMinor } = credit;
    const asked = (refundableMinor * given.share) / 1_000n;
    const amountMinor = asked > 0n ? asked : 1n;
    const { outcome, refund } = await shop.requestRefund(credit.creditId, {
      ...{ merchantId: this.merchantId, amountMinor },
    });
    this.reached.note(`refund ${outcome}`);
    const isTaken = credit.takenBackMinor > 0n || checkout.takenBackMinor > 0n;
    this.reached.note('a refund after a part was taken back', refund !== null && isTaken);
    const more = await shop.requestRefund(credit.creditId, {
      ...{ merchantId: this.merchantId, amountMinor: refundableMinor + 1n },
    });
    if (more.refund !== null) throw new Error('more was refunded than is left');
    if (refund !== null && given.sent) await shop.sendRefund(refund.refundId);
  }

  /** The rail takes money back, or a dispute begins or ends. */
  async #tell(checkout: Checkout, credit: CreditView, given: RandomAct): Promise<void> {
    const told = { recall: 'RECALL', open: 'CHARGEBACK_OPENED', win: 'CHARGEBACK_WON' } as const;
    const kind = told[given.kind as keyof typeof told] ?? 'CHARGEBACK_LOST';
    const amount = (credit.amountMinor * given.share + 999n) / 1_000n;
    this.#told += 1;
    const { rows } = await this.world.shop.pool.query<{ outcome: string }>(
      `select e.outcome from inward_credit k
        cross join lateral receive_rail_event(k.provider, $1 || '-' || $2::text, $3, k.session_id, 'cb-' || k.credit_id, $4, 0) e
        where k.credit_id = $1`,
      [credit.creditId, this.#told, kind, amount],
    );
    this.reached.note(`${kind} ${rows[0]?.outcome}`);
    const several =
      isPaid(checkout.status) && checkout.credits.filter((k) => k.appliedMinor > 0n).length > 1;
    this.reached.note('one of several payments is taken back', kind === 'RECALL' && several);
    this.reached.note('a part is taken back', kind === 'RECALL' && amount < credit.amountMinor);
    const isHeld = credit.appliedMinor > 0n && checkout.status === 'PARTIALLY_PAID';
    this.reached.note(
      'a held part is taken back',
      kind === 'RECALL' && isHeld && amount === credit.amountMinor,
    );
  }

  #noteEnd(checkout: Checkout): void {
    const { reached } = this;
    const paying = isPaid(checkout.status)
      ? checkout.credits.filter(({ appliedMinor }) => appliedMinor > 0n)
      : [];
    reached.note(`an order is ${checkout.status}`);
    reached.note(`paid by ${Math.min(paying.length, 3)}`, paying.length > 0);
    reached.note('paid by both channels', new Set(paying.map(({ channel }) => channel)).size > 1);
    reached.note(
      'excess goes back',
      paying.some(({ returnedMinor }) => returnedMinor > 0n),
    );
    reached.note(
      'excess is kept',
      paying.some((k) => k.excessMinor > 0n && k.returnedMinor === 0n),
    );
    reached.note(
      'the fee eats up a payment',
      paying.some(({ settlementMinor }) => settlementMinor === 0n),
    );
    reached.note('a second payment is kept', checkout.keptMinor > 0n);
    reached.note('money goes back that was never the merchant’s', checkout.returnedMinor > 0n);
    reached.note(
      'a part is gone of an order that is not REVERSED',
      checkout.takenBackMinor > 0n && checkout.status !== 'REVERSED',
    );
    reached.note(
      'a late payment pays',
      paying.some(({ outcome }) => outcome === 'LATE'),
    );
  }
}
