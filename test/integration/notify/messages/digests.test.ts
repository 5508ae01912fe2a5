import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { messageRules } from '../../../../src/domain/message-schedule.js';
import { PgRailEventStore } from '../../../../src/payments/cards/rail-event.store.js';
import { loadConfig } from '../../../../src/platform/config/config.js';
import { createLogger } from '../../../../src/platform/observability/logger.js';
import { createRegistry } from '../../../../src/platform/observability/metrics.js';
import { createMessageParts } from '../../../../src/programs/message-parts.js';
import { withoutTrace } from '../../../support/asking.js';
import { changeMerchant, contacts, tellNow } from '../../../support/contacts.js';
import { chargeback, paidByCard } from '../../../support/card-sale.js';
import { MessageWorld } from '../../../support/message-world.js';

let world: MessageWorld;
beforeAll(async () => {
  world = await MessageWorld.open();
});
afterAll(() => world[Symbol.asyncDispose]());

const day = 24 * 3_600_000;

beforeEach(async () => {
  await changeMerchant(world, {}, contacts);
  await forget();
});
afterEach(() =>
  world.shop.pool.query('truncate message, former_contact, refused_address, message_count'),
);

const forget = () => world.shop.pool.query('truncate message, former_contact');
const sql = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await world.shop.pool.query(text, values)).rows as Row[];
const sentMessages = async (kind: string) =>
  (await tellNow(world)).filter((one) => one.kind === kind);
const first = async (kind: string) => (await sentMessages(kind))[0];

describe('many at once', () => {
  const flood = (many: number) =>
    world.shop.pool.query(
      `select notify_contacts($1, 'KEY_CHANGED', '{TECHNICAL}', 'aud_' || (9000000 + n)) from generate_series(1, $2::int) n`,
      [world.shop.merchantId, many],
    );

  it('become one message in the next hour, which counts them', async () => {
    const hourOf = (atMs: number) => Math.floor(atMs / 3_600_000);
    let sent;
    let begunAtMs;
    // Again when the hour has turned meanwhile: the next one begins to count anew.
    do {
      await world.shop.pool.query('truncate message, message_count');
      begunAtMs = Date.now();
      await flood(2_000);
      sent = await world.claim(['EMAIL']);
      await world.claim(['EMAIL']);
    } while (hourOf(Date.now()) !== hourOf(begunAtMs));
    expect(sent).toHaveLength(messageRules.perAddressAndHour);
    const [digest, ...others] = await sql<{ tell_at: Date; status: string }>(
      `select tell_at, status from message where kind = 'DIGEST'`,
    );
    expect(others).toEqual([]);
    expect(digest?.tell_at.getTime()).toBeGreaterThan(begunAtMs);
    expect(digest?.tell_at.getUTCMinutes()).toBe(0);
    await world.shop.pool.query(`update message set sent_at = sent_at - interval '1 hour'`);
    const { to, mail } = (await first('DIGEST')) ?? {};
    expect(to).toBe('tayo@shop.example.ng');
    expect(mail?.subject).toBe('1990 messages in one: Shop');
    expect(mail?.text).toContain('Changes of keys: 1990');
  });

  it('have a digest each: what waits for one reader is no part of another’s', async () => {
    const [full, other] = await sql<{ id: string }>(
      `insert into former_contact (merchant_id, kind, email)
         values ($1, 'BUSINESS', 'full@shop.example.ng'), ($1, 'BUSINESS', 'other@shop.example.ng')
       returning former_contact_id::text as id`,
      [world.shop.merchantId],
    );
    const write = (person: string | undefined, many: number) =>
      world.shop.pool.query(
        `insert into message (message_id, kind, cause, recipient, person, channel, merchant_id)
           select new_id('msg_'), 'KEY_CHANGED', new_id(''), 'FORMER', $1, 'EMAIL', $3 from generate_series(1, $2::int) n`,
        [person, many, world.shop.merchantId],
      );
    await write(full?.id, messageRules.perAddressAndHour + 5);
    await world.claim(['EMAIL']);
    await write(full?.id, 1);
    await write(other?.id, 1);
    await world.claim(['EMAIL']);
    expect(
      await sql(
        `select person, status, count(*)::int as many from message where kind = 'KEY_CHANGED' group by 1, 2 order by 3`,
      ),
    ).toEqual([
      { person: other?.id, status: 'SENDING', many: 1 },
      { person: full?.id, status: 'NOT_SENT', many: 6 },
      { person: full?.id, status: 'SENDING', many: messageRules.perAddressAndHour },
    ]);
  });

  it('are each sent to payers', async () => {
    for (let at = 0; at <= messageRules.perAddressAndHour; at += 1) await world.paid();
    await world.claim();
    expect(await sql(`select from message where kind = 'DIGEST'`)).toEqual([]);
  });

  it('are copies: they become a digest for the merchant while each payer is told', async () => {
    await world.choose({
      copyTo: 'copies@shop.example.ng',
      kinds: { RECEIPT: { email: true, sms: false, copy: true } },
    });
    await world.shop.pool.query(
      `insert into message (message_id, kind, cause, recipient, channel, merchant_id)
         select new_id('msg_'), 'RECEIPT', 'chk_' || n, 'COPY', 'EMAIL', $1 from generate_series(1, 50) n`,
      [world.shop.merchantId],
    );
    await world.claim(['EMAIL']);
    await world.shop.pool.query(`update message set sent_at = sent_at - interval '1 hour'`);
    const { to, mail } = (await first('DIGEST')) ?? {};
    await world.choose({});
    expect(to).toBe('copies@shop.example.ng');
    expect(mail?.text).toContain('Receipts to your payers: 40');
  });
});

