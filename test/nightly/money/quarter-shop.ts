import { createHash } from 'node:crypto';
import type pg from 'pg';
import { inject } from 'vitest';
import { PgCardAttempts } from '../../../src/payments/cards/card-attempt.store.js';
import { PgCheckoutStore } from '../../../src/payments/checkouts/checkout.store.js';
import { type Fee, feeOn, type FeePlan } from '../../../src/domain/fees.js';
import { resolvePolicies } from '../../../src/domain/policies.js';
import type { Checkout, Offer } from '../../../src/payments/checkouts/checkout.js';
import { createSecretSeal } from '../../../src/platform/keys/secret-seal.js';
import { newId } from '../../../src/platform/database/new-id.js';
import { PgCreditStore } from '../../../src/payments/credits/credit.store.js';
import { PgRailEventStore } from '../../../src/payments/cards/rail-event.store.js';
import { PgRefundStore } from '../../../src/payouts/refunds/refund.store.js';
import type { SimulatorControl } from '../../../src/providers/simulator/control-client.js';
import { addPaidAccount } from '../../support/due-merchant.js';
import type { PlannedMerchant, PlannedPayment } from '../../support/quarter-plan.js';
import { feePlans } from '../../support/shop.js';
import { together } from './soak-world.js';
import { sealKeySet } from '../../support/key-sets.js';
import { PatientSteps, whileLocked } from '../../support/while-locked.js';

/** A merchant of the quarter, and what came in for it by what was drawn (not by the books). */
export interface QuarterMerchant extends PlannedMerchant {
  readonly merchantId: string;
  /** Where it is paid: nobody else is. */
  readonly accountNumber: string;
  payments: number;
  collectedMinor: bigint;
  feeMinor: bigint;
  refundMinor: bigint;
  chargebackMinor: bigint;
}

interface Sold {
  readonly merchant: QuarterMerchant;
  readonly payment: PlannedPayment;
  readonly checkout: Checkout;
}

const provider = 'simulator';
const bankCode = '999998';
const payer = { accountNumber: '0690000032', accountName: 'ADA OBI', bankCode: '000014' };

/** Payments, refunds and chargebacks of many merchants, by the stores of a running engine. */
export class QuarterShop {
  readonly #checkouts: PgCheckoutStore;
  readonly #credits: PgCreditStore;
  readonly #steps: PatientSteps;
  readonly #cards: PgCardAttempts;
  readonly #events: PgRailEventStore;
  readonly #refunds: PgRefundStore;
  #count = 0;

  constructor(
    private readonly pool: pg.Pool,
    private readonly bank: SimulatorControl,
    private readonly prefix: string,
  ) {
    this.#checkouts = new PgCheckoutStore(pool);
    this.#credits = new PgCreditStore(pool);
    this.#steps = new PatientSteps(pool);
    this.#cards = new PgCardAttempts(pool, createSecretSeal(sealKeySet(inject('stack').env)));
    this.#events = new PgRailEventStore(pool);
    this.#refunds = new PgRefundStore(pool);
  }

  /** The hour at which money comes in is of the simulated day: all else follows from it. */
  async prepare(): Promise<void> {
    for (const [name, plan] of Object.entries(feePlans)) {
      const { rateBps, flatMinor, flatWaivedBelowMinor, capMinor, vatBps } = plan;
      const values = [
        `quarter-${name}`,
        rateBps,
        flatMinor,
        flatWaivedBelowMinor,
        capMinor,
        vatBps,
      ];
      await this.pool.query('insert into fee_plan values ($1, $2, $3, $4, $5, $6)', values);
    }
    await this.pool.query(
      `update setting set value = '50000000' where name = 'payout_limit_minor'`,
    );
    await this.pool.query(`create table simulated_day (begins_at timestamptz not null)`);
    await this.pool.query(`insert into simulated_day values (now())`);
    await this.pool.query(
      `create function receive_on_simulated_day() returns trigger language plpgsql as $$ begin
         new.received_at := (select begins_at from simulated_day) + make_interval(secs => new.amount_minor * 7919 % 86400);
         return new;
       end $$`,
    );
    await this.pool.query(
      `create trigger received_on_simulated_day before insert on inward_credit
         for each row execute function receive_on_simulated_day()`,
    );
  }

