import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  amountRules,
  fitsAmountRule,
  type AmountRule,
} from '../../../../src/domain/amount-rule.js';
import { feeOn } from '../../../../src/domain/fees.js';
import {
  policyChoices,
  resolvePolicies,
  toleranceCapBps,
} from '../../../../src/domain/policies.js';
import { checkCases } from '../../../support/model-play.js';
import { cardOffer, feePlans, Shop, type OpenOrder } from '../../../support/shop.js';

/** As stored: amounts are text. */
const asText = (offers: object): string =>
  JSON.stringify(offers, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value));

let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open(4);
});
afterEach(() => shop.assertBooks());
afterAll(() => shop[Symbol.asyncDispose]());

const plan = feePlans.transfer;

interface Case {
  readonly rule: AmountRule;
  readonly underpaid: (typeof policyChoices.underpaid)[number];
  readonly overpaid: (typeof policyChoices.overpaid)[number];
  readonly tolerance: number;
  readonly expected: bigint;
  readonly before: bigint;
  readonly amount: bigint;
  readonly channel: 'Bank' | 'Card';
}

const byRules = (given: Case) => ({ given, verdict: judged(given) });

/** What the rules say, written down once more and in other words. */
function judged({ rule, underpaid, overpaid, tolerance, expected, before, amount, channel }: Case) {
  const due = expected > before ? expected - before : 0n;
  const cap = (expected * BigInt(toleranceCapBps)) / 10_000n;
  const slack = BigInt(tolerance) < cap ? BigInt(tolerance) : cap;
  const fitsByRule = fitsAmountRule(rule, amount, due);
  const isClose = amount >= due - slack && amount <= due + slack;
  if (fitsByRule || isClose) return verdict('EXACT', 'ACCEPT', amount, 0n);
  if (amount < due) {
    if (underpaid === 'ACCEPT') return verdict('UNDERPAID', 'ACCEPT', amount, 0n);
    if (underpaid === 'HOLD_TOP_UP') return verdict('UNDERPAID', 'HOLD', amount, 0n);
    return verdict('UNDERPAID', 'RETURN', 0n, amount);
  }
  if (overpaid === 'KEEP') return verdict('OVERPAID', 'ACCEPT', due, 0n);
  if (overpaid === 'REFUND_EXCESS') return verdict('OVERPAID', 'ACCEPT', due, amount - due);
  return verdict('OVERPAID', 'RETURN', 0n, amount);

  function verdict(fit: string, act: string, applied: bigint, returned: bigint) {
    const accepted = act === 'ACCEPT' ? before + amount - returned : 0n;
    const charged = channel === 'Card' ? feePlans.card : plan;
    const fee = act === 'ACCEPT' ? feeOn(charged, accepted) : { feeMinor: 0n, vatMinor: 0n };
    return { fit, act, applied, returned, excess: amount - applied, accepted, ...fee };
  }
}

/** Each case with its verdict, so that a difference tells of which. */
async function inSql(cases: readonly Case[]) {
  const checkouts = cases.map((each) => ({
    status: 'PROCESSING',
    currency: 'NGN',
    amount_rule: each.rule,
    policies: resolvePolicies({
      underpaid: each.underpaid,
      overpaid: each.overpaid,
      tolerance: each.tolerance,
    }),
    expected_minor: String(each.expected),
    applied_minor: String(each.before),
    offers: JSON.parse(
      asText({
        Bank: {
          feePlanId: 'transfer',
          expectedMinor: each.expected,
          ...feeOn(plan, each.expected),
        },
        ...cardOffer(each.expected),
      }),
    ) as unknown,
  }));
  const { rows } = await shop.pool.query(
    `select v.fit, v.act, v.applied_minor as applied, v.returned_minor as returned, v.excess_minor as excess,
            v.accepted_minor as accepted, v.fee_minor as "feeMinor", v.vat_minor as "vatMinor"
       from unnest($1::jsonb[], $2::bigint[], $3::text[]) with ordinality c (checkout, amount, channel, at)
      cross join lateral judge_payment(jsonb_populate_record(null::checkout, c.checkout), c.amount, c.channel) v
      order by c.at`,
    [
      checkouts.map((each) => JSON.stringify(each)),
      cases.map(({ amount }) => amount),
      cases.map(({ channel }) => channel),
    ],
  );
  return cases.map((given, at) => ({ given, verdict: rows[at] as unknown }));
}

