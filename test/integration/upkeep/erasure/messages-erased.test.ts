import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Actor } from '../../../../src/domain/actor.js';
import { PgPayerErasure } from '../../../../src/upkeep/erasure/payer-erasure.store.js';
import { MessageWorld } from '../../../support/message-world.js';

let world: MessageWorld;
beforeAll(async () => {
  world = await MessageWorld.open();
});
afterAll(() => world[Symbol.asyncDispose]());

const by: Actor = {
  ...{ kind: 'COMMAND', actor: 'manilla', door: 'COMMAND', reason: 'asked by letter' },
  ...{ partner: null, address: null },
};
const sql = async (text: string, values: unknown[] = []) =>
  (await world.shop.pool.query<Record<string, unknown>>(text, values)).rows;

it('forgets what an erased payer was sent, and where, and sends nothing more', async () => {
  await world.choose({
    copyTo: 'books@shop.example.ng',
    kinds: { RECEIPT: { email: true, sms: false, copy: true } },
  });
  const { checkout } = await world.paid();
  await world.claim();
  await world.claim();
  // An SMS that waits for the morning, or an e-mail for its second attempt.
  await sql(
    `insert into message (message_id, kind, cause, recipient, channel, merchant_id, checkout_id)
       select new_id('msg_'), 'RECEIPT', $1, 'PAYER', 'SMS', $2, $1`,
    [checkout.checkoutId, world.shop.merchantId],
  );
  await sql(`insert into message_copy (message_id, sealed) select message_id, 'x' from message`);
  await sql(
    `insert into refused_address (address_hash, reason)
       select address_hash(a), 'BOUNCED' from unnest('{ada@example.ng,books@shop.example.ng}'::text[]) a`,
  );
  await sql('update fact set applied_at = now(), due_at = null where applied_at is null');
  await sql(`update webhook_delivery set status = 'DELIVERED', finished_at = now()`);

  await new PgPayerErasure(world.shop.pool).erase({ checkoutId: checkout.checkoutId }, by);

  expect(await sql('select from message_copy')).toEqual([]);
  const ofPayer = `select from message where recipient = 'PAYER' and address_hash is not null`;
  expect(await sql(ofPayer)).toEqual([]);
  // The merchant's own address is no payer's.
  expect(await sql('select address_hash from refused_address')).toEqual(
    await sql(`select address_hash('books@shop.example.ng') as address_hash`),
  );
  expect(await world.claim()).toEqual([]);
  expect(await sql(`select status, reason from message where channel = 'SMS'`)).toEqual([
    { status: 'NOT_SENT', reason: 'NO_ADDRESS' },
  ]);
});
