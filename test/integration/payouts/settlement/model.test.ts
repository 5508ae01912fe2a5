import fc from 'fast-check';
import { afterAll, beforeAll, it } from 'vitest';
import { feeOn } from '../../../../src/domain/fees.js';
import type { PayoutEvent } from '../../../../src/domain/payout-state.js';
import { addDays, CalendarModel, lagosDay } from '../../../support/calendar-model.js';
import { Act, agree, checkCases, playActs } from '../../../support/model-play.js';
import { feePlans } from '../../../support/shop.js';
import { SettlementModel, type ModelTerms } from '../../../support/settlement-model.js';
import { type SettlementGlance, SettlementWorld } from '../../../support/settlement-world.js';

let world: SettlementWorld;
const calendar = new CalendarModel();

async function open(): Promise<void> {
  world = await SettlementWorld.open();
}
beforeAll(open);
afterAll(() => world[Symbol.asyncDispose]());

/** All days of a play lie before today, on which requests are made. */
const firstDay = '2026-09-24';

/** Does the same to the engine and to the model, and compares the two. */
class Player {
  day = firstDay;
  readonly #model: SettlementModel;
  readonly #credits: { id: string; amountMinor: bigint; back: boolean }[] = [];
  readonly #disputed: { id: string; amountMinor: bigint }[] = [];
  readonly #payouts: { settlementId: string; part: number; outcome: PayoutEvent | 'OPEN' }[] = [];
  #requested = 0;
  #disputes = 0;

  constructor(
    private readonly merchantId: string,
    terms: ModelTerms,
  ) {
    this.#model = new SettlementModel(terms);
  }