it('judges every rule under every policy as the rules say, on both sides of every edge', async () => {
  const cases = amountRules.flatMap((rule) =>
    policyChoices.underpaid.flatMap((underpaid) =>
      policyChoices.overpaid.flatMap((overpaid) =>
        [0, 500].flatMap((tolerance) =>
          [0n, 400_000n].flatMap((before) =>
            [
              1n,
              599_499n,
              599_500n,
              599_999n,
              600_000n,
              600_001n,
              999_999n,
              1_000_000n,
              1_000_501n,
            ].flatMap((amount) =>
              (['Bank', 'Card'] as const).map((channel) => ({
                ...{ rule, underpaid, overpaid, tolerance, before, amount, channel },
                expected: 1_000_000n,
              })),
            ),
          ),
        ),
      ),
    ),
  );
  expect(cases).toHaveLength(2_592);
  expect(await inSql(cases)).toEqual(cases.map(byRules));
});

it('judges whatever comes as the rules say', async () => {
  const one = fc.record({
    rule: fc.constantFrom(...amountRules),
    underpaid: fc.constantFrom(...policyChoices.underpaid),
    overpaid: fc.constantFrom(...policyChoices.overpaid),
    tolerance: fc.nat(20_000),
    expected: fc.bigInt(100n, 5_000_000n),
    before: fc.bigInt(0n, 5_000_000n),
    amount: fc.bigInt(1n, 10_000_000n),
    channel: fc.constantFrom('Bank' as const, 'Card' as const),
  });
  const property = fc.asyncProperty(
    fc.array(one, { minLength: 100, maxLength: 200 }),
    async (cases) => {
      expect(await inSql(cases)).toEqual(cases.map(byRules));
    },
  );
  await checkCases('judging payments', property, 20);
});

describe('an account that accepts', () => {
  const orderWith = async (rule: AmountRule): Promise<OpenOrder> => {
    const order = await shop.order({ overrides: { channels: ['Bank'] } });
    await shop.pool.query('update checkout set amount_rule = $2 where checkout_id = $1', [
      order.checkout.checkoutId,
      rule,
    ]);
    return order;
  };

  it.each([
    ['AT_LEAST', 1_500_000n],
    ['AT_MOST', 300_000n],
    ['ANY', 1n],
    ['ANY', 7_000_000n],
  ] as const)(
    '%s: %d kobo complete it, all the merchant’s, with the fee on that',
    async (rule, amount) => {
      const order = await orderWith(rule);
      expect(await shop.payAndPost(order, amount)).toMatchObject({
        outcome: 'EXACT',
        status: 'SUCCESSFUL',
      });
      expect(await shop.read(order.checkout)).toMatchObject({
        exception: null,
        exceptions: [],
        acceptedMinor: amount,
        ...feeOn(plan, amount),
        credits: [
          { appliedMinor: amount, excessMinor: 0n, refundedMinor: 0n, policyApplied: null },
        ],
      });
      expect(await shop.eventsOf(order.checkout)).toEqual([
        'collection.received',
        'checkout.successful',
      ]);
    },
  );

  it.each([
    ['AT_LEAST', 999_999n, 'UNDERPAID', 'PARTIALLY_PAID'],
    ['AT_MOST', 1_000_001n, 'OVERPAID', 'SUCCESSFUL'],
  ] as const)('%s: of %d kobo the policies decide', async (rule, amount, outcome, status) => {
    const order = await orderWith(rule);
    expect(await shop.payAndPost(order, amount)).toMatchObject({ outcome, status });
  });

  it('AT_LEAST: the rest may be more than the rest', async () => {
    const order = await orderWith('AT_LEAST');
    await shop.payAndPost(order, 400_000n);
    expect(await shop.payAndPost(order, 900_000n)).toMatchObject({ status: 'SUCCESSFUL' });
    expect(await shop.read(order.checkout)).toMatchObject({ acceptedMinor: 1_300_000n });
  });

  it('ANY: a second payment is a second payment', async () => {
    const order = await orderWith('ANY');
    await shop.payAndPost(order, 10n);
    expect(await shop.pay(order.account.accountNumber, 20n)).toMatchObject({
      outcome: 'DUPLICATE',
    });
  });
});
