import { describe, expect, it } from 'vitest';
import { type Policies, policyChoices, type PolicyName } from '../../../src/domain/policies.js';
import type { PublicResult, Sale } from './sale.js';
import type { Shop } from './shop.js';
import { minuteMs } from './surroundings.js';
import type { ScenarioWorld } from './scenario-world.js';
import { useWorld } from './shared-world.js';

/** Every choice of every policy, set for the merchant and set for one checkout: the same must happen. */

let world: ScenarioWorld;
let byMerchant: Shop;
useWorld(async (shared) => {
  world = shared;
  byMerchant = await world.newShop('Policy Shop');
});

const due = 1_000_000;
const earned = 989_250;
const received = 'collection.received';
const refunded = 'refund.successful';
const successful = [received, 'checkout.successful'];
const pending = '202/09 PAYMENT_PENDING';

interface Row {
  /** Beside the choice that the row is about. */
  readonly with?: Partial<Policies>;
  readonly play: (sale: Sale) => Promise<PublicResult>;
}

const exact: PublicResult = {
  status: 'SUCCESSFUL',
  amounts: { paid: due, accepted: due },
  completion: '200/00',
  events: successful,
  earned,
};

async function payShort(sale: Sale, result: Partial<PublicResult> & Pick<PublicResult, 'events'>) {
  const payment = await sale.pay(400_000);
  return {
    payment,
    result: {
      status: 'PARTIALLY_PAID',
      exception: 'UNDERPAID',
      amounts: { paid: 400_000, accepted: 0 },
      completion: pending,
      ...result,
    },
  };
}

async function payLate(sale: Sale, result: Partial<PublicResult>): Promise<PublicResult> {
  await sale.endWindowAgo(4 * minuteMs);
  await sale.until({ status: 'EXPIRED' });
  const payment = await sale.pay(due, { sentAt: sale.aroundTheEnd(90_000) });
  const { events = [] } = result;
  return {
    status: 'EXPIRED',
    exception: 'LATE',
    statusReason: result.status === 'SUCCESSFUL' ? null : 'UNPAID',
    amounts: { paid: due, accepted: 0 },
    completion: '410/68 CHECKOUT_EXPIRED',
    earned: 0,
    ...result,
    events: ['checkout.expired', received, 'checkout.late_payment', ...events],
    ...(events.includes(refunded) ? { returned: [[payment, due]] as const } : {}),
  };
}

async function payTwice(sale: Sale, result: Partial<PublicResult>): Promise<PublicResult> {
  await sale.pay();
  await sale.until({ status: 'SUCCESSFUL' });
  const second = await sale.pay();
  const { events = [] } = result;
  return {
    ...exact,
    exception: 'DUPLICATE',
    amounts: { paid: 2 * due, accepted: due },
    ...result,
    events: [...successful, received, 'checkout.duplicate_payment', ...events],
    ...(events.includes(refunded) ? { returned: [[second, due]] as const } : {}),
  };
}

const expiring = { onAccountExpiry: 'EXPIRE' } as const;

const matrix: { [Name in PolicyName]: Record<(typeof policyChoices)[Name][number], Row> } = {
  underpaid: {
    HOLD_TOP_UP: {
      play: async (sale) => {
        const { result } = await payShort(sale, {
          outstanding: 600_000,
          policies: ['HOLD_TOP_UP'],
          events: [received, 'checkout.underpaid'],
          earned: 0,
        });
        return result;
      },
    },
    ACCEPT: {
      play: async (sale) => {
        const { result } = await payShort(sale, {
          status: 'SUCCESSFUL',
          amounts: { paid: 400_000, accepted: 400_000 },
          policies: ['ACCEPT'],
          completion: '200/00',
          events: [received, 'checkout.underpaid', 'checkout.successful'],
          earned: 395_700,
        });
        return result;
      },
    },
    REFUND_NOW: {
      play: async (sale) => {
        const { payment, result } = await payShort(sale, {
          status: 'AWAITING_PAYMENT',
          outstanding: due,
          policies: ['REFUND_NOW'],
          events: [received, 'checkout.underpaid', refunded],
          earned: 0,
        });
        return { ...result, returned: [[payment, 400_000]] };
      },
    },
  },
  overpaid: {
    REFUND_EXCESS: {
      play: async (sale) => ({
        ...exact,
        exception: 'OVERPAID',
        returned: [[await sale.pay(1_200_000), 200_000]],
        amounts: { paid: 1_200_000, accepted: due },
        policies: ['REFUND_EXCESS'],
        events: [received, 'checkout.overpaid', 'checkout.successful', refunded],
      }),
    },
    KEEP: {
      play: async (sale) => {
        await sale.pay(1_200_000);
        return {
          ...exact,
          exception: 'OVERPAID',
          amounts: { paid: 1_200_000, accepted: 1_200_000 },
          policies: ['KEEP'],
          events: [received, 'checkout.overpaid', 'checkout.successful'],
          earned: 1_187_100,
        };
      },
    },
    REFUND_ALL: {
      play: async (sale) => ({
        status: 'AWAITING_PAYMENT',
        exception: 'OVERPAID',
        returned: [[await sale.pay(1_200_000), 1_200_000]],
        amounts: { paid: 1_200_000, accepted: 0 },
        outstanding: due,
        policies: ['REFUND_ALL'],
        completion: pending,
        events: [received, 'checkout.overpaid', refunded],
        earned: 0,
      }),
    },
  },
  late: {
    REFUND: {
      with: expiring,
      play: (sale) => payLate(sale, { policies: ['REFUND'], events: [refunded] }),
    },
    ACCEPT_LATE: {
      with: expiring,
      play: (sale) =>
        payLate(sale, {
          status: 'SUCCESSFUL',
          amounts: { paid: due, accepted: due },
          policies: ['ACCEPT_LATE'],
          completion: '200/00',
          events: ['checkout.successful'],
          earned,
        }),
    },
    HOLD: { with: expiring, play: (sale) => payLate(sale, { policies: ['HOLD'] }) },
  },
  duplicate: {
    REFUND: {
      play: (sale) => payTwice(sale, { policies: [null, 'REFUND'], events: [refunded] }),
    },
    KEEP_AS_CREDIT: {
      play: (sale) => payTwice(sale, { policies: [null, 'KEEP_AS_CREDIT'], earned: 2 * earned }),
    },
  },
  onAccountExpiry: {
    REISSUE: {
      play: async (sale) => {
        await sale.passWindow();
        await sale.until({ status: 'INITIATED' });
        expect((await sale.complete()).data.reason).toBe('VIRTUAL_ACCOUNT_EXPIRED');
        const former = sale.accountNumber;
        // Longer than the half hour by which the workflow's clock is ahead.
        await sale.issueAccount(90);
        expect(sale.accountNumber).not.toBe(former);
        await sale.pay();
        return { ...exact, events: ['virtual_account.expired', ...successful] };
      },
    },
    EXPIRE: {
      play: async (sale) => {
        await sale.passWindow();
        return {
          status: 'EXPIRED',
          statusReason: 'UNPAID',
          amounts: { paid: 0, accepted: 0 },
          completion: '410/68 CHECKOUT_EXPIRED',
          events: ['checkout.expired'],
          earned: 0,
        };
      },
    },
  },
  refundFeeBearer: {
    PLATFORM: { play: (sale) => refundOfDuty(sale, earned) },
    MERCHANT: { play: (sale) => refundOfDuty(sale, earned - 5_000) },
  },
};

