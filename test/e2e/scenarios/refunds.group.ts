import { describe, expect, it } from 'vitest';
import { refundWorkflowId } from '../../../src/domain/ids.js';
import type { OutsideAccount } from '../../../src/providers/simulator/control-client.js';
import { accountHeldBy } from '../../support/same-holder.js';
import { resolveRefund, type RefundDecision } from '../../../workflows/messages.js';
import { newReference, type ApiReply, type JsonBody } from '../api/api-client.js';
import { newPayer, type Payment, type PublicResult, type Sale } from './sale.js';
import type { Shop } from './shop.js';
import { answerOf, eventually, minuteMs } from './surroundings.js';
import type { ScenarioWorld } from './scenario-world.js';
import { useWorld } from './shared-world.js';

let world: ScenarioWorld;
useWorld(async (shared) => {
  world = shared;
  // The fee of a payment is kept: only who has more than one can refund one whole.
  await Promise.all(Array.from({ length: 4 }, () => world.shop.paid()));
});

const due = 1_000_000;
const earned = 989_250;
const paid = ['collection.received', 'checkout.successful'];
const pending = '202/00';

/** A payer who has another account. */
const ada = (): OutsideAccount => ({ ...newPayer(), accountName: 'ADA OBI' });

function otherAccount(): OutsideAccount {
  const bankCode = '999998';
  return { ...ada(), accountNumber: accountHeldBy('ADA OBI', bankCode), bankCode };
}

async function paidSale(
  shop: Shop = world.shop,
  payer = newPayer(),
): Promise<{ sale: Sale; payment: Payment }> {
  const sale = await shop.open();
  const payment = await sale.pay(undefined, { payer });
  await sale.until({ status: 'SUCCESSFUL' });
  return { sale, payment };
}

function refund(sale: Sale, changes: JsonBody = {}): Promise<ApiReply> {
  const path = `/api/v1/transactions/${sale.reference}/refund`;
  return sale.shop.client.post(path, {
    refundReference: newReference(),
    reason: 'Sold out',
    ...changes,
  });
}

const refundedWith = (
  payment: Payment,
  amounts: readonly number[],
  changes: Partial<PublicResult> = {},
): PublicResult => {
  const sum = amounts.reduce((total, amount) => total + amount, 0);
  return {
    status: sum === due ? 'REFUNDED' : 'PARTIALLY_REFUNDED',
    amounts: { paid: due, accepted: due },
    completion: '200/00',
    events: [...paid, ...amounts.map(() => 'refund.successful')],
    returned: amounts.map((amount) => [payment, amount]),
    earned: earned - sum,
    ...changes,
  };
};