  async open(planned: PlannedMerchant): Promise<QuarterMerchant> {
    const merchantId = newId('mch');
    const accountNumber = String(7_000_000_000 + planned.n);
    const account = await this.bank.account(bankCode, accountNumber);
    const { schedule, minimumMinor, payoutFeeMinor } = planned;
    await this.pool.query(
      `with made as (
         insert into merchant (merchant_id, name, trade_name, settlement_schedule, minimum_payout_minor, payout_fee_minor)
           values ($1, 'Shop', 'SHOP', $2, $3, $4) returning merchant_id)
       insert into merchant_channel (merchant_id, channel, fee_plan_id, place)
         select merchant_id, 'Bank', 'quarter-transfer', 1 from made`,
      [merchantId, schedule, minimumMinor, payoutFeeMinor],
    );
    const prefixed = [merchantId, this.prefix];
    await this.pool.query('insert into merchant_prefix values ($1, $2)', prefixed);
    await addPaidAccount((sql, values) => this.pool.query(sql, values), merchantId, account);
    return {
      ...planned,
      merchantId,
      accountNumber,
      payments: 0,
      collectedMinor: 0n,
      feeMinor: 0n,
      refundMinor: 0n,
      chargebackMinor: 0n,
    };
  }

  async beginDay(day: string): Promise<void> {
    await this.pool.query('update simulated_day set begins_at = $1', [`${day}T00:00:00+01:00`]);
  }

  /** All that is sold on a day, with what goes back of it. */
  async sell(
    merchants: readonly QuarterMerchant[],
    payments: readonly PlannedPayment[],
  ): Promise<void> {
    for (let from = 0; from < payments.length; from += 100) {
      const sold: Sold[] = [];
      await together(payments.slice(from, from + 100), 8, async (payment) => {
        const merchant = merchants[payment.merchant];
        if (merchant === undefined)
          throw new RangeError(`there is no merchant ${payment.merchant}`);
        sold.push({ merchant, payment, checkout: await this.#initiate(merchant, payment) });
      });
      await this.#payByTransfer(sold.filter(({ payment }) => payment.channel === 'Bank'));
      const byCard = sold.filter(({ payment }) => payment.channel === 'Card');
      await together(byCard, 8, (each) => this.#payByCard(each));
    }
  }

  async #initiate({ merchantId }: QuarterMerchant, payment: PlannedPayment): Promise<Checkout> {
    const { amountMinor, channel } = payment;
    this.#count += 1;
    const paymentReference = `Q-${this.#count}`;
    const isCard = channel === 'Card';
    const { checkout } = await this.#checkouts.initiate({
      checkoutId: newId('chk'),
      merchantId,
      paymentReference,
      requestHash: createHash('sha256').update(paymentReference).digest(),
      currency: 'NGN',
      amountMinor,
      expectedMinor: amountMinor,
      ...feeOn(feePlans.transfer, amountMinor),
      feeBearer: 'MERCHANT',
      channels: isCard ? ['Bank', 'Card'] : ['Bank'],
      customer: {
        email: 'ada@example.ng',
        phoneNumber: '+2348031234567',
        firstName: 'Ada',
        lastName: 'Obi',
      },
      metadata: {},
      description: null,
      redirectUrl: null,
      page: null,
      policies: resolvePolicies(),
      offers: {
        Bank: offer('quarter-transfer', feePlans.transfer, amountMinor),
        ...(isCard ? { Card: offer('quarter-card', feePlans.card, amountMinor) } : {}),
      },
      sessionTtlMinutes: 1_440,
    });
    return checkout;
  }

