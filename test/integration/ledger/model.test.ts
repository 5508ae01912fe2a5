import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, it } from 'vitest';
import { PgCardAttempts } from '../../../src/payments/cards/card-attempt.store.js';
import { clockSkewMs } from '../../support/oracles/lateness.js';
import { defaultPolicies, policyChoices, type Policies } from '../../../src/domain/policies.js';
import type { CreditDecision } from '../../../src/payments/credits/credit-steps.js';
import type { Checkout, VirtualAccount } from '../../../src/payments/checkouts/checkout.js';
import { createSecretSeal } from '../../../src/platform/keys/secret-seal.js';
import { CheckoutModel, type ModelVerdict } from '../../support/checkout-model.js';
import { Act, agree, checkCases, playActs } from '../../support/model-play.js';
import { Shop } from '../../support/shop.js';
import { keySetOf } from '../../../src/platform/config/key-set.js';

let shop: Shop;
let cards: PgCardAttempts;
let sessions = 0;

async function open(): Promise<void> {
  shop = await Shop.open();
  cards = new PgCardAttempts(shop.pool, createSecretSeal(keySetOf('seal', [randomBytes(32)])));
  // Money enough for any refund: whether the balance reaches is a question of its own.
  const till = await shop.order({ amountMinor: 10_000_000_000n });
  await shop.payAndPost(till, 10_000_000_000n);
}
beforeAll(open);
afterAll(() => shop[Symbol.asyncDispose]());

const due = 1_000_000n;

/** Does the same to the engine and to the model, and compares the two. */
class Player {
  readonly #model: CheckoutModel;
  #account: VirtualAccount | undefined;
  #attemptId = '';

  constructor(
    private readonly checkout: Checkout,
    policies: Policies,
  ) {
    this.#model = new CheckoutModel(due, policies);
  }