describe.concurrent('by the merchant', () => {
  it('all of it: refunded, to the account it came from, and the fee is kept', async () => {
    const { sale, payment } = await paidSale();
    const reply = await refund(sale);
    expect(answerOf(reply)).toBe(pending);
    expect(reply).toMatchObject({
      isSuccessful: true,
      data: { amount: due, status: 'REQUESTED', origin: 'MERCHANT' },
    });
    await sale.endsAs(refundedWith(payment, [due]));
    expect(answerOf(await refund(sale, { amount: 1 }))).toBe('400/13 AMOUNT_EXCEEDS_REFUNDABLE');
  });

  it('a part: partially refunded', async () => {
    const { sale, payment } = await paidSale();
    expect(answerOf(await refund(sale, { amount: 250_000 }))).toBe(pending);
    await sale.endsAs(refundedWith(payment, [250_000]));
  });

  it('several parts until nothing is left, and never a kobo more', async () => {
    const { sale, payment } = await paidSale();
    const asked = await Promise.all([300_000, 300_000].map((amount) => refund(sale, { amount })));
    expect(asked.map(answerOf)).toEqual([pending, pending]);
    const tooMuch = await refund(sale, { amount: 400_001 });
    expect(answerOf(tooMuch)).toBe('400/13 AMOUNT_EXCEEDS_REFUNDABLE');
    expect(tooMuch.data).toMatchObject({ retryable: false, amountRefundable: 400_000 });
    await sale.until({ status: 'PARTIALLY_REFUNDED' });
    expect(answerOf(await refund(sale))).toBe(pending);
    await sale.endsAs(refundedWith(payment, [300_000, 300_000, 400_000]));
  });

  it('of ten at once for half of it each, two are taken', async () => {
    const { sale, payment } = await paidSale();
    const asked = await Promise.all(
      Array.from({ length: 10 }, () => refund(sale, { amount: due / 2 })),
    );
    const answers = asked.map(answerOf).toSorted();
    expect(answers.slice(0, 2)).toEqual([pending, pending]);
    expect(new Set(answers.slice(2))).toEqual(new Set(['400/13 AMOUNT_EXCEEDS_REFUNDABLE']));
    await sale.endsAs(refundedWith(payment, [due / 2, due / 2]));
  });

  it('the same request again is the same refund; another under its reference is refused', async () => {
    const { sale, payment } = await paidSale();
    const refundReference = newReference();
    const body = { refundReference, amount: 100_000 };
    const replies = await Promise.all([1, 2, 3].map(() => refund(sale, body)));
    expect(new Set(replies.map(({ data }) => String(data.refundId))).size).toBe(1);
    const replayed = replies.filter(({ headers }) => headers.get('idempotent-replayed') === 'true');
    expect(replayed).toHaveLength(2);
    expect(answerOf(await refund(sale, { ...body, amount: 100_001 }))).toBe(
      '409/26 DUPLICATE_REFERENCE',
    );
    await sale.endsAs(refundedWith(payment, [100_000]));
    const again = await refund(sale, body);
    expect(again).toMatchObject({ isSuccessful: true, data: { status: 'SUCCESSFUL' } });
    expect(answerOf(again)).toBe('200/00');
  });

  it('is refused when the merchant does not have so much, and taken as far as it reaches', async () => {
    const shop = await world.newShop('Poor Shop');
    const { sale, payment } = await paidSale(shop);
    const refused = await refund(sale);
    expect(answerOf(refused)).toBe('402/51 INSUFFICIENT_AVAILABLE_BALANCE');
    expect(refused.data.retryable).toBe(true);
    expect(answerOf(await refund(sale, { amount: earned }))).toBe(pending);
    await sale.endsAs(refundedWith(payment, [earned], { earned: 0 }));
  });

  it('is nothing for an order that is not paid', async () => {
    const sale = await world.shop.open();
    expect(answerOf(await refund(sale))).toBe('404/25 RESOURCE_NOT_FOUND');
    await sale.pay(400_000);
    await sale.until({ status: 'PARTIALLY_PAID' });
    expect(answerOf(await refund(sale))).toBe('409/12 NOT_REFUNDABLE');
    await sale.until({ status: 'PARTIALLY_PAID', amountPaid: 400_000 });
  });

  it('goes to another account when the merchant names one', async () => {
    const { sale, payment } = await paidSale(world.shop, ada());
    const other = otherAccount();
    const { accountNumber, bankCode } = other;
    const reply = await refund(sale, { destination: { accountNumber, bankCode } });
    expect(answerOf(reply)).toBe(pending);
    await sale.endWaitingTime(reply.data as JsonBody);
    await sale.untilRefund('SUCCESSFUL');
    await sale.until({ status: 'REFUNDED' });
    expect(await world.balanceOf(other)).toBe(due);
    expect(await world.balanceOf(payment.payer)).toBe(-due);
  });
});

describe.concurrent('when the account it came from takes no money', () => {
  it('the refund needs another, says so, and goes there once it is named', async () => {
    const { sale, payment } = await paidSale(world.shop, ada());
    const { accountNumber: account } = payment.payer;
    await world.bank.misbehave({ on: 'name-enquiry', account, answer: '07' });
    const second = await sale.pay(due, { payer: payment.payer });
    const refundView = await sale.untilRefund('NEEDS_ACCOUNT');
    await eventually(() => expect(sale.told.at(-1)?.type).toBe('refund.needs_account'));

    const other = otherAccount();
    const { accountNumber, bankCode } = other;
    const path = `/api/v1/refunds/${String(refundView['refundReference'])}/destination`;
    const provide = () => world.shop.client.post(path, { accountNumber, bankCode });
    expect(answerOf(await provide())).toBe('200/00');
    await sale.endWaitingTime(refundView);
    await sale.untilRefund('SUCCESSFUL');
    expect(answerOf(await provide())).toMatch(/^409\/12 /);
    await sale.wasTold([
      ...paid,
      'collection.received',
      'checkout.duplicate_payment',
      'refund.needs_account',
      'refund.successful',
    ]);
    expect(await world.balanceOf(other)).toBe(due);
    expect(await world.balanceOf(payment.payer)).toBe(-2 * due);
    await sale.until({ status: 'SUCCESSFUL', exception: 'DUPLICATE', amountAccepted: due });
    expect(second.transactionReference).toBe(refundView['transactionReference']);
  });

  it('so it is when the payer’s bank returns the money after it was sent', async () => {
    const { sale, payment } = await paidSale(world.shop, ada());
    await refund(sale, { amount: 100_000 });
    const { refundId, refundReference } = await sale.untilRefund('SUCCESSFUL');
    const [sending] = await world.query<{ session_id: string }>(
      'select session_id from outward_transfer where purpose_id = $1',
      [refundId],
    );
    await world.bank.returnTransfer(sending?.session_id ?? '');
    await world.reconcile();
    await sale.untilRefund('NEEDS_ACCOUNT');
    expect(await world.balanceOf(payment.payer)).toBe(-due);
    const again = [...paid, 'refund.successful', 'refund.needs_account'];
    await sale.wasTold(again);
    const other = otherAccount();
    const { accountNumber, bankCode } = other;
    const path = `/api/v1/refunds/${String(refundReference)}/destination`;
    await world.shop.client.post(path, { accountNumber, bankCode });
    await sale.endWaitingTime({ refundId });
    await sale.untilRefund('SUCCESSFUL');
    await sale.wasTold([...again, 'refund.successful']);
    expect(await world.balanceOf(other)).toBe(100_000);
  });
});

