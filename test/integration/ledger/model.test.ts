import assert from 'node:assert/strict';
import fc from 'fast-check';
import { afterAll, beforeAll, it } from 'vitest';
import { clockSkewMs } from '../../../src/domain/lateness.js';
import { defaultPolicies, policyChoices, type Policies } from '../../../src/domain/policies.js';
import type { CreditDecision } from '../../../src/domain/ports/credit-steps.port.js';
import type { Checkout, VirtualAccount } from '../../../src/domain/ports/checkout-store.port.js';
import { CheckoutModel } from '../../support/checkout-model.js';
import { Shop } from '../../support/shop.js';

let shop: Shop;
let sessions = 0;

beforeAll(async () => {
  shop = await Shop.open();
  // Money enough for any refund: whether the balance reaches is a question of its own.
  const till = await shop.order({ amountMinor: 10_000_000_000n });
  await shop.payAndPost(till, 10_000_000_000n);
});
afterAll(() => shop[Symbol.asyncDispose]());

const due = 1_000_000n;

/** Does the same to the engine and to the model, and compares the two. */
class Player {
  readonly #model: CheckoutModel;
  #account: VirtualAccount | undefined;

  constructor(
    private readonly checkout: Checkout,
    policies: Policies,
  ) {
    this.#model = new CheckoutModel(due, policies);
  }

