import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PgRailEventStore } from '../../../../src/payments/cards/rail-event.store.js';
import { keyHolder } from '../../../support/actors.js';
import { chargeback, paidByCard } from '../../../support/card-sale.js';
import { byOperator, changeMerchant, contacts, tellNow } from '../../../support/contacts.js';
import { MessageWorld } from '../../../support/message-world.js';

let world: MessageWorld;
beforeAll(async () => {
  world = await MessageWorld.open();
});
afterAll(() => world[Symbol.asyncDispose]());

const hour = 3_600_000;
const day = 24 * hour;
beforeEach(() => changeMerchant(world, {}, contacts));
afterEach(() =>
  world.shop.pool.query('truncate message, former_contact, refused_address, message_count'),
);

const forget = () => world.shop.pool.query('truncate message, former_contact');
const sql = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await world.shop.pool.query(text, values)).rows as Row[];

const sentMessages = async (kind: string) =>
  (await tellNow(world)).filter((one) => one.kind === kind);
const readersOf = async (kind: string) => (await sentMessages(kind)).map(({ to }) => to);
const kindsNow = async () => (await tellNow(world)).map(({ kind }) => kind);

async function dispute(dueInMs: number) {
  const sale = await paidByCard(world.shop);
  await forget();
  const evidenceDueAt = new Date(Date.now() + dueInMs);
  await new PgRailEventStore(world.shop.pool).receive(
    chargeback('CHARGEBACK_OPENED', sale.chargeId, `cbk-${sale.chargeId}`, {
      evidenceDueAt,
      reason: 'Not received',
    }),
  );
  return { ...sale, evidenceDueAt };
}

describe('a chargeback', () => {
  it('is told to the business contact, with reminders at half, a day and four hours before the deadline', async () => {
    const { evidenceDueAt } = await dispute(7 * day);
    const rows = await sql<{ kind: string; recipient: string; before: number }>(
      `select kind, recipient, round(extract(epoch from $1 - coalesce(tell_at, now())) / 3600)::int as before from message
        where recipient <> 'PAYER' order by before desc`,
      [evidenceDueAt],
    );
    expect(rows.map(({ kind, before }) => [kind, before])).toEqual([
      ['DISPUTE_OPENED', 168],
      ['DISPUTE_DUE_HALF', 84],
      ['DISPUTE_DUE_DAY', 24],
      ['DISPUTE_DUE_HOURS', 4],
    ]);
    expect(new Set(rows.map(({ recipient }) => recipient))).toEqual(new Set(['BUSINESS']));
  });

  it.each([
    [8, ['DISPUTE_DUE_HOURS']],
    [10.5, ['DISPUTE_DUE_HALF', 'DISPUTE_DUE_HOURS']],
    [5.5, ['DISPUTE_DUE_HALF', 'DISPUTE_DUE_HOURS']],
    [4, ['DISPUTE_DUE_HALF']],
    [1, []],
  ])('with %s hours left has the reminders that still make sense: %s', async (hours, kinds) => {
    await dispute(hours * hour);
    const rows = await sql<{ kind: string }>(
      `select kind from message where kind like 'DISPUTE_DUE%'`,
    );
    expect(rows.map(({ kind }) => kind).toSorted()).toEqual(kinds.toSorted());
  });

  it('says the amount, the order and the deadline', async () => {
    const { checkout } = await dispute(7 * day);
    const [one] = await sentMessages('DISPUTE_OPENED');
    const { to, mail } = one ?? {};
    expect(to).toBe('bola@shop.example.ng');
    expect(mail?.subject).toContain(`₦10,000.00, order ${checkout.paymentReference}: answer by`);
    expect(mail?.text).toContain('Not received');
  });

  it('is not brought up again once it is answered', async () => {
    const { creditId } = await dispute(7 * day);
    await world.shop.pool.query(
      `insert into dispute_answer (answer_id, dispute_id, kind, request_hash)
         select 'dsa_' || dispute_id, dispute_id, 'ACCEPT', 'x' from dispute where credit_id = $1`,
      [creditId],
    );
    expect(await kindsNow()).toEqual(Array(4).fill('OVERTAKEN'));
  });

  it('is brought up within three days of the reminder, however long ago it was opened', async () => {
    await dispute(7 * day);
    await world.shop.pool.query(
      `update message set created_at = created_at - interval '90 days', tell_at = now() where kind = 'DISPUTE_DUE_DAY'`,
    );
    expect(await readersOf('DISPUTE_DUE_DAY')).toEqual(['bola@shop.example.ng']);
  });
});

