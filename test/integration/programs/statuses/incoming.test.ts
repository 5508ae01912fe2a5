import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CardAttemptStatus } from '../../../../src/domain/card-attempt-state.js';
import { checkoutStatuses } from '../../../../src/domain/checkout-state.js';
import { policyChoices } from '../../../../src/domain/policies.js';
import type { CreditOutcome } from '../../../../src/payments/checkouts/checkout.js';
import {
  disputeAnswerStatuses,
  type DisputeAnswerStatus,
  type DisputeKind,
  disputeKinds,
  type DisputeStatus,
  disputeStatuses,
} from '../../../../src/domain/dispute-state.js';
import type { FactKind } from '../../../../src/platform/temporal/fact.js';
import { type Ask, withoutTrace } from '../../../support/asking.js';
import { type OpenOrder, Shop } from '../../../support/shop.js';

/** What each place of the code makes of each status of money that came in; as outgoing.test.ts does for what goes out. */
let shop: Shop;
let order: OpenOrder;
let checkoutId: string;
let creditId: string;

beforeAll(async () => {
  shop = await Shop.open(2);
  order = await shop.order();
  ({ checkoutId } = order.checkout);
  ({ creditId } = await shop.pay(order.account.accountNumber, 1_000_000n));
  await shop.steps.applyCredit({ creditId });
  // As if the workflow had been told and the webhooks had arrived.
  await shop.pool.query('update fact set applied_at = now(), due_at = null');
  await shop.pool.query(`update webhook_delivery set status = 'DELIVERED', finished_at = now()`);
});
afterAll(() => shop[Symbol.asyncDispose]());

const asking = <Answer>(make: (ask: Ask) => Promise<Answer>) => withoutTrace(shop.pool, make);
const erasureHold = (ask: Ask) =>
  ask<string | null>(`select erasure_hold('CHECKOUT', $1)`, checkoutId);

interface OfAttempt {
  readonly keepsPayer: boolean;
  /** The acquirer is asked when it has stood so for a quarter of an hour. */
  readonly isAskedFor: boolean;
}

const attempts: Readonly<Record<CardAttemptStatus, OfAttempt>> = {
  PENDING: { keepsPayer: true, isAskedFor: false },
  REQUIRES_ACTION: { keepsPayer: true, isAskedFor: true },
  PROCESSING: { keepsPayer: true, isAskedFor: true },
  UNKNOWN: { keepsPayer: true, isAskedFor: true },
  SUCCEEDED: { keepsPayer: false, isAskedFor: false },
  FAILED: { keepsPayer: false, isAskedFor: false },
  EXPIRED: { keepsPayer: false, isAskedFor: false },
  CANCELLED: { keepsPayer: false, isAskedFor: false },
};

describe.each(Object.entries(attempts))('a charge that is %s', (status, expected) => {
  it('keeps its payer, and is asked for, as the table says', async () => {
    const found = await asking(async (ask) => {
      await ask(
        `insert into card_attempt (attempt_id, checkout_id, merchant_id, provider, token_sealed, token_hash, amount_minor, status,
                                   updated_at)
           values ('att_1', $1, $2, 'acquirer', '\\x00', '\\x00', 1, $3, now() - interval '16 minutes')`,
        ...[checkoutId, shop.merchantId, status],
      );
      const askedFor = 'select exists (select from find_stalled_charges())';
      const held = await erasureHold(ask);
      const isAskedFor = await ask<boolean>(askedFor);
      await ask(`update card_attempt set updated_at = now() - interval '14 minutes'`);
      await ask('delete from finding');
      return { held, isAskedFor, isAskedAtOnce: await ask<boolean>(askedFor) };
    });
    expect(found).toEqual({
      held: expected.keepsPayer ? 'CHARGE_OPEN' : null,
      ...{ isAskedFor: expected.isAskedFor, isAskedAtOnce: false },
    });
  });
});

/** Whether such a credit may be held: it did not fit. */
const outcomes: Readonly<Record<CreditOutcome, boolean>> = {
  ...{ EXACT: false, UNDERPAID: false, OVERPAID: false },
  ...{ LATE: true, DUPLICATE: true, UNMATCHED: true },
};
const resolutions = [null, 'ACCEPTED', 'RETURNED', 'KEPT'] as const;