/** The transfer that goes back is large enough for stamp duty; the payer gets all of it either way. */
async function refundOfDuty(sale: Sale, left: number): Promise<PublicResult> {
  return {
    ...exact,
    exception: 'OVERPAID',
    returned: [[await sale.pay(2 * due), due]],
    amounts: { paid: 2 * due, accepted: due },
    events: [received, 'checkout.overpaid', 'checkout.successful', refunded],
    earned: left,
  };
}

const rows = Object.entries(matrix).flatMap(([policy, choices]) =>
  Object.entries(choices).map(([choice, row]) => ({ policy, choice, ...(row as Row) })),
);

describe.concurrent.each(rows)('$policy: $choice', ({ policy, choice, play, ...row }) => {
  const policies = { ...row.with, [policy]: choice };

  it('of one checkout', async () => {
    const sale = await world.shop.open({ policies });
    expect(sale.initiated.data.policies).toMatchObject(policies);
    await sale.endsAs(await play(sale));
  });

  it('of a merchant', async () => {
    const sale = await openUnder(policies);
    expect(sale.initiated.data.policies).toMatchObject(policies);
    await sale.endsAs(await play(sale));
  });
});

let turn: Promise<unknown> = Promise.resolve();

/** One after the other: a merchant has one set of policies at a time, and each checkout keeps what it began with. */
function openUnder(policies: Partial<Policies>): Promise<Sale> {
  const opened = turn.then(async () => {
    await byMerchant.setPolicies(policies);
    return byMerchant.open();
  });
  turn = opened.catch(() => undefined);
  return opened;
}

describe.concurrent('tolerance', () => {
  it.each<[string, number, number, Partial<PublicResult>]>([
    ['a kobo less than is missing', 99, due - 100, underpaid(due - 100)],
    ['what is missing', 100, due - 100, { amounts: of(due - 100), earned: 989_151 }],
    ['more than is missing', 101, due - 100, { amounts: of(due - 100), earned: 989_151 }],
    ['a kobo less than is too much', 99, due + 100, overpaid(100)],
    ['what is too much', 100, due + 100, { amounts: of(due + 100), earned: 989_349 }],
    ['more than is too much', 101, due + 100, { amounts: of(due + 100), earned: 989_349 }],
    [
      'much more than 1 %, which is 1 %',
      due,
      due - 10_000,
      { amounts: of(due - 10_000), earned: 979_357 },
    ],
    ['much more than 1 %, and a kobo more is missing', due, due - 10_001, underpaid(due - 10_001)],
  ])('of %s', async (_what, tolerance, paid, result) => {
    const sale = await world.shop.open({ policies: { tolerance } });
    const payment = await sale.pay(paid);
    await sale.endsAs({
      ...exact,
      ...result,
      ...(result.exception === 'OVERPAID' ? { returned: [[payment, 100]] } : {}),
    });
  });

  function of(accepted: number) {
    return { paid: accepted, accepted };
  }

  function underpaid(paid: number): Partial<PublicResult> {
    return {
      status: 'PARTIALLY_PAID',
      exception: 'UNDERPAID',
      amounts: { paid, accepted: 0 },
      outstanding: due - paid,
      completion: pending,
      events: [received, 'checkout.underpaid'],
      earned: 0,
    };
  }

  function overpaid(excess: number): Partial<PublicResult> {
    return {
      exception: 'OVERPAID',
      amounts: { paid: due + excess, accepted: due },
      events: [received, 'checkout.overpaid', 'checkout.successful', refunded],
    };
  }
});

describe('all of it together', () => {
  it('leaves books that hold, and that agree with the bank', () => world.proveMoney());
});