describe('what a thief would do', () => {
  it('is told when contacts are changed, to those of before too', async () => {
    await forget();
    const bad = { ...contacts.BUSINESS, email: 'thief@example.com' };
    await changeMerchant(world, {}, { BUSINESS: bad });
    expect(await readersOf('RIGHTS_CHANGED')).toEqual([
      ...['bola@shop.example.ng', 'sade@shop.example.ng'],
      ...['tayo@shop.example.ng', 'thief@example.com'],
    ]);
  });

  it('is told to the address of before for thirty days, also of what is changed next', async () => {
    await changeMerchant(
      world,
      {},
      { BUSINESS: { ...contacts.BUSINESS, email: 'thief@example.com' } },
    );
    await world.shop.pool.query('truncate message');
    await setEndpoint('https://thief.example.com/hook?secret=1');
    const all = await sentMessages('WEBHOOK_CHANGED');
    expect(all.map(({ to }) => to)).toEqual([
      ...['bola@shop.example.ng', 'tayo@shop.example.ng', 'thief@example.com'],
    ]);
    expect(all[0]?.mail?.text).toContain('https://thief.example.com/hook');
    expect(all[0]?.mail?.text).not.toContain('secret=1');
    const readersAfter = async (age: string) => {
      await world.shop.pool.query('update former_contact set replaced_at = now() - $1::interval', [
        age,
      ]);
      await world.shop.pool.query('truncate message');
      await setEndpoint(`https://shop.example.com/${age.replaceAll(' ', '-')}`);
      return readersOf('WEBHOOK_CHANGED');
    };
    const present = ['tayo@shop.example.ng', 'thief@example.com'];
    expect(await readersAfter('29 days')).toEqual(['bola@shop.example.ng', ...present]);
    expect(await readersAfter('31 days')).toEqual(present);
  });

  it('cannot be switched off by the merchant’s choices', async () => {
    await forget();
    await world.choose({
      kinds: { WEBHOOK_CHANGED: { email: false }, DISPUTE_OPENED: { email: false } },
    });
    await setEndpoint('https://shop.example.com/other');
    await dispute(2 * hour).then(() => setEndpoint('https://shop.example.com/third'));
    const kinds = await kindsNow();
    await world.choose({});
    expect(new Set(kinds)).toEqual(new Set(['WEBHOOK_CHANGED']));
  });

  it('is one message for a person who is two contacts', async () => {
    await changeMerchant(
      world,
      {},
      { TECHNICAL: { ...contacts.TECHNICAL, email: 'BOLA@shop.example.ng' } },
    );
    await forget();
    await setEndpoint('https://shop.example.com/one-person');
    expect(await sentMessages('WEBHOOK_CHANGED')).toHaveLength(1);
  });

  it('is nothing when nothing was changed', async () => {
    await setEndpoint('https://shop.example.com/same');
    await forget();
    await setEndpoint('https://shop.example.com/same', null);
    expect(await tellNow(world)).toEqual([]);
    await setEndpoint('https://shop.example.com/same', 'another');
    expect((await sentMessages('WEBHOOK_CHANGED'))[0]?.mail?.text).toContain('Secret: replaced');
  });

  it.each([
    ['granted_scopes', { granted_scopes: ['refunds:write'] }],
    ['daily_settlement_limit_minor', { daily_settlement_limit_minor: 5_000_000 }],
  ])('is a change of %s, by whomever', async (_what, change) => {
    await forget();
    await changeMerchant(world, change, {}, { by: keyHolder('mid_1') });
    const [one] = await sentMessages('RIGHTS_CHANGED');
    expect(one?.mail?.text).toContain('your key mid_1');
    await changeMerchant(world, { granted_scopes: [], daily_settlement_limit_minor: null });
  });
});