  async collect(amountMinor: bigint): Promise<void> {
    const id = await world.collect(this.merchantId, amountMinor, this.day);
    const { feeMinor, vatMinor } = feeOn(feePlans.transfer, amountMinor);
    this.#model.add({
      ...{ type: 'COLLECTION', grossMinor: amountMinor, feeMinor, vatMinor },
      netMinor: amountMinor - feeMinor - vatMinor,
      dueOn: calendar.dueOn(
        this.#model.terms.schedule,
        'Bank',
        new Date(`${this.day}T12:00:00+01:00`),
      ),
    });
    this.#credits.push({ id, amountMinor, back: false });
  }

  /** Part of a payment goes back to its payer, when the merchant has so much. */
  async refund(nth: number, share: bigint): Promise<void> {
    const credit = this.#pick(nth);
    if (credit === undefined) return;
    const amountMinor = credit.amountMinor / share;
    const { outcome } = await world.shop.requestRefund(credit.id, {
      merchantId: this.merchantId,
      amountMinor,
    });
    const reaches = this.#model.total >= amountMinor;
    const answer = reaches ? 'REQUESTED' : 'INSUFFICIENT_AVAILABLE_BALANCE';
    agree('a refund is taken when the merchant has so much', outcome, answer);
    if (!reaches) return;
    credit.back = true;
    this.#take('REFUND', -amountMinor);
  }

  /** The payer's bank takes a payment back, whether the merchant has it or not. */
  async recall(nth: number): Promise<void> {
    const credit = this.#pick(nth);
    if (credit === undefined) return;
    credit.back = true;
    await this.#railEvent(credit.id, 'RECALL', credit.amountMinor);
    this.#take('CHARGEBACK', -credit.amountMinor);
  }

  /** A payment is disputed. */
  async dispute(nth: number): Promise<void> {
    const credit = this.#pick(nth);
    if (credit === undefined) return;
    credit.back = true;
    this.#disputed.push(credit);
    await this.#railEvent(credit.id, 'CHARGEBACK_OPENED', credit.amountMinor);
    this.#take('CHARGEBACK', -credit.amountMinor);
  }

  /** The oldest open dispute is decided. */
  async decide(won: boolean): Promise<void> {
    const credit = this.#disputed.shift();
    if (credit === undefined) return;
    const kind = won ? 'CHARGEBACK_WON' : 'CHARGEBACK_LOST';
    await this.#railEvent(credit.id, kind, credit.amountMinor);
    if (won) this.#take('CHARGEBACK', credit.amountMinor);
  }

  /** The day's run, and with `again` a second time; first it is foretold. */
  async run(again: boolean): Promise<void> {
    const { merchantId, day } = this;
    const announced = await this.#forecast();
    const before = await world.settlementsOf(merchantId);
    await world.settle(merchantId, day, this.#cycle);
    if (again) await world.settle(merchantId, day, this.#cycle);
    const made = (await world.settlementsOf(merchantId)).slice(before.length);
    const expected = this.#isOpen() ? this.#model.run(day) : undefined;
    this.#compare(made, expected);
    const paid = made.find(({ net_minor: net }) => net > 0n);
    const due = announced?.run_on === day ? announced.amount_minor : undefined;
    agree('the run pays what was foretold', paid?.net_minor, due);
    await this.#remember(paid);
    const { '1300': claim = 0n, '2110': available = 0n } = await world.moneyOf(merchantId);
    agree('a run leaves no debt of ours on 1300', claim <= 0n, true);
    agree('a run pays no more than is available', available >= 0n, true);
    await world.shop.assertBooks();
    this.day = addDays(this.day, 1);
  }

  /** The merchant asks for a share of what it can have. */
  async request(share: bigint): Promise<void> {
    const today = lagosDay(new Date());
    const stands = this.#model.standsAt(today);
    const amountMinor = stands > 0n ? stands / share : 1n;
    const settlementReference = `ASKED-${(this.#requested += 1)}`;
    const { outcome, settlement } = await world.request(this.merchantId, {
      ...{ settlementReference, amountMinor },
    });
    const busy = this.#payouts.some(({ outcome }) => outcome === 'OPEN');
    const waits = outcome === 'SETTLEMENT_IN_PROGRESS';
    agree(`a request waits for the payout before it (${outcome})`, waits, busy);
    if (busy) return;
    const possible = stands > 0n && amountMinor > 0n;
    const isTaken = outcome === 'REQUESTED';
    if (!possible) return agree('a request for nothing is refused', isTaken, false);
    const isEnough = this.#model.parts(amountMinor).length > 0;
    agree(`a request is taken when its costs leave something (${outcome})`, isTaken, isEnough);
    if (settlement === null) return;
    const made = await world.lastOf(this.merchantId);
    this.#compare([made], this.#model.freeze(today, amountMinor));
    await this.#remember(made);
  }

  /** The nth payout goes on its way, or one that has arrived comes back. */
  async settle(nth: number, events: readonly PayoutEvent[]): Promise<void> {
    const from = events[0] === 'RETURNED' ? 'CONFIRMED' : 'OPEN';
    const payouts = this.#payouts.filter(({ outcome }) => outcome === from);
    const payout = payouts[nth % Math.max(payouts.length, 1)];
    if (payout === undefined) return;
    const { settlementId, part } = payout;
    const standing = await world.take(settlementId, events, part);
    payout.outcome = events.at(-1) ?? 'OPEN';
    const { payoutId = '' } = standing.payouts[part - 1] ?? {};
    const { rows } = await world.shop.pool.query<{ sent: bigint; whole: bigint }>(
      `select amount_minor as sent, amount_minor + duty_minor + fee_minor + vat_minor as whole from payout where payout_id = $1`,
      [payoutId],
    );
    const { sent = 0n, whole = 0n } = rows[0] ?? {};
    if (payout.outcome === 'RETURNED') this.#take('SETTLEMENT_REVERSAL', sent);
    if (payout.outcome === 'GIVEN_UP' || payout.outcome === 'CALLED_OFF')
      this.#take('SETTLEMENT_REVERSAL', whole);
  }

  get #cycle() {
    return this.#model.terms.schedule === 'T0_INSTANT' ? 'INSTANT' : 'DAILY';
  }

  #isOpen(): boolean {
    return this.#cycle === 'INSTANT' || calendar.isBusinessDay(this.day);
  }

  #pick(nth: number) {
    const free = this.#credits.filter(({ back }) => !back);
    return free[nth % Math.max(free.length, 1)];
  }

  #take(type: 'REFUND' | 'CHARGEBACK' | 'SETTLEMENT_REVERSAL', netMinor: bigint): void {
    const none = { feeMinor: 0n, vatMinor: 0n, dueOn: null };
    this.#model.add({ type, grossMinor: netMinor, netMinor, ...none });
  }

  #compare(made: readonly SettlementGlance[], expected: object | undefined): void {
    const rule = 'a run makes a settlement when there is something to pay, or a new debt to tell';
    agree(rule, made.length, expected === undefined ? 0 : 1);
    const actual = made[0] as Record<string, unknown> | undefined;
    for (const [figure, model] of Object.entries(expected ?? {}))
      agree(`the ${figure} of the settlement`, actual?.[figure], model);
  }

  async #remember(made: SettlementGlance | undefined): Promise<void> {
    if (made === undefined || made.net_minor === 0n) return;
    const { payouts } = await world.payouts.find(made.settlement_id);
    for (const { part } of payouts)
      this.#payouts.push({ settlementId: made.settlement_id, part, outcome: 'OPEN' });
  }

  /** What is told right before the day's run. */
  async #forecast() {
    const { rows } = await world.shop.pool.query<{ run_on: string; amount_minor: bigint }>(
      'select run_on::text, amount_minor from next_settlement($1, $2)',
      [this.merchantId, `${this.day}T05:59:59+01:00`],
    );
    return rows[0];
  }

  async #railEvent(creditId: string, kind: string, amountMinor: bigint): Promise<void> {
    this.#disputes += 1;
    const { rows } = await world.shop.pool.query<{ outcome: string | null }>(
      `select outcome from receive_rail_event('sandbox', $1 || '-' || $2::text || '-' || $3::text, $2,
                (select session_id from inward_credit where credit_id = $1), 'dispute-' || $1, $4, 0)`,
      [creditId, kind, String(this.#disputes), amountMinor],
    );
    agree(`a ${kind} of a known credit is taken`, typeof rows[0]?.outcome, 'string');
  }
}

