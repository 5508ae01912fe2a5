import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cardAttemptStatuses, isOpenAttempt } from '../../../../src/domain/card-attempt-state.js';
import { newId } from '../../../../src/platform/database/new-id.js';
import { type Ask, withoutTrace } from '../../../support/asking.js';
import { Shop } from '../../../support/shop.js';

let shop: Shop;
let checkoutId: string;
let creditId: string;
beforeAll(async () => {
  shop = await Shop.open();
  const order = await shop.order();
  checkoutId = order.checkout.checkoutId;
  ({ creditId } = await shop.payAndPost(order, 1_000_000n));
});
afterAll(() => shop[Symbol.asyncDispose]());

/** The subjects of what is in doubt, in their order, after these changes. */
const doubted = (change: (ask: Ask) => Promise<unknown>) =>
  withoutTrace(shop.pool, async (ask) => {
    await change(ask);
    const rows = await ask<{ kind: string; subject: string; count: number; status: string }[]>(
      `select coalesce(jsonb_agg(d order by place), '[]') from (
         select d.kind, d.subject, d.count, d.status, row_number() over () as place from things_in_doubt(100) d) d`,
    );
    return rows.map(({ kind, subject, count, status }) => ({ kind, subject, count, status }));
  });

const sent = (ask: Ask, id: string, status: string, ago = '1 minute') =>
  ask(
    `insert into outward_transfer (session_id, provider, purpose, purpose_id, attempt, amount_minor, status, sent_at)
       values ($1, 'sandbox', 'REFUND', $4, 1, 500, $2, now() - $3::interval)`,
    ...[id, status, ago, newId('rfd')],
  );
const disputed = (ask: Ask, id: string, due: string | null, status = 'OPENED') =>
  ask(
    `insert into dispute (dispute_id, provider, provider_reference, kind, credit_id, merchant_id, amount_minor, status, evidence_due_at)
       values ($1, 'sandbox', $1, 'CHARGEBACK', $2, $3, 500, $5, now() + $4::interval)`,
    ...[id, creditId, shop.merchantId, due, status],
  );

describe('what is in doubt', () => {
  it.each([
    ['SENT', true],
    ['UNKNOWN', true],
    ['SUCCESSFUL', false],
    ['FAILED', false],
    ['RETURNED', false],
  ])('is a sending that is %s: %s', async (status, isDoubted) => {
    const found = await doubted((ask) => sent(ask, 'out-doubt', status));
    expect(found).toEqual(
      isDoubted ? [{ kind: 'SENDING', subject: 'out-doubt', count: 1, status }] : [],
    );
  });

  it.each(cardAttemptStatuses)('is a charge that is %s, unless it is over', async (status) => {
    const found = await doubted((ask) =>
      ask(
        `insert into card_attempt (attempt_id, checkout_id, merchant_id, provider, token_sealed, token_hash, amount_minor, status)
           values ('att_doubt', $1, $2, 'sandbox', '', '', 500, $3)`,
        ...[checkoutId, shop.merchantId, status],
      ),
    );
    expect(found.map(({ kind }) => kind)).toEqual(isOpenAttempt(status) ? ['CHARGE'] : []);
  });

  it.each([
    [null, 'NOT_ANSWERED'],
    ['PENDING', 'ANSWER_PENDING'],
    ['DELIVERED', 'ANSWER_DELIVERED'],
    ['REFUSED', 'ANSWER_REFUSED'],
  ])('is an open dispute, with its last answer: %s', async (answer, status) => {
    const found = await doubted(async (ask) => {
      await disputed(ask, 'dsp_doubt', '1 day');
      await disputed(ask, 'dsp_lost', '1 day', 'LOST');
      if (answer === null) return;
      await ask(
        `insert into dispute_answer (answer_id, dispute_id, kind, request_hash, status, created_at, completed_at)
           values ('ans_old', 'dsp_doubt', 'ACCEPT', '', 'REFUSED', now() - interval '1 hour', now()),
                  ('ans_new', 'dsp_doubt', 'ACCEPT', '', $1, now(), case when $1 <> 'PENDING' then now() end)`,
        answer,
      );
    });
    expect(found).toEqual([{ kind: 'DISPUTE', subject: 'dsp_doubt', count: 1, status }]);
  });

  it('is a merchant’s webhooks that are tried again, counted', async () => {
    const found = await doubted((ask) =>
      ask(
        `insert into webhook_delivery (delivery_id, event_id, merchant_id, status)
           select 'dlv_doubt' || n, 'evt_doubt' || n, $1, case when n < 3 then 'RETRYING' else 'DEAD' end from generate_series(1, 3) n`,
        shop.merchantId,
      ),
    );
    expect(found).toEqual([
      { kind: 'WEBHOOKS', subject: shop.merchantId, count: 2, status: 'RETRYING' },
    ]);
  });

  it('begins with what ends first, and then has what has waited longest', async () => {
    const found = await doubted(async (ask) => {
      await sent(ask, 'out-young', 'SENT', '1 minute');
      await sent(ask, 'out-old', 'UNKNOWN', '2 days');
      await disputed(ask, 'dsp_late', '3 days');
      await disputed(ask, 'dsp_soon', '1 hour');
    });
    expect(found.map(({ subject }) => subject)).toEqual([
      ...['dsp_soon', 'dsp_late', 'out-old', 'out-young'],
    ]);
  });
});
