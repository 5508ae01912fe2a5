import assert from 'node:assert/strict';
import fc from 'fast-check';
import { afterAll, beforeAll, it } from 'vitest';
import {
  isTerminal,
  nextStatus,
  type CheckoutEvent,
  type CheckoutStatus,
} from '../../../src/domain/checkout-state.js';
import { clockSkewMs } from '../../../src/domain/lateness.js';
import type {
  Checkout,
  CreditOutcome,
  VirtualAccount,
} from '../../../src/domain/ports/checkout-store.port.js';
import { Shop } from '../../support/shop.js';

let shop: Shop;

beforeAll(async () => {
  shop = await Shop.open();
});
afterAll(() => shop[Symbol.asyncDispose]());

const due = 1_000_000n;

/** What the SQL functions ought to do, in the fewest words: one checkout, its due, and the money that came. */
class Model {
  status: CheckoutStatus = 'INITIATED';
  exceptions = new Set<string>();
  paid = 0n;
  applied = 0n;
  outcomes: (CreditOutcome | null)[] = [];
  readonly #unposted: { index: number; amount: bigint }[] = [];

  take(event: CheckoutEvent): void {
    this.status = nextStatus(this.status, event) ?? this.status;
  }

  receive(amount: bigint, late: boolean): void {
    const index = this.outcomes.push(null) - 1;
    if (late || isTerminal(this.status)) return this.settle(index, amount, late);
    this.take('CREDIT_SEEN');
    this.#unposted.push({ index, amount });
  }

  post(): void {
    this.#unposted.splice(0).forEach(({ index, amount }) => this.settle(index, amount, false));
  }

  private settle(index: number, amount: bigint, late: boolean): void {
    const outcome = this.judge(amount, late);
    this.outcomes[index] = outcome;
    this.paid += amount;
    if (outcome !== 'EXACT') this.exceptions.add(outcome);
    if (outcome === 'LATE' || outcome === 'DUPLICATE') return;
    this.applied = this.applied + amount < due ? this.applied + amount : due;
    this.take(this.applied === due ? 'PAID_IN_FULL' : 'PAID_SHORT');
  }

  private judge(amount: bigint, late: boolean): CreditOutcome {
    if (this.status === 'SUCCESSFUL') return 'DUPLICATE';
    if (late || isTerminal(this.status)) return 'LATE';
    if (this.applied + amount < due) return 'UNDERPAID';
    return this.applied + amount === due ? 'EXACT' : 'OVERPAID';
  }
}

type Policy = 'REISSUE' | 'EXPIRE';

/** Does the same to the engine and to the model, and compares the two. */
class Player {
  readonly #model = new Model();
  #account: VirtualAccount | undefined;
  #active = false;

  constructor(
    private readonly checkout: Checkout,
    private readonly policy: Policy,
  ) {}

  async issue(): Promise<void> {
    const request = shop.accountRequest(await shop.read(this.checkout));
    const { outcome, account } = await shop.checkouts.issueAccount(request);
    const allowed = nextStatus(this.#model.status, 'ACCOUNT_ISSUED') !== undefined;
    assert.equal(outcome === 'ISSUED', allowed && !this.#active);
    if (outcome !== 'ISSUED') return;
    this.#model.take('ACCOUNT_ISSUED');
    this.#account = account ?? undefined;
    this.#active = true;
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
    if (!this.#active) return;
    const final = nextStatus(this.#model.status, 'WINDOW_ENDED_FINAL') !== undefined;
    this.#model.take(this.policy === 'EXPIRE' && final ? 'WINDOW_ENDED_FINAL' : 'WINDOW_ENDED');
    this.#active = false;
  }

  async endSession(): Promise<void> {
    await shop.steps.expireCheckout(this.checkout.checkoutId, this.checkout.expiresAt);
    this.#model.take('SESSION_ENDED');
  }

  async cancel(): Promise<void> {
    await shop.steps.cancelCheckout(this.checkout.checkoutId, 'MERCHANT_CANCELLED');
    this.#model.take('CANCELLED');
  }

  async compare(): Promise<void> {
    const { status, paid, applied, exceptions, outcomes } = this.#model;
    if (isTerminal(status)) this.#active = false;
    const read = await shop.read(this.checkout);
    const actual = {
      status: read.status,
      paid: read.paidMinor,
      applied: read.appliedMinor,
      accepted: read.acceptedMinor,
      exceptions: new Set(read.exceptions),
      outcomes: read.credits.map(({ outcome }) => outcome),
      active: read.accounts.some((account) => account.status === 'ACTIVE'),
    };
    assert.deepEqual(actual, {
      status,
      paid,
      applied,
      accepted: status === 'SUCCESSFUL' ? due : 0n,
      exceptions,
      outcomes,
      active: this.#active,
    });
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
const pay = fc
  .record({
    amount: fc.constantFrom(1n, 250_000n, 500_000n, 999_999n, due, due + 1n),
    late: fc.boolean(),
  })
  .map(
    ({ amount, late }) =>
      new Act(`pay ${amount}${late ? ' late' : ''}`, (player) => player.pay(amount, late)),
  );
const act = fc.oneof(
  { weight: 3, arbitrary: always('issue', (player) => player.issue()) },
  { weight: 5, arbitrary: pay },
  { weight: 4, arbitrary: always('post', (player) => player.post()) },
  { weight: 2, arbitrary: always('end window', (player) => player.endWindow()) },
  { weight: 1, arbitrary: always('end session', (player) => player.endSession()) },
  { weight: 1, arbitrary: always('cancel', (player) => player.cancel()) },
);

it('the SQL functions do what the model does, whatever happens in whatever order', async () => {
  const acts = fc.array(act, { minLength: 3, maxLength: 16 });
  const policy = fc.constantFrom<Policy>('REISSUE', 'EXPIRE');
  const property = fc.asyncProperty(acts, policy, async (given, onAccountExpiry) => {
    const checkout = await shop.initiate({ policies: { onAccountExpiry } });
    const player = new Player(checkout, onAccountExpiry);
    for (const { play } of given) {
      await play(player);
      await player.compare();
    }
    await shop.assertBooks();
  });
  await fc.assert(property, { numRuns: 80 });
});