const setEndpoint = (url: string, secret: string | null = url) =>
  world.shop.pool.query('select put_endpoint($1, $2, $3, null, $4)', [
    ...[world.shop.merchantId, url, secret && Buffer.from(secret)],
    JSON.stringify(keyHolder('mid_1')),
  ]);

it('that is removed is told in words', async () => {
  await setEndpoint('https://shop.example.com/removed');
  await forget();
  await world.shop.pool.query('select remove_endpoint($1, 1, $2)', [
    ...[world.shop.merchantId, JSON.stringify(keyHolder('mid_1'))],
  ]);
  const [one] = await sentMessages('WEBHOOK_CHANGED');
  expect(one?.mail?.subject).toBe('An address of your webhooks was removed: Shop');
  expect(one?.mail?.text).toContain('https://shop.example.com/removed');
});

describe('a key', () => {
  const make = (clientId: string, expiresAt: Date | null, addresses: string[] = []) =>
    world.shop.pool.query(
      `select create_key(jsonb_populate_record(null::merchant_key, $1), 'x', 'p', $2)`,
      [
        {
          ...{ client_id: clientId, merchant_id: world.shop.merchantId, name: 'Till', addresses },
          ...{ groups: ['payments'], expires_at: expiresAt },
        },
        JSON.stringify(byOperator),
      ],
    );
  const use = (clientId: string, from: string) =>
    world.shop.pool.query('select note_key_use($1, $2)', [clientId, from]);

  it('that is made, rotated or revoked is told with its name and who did it', async () => {
    await forget();
    await make('mid_a', null);
    await world.shop.pool.query(`select rotate_key($1, 'mid_a', 'y', 'p', interval '1 hour', $2)`, [
      ...[world.shop.merchantId, JSON.stringify(byOperator)],
    ]);
    await world.shop.pool.query(`select revoke_key($1, 'mid_a', true, $2)`, [
      ...[world.shop.merchantId, JSON.stringify(keyHolder('mid_1'))],
    ]);
    const subjects = (await sentMessages('KEY_CHANGED')).map(
      ({ to, mail }) => `${to} ${mail?.subject}`,
    );
    expect(subjects.toSorted()).toEqual(
      ['bola', 'tayo'].flatMap((name) => [
        `${name}@shop.example.ng A key has another secret: Till, Shop`,
        `${name}@shop.example.ng A key was made: Till, Shop`,
        `${name}@shop.example.ng A key was revoked: Till, Shop`,
      ]),
    );
  });

  it('is about to end: the technical contact is told a week and a day before, unless it was revoked', async () => {
    await make('mid_b', new Date(Date.now() + 10 * day));
    await make('mid_c', new Date(Date.now() + 3 * day));
    const rows = await sql<{ cause: string; kind: string; recipient: string }>(
      `select cause, kind, recipient from message where kind like 'KEY_ENDS%' order by tell_at`,
    );
    expect(rows.map(({ cause, kind }) => [cause, kind])).toEqual([
      ...[
        ['mid_c', 'KEY_ENDS_DAY'],
        ['mid_b', 'KEY_ENDS_WEEK'],
        ['mid_b', 'KEY_ENDS_DAY'],
      ],
    ]);
    await world.shop.pool.query(
      `update merchant_key set revoked_at = now() where client_id = 'mid_b'`,
    );
    await world.shop.pool.query(`delete from message where kind not like 'KEY_ENDS%'`);
    expect((await kindsNow()).toSorted()).toEqual(['KEY_ENDS_DAY', 'OVERTAKEN', 'OVERTAKEN']);
  });

  it('that is used from a new network is told once for each, and not of its first', async () => {
    await make('mid_d', null);
    await forget();
    await use('mid_d', '102.89.1.5');
    await use('mid_d', '102.89.1.77');
    expect(await tellNow(world)).toEqual([]);
    await use('mid_d', '105.112.3.4');
    await Promise.all([use('mid_d', '2c0f:f5c0:1::5'), use('mid_d', '2c0f:f5c0:1:9::7')]);
    const networks = (await sentMessages('KEY_NEW_NETWORK')).map(({ to, mail }) =>
      [to, /Network: (.*)/.exec(mail?.text ?? '')?.[1]].join(' '),
    );
    expect(networks.toSorted()).toEqual([
      ...['bola@shop.example.ng 105.112.3.0/24', 'bola@shop.example.ng 2c0f:f5c0:1::/48'],
      ...['tayo@shop.example.ng 105.112.3.0/24', 'tayo@shop.example.ng 2c0f:f5c0:1::/48'],
    ]);
  });

  it('that may be used from some networks only, or comes from everywhere, is not told of each', async () => {
    await make('mid_e', null, ['10.0.0.0/8']);
    await make('mid_f', null);
    await forget();
    for (let at = 0; at < 25; at += 1) {
      await use('mid_e', `10.0.${at}.1`);
      await use('mid_f', `41.0.${at}.1`);
    }
    const [row] = await sql<{ told: number }>(`select count(*)::int as told from message`);
    expect(row?.told).toBe(2 * 19);
  });
});

