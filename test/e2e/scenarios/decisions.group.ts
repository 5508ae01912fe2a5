import { describe, expect, it } from 'vitest';
import { creditWorkflowId } from '../../../src/domain/ids.js';
import { decide } from '../../../workflows/messages.js';
import type { CreditChoice } from '../../../src/domain/held-credit.js';
import { newPayer, type Payment, type PublicResult, type Sale } from './sale.js';
import { eventually, minuteMs } from './surroundings.js';
import type { ScenarioWorld } from './scenario-world.js';
import { useWorld } from './shared-world.js';

/** What operators decide about money that is held for them, through the update of its workflow. */

let world: ScenarioWorld;
useWorld((shared) => {
  world = shared;
});

const due = 1_000_000;
const held = ['checkout.expired', 'collection.received', 'checkout.late_payment'];

const workflowOf = ({ transactionReference }: Payment) =>
  world.operator.client.workflow.getHandle(creditWorkflowId(transactionReference ?? ''));

/** Waits until operators find it among what needs attention. */
async function untilParked(payment: Payment, reason: string): Promise<void> {
  const filter = `CheckoutPhase = "NEEDS_ATTENTION" AND AttentionReason = "${reason}"`;
  await eventually(async () =>
    expect(await world.operator.find(filter)).toContain(workflowOf(payment).workflowId),
  );
}

async function decideAs(
  payment: Payment,
  decision: CreditChoice,
  second: { readonly partner?: string } = {},
): Promise<void> {
  const given = { decision, operator: 'ngozi', reason: 'asked the merchant', ...second };
  await workflowOf(payment).executeUpdate(decide, { args: [given] });
}

async function lateAndHeld(): Promise<{ sale: Sale; payment: Payment }> {
  const sale = await world.shop.open({ policies: { late: 'HOLD', onAccountExpiry: 'EXPIRE' } });
  await sale.endWindowAgo(4 * minuteMs);
  await sale.until({ status: 'EXPIRED' });
  const payment = await sale.pay(due, { sentAt: sale.aroundTheEnd(90_000) });
  await untilParked(payment, 'HELD: LATE');
  return { sale, payment };
}

const stillExpired = (payment: Payment) =>
  ({
    status: 'EXPIRED',
    exception: 'LATE',
    statusReason: 'UNPAID',
    amounts: { paid: payment.amount, accepted: 0 },
    completion: '410/68 CHECKOUT_EXPIRED',
    events: held,
    earned: 0,
  }) satisfies PublicResult;

const outcomes: Readonly<
  Record<Exclude<CreditChoice, 'retry'>, (payment: Payment) => PublicResult>
> = {
  accept: () => ({
    status: 'SUCCESSFUL',
    exception: 'LATE',
    amounts: { paid: due, accepted: due },
    completion: '200/00',
    events: [...held, 'checkout.successful'],
    earned: 989_250,
  }),
  return: (payment) => ({
    ...stillExpired(payment),
    events: [...held, 'refund.successful'],
    returned: [[payment, due]],
  }),
  keep: stillExpired,
};

describe.concurrent('of a late payment that its policy holds', () => {
  it.each(Object.entries(outcomes))('%s', async (decision, outcome) => {
    const { sale, payment } = await lateAndHeld();
    await sale.endsAs(stillExpired(payment));
    await decideAs(payment, decision as CreditChoice);
    await sale.endsAs(outcome(payment));
    await expect(workflowOf(payment).result()).resolves.toBeDefined();
    await eventually(async () =>
      expect(await world.operator.find('CheckoutPhase = "NEEDS_ATTENTION"')).not.toContain(
        workflowOf(payment).workflowId,
      ),
    );
  });

  it('needs a decision that there is, by somebody, for a reason', async () => {
    const { sale, payment } = await lateAndHeld();
    const good = { decision: 'keep', operator: 'ngozi', reason: 'asked' } as const;
    for (const bad of [
      { ...good, decision: 'burn' as CreditChoice },
      { ...good, operator: '' },
      { ...good, reason: ' ' },
    ]) {
      await expect(workflowOf(payment).executeUpdate(decide, { args: [bad] })).rejects.toThrow();
    }
    await sale.endsAs(stillExpired(payment));
    await decideAs(payment, 'return');
    await sale.endsAs(outcomes.return(payment));
  });
});

describe.concurrent('of money for a number that nobody had', () => {
  async function unmatched(): Promise<{ sale: Sale; payment: Payment }> {
    const shop = await world.newShop(`Unmatched Shop ${newPayer().accountNumber}`);
    const sale = await shop.open();
    const payment = await sale.pay(due, { to: `${shop.merchant.prefix}0000009` });
    await untilParked(payment, 'HELD: UNMATCHED');
    return { sale, payment };
  }

  it('return: it goes back', async () => {
    const { sale, payment } = await unmatched();
    await decideAs(payment, 'return');
    await eventually(async () => expect(await world.balanceOf(payment.payer)).toBe(0));
    await sale.until({ status: 'AWAITING_PAYMENT', amountPaid: 0 });
  });

  it('keep: it stays with us', async () => {
    const { payment } = await unmatched();
    await decideAs(payment, 'keep');
    await expect(workflowOf(payment).result()).resolves.toBeDefined();
    expect(await world.balanceOf(payment.payer)).toBe(-due);
  });

  it('accept, by two persons: it is the merchant’s whose prefix it is', async () => {
    const { sale, payment } = await unmatched();
    await expect(decideAs(payment, 'accept')).rejects.toThrow();
    await decideAs(payment, 'accept', { partner: 'bola' });
    await expect(workflowOf(payment).result()).resolves.toBeDefined();
    expect(await world.balanceOf(payment.payer)).toBe(-due);
    const [row] = await world.query<{ balance: string }>(
      'select (-balance_minor)::text as balance from ledger_account where account_id = $1',
      [`2100:${sale.shop.merchant.merchantId}:NGN`],
    );
    expect(row?.balance).toBe('989250');
    await sale.until({ status: 'AWAITING_PAYMENT', amountPaid: 0 });
  });
});

describe('all of it together', () => {
  it('leaves books that hold, and that agree with the bank', () => world.proveMoney());
});
