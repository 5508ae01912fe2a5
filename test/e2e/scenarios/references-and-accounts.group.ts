import { describe, expect, it } from 'vitest';
import { newReference, order } from '../api/api-client.js';
import { answerOf, eventually } from './surroundings.js';
import type { ScenarioWorld } from './scenario-world.js';
import { useWorld } from './shared-world.js';

let world: ScenarioWorld;
useWorld((shared) => {
  world = shared;
});

const same = <Value>(values: readonly Value[]) => [...new Set(values)];

describe.concurrent('references', () => {
  it('1: initiate twice and then 50 times at once with one body is one checkout and one workflow', async () => {
    const { shop } = world;
    const body = order();
    const replies = [await shop.client.initiate(body), await shop.client.initiate(body)];
    replies.push(
      ...(await Promise.all(Array.from({ length: 50 }, () => shop.client.initiate(body)))),
    );
    expect(same(replies.map(answerOf))).toEqual(['200/00']);
    expect(same(replies.map(({ data }) => data.checkoutId as string))).toHaveLength(1);
    const replayed = replies.filter(({ headers }) => headers.get('idempotent-replayed') === 'true');
    expect(replayed).toHaveLength(51);
    const { paymentReference } = body;
    const filter = `PaymentReference = "${paymentReference}"`;
    await eventually(async () =>
      expect(await world.operator.find(filter)).toEqual([shop.workflowId(paymentReference)]),
    );
  });

  it('1: so are 50 first calls at once', async () => {
    const { shop } = world;
    const body = order();
    const replies = await Promise.all(Array.from({ length: 50 }, () => shop.client.initiate(body)));
    expect(same(replies.map(answerOf))).toEqual(['200/00']);
    expect(same(replies.map(({ data }) => data.checkoutId as string))).toHaveLength(1);
    const replayed = replies.filter(({ headers }) => headers.get('idempotent-replayed') === 'true');
    expect(replayed).toHaveLength(49);
  });

  it('2: the same reference with another amount is refused, and the order stays as it was', async () => {
    const sale = await world.shop.initiate();
    const other = await world.shop.client.initiate({ ...sale.request, amount: 2_000_000 });
    expect(answerOf(other)).toBe('409/26 DUPLICATE_REFERENCE');
    expect(other).toMatchObject({ isSuccessful: false, data: { retryable: false } });
    await sale.until({ status: 'INITIATED', amount: 1_000_000, version: 1 });
  });
});

describe.concurrent('accounts', () => {
  it('3: create-account 20 times at once gives one number with one end', async () => {
    const { shop } = world;
    const sale = await shop.initiate();
    const { reference: paymentReference, due: amount } = sale;
    const { prefix } = shop.merchant;
    const body = { paymentReference, prefix, validity: 30, amount };
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => shop.client.createAccount(body)),
    );
    expect(same(replies.map(answerOf))).toEqual(['200/00']);
    expect(same(replies.map(({ data }) => String(data.accountNumber)))).toHaveLength(1);
    expect(same(replies.map(({ data }) => String(data.expiresAt)))).toHaveLength(1);
    await sale.until({ status: 'AWAITING_PAYMENT', attempts: [{ status: 'PENDING' }] });
    expect((await sale.query()).data.attempts).toHaveLength(1);
  });

  it('4: 10000 for 1000000 due is taken for naira, and says so', async () => {
    const sale = await world.shop.initiate({ amount: 1_000_000 });
    const { reference: paymentReference } = sale;
    const { prefix } = world.shop.merchant;
    const body = { paymentReference, prefix, validity: 30, amount: 10_000 };
    const reply = await world.shop.client.createAccount(body);
    expect(answerOf(reply)).toBe('400/13 AMOUNT_UNIT_SUSPECTED');
    expect(reply.message).toMatch(/kobo/i);
    await sale.until({ status: 'INITIATED', attempts: [], version: 1 });
  });

  it('5: a validity of 45 minutes is given with a warning', async () => {
    const sale = await world.shop.open({}, 45);
    expect(sale.account.data).toMatchObject({
      validity: 45,
      warnings: ['VALIDITY_OUTSIDE_RECOMMENDED_RANGE'],
    });
    const { createdAt, expiresAt } = sale.account.data;
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(45 * 60_000);
  });

  it.each([0, 1.5, '30', 1_441])('5: a validity of %j is refused', async (validity) => {
    const sale = await world.shop.initiate({ paymentReference: newReference() });
    const { reference: paymentReference, due: amount } = sale;
    const { prefix } = world.shop.merchant;
    const body = { paymentReference, prefix, validity, amount };
    const reply = await world.shop.client.createAccount(body);
    expect(answerOf(reply)).toBe('400/30 VALIDATION_FAILED');
    expect(reply.data.errors).toMatchObject([{ field: 'validity' }]);
    await sale.until({ status: 'INITIATED', attempts: [] });
  });
});

describe('all of it together', () => {
  it('leaves books that hold, and that agree with the bank', () => world.proveMoney());
});
