import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PgKeptNotices } from '../../../../src/payments/credits/kept-notice.store.js';
import { keptNoticesOf } from '../../../support/kept-notices.js';
import { Shop } from '../../../support/shop.js';

let shop: Shop;
let notices: PgKeptNotices;
beforeAll(async () => {
  shop = await Shop.open();
  notices = keptNoticesOf(shop.pool);
});
afterAll(() => shop[Symbol.asyncDispose]());

const notice = (reason: 'UNREADABLE' | 'NOT_CONFIRMED' = 'UNREADABLE') => ({
  ...{ provider: 'providus', digest: randomBytes(32), reason },
  // No text of UTF-8, and with a NUL: it is kept as it came.
  body: Buffer.from('{"payer":"ADA OBI"}\0\xff', 'latin1'),
  why: 'settledAmount is no amount',
  arrived: true,
});

async function rowOf(digest: Buffer) {
  const { rows } = await shop.pool.query(
    `select n.notice_id, n.body_sealed is not null as has_body, to_jsonb(n)::text as text, n.times, n.booked_at is not null as booked,
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
    expect(await rowOf(kept.digest)).toMatchObject({ has_body: true, times: 2, findings: 1 });
    await notices.booked('simulator', kept.digest);
    expect(await rowOf(kept.digest)).toMatchObject({ booked: false, findings: 1 });
    await notices.booked('providus', kept.digest);
    expect(await rowOf(kept.digest)).toMatchObject({ has_body: false, booked: true, findings: 0 });
  },
);

it('a notice whose money is booked is no question when it is told again, and names nobody', async () => {
  const kept = notice();
  await notices.keep(kept);
  await notices.booked('providus', kept.digest);
  await notices.keep(kept);
  expect(await rowOf(kept.digest)).toMatchObject({ has_body: false, times: 2, findings: 0 });
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

it('the text lies sealed, and comes back byte for byte', async () => {
  const kept = await keep(notice());
  const row = await rowOf(kept.digest);
  expect(row.text).not.toContain(Buffer.from('ADA OBI').toString('hex'));
  expect(row.text).not.toContain('ADA OBI');
  const open = await notices.open('providus', BigInt(row.notice_id) - 1n, 1);
  expect(open[0]?.body?.equals(kept.body)).toBe(true);
});

it('a text that was not told for 30 days is forgotten, and that it came is not', async () => {
  const [old, young, told] = [await keep(notice()), await keep(notice()), await keep(notice())];
  const age = (digest: Buffer, days: number) =>
    shop.pool.query(
      'update kept_notice set kept_at = now() - make_interval(days => $2), last_at = now() - make_interval(days => $2) where digest = $1',
      [digest, days],
    );
  for (const { digest } of [old, told]) await age(digest, 31);
  await age(young.digest, 29);
  // Told again, it is young.
  await notices.keep(told);
  expect(await notices.forgetOld(1_000)).toBe(1);
  expect(await rowOf(old.digest)).toMatchObject({ has_body: false, booked: false, findings: 1 });
  for (const { digest } of [young, told]) {
    expect(await rowOf(digest)).toMatchObject({ has_body: true });
  }
  const since = BigInt((await rowOf(old.digest)).notice_id) - 1n;
  expect((await notices.open('providus', since, 10)).length).toBe(2);
  // Told a second time, it is a question again.
  await notices.keep(old);
  expect(await rowOf(old.digest)).toMatchObject({ has_body: true, times: 2 });
});

it('a text that is only read again is as old as before, and came no more often', async () => {
  const kept = await keep(notice());
  await shop.pool.query(
    "update kept_notice set last_at = now() - interval '31 days' where digest = $1",
    [kept.digest],
  );
  await notices.keep({ ...kept, arrived: false });
  expect(await rowOf(kept.digest)).toMatchObject({ has_body: true, times: 1, findings: 1 });
  expect(await notices.forgetOld(1_000)).toBe(1);
  expect(await rowOf(kept.digest)).toMatchObject({ has_body: false });
});

it('what a person has resolved is found anew when the notice is told again, and not when it is only read again', async () => {
  const kept = await keep(notice());
  await shop.pool.query(
    `update finding set action = 'RESOLVED', resolved_at = now() - interval '2 days'
      where subject = (select n.provider || '/' || n.notice_id from kept_notice n where n.digest = $1)`,
    [kept.digest],
  );
  await notices.keep({ ...kept, arrived: false });
  expect(await rowOf(kept.digest)).toMatchObject({ findings: 0 });
  await notices.keep(kept);
  expect(await rowOf(kept.digest)).toMatchObject({ findings: 1 });
  await notices.keep({ ...kept, arrived: false });
  expect(await rowOf(kept.digest)).toMatchObject({ findings: 1 });
});

it('each has its turn to be read again, also beside one that no key opens', async () => {
  const provider = 'turns';
  const foreign = await keep({ ...notice(), provider });
  const other = await keep({ ...notice(), provider });
  await keep({ ...notice(), provider });
  // Sealed for another notice, as after a key was lost.
  await shop.pool.query(
    'update kept_notice n set body_sealed = o.body_sealed from kept_notice o where n.digest = $1 and o.digest = $2',
    [foreign.digest, other.digest],
  );
  const since = BigInt((await rowOf(foreign.digest)).notice_id);
  const taken = async () => {
    const notice = await notices.takeLongestUnread(provider);
    return notice && { turn: notice.noticeId - since, opens: notice.body !== null };
  };
  expect(await taken()).toEqual({ turn: 0n, opens: false });
  expect(await taken()).toEqual({ turn: 1n, opens: true });
  expect(await taken()).toEqual({ turn: 2n, opens: true });
  expect(await taken()).toEqual({ turn: 0n, opens: false });
  expect(await notices.takeLongestUnread('nobody')).toBeUndefined();
});

async function keep<Notice extends Parameters<PgKeptNotices['keep']>[0]>(one: Notice) {
  await notices.keep(one);
  return one;
}
