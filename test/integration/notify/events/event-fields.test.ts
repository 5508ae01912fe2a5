import { randomBytes } from 'node:crypto';
import { evidenceFilesOf } from '../../../support/world-activities.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { newId } from '../../../../src/platform/database/new-id.js';
import { createSecretSeal } from '../../../../src/platform/keys/secret-seal.js';
import { keySetOf } from '../../../../src/platform/config/key-set.js';
import { IdentityHash } from '../../../../src/payments/accounts/identity-hash.js';
import { PgStaticAccountStore } from '../../../../src/payments/accounts/static-account.store.js';
import { PgCardAttempts } from '../../../../src/payments/cards/card-attempt.store.js';
import { PgRailEventStore } from '../../../../src/payments/cards/rail-event.store.js';
import { PgDisputeAnswers } from '../../../../src/payments/disputes/dispute-answer.store.js';
import { PgDisputeStore } from '../../../../src/payments/disputes/dispute.store.js';
import { WebhookCollectionPayload } from '../../../../src/programs/docs/collection-payload.dto.js';
import { keyHolder } from '../../../support/actors.js';
import { acquirer, chargeback } from '../../../support/card-sale.js';
import { evidence } from '../../../support/dispute-world.js';
import { Shop } from '../../../support/shop.js';
import { writtenEvents } from '../../../support/written-events.js';

/** The body of a webhook is written by SQL (src/notify/events) and documented by zod: the two must name the same fields. */

let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open();
});
afterAll(() => shop[Symbol.asyncDispose]());

const by = keyHolder('mid_test');

async function overpaidByTransfer(): Promise<void> {
  const order = await shop.order({ overrides: { metadata: { cart: 'c-1' } } });
  await shop.payAndPost(order, 1_200_000n);
}

async function endedUnpaid(): Promise<void> {
  const { checkout } = await shop.order();
  await shop.steps.cancelCheckout({
    checkoutId: checkout.checkoutId,
    statusReason: 'MERCHANT_CANCELLED',
  });
}

async function intoStaticAccount(): Promise<void> {
  const accountNumber = '5019000001';
  await new PgStaticAccountStore(shop.pool).issue(
    {
      ...{ virtualAccountId: newId('va'), merchantId: shop.merchantId, reference: 'CUS-1' },
      ...{ requestHash: randomBytes(32), prefix: '501', name: 'Ada Obi', metadata: {} },
      ...{ accountNumber, generation: 0 },
      owner: {
        ...{ accountName: 'Ada Obi', firstName: 'Ada', lastName: 'Obi' },
        ...{ email: 'ada@example.ng', phoneNumber: '+2348031234567' },
      },
      identity: new IdentityHash(randomBytes(32)).of('BVN', '22123456789'),
    },
    by,
  );
  await shop.pay(accountNumber, 1_000_000n);
}

async function disputedCard(): Promise<void> {
  const cards = new PgCardAttempts(
    shop.pool,
    createSecretSeal(keySetOf('seal', [randomBytes(32)])),
  );
  const { merchantId, paymentReference } = await shop.initiate({ cardMinor: 1_000_000n });
  const charge = { merchantId, paymentReference, provider: acquirer, token: 'card_approved' };
  const { attemptId } = await cards.begin({ ...charge, amountMinor: 1_000_000n });
  if (attemptId === null) throw new Error('the charge was not begun');
  await cards.startCardCharge({ attemptId });
  await cards.keepDetails(attemptId, { action: null, card });
  await cards.recordCardAnswer({
    attemptId,
    verdict: { outcome: 'APPROVED', code: '00', failure: null },
    isFinal: true,
  });
  const evidenceDueAt = new Date(Date.now() + 86_400_000);
  await new PgRailEventStore(shop.pool).receive(
    chargeback('CHARGEBACK_OPENED', attemptId, 'cbk-1', { evidenceDueAt }),
  );
  await answerDispute();
}

const card = {
  ...{ brand: 'Visa', first6: '411111', last4: '1111' },
  ...{ expMonth: 12, expYear: 2030, issuer: 'GTBank' },
};

async function answerDispute(): Promise<void> {
  const disputes = new PgDisputeStore(shop.pool);
  const slice = { after: null, offset: 0, limit: 1 };
  const [found] = await disputes.list(shop.merchantId, { since: null, before: null }, slice);
  const answerId = newId('dsa');
  await disputes.answer({
    ...{ answerId, merchantId: shop.merchantId, disputeId: found?.item.disputeId ?? '' },
    ...{ kind: 'EVIDENCE', evidence, requestHash: randomBytes(32), by },
  });
  const answers = new PgDisputeAnswers(shop.pool, evidenceFilesOf(shop.pool));
  await answers.startDisputeAnswer({ answerId });
  await answers.concludeDisputeAnswer({
    answerId,
    verdict: { status: 'REFUSED', code: null, failure: 'DEADLINE_PASSED' },
  });
}

/** Each field below it, such as `data.card.brand`; those of the items of a list stand under the list. */
function fieldsOf(type: z.ZodType, path = ''): string[] {
  if (type instanceof z.ZodNullable) return fieldsOf(type.unwrap() as z.ZodType, path);
  if (type instanceof z.ZodArray) return fieldsOf(type.element as z.ZodType, path);
  if (!(type instanceof z.ZodObject)) return [path];
  return Object.entries(type.shape).flatMap(([name, field]) =>
    fieldsOf(field as z.ZodType, `${path}.${name}`),
  );
}

/** The fields of a value that are not null. */
function toldIn(value: unknown, type: z.ZodType, path = ''): string[] {
  if (value === null) return [];
  if (type instanceof z.ZodNullable) return toldIn(value, type.unwrap() as z.ZodType, path);
  if (Array.isArray(value) && type instanceof z.ZodArray)
    return value.flatMap((each) => toldIn(each, type.element as z.ZodType, path));
  if (!(type instanceof z.ZodObject)) return [path];
  return Object.entries(type.shape).flatMap(([name, field]) =>
    toldIn((value as Record<string, unknown>)[name], field as z.ZodType, `${path}.${name}`),
  );
}

it('are those of the shape that documents the event, and each is told of some payment', async () => {
  await overpaidByTransfer();
  await endedUnpaid();
  await intoStaticAccount();
  await disputedCard();
  const events = await writtenEvents(shop.pool);
  const told = events.flatMap(({ body }) => toldIn(body, WebhookCollectionPayload));
  expect(new Set(told)).toEqual(new Set(fieldsOf(WebhookCollectionPayload)));
});