describe('a summary', () => {
  it('is written once for a Lagos day on which money has moved, and says what did', async () => {
    await world.paid();
    await forget();
    const [books] = await sql<{ day: string }>(
      `select (lagos_date(max(created_at)))::text as day from balance_transaction`,
    );
    const nextDay = new Date(`${books?.day}T23:30:00Z`); // half past midnight in Lagos
    const evening = new Date(`${books?.day}T22:30:00Z`);
    await world.facts.writeSummaries(evening);
    expect(await sql(`select from message`)).toEqual([]);
    await Promise.all([world.facts.writeSummaries(nextDay), world.facts.writeSummaries(nextDay)]);
    const rows = await sql<{ tell_at: Date }>(`select tell_at from message`);
    expect(rows.map(({ tell_at: at }) => at.toISOString().slice(11))).toEqual(['06:00:00.000Z']);
    const { to, mail } = (await first('SUMMARY')) ?? {};
    expect(to).toBe('bola@shop.example.ng');
    expect(mail?.subject).toMatch(new RegExp(`^₦[\\d,.]+ received, ${books?.day}: Shop$`));
    await world.shop.pool.query('truncate summarized_day');
  });

  it('counts from midnight to midnight in Lagos, and takes off what came back of a payout', async () => {
    const [midnight, end] = ['2020-03-04T23:00:00Z', '2020-03-05T23:00:00Z'];
    const justBefore = (at: string) => new Date(Date.parse(at) - 1).toISOString();
    await world.shop.pool.query(
      `insert into balance_transaction (merchant_id, currency, type, source_type, source_id, purpose, gross_minor, fee_minor,
                                        vat_minor, net_minor, due_on, created_at)
         select 'mch_of_summary', 'NGN', x.type, 'test', x.id, 'test', x.gross, x.fee, x.vat, x.gross - x.fee - x.vat, '2020-03-06', x.at
           from jsonb_to_recordset($1) as x (id text, type text, gross bigint, fee bigint, vat bigint, at timestamptz)`,
      [
        JSON.stringify(
          [
            { type: 'COLLECTION', gross: 1, at: justBefore(midnight) },
            { type: 'COLLECTION', gross: 20, fee: 3, vat: 1, at: midnight },
            { type: 'COLLECTION', gross: 300, fee: 7, vat: 2, at: justBefore(end) },
            { type: 'COLLECTION', gross: 4_000, at: end },
            { type: 'REFUND', gross: -50, at: midnight },
            { type: 'CHARGEBACK', gross: -6, at: midnight },
            { type: 'SETTLEMENT', gross: -900, at: midnight },
            { type: 'SETTLEMENT', gross: -80, at: midnight },
            { type: 'SETTLEMENT_REVERSAL', gross: 80, at: midnight },
          ].map((row, at) => ({ id: `summary-${at}`, fee: 0, vat: 0, ...row })),
        ),
      ],
    );
    const [row] = await sql<{ facts: object }>('select summary_facts($1) as facts', [
      'mch_of_summary/DAILY/2020-03-05',
    ]);
    await world.shop.pool.query(`delete from balance_transaction where source_type = 'test'`);
    expect(row?.facts).toMatchObject({
      ...{ first: '2020-03-05', last: '2020-03-05', payments: '2', received: '320', fees: '13' },
      ...{ refunds: '50', chargebacks: '6', paidOut: '900' },
    });
  });

  it('counts the chargebacks that can still be answered', async () => {
    const { shop } = world;
    const events = new PgRailEventStore(shop.pool);
    for (const [name, minutes] of [
      ['in time', 60],
      ['too late', -1],
    ] as const) {
      const { chargeId } = await paidByCard(shop);
      const evidenceDueAt = new Date(Date.now() + minutes * 60_000);
      await events.receive(chargeback('CHARGEBACK_OPENED', chargeId, name, { evidenceDueAt }));
    }
    const [row] = await sql<{ facts: object }>(
      `select summary_facts($1 || '/WEEKLY/' || lagos_date(now())) as facts`,
      [shop.merchantId],
    );
    expect(row?.facts).toMatchObject({ toAnswer: '1' });
  });

  it.each([
    ['Monday’s first moment', '2020-03-02T00:00:00+01:00', ['2020-03-08']],
    ['Sunday’s last moment', '2020-03-08T23:59:59.999+01:00', ['2020-03-08']],
    ['the Sunday before', '2020-03-01T23:59:59.999+01:00', []],
    ['the Monday after', '2020-03-09T00:00:00+01:00', []],
  ])('of a week has what moved from Monday to Sunday: %s', async (_what, at, weeks) => {
    const written = await withoutTrace(world.shop.pool, async (ask) => {
      await ask('truncate summarized_day, balance_transaction, message');
      await ask(`update merchant set messages = messages || '{"summary": "WEEKLY"}'`);
      await ask(
        `insert into balance_transaction (merchant_id, currency, type, source_type, source_id, purpose, gross_minor, fee_minor, vat_minor,
                                          net_minor, due_on, created_at)
           values ($1, 'NGN', 'COLLECTION', 'test', 'week', 'test', 5, 0, 0, 5, '2020-03-10', $2)`,
        ...[world.shop.merchantId, at],
      );
      for (let now = Date.parse('2020-03-07T12:00Z'); now < Date.parse('2020-03-15'); now += day) {
        await ask('select write_summaries($1)', new Date(now));
      }
      return ask<string[] | null>(
        `select array_agg(distinct split_part(cause, '/', 3)) from message where kind = 'SUMMARY'`,
      );
    });
    expect(written ?? []).toEqual(weeks);
  });

  it('of a week begins on its Monday', async () => {
    const days = `select first_day::text, last_day::text from summary_days('mch_1/WEEKLY/2020-03-08')`;
    expect(await sql(days)).toEqual([{ first_day: '2020-03-02', last_day: '2020-03-08' }]);
  });

  it('is not written for who wants none', async () => {
    await world.choose({ summary: 'NONE' });
    await world.facts.writeSummaries(new Date(Date.now() + day));
    await world.choose({});
    expect(await sql(`select from message where kind = 'SUMMARY'`)).toEqual([]);
    await world.shop.pool.query('truncate summarized_day');
  });
});

