import { afterAll, beforeAll, expect, it } from 'vitest';
import { assertBooks } from '../../support/books.js';
import { DeskWorld } from '../../support/desk-world.js';
import type { TestEdge } from '../../support/edge.js';

let world: DeskWorld<TestEdge>;
beforeAll(async () => {
  // Its own database: other files plant states by SQL that no books agree with, and these tests prove the books.
  world = await DeskWorld.edge({});
  await world.api.paid();
});
afterAll(() => world?.stop());

const because = { reason: 'the bank gave a fee back' };
const legs = (amountMinor: number, from = '1100:simulator:NGN', to = '5300:-:NGN') => [
  { account: to, amountMinor },
  { account: from, amountMinor: -amountMinor },
];
const balanceOf = async (account: string): Promise<bigint> => {
  const rows = await world.api.query<{ balance_minor: string }>(
    'select balance_minor::text from ledger_account where account_id = $1',
    [account],
  );
  return BigInt(rows[0]?.balance_minor ?? 0);
};

async function proposed(body: object): Promise<string> {
  const { status, data, message } = await world.ada.post('/journals', body);
  expect(status, message).toBe(200);
  expect(data).toMatchObject({ status: 'PROPOSED', operator: 'Ada', journalId: null });
  return data.proposalId as string;
}

it('is posted by a second operator, once, whoever asks again', async () => {
  const before = await balanceOf('5300:-:NGN');
  const id = await proposed({ legs: legs(300_000), ...because });
  expect(await balanceOf('5300:-:NGN')).toBe(before);
  expect(await world.ada.confirm(`/journals/${id}`)).toMatchObject({
    status: 403,
    data: { reason: 'SECOND_OPERATOR_NEEDED' },
  });
  const posted = await Promise.all([1, 2, 3].map(() => world.bola.confirm(`/journals/${id}`)));
  for (const { status, data } of posted) {
    expect({ status, partner: data.partner }).toEqual({ status: 200, partner: 'Bola' });
    expect(data).toMatchObject({ status: 'POSTED', journalId: posted[0]?.data.journalId });
  }
  expect((await balanceOf('5300:-:NGN')) - before).toBe(300_000n);
  await assertBooks(world.api.manilla.database);
});

it('takes a posted journal back, once', async () => {
  const before = await balanceOf('1100:simulator:NGN');
  const id = await proposed({ legs: legs(123), ...because });
  const { data } = await world.bola.confirm(`/journals/${id}`);
  const back = await proposed({ reverse: data.journalId, ...because });
  expect(await world.bola.post('/journals', { reverse: data.journalId, ...because })).toMatchObject(
    {
      status: 400,
      data: { errors: [{ field: 'reverse' }] },
    },
  );
  const reversed = await world.bola.confirm(`/journals/${back}`);
  expect(reversed.data).toMatchObject({ reverses: data.journalId, status: 'POSTED' });
  expect(await balanceOf('1100:simulator:NGN')).toBe(before);
  await assertBooks(world.api.manilla.database);
});

it('is posted no more once it was withdrawn', async () => {
  const id = await proposed({ legs: legs(1), ...because });
  expect(await world.bola.post(`/journals/${id}/withdraw`)).toMatchObject({
    data: { status: 'WITHDRAWN' },
  });
  expect(await world.bola.confirm(`/journals/${id}`)).toMatchObject({ status: 409 });
  expect(await world.bola.post(`/journals/${id}/withdraw`)).toMatchObject({ status: 409 });
  const { data } = await world.ada.get('/journals?status=WITHDRAWN');
  expect(data.items[0].proposalId).toBe(id);
});

it.each([
  [{ legs: legs(100).slice(0, 1) }, 'legs'],
  [{ legs: [...legs(100), { account: '1110:simulator:NGN', amountMinor: 1 }] }, 'legs'],
  [{ legs: legs(100, '5300:-:NGN') }, 'legs'],
  [{ legs: legs(100, '2100:mch_01KA0000000000000000000000:NGN') }, 'legs'],
  [{ legs: legs(100, '1100:nobody:NGN') }, 'legs'],
  [{ legs: [{ account: 'x', amountMinor: 1 }, ...legs(1)] }, 'legs.0.account'],
  [{ legs: legs(0) }, 'legs.0.amountMinor'],
  [{ reverse: 999_999_999 }, 'reverse'],
  [{ reverse: 1, legs: legs(1) }, 'reverse'],
  [{}, 'legs'],
])('%j is refused by field', async (body, field) => {
  const { status, data } = await world.ada.post('/journals', { ...body, ...because });
  expect({ status, field: data.errors[0].field }).toEqual({ status: 400, field });
});

it('is there for known ids only', async () => {
  const unknown = '/journals/jnp_01KA0000000000000000000000';
  expect((await world.ada.get(unknown)).status).toBe(404);
  expect((await world.ada.post(`${unknown}/confirm`, { shownHash: '0'.repeat(32) })).status).toBe(
    404,
  );
  expect((await world.ada.post(`${unknown}/withdraw`)).status).toBe(404);
});
