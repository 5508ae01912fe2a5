import { afterAll, beforeAll, expect, it } from 'vitest';
import { assertBooks } from '../../support/books.js';
import { DeskWorld } from '../../support/desk-world.js';
import type { TestEdge } from '../../support/edge.js';

let world: DeskWorld<TestEdge>;
beforeAll(async () => {
  // Its own: what others write into theirs by hand is in no books.
  world = await DeskWorld.edge({});
});
afterAll(() => world?.stop());

const why = { reason: 'asked by letter' };
const erase = (body: object) => world.ada.post('/payers/erase', body);

/** A paid order whose workflow has ended and whose webhook nobody waits for. */
async function paidOrder(): Promise<string> {
  const { reference } = await world.api.paid();
  const [row] = await world.api.query<{ id: string }>(
    'select checkout_id as id from checkout where payment_reference = $1',
    [reference],
  );
  const checkoutId = row?.id ?? '';
  const open = async () =>
    (await erase({ checkoutId, ...why })).data.pieces[0].heldBy as string | null;
  await expect.poll(open, { timeout: 60_000 }).toBe(null);
  return checkoutId;
}

it('shows where a payer is known, then erases it, and takes it down in the audit', async () => {
  const checkoutId = await paidOrder();
  const shown = await erase({ checkoutId, ...why });
  expect(shown).toMatchObject({
    ...{ status: 200, message: 'Nothing was changed' },
    data: { applied: false, pieces: [{ kind: 'CHECKOUT', subject: checkoutId, transfers: 1 }] },
  });
  const customer = async () =>
    (
      await world.api.query<{ email: string | null }>(
        `select customer ->> 'email' as email from checkout where checkout_id = $1`,
        [checkoutId],
      )
    )[0]?.email;
  expect(await customer()).toContain('@');

  expect(await erase({ checkoutId, apply: true, ...why })).toMatchObject({
    ...{ status: 200, message: 'Erased', data: { ...shown.data, applied: true } },
  });
  expect(await customer()).toBe(null);
  const { data } = await world.ada.get(`/audit?action=payer.erase&subject=${checkoutId}`);
  expect(data.items).toMatchObject([{ actor: 'Ada', door: 'API', reason: why.reason }]);
  await assertBooks(world.api.manilla.database);
});

it('finds a payer by the phone number, as a merchant writes it', async () => {
  const checkoutId = await paidOrder();
  await world.api.query(
    `update checkout set customer = customer || '{"phoneNumber": "+2348055667788"}' where checkout_id = $1`,
    [checkoutId],
  );
  const shown = await erase({ phoneNumber: '0805 566 7788', ...why });
  expect(shown.data.pieces).toMatchObject([{ kind: 'CHECKOUT', subject: checkoutId }]);
});

it('finds nothing of who is unknown, and nothing of another merchant', async () => {
  const checkoutId = await paidOrder();
  const none = { status: 200, data: { applied: false, pieces: [] } };
  expect(await erase({ email: 'nobody@example.ng', ...why })).toMatchObject(none);
  expect(await erase({ phoneNumber: '0809 000 0000', ...why })).toMatchObject(none);
  const merchantId = 'mch_01KA0000000000000000000000';
  expect(await erase({ checkoutId, merchantId, ...why })).toMatchObject(none);
});

const email = 'a@example.ng';

it.each([
  ['no payer', why, { field: 'email', rule: 'required' }],
  [
    'two payers',
    { email, checkoutId: 'chk_01KA0000000000000000000000', ...why },
    { field: 'checkoutId', rule: 'unique' },
  ],
  [
    'a phone number besides',
    { email, phoneNumber: '08031234567', ...why },
    { field: 'phoneNumber', rule: 'unique' },
  ],
  ['no phone number', { phoneNumber: 'Ada', ...why }, { field: 'phoneNumber', rule: 'pattern' }],
  ['no reason', { email }, { field: 'reason', rule: 'required' }],
  ['an empty reason', { email, reason: '  ' }, { field: 'reason', rule: 'length' }],
  ['what is no id', { checkoutId: 'ORD-1', ...why }, { field: 'checkoutId', rule: 'pattern' }],
  ['another word for yes', { email, apply: 'yes', ...why }, { field: 'apply', rule: 'type' }],
])('refuses a request with %s', async (_, body, error) => {
  expect(await erase(body)).toMatchObject({ status: 400, data: { errors: [error] } });
});