  async issue(): Promise<void> {
    const request = shop.accountRequest(await shop.read(this.checkout));
    const { outcome, account } = await shop.checkouts.issueAccount(request);
    agree('whether an account may be made', outcome === 'ISSUED', this.#model.issue());
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
    await shop.steps.applyCredit({ creditId: unposted.creditId });
    this.#model.post();
  }

  async endWindow(): Promise<void> {
    if (this.#account === undefined) return;
    const { virtualAccountId, expiresAt } = this.#account;
    await shop.steps.endAccountWindow({ virtualAccountId, at: expiresAt });
    this.#model.endWindow();
  }

  async endSession(): Promise<void> {
    await shop.steps.expireCheckout({
      checkoutId: this.checkout.checkoutId,
      at: this.checkout.expiresAt,
    });
    this.#model.close('SESSION_ENDED');
  }

  async cancel(): Promise<void> {
    const { outcome } = await shop.checkouts.cancel(
      shop.merchantId,
      this.checkout.paymentReference,
    );
    const isClosed = this.#model.cancel();
    agree('whether the order may be called off', outcome === 'CANCELLED', isClosed);
  }

  async beginCard(): Promise<void> {
    const { merchantId, paymentReference } = this.checkout;
    sessions += 1;
    const { outcome, attemptId } = await cards.begin({
      ...{ merchantId, paymentReference, provider: 'simulator-acquirer' },
      ...{ token: `card_${sessions}`, amountMinor: due },
    });
    const isBegun = outcome === 'BEGUN';
    agree(`whether a card may be charged (${outcome})`, isBegun, this.#model.beginCard());
    if (isBegun) this.#attemptId = attemptId ?? '';
  }

  async sendCard(): Promise<void> {
    if (this.#model.card !== 'BEGUN') return;
    const { attemptStatus } = await cards.startCardCharge({ attemptId: this.#attemptId });
    this.#model.sendCard();
    const isSent = this.#model.card !== undefined;
    agree('a card is charged while its order is open', attemptStatus === 'PROCESSING', isSent);
  }

  async callCardOff(): Promise<void> {
    if (this.#model.card !== 'BEGUN') return;
    await cards.cancelUnsent(this.#attemptId);
    this.#model.callCardOff();
  }

  async answerCard(outcome: ModelVerdict): Promise<void> {
    if (this.#model.card !== 'SENT') return;
    const code = { APPROVED: '00', DECLINED: '51', ABSENT: '25' }[outcome];
    const isFinal = outcome === 'ABSENT';
    await cards.recordCardAnswer({
      attemptId: this.#attemptId,
      verdict: { outcome, code, failure: null },
      isFinal,
    });
    this.#model.answerCard(outcome);
  }

  /** The nth credit is taken back by whoever sent it. */
  async recall(nth: number): Promise<void> {
    const index = nth % Math.max(this.#model.credits.length, 1);
    const credit = this.#model.credits[index];
    if (credit === undefined || credit.recalled) return;
    const { rows } = await shop.pool.query<{ outcome: string | null }>(
      `select e.outcome from inward_credit k
        cross join lateral receive_rail_event(k.provider, 'recall-' || k.credit_id, 'RECALL', k.session_id, null,
                                              k.amount_minor, 0) e
        where k.credit_id = $1`,
      [await this.#idOf(index)],
    );
    agree('a recall of a known credit is taken', rows[0]?.outcome, 'REVERSED');
    this.#model.recall(credit);
  }

  /** The nth credit that is held, by its policy or as an operator says. */
  async resolve(nth: number, decision: CreditDecision | 'policy'): Promise<void> {
    const held = this.#model.credits.filter((credit) => this.#model.isHeld(credit));
    const credit = held[nth % Math.max(held.length, 1)];
    if (credit === undefined) return;
    const creditId = await this.#idOf(this.#model.credits.indexOf(credit));
    const { resolution } = await shop.heldCredits.resolveCredit({
      creditId,
      ruling: decision === 'policy' ? { by: 'POLICY' } : { by: 'OPERATOR', decision },
    });
    // It is held on only because its order was called off.
    const resolved = decision !== 'accept' || resolution !== 'HELD';
    const isTaken = this.#model.resolve(credit, decision);
    agree('whether a held credit may be decided so', resolved, isTaken);
  }

  /** The merchant asks for part of the nth credit; the refund goes out at once when `sent`. */
  async refund(nth: number, amountMinor: bigint, sent: boolean): Promise<void> {
    const index = nth % Math.max(this.#model.credits.length, 1);
    const credit = this.#model.credits[index];
    if (credit === undefined) return;
    const refundable = this.#model.refundable(credit);
    const { outcome, refund } = await shop.requestRefund(await this.#idOf(index), { amountMinor });
    const rule = `a refund of ${amountMinor} is taken while so much is left (${outcome})`;
    agree(rule, outcome === 'REQUESTED', amountMinor <= refundable);
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
    agree('the status of the order', read.status, model.status);
    agree('what was paid is the sum of what is settled', read.paidMinor, model.paid);
    agree('what counts towards the due', read.appliedMinor, model.applied);
    agree('what the merchant was credited', read.acceptedMinor, model.accepted);
    agree('what the merchant has sent back', read.refundedMinor, model.refunded);
    agree('what was taken back of it', read.takenBackMinor, model.takenBack);
    agree('what went back without having been the merchant’s', read.returnedMinor, model.returned);
    agree('what was kept beside the payment', read.keptMinor, model.kept);
    agree('the exceptions that are told', new Set(read.exceptions), model.exceptions);
    const isActive = read.accounts.some((account) => account.status === 'ACTIVE');
    agree('whether an account takes money', isActive, model.active);
    agree('how many credits there are', read.credits.length, model.credits.length);
    for (const [index, credit] of read.credits.entries()) {
      const expected = model.credits[index];
      const nth = `credit ${index + 1} of ${credit.amountMinor}`;
      agree(`what ${nth} was taken for`, credit.outcome, expected?.outcome);
      agree(`what of ${nth} counts`, credit.appliedMinor, expected?.applied);
      agree(`what of ${nth} was never the merchant’s`, credit.returnedMinor, expected?.returned);
      const left = expected === undefined ? 0n : model.refundable(expected);
      agree(`what of ${nth} may still be refunded`, credit.refundableMinor, left);
      agree(`what was decided about ${nth}`, credit.resolution, expected?.resolution);
    }
  }

  async #idOf(index: number): Promise<string> {
    const { credits } = await shop.read(this.checkout);
    return credits[index]?.creditId ?? '';
  }
}

const always = (name: string, play: Act<Player>['play']) => fc.constant(new Act(name, play));
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
      new Act<Player>(`pay ${given}${late ? ' late' : ''}`, (player) => player.pay(given, late)),
  );
const answer = fc
  .constantFrom<ModelVerdict>('APPROVED', 'DECLINED', 'DECLINED', 'ABSENT')
  .map((verdict) => new Act<Player>(`card ${verdict}`, (player) => player.answerCard(verdict)));
const recall = fc
  .nat(3)
  .map((nth) => new Act<Player>(`recall ${nth}`, (player) => player.recall(nth)));
const resolve = fc
  .record({
    nth: fc.nat(3),
    decision: fc.constantFrom('policy', 'policy', 'accept', 'return', 'keep'),
  })
  .map(
    ({ nth, decision }) =>
      new Act<Player>(`resolve ${nth} ${decision}`, (player) => player.resolve(nth, decision)),
  );
const refund = fc
  .record({ nth: fc.nat(3), given: amount, sent: fc.boolean() })
  .map(
    ({ nth, given, sent }) =>
      new Act<Player>(`refund ${nth} ${given}${sent ? ' sent' : ''}`, (player) =>
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
  { weight: 2, arbitrary: always('begin card', (player) => player.beginCard()) },
  { weight: 3, arbitrary: always('send card', (player) => player.sendCard()) },
  { weight: 1, arbitrary: always('call card off', (player) => player.callCardOff()) },
  { weight: 3, arbitrary: answer },
  { weight: 1, arbitrary: recall },
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
    const checkout = await shop.initiate({ policies: chosen, cardMinor: due });
    const player = new Player(checkout, chosen);
    try {
      await player.issue();
      await playActs(played, player, () => player.compare());
      await shop.assertBooks();
    } catch (error) {
      // What it has broken would break the cases after it, and the failing case could not be made smaller.
      await shop[Symbol.asyncDispose]();
      await open();
      throw error;
    }
  });
  await checkCases('a checkout', property, 100);
});