describe.each(Object.entries(outcomes))('a credit that is %s', (outcome, mayBeHeld) => {
  it.each(resolutions)('and %s keeps its payer while it is in suspense', async (resolution) => {
    const found = await asking(async (ask) => {
      await ask(
        'update inward_credit set outcome = $2, resolution = $3 where credit_id = $1',
        ...[creditId, outcome, resolution],
      );
      return {
        held: await erasureHold(ask),
        isInSuspense: await ask(
          'select is_in_suspense(k) from inward_credit k where credit_id = $1',
          creditId,
        ),
      };
    });
    const isInSuspense = mayBeHeld && (resolution === null || resolution === 'KEPT');
    expect(found).toEqual({ isInSuspense, held: isInSuspense ? 'TRANSFER_HELD' : null });
  });
});

/** What becomes of a credit that did not fit, by the status of its order, if its merchant has these policies. */
function policyOf(
  outcome: 'LATE' | 'DUPLICATE',
  status: (typeof checkoutStatuses)[number],
  { late, duplicate }: { readonly late: string; readonly duplicate: string },
): string {
  const wasPaid = ['SUCCESSFUL', 'PARTIALLY_REFUNDED', 'REFUNDED', 'REVERSED'].includes(status);
  if (outcome === 'DUPLICATE' || wasPaid) {
    return duplicate === 'KEEP_AS_CREDIT' ? 'accept' : 'return';
  }
  if (status === 'CANCELLED' || status === 'FAILED') return 'return';
  return { REFUND: 'return', ACCEPT_LATE: 'accept', HOLD: 'hold' }[late] ?? '';
}

describe.each(checkoutStatuses)('money that does not fit an order that is %s', (status) => {
  it.each(['LATE', 'DUPLICATE'] as const)('%s goes where each policy says', async (outcome) => {
    for (const late of policyChoices.late) {
      for (const duplicate of policyChoices.duplicate) {
        const decided = await asking((ask) =>
          ask<string>(
            `select held_policy(jsonb_populate_record(c, $2), jsonb_populate_record(k, $3))
               from checkout c join inward_credit k on k.checkout_id = c.checkout_id where k.credit_id = $1`,
            creditId,
            JSON.stringify({ status, policies: { late, duplicate } }),
            JSON.stringify({ outcome }),
          ),
        );
        const expected = policyOf(outcome, status, { late, duplicate });
        expect({ late, duplicate, decided }).toEqual({ late, duplicate, decided: expected });
      }
    }
  });
});

const disputeWith = (ask: Ask, kind: DisputeKind, status: DisputeStatus, dueIn: string | null) =>
  ask(
    `insert into dispute (dispute_id, provider, provider_reference, kind, credit_id, checkout_id, merchant_id, amount_minor, status,
                          evidence_due_at)
       values ('dsp_1', 'acquirer', 'cbk-1', $3, $1, $2, $4, 400000, $5, now() + $6::interval)`,
    ...[creditId, checkoutId, kind, shop.merchantId, status, dueIn],
  );

/** Of 1,000,000, when 400,000 are disputed. */
const refundableOf: Readonly<Record<DisputeStatus, bigint>> = {
  ...{ OPENED: 600_000n, LOST: 600_000n, WON: 1_000_000n },
};

it.each(disputeStatuses)(
  'a dispute that is %s keeps what it must, and gives back the rest',
  async (status) => {
    const found = await asking(async (ask) => {
      await disputeWith(ask, 'CHARGEBACK', status, null);
      return {
        held: await erasureHold(ask),
        isOpen: await ask(
          `select exists (select from merchant m cross join lateral merchant_open_items(m) i where m.merchant_id = $1 and i.item = 'DISPUTES')`,
          shop.merchantId,
        ),
        refundable: await ask(
          'select (refundable_of(k)).minor from inward_credit k where credit_id = $1',
          creditId,
        ),
      };
    });
    const isOpen = status === 'OPENED';
    const held = isOpen ? 'DISPUTE_OPEN' : null;
    expect(found).toEqual({ held, isOpen, refundable: refundableOf[status] });
  },
);

