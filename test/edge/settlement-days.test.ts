import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CalendarModel, addDays, lagosDay } from '../support/calendar-model.js';
import type { ApiClient } from '../support/api-client.js';
import { ApiWorld } from '../support/api-world.js';
import type { TestEdge } from '../support/edge.js';

let world: ApiWorld<TestEdge>;
beforeAll(async () => {
  world = await ApiWorld.edge();
});
afterAll(() => world?.stop());

const settings = '/api/v1/merchant/settlement-settings';
const calendar = '/api/v1/settlement/calendar';

const put = (merchant: ApiClient, body: unknown) =>
  merchant.send('PUT', settings, {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });

describe('GET and PUT /api/v1/merchant/settlement-settings', () => {
  it('shows the defaults of a merchant who has set nothing', async () => {
    const reply = await world.merchant.get(settings);
    expect(reply).toMatchObject({ status: 200, code: '00' });
    expect(reply.data).toEqual({ schedule: 'T1', minimumPayout: 100_000, payoutFee: 0 });
  });

  it('replaces them, plans anew what is not due yet, and writes down who did it', async () => {
    const merchant = await world.otherMerchant('Schedule Shop');
    const { merchantId, clientId } = merchant.merchant;
    const wanted = { schedule: 'T2', minimumPayout: 0 };
    for (const _again of [1, 2]) {
      const reply = await put(merchant, wanted);
      expect(reply).toMatchObject({ status: 200, code: '00' });
      expect(reply.data).toEqual({ ...wanted, payoutFee: 0 });
    }
    expect((await merchant.get(settings)).data).toEqual({ ...wanted, payoutFee: 0 });
    const changes = await world.query(
      `select settlement_schedule as schedule, minimum_payout_minor::text as minimum, actor, replanned
         from settlement_settings_change where merchant_id = $1`,
      [merchantId],
    );
    expect(changes).toEqual([{ schedule: 'T2', minimum: '0', actor: clientId, replanned: 0 }]);
  });

  it('moves the due date of a payment', async () => {
    const { reference, completion } = await world.paid();
    const paid = await world.merchant.query(reference);
    const receivedAt = new Date(paid.data.transaction.receivedAt as string);
    const model = new CalendarModel();
    const due = model.dueOn('T1', 'Bank', receivedAt);
    expect(paid.data.transaction.settlementDueDate).toBe(due);
    expect(paid.data.transactions).toMatchObject([{ settlementDueDate: due }]);
    try {
      await put(world.merchant, { schedule: 'MONTHLY:31', minimumPayout: 100_000 });
      const moved = await world.merchant.complete(completion);
      expect(moved.data.settlementDueDate).toBe(model.dueOn('MONTHLY:31', 'Bank', receivedAt));
    } finally {
      await put(world.merchant, { schedule: 'T1', minimumPayout: 100_000 });
    }
    expect((await world.merchant.complete(completion)).data.settlementDueDate).toBe(due);
  });

  it.each([
    [{ schedule: 'T3', minimumPayout: 0 }, 'VALIDATION_FAILED', 'schedule', 'pattern'],
    [{ schedule: 'WEEKLY:SAT', minimumPayout: 0 }, 'VALIDATION_FAILED', 'schedule', 'pattern'],
    [{ schedule: 'MONTHLY:32', minimumPayout: 0 }, 'VALIDATION_FAILED', 'schedule', 'pattern'],
    [{ schedule: 1, minimumPayout: 0 }, 'VALIDATION_FAILED', 'schedule', 'type'],
    [{ minimumPayout: 0 }, 'VALIDATION_FAILED', 'schedule', 'required'],
    [{ schedule: 'T1' }, 'VALIDATION_FAILED', 'minimumPayout', 'required'],
    [{ schedule: 'T1', minimumPayout: -1 }, 'VALIDATION_FAILED', 'minimumPayout', 'min'],
    [{ schedule: 'T1', minimumPayout: 0.5 }, 'VALIDATION_FAILED', 'minimumPayout', 'integer'],
    [{ schedule: 'T1', minimumPayout: '5' }, 'VALIDATION_FAILED', 'minimumPayout', 'integer'],
    [{ schedule: 'T1', minimumPayout: 2 ** 53 }, 'VALIDATION_FAILED', 'minimumPayout', 'integer'],
    [{ schedule: 'T1', minimumPayout: 0, payoutFee: 0 }, 'UNKNOWN_FIELD', 'payoutFee', 'unknown'],
  ])('refuses %j', async (body, reason, field, rule) => {
    const reply = await put(world.merchant, body);
    expect(reply).toMatchObject({ status: 400, code: '30', data: { reason } });
    expect(reply.data.errors).toMatchObject([{ field, rule }]);
  });

  it('needs a token', async () => {
    expect((await world.anonymous.get(settings)).status).toBe(401);
    expect((await put(world.anonymous, {})).status).toBe(401);
  });
});