describe('operators', () => {
  const suspense = (subject: string) =>
    world.shop.pool.query(`select record_finding('SUSPENSE_AGED', $1, '{}', 'ATTENTION')`, [
      subject,
    ]);

  beforeEach(async () => {
    await world.attention.setOperators(['ops@pay.example.ng', 'night@pay.example.ng']);
    await world.shop.pool.query('truncate finding, operators_told, message cascade');
  });

  it('are told at once what waits, then at most every quarter of an hour, however many there are', async () => {
    for (let at = 0; at < 200; at += 1) await suspense(`txn_${at}`);
    await Promise.all([world.attention.tell(), world.attention.tell()]);
    await suspense('txn_later');
    await world.attention.tell();
    const all = await sentMessages('ATTENTION');
    expect(all.map(({ to }) => to)).toEqual(['night@pay.example.ng', 'ops@pay.example.ng']);
    expect(all[0]?.mail?.subject).toBe('200 things wait for a person');
    for (const page of ['/desk', '/desk/search?q=txn_0']) {
      expect(all[0]?.mail?.html).toContain(`href="https://desk.example.ng${page}"`);
      expect(all[0]?.mail?.text).toContain(`https://desk.example.ng${page}\n`);
    }
    await world.shop.pool.query('truncate message');
    await world.attention.tell();
    expect((await first('ATTENTION'))?.mail?.subject).toBe('One thing waits for a person');
  });

  it('are told at once, however many other messages their addresses have had', async () => {
    await world.shop.pool.query(
      `insert into message (message_id, kind, cause, recipient, channel, merchant_id, status, sent_at, address_hash)
         select new_id('msg_'), 'RECEIPT', t.email || n, 'PAYER', 'EMAIL', $1, 'ACCEPTED', now(), address_hash(t.email)
           from told_operator t cross join generate_series(1, $2::int) n`,
      [world.shop.merchantId, messageRules.perAddressAndHour],
    );
    await suspense('txn_1');
    await world.attention.tell();
    expect(await sentMessages('ATTENTION')).toHaveLength(2);
  });

  it('are told though summaries cannot be written', async () => {
    const { pool } = world.shop;
    await pool.query('alter function write_summaries rename to write_summaries_well');
    const env = { ...inject('stack').env, MANILLA_LOG_LEVEL: 'silent' };
    const config = loadConfig(env, 'worker');
    const log = createLogger(config, 'worker');
    const parts = createMessageParts(config, pool, createRegistry(), log);
    await suspense('txn_1');
    await parts.courier.carry(0, AbortSignal.timeout(0));
    await parts.close();
    await pool.query('alter function write_summaries_well rename to write_summaries');
    expect(await sentMessages('ATTENTION')).toHaveLength(2);
  });

  it('are told again of what comes back, and of nothing that is over', async () => {
    await suspense('txn_1');
    await world.attention.tell();
    await world.shop.pool.query(`update finding set action = 'RESOLVED'`);
    expect((await tellNow(world)).map(({ kind }) => kind)).toEqual(['OVERTAKEN', 'OVERTAKEN']);
    await world.shop.pool.query('truncate message');
    await world.attention.tell();
    expect(await sql('select from message')).toEqual([]);
    await world.shop.pool.query(`update finding set action = 'ATTENTION'`);
    await world.attention.tell();
    expect(await sentMessages('ATTENTION')).toHaveLength(2);
  });

  it('hear of a case that is four hours old, and not of one that is younger', async () => {
    const open = (age: string) =>
      world.shop.pool.query(
        `insert into attention_case (kind, subject, workflow_id, update_name, reason, decisions, page, opened_at)
           values ('FINDING', $1::text, 'w', 'u', 'X: Y', '{}', '{}', now() - $1::text::interval)`,
        [age],
      );
    await open('3 hours 59 minutes');
    await world.attention.tell();
    expect(await sql('select from message')).toEqual([]);
    await open('4 hours 1 minute');
    await world.attention.tell();
    const { text, html } = (await first('ATTENTION'))?.mail ?? {};
    expect(text).toContain('Cases that nobody has decided');
    const [old] = await sql<{ page: string }>(
      `select '/desk/cases/' || case_number as page from attention_case where subject = '4 hours 1 minute'`,
    );
    expect(html).toContain(`href="https://desk.example.ng${old?.page}"`);
    await world.shop.pool.query(`update attention_case set status = 'CLOSED', closed_at = now()`);
  });

  it.each([
    ['SUSPENSE_AGED', 'ATTENTION', 'SUSPENSE'],
    ['RETURN_OVERDUE', 'ATTENTION', 'SUSPENSE'],
    ['BOOKS_DISAGREE', 'ATTENTION', 'BOOKS_DISAGREE'],
    ['BOOKS_DISAGREE', 'RESOLVED', undefined],
    ['ENDPOINT_FAILING', 'ATTENTION', undefined],
  ])('hear of a finding %s that is %s: %s', async (kind, action, told) => {
    await world.shop.pool.query(`select record_finding($1, 'subject-1', '{}', $2)`, [kind, action]);
    const kinds = await sql<{ kind: string }>(
      `select kind from attention_now where subject = 'subject-1'`,
    );
    expect(kinds).toEqual(told === undefined ? [] : [{ kind: told }]);
  });

  it('hear of books that do not hold, of a proof that is old, and of a statement that is missing', async () => {
    await world.shop.pool.query(
      `select record_finding('BOOKS_DISAGREE', 'zero', '{}', 'ATTENTION')`,
    );
    await world.shop.pool.query(
      `insert into proven_claim values ('sums', now() - interval '26 hours', 1, 0) on conflict do nothing`,
    );
    await world.shop.pool.query(
      `insert into statement_read as s values ('sandbox', now() - interval '61 minutes')
         on conflict (provider) do update set read_at = excluded.read_at`,
    );
    await world.attention.tell();
    const mail = (await first('ATTENTION'))?.mail;
    expect(mail?.text).toMatch(
      /do not hold: 1[^]*not proven for a day: 1[^]*not read for an hour: 1/,
    );
    await world.shop.pool.query(`select end_recovery('sandbox', now())`);
    expect((await sentMessages('ATTENTION')).length).toBe(0);
    const [row] = await sql<{ facts: { kind: string }[] }>(
      `select attention_facts(cause) as facts from message limit 1`,
    );
    expect(row?.facts.map(({ kind }) => kind)).toEqual(['BOOKS_DISAGREE', 'BOOKS_UNPROVEN']);
    await world.shop.pool.query('truncate proven_claim');
  });

  it('hear of a bank that has not answered for a minute, until it answers or nobody says so any more', async () => {
    const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1_000);
    const waiting = () => sql(`select subject from attention_now where kind = 'PROVIDER_SILENT'`);
    await world.attention.silent('providus', secondsAgo(55));
    expect(await waiting()).toEqual([]);
    await world.attention.silent('providus', secondsAgo(65));
    // Another worker has noticed it later.
    await world.attention.silent('providus', secondsAgo(5));
    await world.attention.tell();
    const mail = (await first('ATTENTION'))?.mail;
    expect(mail?.text).toMatch(/Banks and acquirers that do not answer: 1[^]*providus/);
    expect(mail?.html).toContain('href="https://desk.example.ng/desk/sending"');
    await world.attention.answers('providus');
    expect(await waiting()).toEqual([]);
    await world.attention.silent('providus', secondsAgo(65));
    await world.shop.pool.query(
      `update silent_provider set seen_at = now() - interval '16 minutes'`,
    );
    expect(await waiting()).toEqual([]);
    await world.attention.answers('providus');
  });

  it('are nobody when the setting names none', async () => {
    await world.attention.setOperators([]);
    await suspense('txn_1');
    await world.attention.tell();
    expect(await sql('select from message')).toEqual([]);
  });
});
