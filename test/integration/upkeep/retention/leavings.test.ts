import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withoutTrace } from '../../../support/asking.js';
import { Shop } from '../../../support/shop.js';

/** Rows that were of use for a while, dropped forty days after they were. */
let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open();
});
afterAll(() => shop[Symbol.asyncDispose]());

/** The names of the rows that are left when the old ones are dropped. `$1` in `write` is the merchant. */
const left = (write: readonly string[], read: string) =>
  withoutTrace(shop.pool, async (ask) => {
    for (const each of write) await ask(each.replaceAll('$1', `'${shop.merchantId}'`));
    const dropped = await ask<number>(`select drop_old_leavings(now() - interval '40 days', 100)`);
    return { dropped, names: await ask<string[] | null>(read) };
  });

const people = `insert into person (person_id, realm, merchant_id, name, email, role)
  select 'psn_' || n, 'MERCHANT', $1, 'Ada', n || '@example.ng', 'owner' from generate_series(1, 9) n`;

describe('an old row', () => {
  it('of a replay goes once the replay has ended, and is that old by its id and its end', async () => {
    const replays = `insert into webhook_replay (replay_id, merchant_id, since, before, only_failed, status, finished_at)
      select id_floor('rpl_', now() - make_interval(days => r.begun)) || r.name, m.merchant_id, now(), now(), false, r.status,
             now() - make_interval(days => r.ended)
        from (values ('done', 42, 'DONE', 41), ('stopped', 42, 'STOPPED', 41), ('ended lately', 42, 'DONE', 39),
                     ('young', 39, 'DONE', 39), ('runs', 42, 'RUNNING', null)) r (name, begun, status, ended)
       cross join (select $1 as merchant_id) m`;
    const read = `select array_agg(x.name order by x.name)
      from webhook_replay r cross join lateral (select ltrim(substr(r.replay_id, 15), '0') as name) x`;
    expect(await left([replays], read)).toEqual({
      ...{ dropped: 2, names: ['ended lately', 'runs', 'young'] },
    });
  });

  it('of a link goes when nobody can have used it for so long, used or not', async () => {
    const links = `insert into person_invitation (invitation_id, person_id, kind, link_hash, expires_at, used_at)
      select l.name, 'psn_' || l.n, 'SIGN_UP', sha256(l.name::bytea), now() - make_interval(days => l.ended),
             now() - make_interval(days => l.used)
        from (values (1, 'old', 41, null), (2, 'old and used', 41, 42), (3, 'used lately', 39, 45), (4, 'open', -1, null))
          l (n, name, ended, used)`;
    const read = 'select array_agg(invitation_id order by invitation_id) from person_invitation';
    expect(await left([people, links], read)).toEqual({
      ...{ dropped: 2, names: ['open', 'used lately'] },
    });
  });

  it('of a session goes when it is over, or was not used for a day', async () => {
    const sessions = `insert into person_session (session_id, person_id, realm, session_hash, way, expires_at, seen_at)
      select s.name, 'psn_' || s.n, 'MERCHANT', sha256(s.name::bytea), 'PASSWORD', now() + s.rest, now() - s.idle
        from (values (1, 'open', interval '1 minute', interval '23 hours'), (2, 'over', interval '-1 second', interval '1 minute'),
                     (3, 'idle', interval '1 hour', interval '25 hours')) s (n, name, rest, idle)`;
    const read = 'select array_agg(session_id) from person_session';
    expect(await left([people, sessions], read)).toEqual({ dropped: 2, names: ['open'] });
  });
});