describe.concurrent('when the bank does not say what became of it', () => {
  it('the bank is asked until it says, and the money goes once, under one session id', async () => {
    const { sale, payment } = await paidSale();
    const { accountNumber: account } = payment.payer;
    await world.bank.misbehave({ on: 'transfer', account, answer: 'RESET', done: true, times: 1 });
    await world.bank.misbehave({ on: 'query', account, answer: '96', times: 1 });
    expect(answerOf(await refund(sale))).toBe(pending);
    const unknown = await sale.untilRefund('UNKNOWN');
    expect(answerOf(await refund(sale, { amount: 1 }))).toBe('400/13 AMOUNT_EXCEEDS_REFUNDABLE');
    await sale.passRefundTime(unknown, 20_000);
    await sale.endsAs(refundedWith(payment, [due]));
  });

  it('no record, twice and 15 minutes apart, is believed; only then it is sent again', async () => {
    const { sale, payment } = await paidSale();
    const { accountNumber: account } = payment.payer;
    await world.bank.misbehave({ on: 'transfer', account, answer: 'RESET', done: false, times: 1 });
    expect(answerOf(await refund(sale, { amount: 200_000 }))).toBe(pending);
    const unknown = await sale.untilRefund('UNKNOWN');
    await sale.passRefundTime(unknown, 14 * minuteMs);
    await sale.untilRefund('UNKNOWN');
    await sale.passRefundTime(unknown, 90 * minuteMs);
    await sale.endsAs(refundedWith(payment, [200_000]));
  });
});

describe.concurrent('when the bank refuses for certain', () => {
  async function refused(code: string, times: number): Promise<{ sale: Sale; payment: Payment }> {
    const { sale, payment } = await paidSale();
    const { accountNumber: account } = payment.payer;
    await world.bank.misbehave({ on: 'transfer', account, answer: code, done: false, times });
    expect(answerOf(await refund(sale, { amount: 300_000 }))).toBe(pending);
    return { sale, payment };
  }

  async function untilFailed(sale: Sale): Promise<JsonBody> {
    const [first] = await sale.refunds();
    await sale.passRefundTime(first ?? {}, 75 * minuteMs);
    return sale.untilRefund('FAILED');
  }

  const decideAs = (view: JsonBody, decision: RefundDecision) =>
    world.operator.client.workflow
      .getHandle(refundWorkflowId(String(view['refundId'])))
      .executeUpdate(resolveRefund, { args: [{ decision, operator: 'ngozi', reason: 'asked' }] });

  it('the refund is tried again after a minute, each time under a session id of its own', async () => {
    const { sale, payment } = await refused('51', 1);
    const [first] = await sale.refunds();
    await sale.passRefundTime(first ?? {}, minuteMs);
    await sale.endsAs(refundedWith(payment, [300_000]));
    const sendings = await world.query(
      'select distinct session_id from outward_transfer where purpose_id = $1',
      [first?.['refundId']],
    );
    expect(sendings).toHaveLength(2);
  });

  it('four times: the refund has failed, and the operator has it tried again', async () => {
    const { sale, payment } = await refused('51', 4);
    const view = await untilFailed(sale);
    await sale.wasTold([...paid, 'refund.failed']);
    await sale.until({ status: 'SUCCESSFUL' });
    await decideAs(view, 'retry');
    await sale.untilRefund('SUCCESSFUL');
    await sale.until({ status: 'PARTIALLY_REFUNDED' });
    await sale.wasTold([...paid, 'refund.failed', 'refund.successful']);
    expect(await world.balanceOf(payment.payer)).toBe(300_000 - due);
  });

  it('four times, and the operator leaves it: the money stays with us', async () => {
    const { sale, payment } = await refused('51', 4);
    await decideAs(await untilFailed(sale), 'keep');
    await sale.untilRefund('FAILED');
    await sale.until({ status: 'SUCCESSFUL', amountAccepted: due });
    expect(await world.balanceOf(payment.payer)).toBe(-due);
  });
});

describe('all of it together', () => {
  it('leaves books that hold, and that agree with the bank', () => world.proveMoney());
});