describe('an endpoint', () => {
  /** Notes what became of attempts that end together. */
  const noteAll = (failures: readonly (string | null)[], minutesAgo: number) =>
    world.shop.pool.query('select note_endpoint_health($1, $2)', [
      JSON.stringify(
        failures.map((failure) => ({
          ...{ merchantId: world.shop.merchantId, endpoint: 1, failure },
          url: 'https://shop.example.com/hook',
          startedAt: new Date(Date.now() - minutesAgo * 60_000),
        })),
      ),
      5 * day,
    ]);
  const note = (failure: string | null, minutesAgo: number) => noteAll([failure], minutesAgo);
  const kinds = async () =>
    (await tellNow(world))
      .filter(({ kind }) => kind !== 'OVERTAKEN')
      .map(({ kind, to }) => `${kind} ${to}`);

  beforeEach(async () => {
    await setEndpoint('https://shop.example.com/hook');
    await world.shop.pool.query('truncate message, finding cascade');
  });

  it('that fails for an hour is told once, and that it is back', async () => {
    await note('TIMEOUT', 50);
    await world.shop.pool.query('select find_failing_endpoints()');
    expect(await kinds()).toEqual([]);
    await note(null, 49);
    await note('TIMEOUT', 61);
    await world.shop.pool.query('select find_failing_endpoints()');
    await world.shop.pool.query('select find_failing_endpoints()');
    expect(await kinds()).toEqual(['WEBHOOK_FAILING tayo@shop.example.ng']);
    await note(null, 0);
    expect(await kinds()).toContain('WEBHOOK_BACK tayo@shop.example.ng');
  });

  it('that comes back before anybody was told is not told of', async () => {
    await note('TIMEOUT', 50);
    await note(null, 0);
    expect(await sql('select from message')).toEqual([]);
  });

  it('that is gone is told to be off for that, also when it has taken an event at the same time', async () => {
    await noteAll([null, 'ENDPOINT_GONE'], 1);
    const [off] = await sentMessages('WEBHOOK_OFF');
    expect(off?.mail?.text).toContain('410');
    expect(off?.mail?.text).not.toMatch(/accepted no event|Without an answer/);
  });

  it('that is gone is told, and that a test has switched it on again', async () => {
    await note('ENDPOINT_GONE', 1);
    expect(await kinds()).toEqual(['WEBHOOK_OFF tayo@shop.example.ng']);
    await world.shop.pool.query('select switch_on_endpoint($1, 1, $2)', [
      ...[world.shop.merchantId, 'https://shop.example.com/hook'],
    ]);
    expect(await kinds()).toContain('WEBHOOK_BACK tayo@shop.example.ng');
  });
});