const amounts = [100n, 94_999n, 400_000n, 1_010_859n, 1_012_000n, 1_016_000n, 30_000_000n];
const nth = fc.nat(5);
const act = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .constantFrom(...amounts)
      .map((amount) => new Act<Player>(`collect ${amount}`, (player) => player.collect(amount))),
  },
  {
    weight: 7,
    arbitrary: fc.boolean().map((twice) => new Act<Player>('run', (player) => player.run(twice))),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({ nth, share: fc.constantFrom(1n, 3n) })
      .map((r) => new Act<Player>(`refund ${r.nth} 1/${r.share}`, (p) => p.refund(r.nth, r.share))),
  },
  {
    weight: 1,
    arbitrary: nth.map((n) => new Act<Player>(`recall ${n}`, (player) => player.recall(n))),
  },
  {
    weight: 2,
    arbitrary: nth.map((n) => new Act<Player>(`dispute ${n}`, (player) => player.dispute(n))),
  },
  {
    weight: 2,
    arbitrary: fc
      .boolean()
      .map((won) => new Act<Player>(`decide won ${won}`, (player) => player.decide(won))),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(1n, 2n)
      .map((share) => new Act<Player>(`request 1/${share}`, (player) => player.request(share))),
  },
  {
    weight: 5,
    arbitrary: fc
      .record({
        nth,
        events: fc.constantFrom<PayoutEvent[]>(
          ['SENT', 'CONFIRMED'],
          ['SENT', 'LOST_SIGHT', 'CONFIRMED'],
          ['SENT', 'LOST_SIGHT', 'REFUSED', 'GIVEN_UP'],
          ['CALLED_OFF'],
          ['RETURNED'],
        ),
      })
      .map(
        (f) => new Act<Player>(`${f.events.join(' ')} ${f.nth}`, (p) => p.settle(f.nth, f.events)),
      ),
  },
);

const terms: fc.Arbitrary<ModelTerms> = fc.record({
  schedule: fc.constantFrom('T1', 'T1', 'T2', 'T0_INSTANT', 'WEEKLY:WED', 'MONTHLY:30', 'MANUAL'),
  minimumMinor: fc.constantFrom(0n, 0n, 100_000n, 1_000_000n),
  // VAT on 2,500 ends in half a kobo
  payoutFeeMinor: fc.constantFrom(0n, 0n, 2_500n),
});

it('merchants are paid as the model says, whatever happens in whatever order', async () => {
  const acts = fc.array(act, { minLength: 6, maxLength: 30 });
  const property = fc.asyncProperty(acts, terms, async (played, given) => {
    const player = new Player(await world.merchant(given), given);
    try {
      await playActs(played, player);
      await player.run(false);
    } catch (error) {
      // What it has broken would break the cases after it, and the failing case could not be made smaller.
      await world[Symbol.asyncDispose]();
      await open();
      throw error;
    }
  });
  await checkCases('settlements', property, 40);
});
