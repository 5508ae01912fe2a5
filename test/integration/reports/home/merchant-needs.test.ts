import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refundStatuses } from '../../../../src/domain/refund-state.js';
import { type Ask, withoutTrace } from '../../../support/asking.js';
import { addMerchant, Shop } from '../../../support/shop.js';

/** A merchant with a held payment, and another one for whom nothing waits. */
let shop: Shop;
let otherId: string;
let reference: string;
let creditId: string;
beforeAll(async () => {
  shop = await Shop.open();
  otherId = await addMerchant(shop.pool);
  const { checkout, account } = await shop.order({ policies: { late: 'HOLD' } });
  reference = checkout.paymentReference;
  const sentAt = new Date(account.expiresAt.getTime() + 3_600_000);
  ({ creditId } = await shop.pay(account.accountNumber, 1_000_000n, { sentAt }));
  await shop.heldCredits.resolveCredit({ creditId, ruling: { by: 'POLICY' } });
});
afterAll(() => shop[Symbol.asyncDispose]());

interface Need {
  readonly kind: string;
  readonly waiting: number;
  readonly amount_minor: number;
  readonly subject: string;
}

/** What waits for the merchant besides the payment that is held, after these changes. */
const needsAfter = (changes: (ask: Ask) => Promise<unknown>) =>
  withoutTrace(shop.pool, async (ask) => {
    await changes(ask);
    const needs = await needsOf(ask, shop.merchantId);
    return { needs, ofOther: await needsOf(ask, otherId) };
  });

async function needsOf(ask: Ask, merchantId: string): Promise<Need[]> {
  const found = await ask<Need[] | null>(
    'select jsonb_agg(n order by n.kind) from merchant_needs($1) n',
    merchantId,
  );
  return found ?? [];
}

const kindsAfter = async (changes: (ask: Ask) => Promise<unknown>) => {
  const { needs, ofOther } = await needsAfter(changes);
  expect(ofOther).toEqual([]);
  return needs.map(({ kind }) => kind).filter((kind) => kind !== 'HELD');
};

describe('a payment that is held', () => {
  it('waits for its merchant, with its amount and its order', async () => {
    const { needs, ofOther } = await needsAfter(async () => undefined);
    expect(needs).toMatchObject([
      { kind: 'HELD', waiting: 1, amount_minor: 1_000_000, subject: reference },
    ]);
    expect(ofOther).toEqual([]);
  });

  it.each([
    ['some of it went back', 'refunded_minor = 1'],
    ['somebody has decided', `resolution = 'KEPT'`],
  ])('waits no more once %s', async (_what, change) => {
    const { needs } = await needsAfter((ask) =>
      ask(`update inward_credit set ${change} where credit_id = $1`, creditId),
    );
    expect(needs).toEqual([]);
  });
});

describe('a refund', () => {
  it.each(refundStatuses)('that is %s waits only for an account', async (status) => {
    const kinds = await kindsAfter((ask) =>
      ask(
        `insert into refund (refund_id, merchant_id, credit_id, refund_reference, origin, reason, amount_minor, duty_bearer,
                             channel, provider, destination, status)
           values ('rfd_need', $1, $2, 'RFD-1', 'MERCHANT', 'MERCHANT_REQUEST', 500, 'MERCHANT', 'Bank', 'sandbox', '{}', $3)`,
        ...[shop.merchantId, creditId, status],
      ),
    );
    expect(kinds).toEqual(status === 'NEEDS_ACCOUNT' ? ['REFUND'] : []);
  });
});

describe('a dispute', () => {
  const disputed = (ask: Ask, changes: { kind?: string; status?: string; due?: string } = {}) => {
    const { kind = 'CHARGEBACK', status = 'OPENED', due = '1 day' } = changes;
    return ask(
      `insert into dispute (dispute_id, provider, provider_reference, kind, credit_id, merchant_id, amount_minor, status, evidence_due_at)
         values ('dsp_need', 'sandbox', '1', $3, $2, $1, 700, $4, now() + $5::interval)`,
      ...[shop.merchantId, creditId, kind, status, due],
    );
  };

  it.each([
    ['that can be answered', {}, ['DISPUTE']],
    ['that is won', { status: 'WON' }, []],
    ['that is a recall', { kind: 'RECALL' }, []],
    ['whose time is over', { due: '-1 second' }, []],
  ])('%s', async (_what, changes, kinds) => {
    expect(await kindsAfter((ask) => disputed(ask, changes))).toEqual(kinds);
  });

  it.each([
    ['PENDING', []],
    ['DELIVERED', []],
    ['REFUSED', ['DISPUTE']],
  ])('whose answer is %s', async (status, kinds) => {
    const found = await kindsAfter(async (ask) => {
      await disputed(ask);
      await ask(
        `insert into dispute_answer (answer_id, dispute_id, kind, request_hash, status, completed_at)
           values ('ans_need', 'dsp_need', 'ACCEPT', '', $1, case when $1 <> 'PENDING' then now() end)`,
        status,
      );
    });
    expect(found).toEqual(kinds);
  });
});

describe('a key', () => {
  it.each([
    ['ends within two weeks', '13 days', false, ['KEY']],
    ['ends later', '15 days', false, []],
    ['has ended', '-1 second', false, []],
    ['was revoked', '13 days', true, []],
  ])('that %s', async (_what, left, isRevoked, kinds) => {
    const found = await kindsAfter((ask) =>
      ask(
        `insert into merchant_key (client_id, merchant_id, name, groups, expires_at, revoked_at)
           values ('need', $1, 'Till', '{reads}', now() + $2::interval, case when $3 then now() end)`,
        ...[shop.merchantId, left, isRevoked],
      ),
    );
    expect(found).toEqual(kinds);
  });
});

describe('an endpoint', () => {
  it.each([
    ['ACTIVE', null, []],
    ['ACTIVE', '4 minutes', []],
    ['ACTIVE', '6 minutes', ['ENDPOINT_FAILING']],
    ['SUPPRESSED', '6 minutes', ['ENDPOINT_OFF']],
    ['DISABLED', null, ['ENDPOINT_OFF']],
  ])('that is %s and has failed for %s', async (status, failing, kinds) => {
    const found = await kindsAfter((ask) =>
      ask(
        `insert into webhook_endpoint (merchant_id, url, secret_sealed, status, failing_since)
           values ($1, 'https://shop.example', '', $2, now() - $3::interval)`,
        ...[shop.merchantId, status, failing],
      ),
    );
    expect(found).toEqual(kinds);
  });
});