describe('GET /api/v1/settlement/calendar', () => {
  it('shows business days, holidays with their names, and when the merchant is paid', async () => {
    const merchant = await world.otherMerchant('Weekly Shop');
    await put(merchant, { schedule: 'WEEKLY:FRI', minimumPayout: 0 });
    await world.query(
      "select declare_holiday('2046-12-27', true, 'In lieu', 'ada', 'Gazette'), declare_holiday('2046-12-25', false, 'x', 'ada', 'x')",
    );
    const { data } = await merchant.get(`${calendar}?from=2046-12-21&to=2046-12-29`);
    const line = ({ date, businessDay, holiday, payoutDay }: Record<string, unknown>) =>
      [date, businessDay ? 'open' : 'closed', holiday, payoutDay ? 'paid' : ''].join(' ');
    expect(data).toMatchObject({ schedule: 'WEEKLY:FRI', from: '2046-12-21', to: '2046-12-29' });
    expect((data.items as Record<string, unknown>[]).map(line)).toEqual([
      '2046-12-21 open  paid',
      '2046-12-22 closed  ',
      '2046-12-23 closed  ',
      '2046-12-24 open  ',
      '2046-12-25 open  ',
      '2046-12-26 closed Boxing Day ',
      '2046-12-27 closed In lieu ',
      '2046-12-28 open  paid',
      '2046-12-29 closed  ',
    ]);
  });

  it('shows the coming month when nothing is asked, and a year at most', async () => {
    const today = lagosDay(new Date());
    const { data } = await world.merchant.get(calendar);
    expect([today, addDays(today, 1)]).toContain(data.from);
    expect(data.to).toBe(addDays(data.from as string, 30));
    expect(data.items).toHaveLength(31);
    const year = await world.merchant.get(`${calendar}?from=2047-01-01&to=2048-01-01`);
    expect(year.data.items).toHaveLength(366);
  });

  it.each([
    ['from=2046-12-32', 'from', 'date'],
    ['from=1999-12-31', 'from', 'date'],
    ['from=2046-12-31T10:00:00Z', 'from', 'date'],
    ['from=2046-12-31&to=2046-12-30', 'to', 'min'],
    ['from=2046-01-01&to=2047-01-02', 'to', 'max'],
    ['to=2099-01-01', 'to', 'max'],
    ['day=2046-01-01', 'day', 'unknown'],
    ['from=2046-01-01&from=2046-01-02', 'from', 'date'],
  ])('refuses ?%s', async (query, field, rule) => {
    const reply = await world.merchant.get(`${calendar}?${query}`);
    expect(reply).toMatchObject({ status: 400, code: '30' });
    expect(reply.data.errors).toMatchObject([{ field, rule }]);
  });

  it('needs a token', async () => {
    expect((await world.anonymous.get(calendar)).status).toBe(401);
  });
});