  async issue(): Promise<void> {
    const request = shop.accountRequest(await shop.read(this.checkout));
    const { outcome, account } = await shop.checkouts.issueAccount(request);
    assert.equal(outcome === 'ISSUED', this.#model.issue());
    this.#account = account ?? this.#account;
  }

  async pay(amountMinor: bigint, late: boolean): Promise<void> {
    if (this.#account === undefined) return;
    const { accountNumber, expiresAt } = this.#account;
    const sentAt = new Date(expiresAt.getTime() + clockSkewMs + (late ? 1 : 0));
    await shop.pay(accountNumber, amountMinor, { sentAt });
    this.#model.receive(amountMinor, late);
  }

  async post(): Promise<void> {
    const { credits } = await shop.read(this.checkout);
    const unposted = credits.findLast(({ outcome }) => outcome === null);
    if (unposted === undefined) return;
    await shop.steps.applyCredit(unposted.creditId);
    this.#model.post();
  }

  async endWindow(): Promise<void> {
    if (this.#account === undefined) return;
    const { virtualAccountId, expiresAt } = this.#account;
    await shop.steps.endAccountWindow(virtualAccountId, expiresAt);
    this.#model.endWindow();
  }

  async endSession(): Promise<void> {
    await shop.steps.expireCheckout(this.checkout.checkoutId, this.checkout.expiresAt);
    this.#model.close('SESSION_ENDED');
  }

  async cancel(): Promise<void> {
    const { outcome } = await shop.checkouts.cancel(
      shop.merchantId,
      this.checkout.paymentReference,
    );
    assert.equal(outcome === 'CANCELLED', this.#model.close('CANCELLED'));
  }

  /** The nth credit that is held, by its policy or as an operator says. */
  async resolve(nth: number, decision: CreditDecision | 'policy'): Promise<void> {
    const held = this.#model.credits.filter((credit) => this.#model.isHeld(credit));
    const credit = held[nth % Math.max(held.length, 1)];
    if (credit === undefined) return;
    const creditId = await this.#idOf(this.#model.credits.indexOf(credit));
    const resolved = await shop.heldCredits
      .resolve(creditId, decision === 'policy' ? { by: 'POLICY' } : { by: 'OPERATOR', decision })
      .then(
        () => true,
        (error: { constraint?: string }) => {
          assert.equal(error.constraint, 'held_credit_has_order');
          return false;
        },
      );
    assert.equal(resolved, this.#model.resolve(credit, decision));
  }

  /** The merchant asks for part of the nth credit; the refund goes out at once when `sent`. */
  async refund(nth: number, amountMinor: bigint, sent: boolean): Promise<void> {
    const index = nth % Math.max(this.#model.credits.length, 1);
    const credit = this.#model.credits[index];
    if (credit === undefined) return;
    const refundable = this.#model.refundable(credit);
    const { outcome, refund } = await shop.requestRefund(await this.#idOf(index), { amountMinor });
    assert.equal(outcome === 'REQUESTED', amountMinor <= refundable, outcome);
    if (refund === null) return;
    credit.refunded += amountMinor;
    if (!sent) return;
    await shop.sendRefund(refund.refundId);
    this.#model.refundArrived(credit, amountMinor);
  }

  /** One refund of a policy goes out: this time it is refused, or it arrives. */
  async sendBack(refused: boolean): Promise<void> {
    const refunds = await shop.refundsOf(this.checkout.checkoutId);
    const next = refunds.find(
      ({ origin, status }) => origin !== 'MERCHANT' && status === 'REQUESTED',
    );
    if (next === undefined) return;
    if (!refused) return shop.sendRefund(next.refundId);
    sessions += 1;
    const step = { refundId: next.refundId, sessionId: `refused-${sessions}` };
    await shop.refundSteps.take({ refundId: next.refundId, event: 'NAME_ASKED' });
    await shop.refundSteps.take({ ...step, event: 'SENT' });
    await shop.refundSteps.take({ ...step, event: 'LOST_SIGHT' });
    await shop.refundSteps.take({ ...step, event: 'REFUSED', code: '51' });
  }

  async compare(): Promise<void> {
    const model = this.#model;
    const read = await shop.read(this.checkout);
    const actual = {
      status: read.status,
      paid: read.paidMinor,
      applied: read.appliedMinor,
      accepted: read.acceptedMinor,
      refunded: read.refundedMinor,
      exceptions: new Set(read.exceptions),
      active: read.accounts.some((account) => account.status === 'ACTIVE'),
      credits: read.credits.map((credit) => ({
        amount: credit.amountMinor,
        outcome: credit.outcome,
        applied: credit.appliedMinor,
        refunded: credit.refundedMinor,
        resolution: credit.resolution,
      })),
    };
    const { status, paid, applied, accepted, refunded, exceptions, active, credits } = model;
    assert.deepEqual(actual, {
      ...{ status, paid, applied, accepted, refunded, exceptions, active },
      credits: credits.map((credit) => ({ ...credit })),
    });
  }

  async #idOf(index: number): Promise<string> {
    const { credits } = await shop.read(this.checkout);
    return credits[index]?.creditId ?? '';
  }
}

class Act {
  constructor(
    private readonly name: string,
    readonly play: (player: Player) => Promise<void>,
  ) {}

  toString(): string {
    return this.name;
  }
}

const always = (name: string, play: Act['play']) => fc.constant(new Act(name, play));
const amount = fc.constantFrom(
  1n,
  250_000n,
  500_000n,
  995_000n,
  999_999n,
  due,
  due + 1n,
  1_300_000n,
);
const pay = fc
  .record({ given: amount, late: fc.boolean() })
  .map(
    ({ given, late }) =>
      new Act(`pay ${given}${late ? ' late' : ''}`, (player) => player.pay(given, late)),
  );
const resolve = fc
  .record({
    nth: fc.nat(3),
    decision: fc.constantFrom('policy', 'policy', 'accept', 'return', 'keep'),
  })
  .map(
    ({ nth, decision }) =>
      new Act(`resolve ${nth} ${decision}`, (player) => player.resolve(nth, decision)),
  );
const refund = fc
  .record({ nth: fc.nat(3), given: amount, sent: fc.boolean() })
  .map(
    ({ nth, given, sent }) =>
      new Act(`refund ${nth} ${given}${sent ? ' sent' : ''}`, (player) =>
        player.refund(nth, given, sent),
      ),
  );
const act = fc.oneof(
  { weight: 3, arbitrary: always('issue', (player) => player.issue()) },
  { weight: 5, arbitrary: pay },
  { weight: 4, arbitrary: always('post', (player) => player.post()) },
  { weight: 2, arbitrary: always('end window', (player) => player.endWindow()) },
  { weight: 1, arbitrary: always('end session', (player) => player.endSession()) },
  { weight: 1, arbitrary: always('cancel', (player) => player.cancel()) },
  { weight: 4, arbitrary: resolve },
  { weight: 3, arbitrary: refund },
  { weight: 1, arbitrary: always('refund arrives', (player) => player.sendBack(false)) },
  { weight: 1, arbitrary: always('refund refused', (player) => player.sendBack(true)) },
);

const policies: fc.Arbitrary<Policies> = fc.record({
  underpaid: fc.constantFrom(...policyChoices.underpaid),
  overpaid: fc.constantFrom(...policyChoices.overpaid),
  late: fc.constantFrom(...policyChoices.late),
  duplicate: fc.constantFrom(...policyChoices.duplicate),
  onAccountExpiry: fc.constantFrom(...policyChoices.onAccountExpiry),
  refundFeeBearer: fc.constantFrom(...policyChoices.refundFeeBearer),
  tolerance: fc.constantFrom(0, 0, 5_000, 1_000_000),
});

it('the SQL functions do what the model does, whatever happens in whatever order', async () => {
  const acts = fc.array(act, { minLength: 3, maxLength: 18 });
  const given = fc.oneof(fc.constant(defaultPolicies), policies);
  const property = fc.asyncProperty(acts, given, async (played, chosen) => {
    const checkout = await shop.initiate({ policies: chosen });
    const player = new Player(checkout, chosen);
    await player.issue();
    for (const { play } of played) {
      await play(player);
      await player.compare();
    }
    await shop.assertBooks();
  });
  await fc.assert(property, { numRuns: Number(process.env['MANILLA_MODEL_RUNS'] ?? 100) });
}, 300_000);
