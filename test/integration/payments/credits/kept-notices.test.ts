import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PgKeptNotices } from '../../../../src/payments/credits/kept-notice.store.js';
import { Shop } from '../../../support/shop.js';

let shop: Shop;
let notices: PgKeptNotices;
beforeAll(async () => {
  shop = await Shop.open();
  notices = new PgKeptNotices(shop.pool);
});
afterAll(() => shop[Symbol.asyncDispose]());

const notice = (reason: 'UNREADABLE' | 'NOT_CONFIRMED' = 'UNREADABLE') => ({
  ...{ provider: 'providus', digest: randomBytes(32), body: '{"payer":"ADA OBI"}', reason },
  why: 'settledAmount is no amount',
});

async function rowOf(digest: Buffer) {
  const { rows } = await shop.pool.query(
    `select n.notice_id, n.body, n.times, n.booked_at is not null as booked,
            (select count(*)::int from finding f
              where f.subject = n.provider || '/' || n.notice_id and f.action = 'ATTENTION') as findings
       from kept_notice n where n.digest = $1`,
    [digest],
  );
  return rows[0];
}

it.each(['UNREADABLE', 'NOT_CONFIRMED'] as const)(
  'a notice that is %s is kept once as it came, and found until its money is booked',
  async (reason) => {
    const kept = notice(reason);
    await notices.keep(kept);
    await notices.keep(kept);
    expect(await rowOf(kept.digest)).toMatchObject({ body: kept.body, times: 2, findings: 1 });
    await notices.booked('simulator', kept.digest);
    expect(await rowOf(kept.digest)).toMatchObject({ booked: false, findings: 1 });
    await notices.booked('providus', kept.digest);
    expect(await rowOf(kept.digest)).toMatchObject({ body: '', booked: true, findings: 0 });
  },
);

it('a notice whose money is booked is no question when it is told again, and names nobody', async () => {
  const kept = notice();
  await notices.keep(kept);
  await notices.booked('providus', kept.digest);
  await notices.keep(kept);
  expect(await rowOf(kept.digest)).toMatchObject({ body: '', times: 2, findings: 0 });
});

it('notices are listed by provider and page, until they are booked', async () => {
  const [first, second, other] = [notice(), notice(), { ...notice(), provider: 'another' }];
  const since = BigInt((await rowOf((await keep(first)).digest)).notice_id) - 1n;
  await keep(second);
  await keep(other);
  const open = async (provider: string | null, after = since, limit = 10) =>
    (await notices.open(provider, after, limit)).map((each) => each.noticeId - since);
  expect(await open('providus')).toEqual([1n, 2n]);
  expect(await open(null)).toEqual([1n, 2n, 3n]);
  expect(await open(null, since + 1n, 1)).toEqual([2n]);
  await notices.booked('providus', second.digest);
  expect(await open('providus')).toEqual([1n]);
});

async function keep<Notice extends Parameters<PgKeptNotices['keep']>[0]>(one: Notice) {
  await notices.keep(one);
  return one;
}