  /** The bank has them all in its statement; what it tells us of each is taken down and posted. */
  async #payByTransfer(sold: readonly Sold[]): Promise<void> {
    const numbered: (Sold & { readonly accountNumber: string })[] = [];
    await together(sold, 8, async (each) => {
      numbered.push({ ...each, accountNumber: await this.#issue(each.checkout) });
    });
    if (numbered.length === 0) return;
    const { transfers } = await this.bank.payInwardBatch(
      numbered.map(({ accountNumber, payment }) => ({
        accountNumber,
        amount: Number(payment.amountMinor),
        source: payer,
      })),
    );
    await together(
      [...numbered.entries()],
      8,
      async ([i, { merchant, payment, accountNumber }]) => {
        const { creditId } = await this.#credits.receive({
          creditId: newId('txn'),
          provider,
          sessionId: transfers[i]?.sessionId ?? '',
          accountNumber,
          amountMinor: payment.amountMinor,
          currency: 'NGN',
          source: { ...payer, bankName: 'Access Bank' },
          narration: null,
          sentAt: null,
        });
        await this.#steps.applyCredit({ creditId });
        this.#took(merchant, payment, feeOn(feePlans.transfer, payment.amountMinor));
        if (payment.refundMinor > 0n) await this.#refund(merchant, creditId, payment.refundMinor);
      },
    );
  }

  async #issue({ merchantId, paymentReference, expectedMinor }: Checkout): Promise<string> {
    this.#count += 1;
    const accountNumber = `${this.prefix}${String(this.#count).padStart(7, '0')}`;
    const { outcome, account } = await this.#checkouts.issueAccount({
      merchantId,
      paymentReference,
      prefix: this.prefix,
      validityMinutes: 60,
      amountMinor: expectedMinor,
      virtualAccountId: newId('va'),
      accountNumber,
      generation: 0,
    });
    if (account === null) throw new Error(`The account was not issued: ${outcome}`);
    return accountNumber;
  }

  async #payByCard({ merchant, payment, checkout }: Sold): Promise<void> {
    const { amountMinor, chargeback } = payment;
    const { attemptId, outcome } = await this.#cards.begin({
      merchantId: merchant.merchantId,
      paymentReference: checkout.paymentReference,
      provider,
      token: `card_${checkout.checkoutId}`,
      amountMinor,
    });
    if (attemptId === null) throw new Error(`The card was not charged: ${outcome}`);
    await this.#cards.startCardCharge({ attemptId });
    const approved = { outcome: 'APPROVED', code: '00', failure: null } as const;
    await whileLocked(() =>
      this.#cards.recordCardAnswer({ attemptId, verdict: approved, isFinal: false }),
    );
    this.#took(merchant, payment, feeOn(feePlans.card, amountMinor));
    if (chargeback === undefined) return;
    await this.#dispute(attemptId, 'CHARGEBACK_OPENED', amountMinor);
    if (chargeback !== 'OPEN')
      await this.#dispute(attemptId, `CHARGEBACK_${chargeback}`, amountMinor);
    if (chargeback !== 'WON') merchant.chargebackMinor += amountMinor;
  }

  async #dispute(
    attemptId: string,
    kind: 'CHARGEBACK_OPENED' | 'CHARGEBACK_LOST' | 'CHARGEBACK_WON',
    amountMinor: bigint,
  ): Promise<void> {
    const { outcome } = await whileLocked(() =>
      this.#events.receive({
        provider,
        eventId: `${kind}-${attemptId}`,
        kind,
        subject: attemptId,
        reference: `dispute-${attemptId}`,
        amountMinor,
        feeMinor: 0n,
      }),
    );
    if (outcome === null) throw new Error(`the charge ${attemptId} is not known`);
  }

  /** A merchant that has not enough is told so, and gives nothing back. */
  async #refund(merchant: QuarterMerchant, creditId: string, amountMinor: bigint): Promise<void> {
    const refundReference = `RF-${creditId}`;
    const { outcome } = await whileLocked(() =>
      this.#refunds.request({
        refundId: newId('rfd'),
        merchantId: merchant.merchantId,
        transactionReference: creditId,
        refundReference,
        requestHash: createHash('sha256').update(refundReference).digest(),
        amountMinor,
        note: 'goods came back',
        destination: null,
      }),
    );
    if (outcome === 'REQUESTED') merchant.refundMinor += amountMinor;
    else if (outcome !== 'INSUFFICIENT_AVAILABLE_BALANCE') throw new Error(`refund: ${outcome}`);
  }

  #took(merchant: QuarterMerchant, { amountMinor }: PlannedPayment, fee: Fee): void {
    merchant.payments += 1;
    merchant.collectedMinor += amountMinor;
    merchant.feeMinor += fee.feeMinor + fee.vatMinor;
  }
}

function offer(feePlanId: string, plan: FeePlan, expectedMinor: bigint): Offer {
  return { feePlanId, expectedMinor, ...feeOn(plan, expectedMinor) };
}
