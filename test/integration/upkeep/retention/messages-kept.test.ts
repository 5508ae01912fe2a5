import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PgRetention } from '../../../../src/upkeep/retention/retention.store.js';
import { MessageWorld } from '../../../support/message-world.js';

let world: MessageWorld;
beforeAll(async () => {
  world = await MessageWorld.open();
});
afterAll(() => world[Symbol.asyncDispose]());

const sql = async (text: string, values: unknown[] = []) =>
  (await world.shop.pool.query<Record<string, unknown>>(text, values)).rows;
const drop = () =>
  new PgRetention(world.shop.pool, 40).drop({ forMs: Number.POSITIVE_INFINITY, atOnce: 1 });

describe('what people were told', () => {
  it('is kept for as long as events, with the sandbox’s copy; what is not over stays', async () => {
    await sql(
      `insert into message (message_id, kind, cause, recipient, channel, merchant_id, status)
         select id_floor('msg_', now() - make_interval(days => t.age, secs => t.n)), 'RECEIPT', t.name, 'PAYER', 'EMAIL', $1, t.status
           from (values (1, 'old', 41, 'ACCEPTED'), (2, 'old and not sent', 41, 'NOT_SENT'), (3, 'waits', 41, 'PENDING'),
                        (4, 'under way', 41, 'SENDING'), (5, 'young', 39, 'ACCEPTED')) t (n, name, age, status)`,
      [world.shop.merchantId],
    );
    await sql(`insert into message_copy (message_id, sealed) select message_id, 'x' from message`);
    await sql(
      `insert into message_report (sender, reference, outcome, reported_at)
         values ('termii', 'old', 'DELIVERED', now() - interval '41 days'), ('termii', 'young', 'DELIVERED', now() - interval '39 days')`,
    );
    await drop();
    const left = ['under way', 'waits', 'young'];
    expect(await sql('select cause from message order by cause')).toEqual(
      left.map((cause) => ({ cause })),
    );
    const copies =
      'select m.cause from message_copy c join message m using (message_id) order by 1';
    expect(await sql(copies)).toEqual(left.map((cause) => ({ cause })));
    expect(await sql('select count(*)::int as many from message_copy')).toEqual([{ many: 3 }]);
    expect(await sql('select reference from message_report')).toEqual([{ reference: 'young' }]);
  });
});

describe('whom to tell', () => {
  it('forgets an address that was a contact’s after a month', async () => {
    await sql(
      `insert into former_contact (merchant_id, kind, email, replaced_at)
         select $1, 'BUSINESS', 'bola-' || d || '@example.ng', now() - make_interval(days => d) from unnest('{30,32}'::int[]) d`,
      [world.shop.merchantId],
    );
    await drop();
    expect(await sql('select email from former_contact')).toEqual([
      { email: 'bola-30@example.ng' },
    ]);
  });

  it('knows the networks of a key for as long as it works, and forty days longer', async () => {
    await sql(
      `with keys as (
         insert into merchant_key (client_id, merchant_id, name, groups, revoked_at, expires_at)
           select name, $1, name, '{payments}', now() - make_interval(days => revoked), now() - make_interval(days => ended)
             from (values ('works', null, null), ('ends later', null, -10), ('revoked lately', 39, -10), ('revoked', 41, -10),
                          ('ended', null, 41)) t (name, revoked, ended) returning client_id)
       insert into key_network (client_id, network, first_at) select client_id, '102.89.1.0/24', now() - interval '400 days' from keys`,
      [world.shop.merchantId],
    );
    await drop();
    expect(await sql('select client_id from key_network order by 1')).toEqual(
      ['ends later', 'revoked lately', 'works'].map((name) => ({ client_id: name })),
    );
  });
});