const answers: readonly (DisputeAnswerStatus | null)[] = [null, ...disputeAnswerStatuses];
const deadlines = [null, '1 minute', '-1 minute'] as const;

describe.each(disputeKinds)('a %s', (kind) => {
  it.each(disputeStatuses)('that is %s may be answered while an answer helps', async (status) => {
    for (const answer of answers) {
      for (const dueIn of deadlines) {
        const found = await asking(async (ask) => {
          await disputeWith(ask, kind, status, dueIn);
          if (answer !== null) {
            await ask(
              `insert into dispute_answer (answer_id, dispute_id, kind, request_hash, status, completed_at)
                 values ('dsa_1', 'dsp_1', 'ACCEPT', '\\x00', $1, case $1 when 'PENDING' then null else now() end)`,
              answer,
            );
          }
          return {
            isAnswerable: await ask<boolean>(
              `select is_answerable from dispute_read where dispute_id = 'dsp_1'`,
            ),
            // The desk's first page, on which only what is open stands.
            isAnswered: await ask<boolean | null>(
              '(select is_answered from open_disputes(10)) union all select null limit 1',
            ),
          };
        });
        const helps = answer === null || answer === 'REFUSED';
        const inTime = dueIn !== '-1 minute';
        const isAnswerable = kind === 'CHARGEBACK' && status === 'OPENED' && helps && inTime;
        const isAnswered = status === 'OPENED' ? !helps : null;
        expect({ answer, dueIn, ...found }).toEqual({ answer, dueIn, isAnswerable, isAnswered });
      }
    }
  });
});

interface OfFact {
  /** Its subject has a workflow of its own, or is a card attempt: one call closes it. */
  readonly closesAlone: boolean;
  /** It is over with its checkout. */
  readonly endsWithCheckout: boolean;
  /** Somebody is told when no workflow takes it; the others have searches of their own. */
  readonly isMissed: boolean;
}

const ofCheckout = { closesAlone: false, endsWithCheckout: true, isMissed: true } as const;
const ofItsOwn = { closesAlone: true, endsWithCheckout: false, isMissed: false } as const;

const facts: Readonly<Record<FactKind, OfFact>> = {
  ...{ INITIATED: ofCheckout, ACCOUNT_ISSUED: ofCheckout, CANCEL_REQUESTED: ofCheckout },
  ...{ CLOCK_MOVED: ofCheckout, CREDIT_RECEIVED: ofCheckout },
  CREDIT_HELD: { ...ofItsOwn, isMissed: true },
  ...{ REFUND_REQUESTED: ofItsOwn, CARD_ATTEMPTED: ofItsOwn, SETTLEMENT_FROZEN: ofItsOwn },
  DISPUTE_ANSWERED: ofItsOwn,
  ERRAND_CONFIRMED: { closesAlone: false, endsWithCheckout: false, isMissed: true },
};

describe.each(Object.entries(facts))('a fact %s', (kind, expected) => {
  it('is closed by what it is about, and missed, as the table says', async () => {
    const isOpen = `select exists (select from fact where applied_at is null)`;
    const written = (ask: Ask) =>
      ask(
        `insert into fact (checkout_id, kind, subject_id, created_at, due_at)
           values ($1, $2, $3, now() - interval '11 minutes', now())`,
        ...[checkoutId, kind, creditId],
      );
    const found = await asking(async (ask) => {
      await written(ask);
      const isMissed = await ask<boolean>('select exists (select from find_stalled_facts())');
      await ask('select close_facts($1, $2)', kind, creditId);
      const closesAlone = !(await ask<boolean>(isOpen));
      await ask('delete from fact where applied_at is null');
      await written(ask);
      await ask('select forget_facts($1, null, now())', checkoutId);
      return { closesAlone, endsWithCheckout: !(await ask<boolean>(isOpen)), isMissed };
    });
    expect(found).toEqual(expected);
  });
});
