import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  isPayerMessage,
  messageKinds,
  mutableMessageKinds,
  payerMessageKinds,
} from '../../../../src/domain/message-kinds.js';
import { messageRules } from '../../../../src/domain/message-schedule.js';
import { changeMerchant, contacts } from '../../../support/contacts.js';
import { MessageWorld } from '../../../support/message-world.js';

let world: MessageWorld;
beforeAll(async () => {
  world = await MessageWorld.open();
});
afterAll(() => world[Symbol.asyncDispose]());
afterEach(async () => {
  await world.choose({});
  await world.shop.pool.query('truncate message, message_count');
});

const addOther = () =>
  world.shop.pool.query(
    `insert into merchant (merchant_id, name, trade_name) values ('mch_other', 'Other', 'OTHER') on conflict do nothing`,
  );

interface Many {
  readonly kind?: string;
  readonly recipient?: string;
  readonly channel?: string;
  readonly merchantId?: string;
  readonly secondsAgo?: number;
}

/** So many messages of one kind, as if each had a cause of its own. */
async function write(
  many: number,
  {
    kind = 'RECEIPT',
    recipient = 'COPY',
    channel = 'EMAIL',
    merchantId = world.shop.merchantId,
    secondsAgo = 0,
  }: Many = {},
): Promise<void> {
  await world.shop.pool.query(
    `insert into message (message_id, kind, cause, recipient, channel, merchant_id, due_at)
       select new_id('msg_'), $2, 'cause-' || n, $3, $4, $5, now() - make_interval(secs => $6)
         from generate_series(1, $1::int) n`,
    [many, kind, recipient, channel, merchantId, secondsAgo],
  );
}
const claim = (limit: number, quietUntil: Date | null = null, underWay = {}) =>
  world.store.claim({ limit, channels: ['EMAIL', 'SMS'], leaseMs: 60_000, quietUntil, underWay });
const counts = async () =>
  (
    await world.shop.pool.query(
      `select kind, status, reason, count(*)::int as many from message group by 1, 2, 3 order by 1, 2`,
    )
  ).rows;

describe('what is not sent', () => {
  it('takes no room from what is: many that nobody wants are settled with the claim of one', async () => {
    await write(900, { secondsAgo: 60 });
    await world.paid();
    expect(await claim(1)).toMatchObject([{ recipient: 'PAYER', kind: 'RECEIPT' }]);
    expect(await counts()).toEqual([
      { kind: 'RECEIPT', status: 'NOT_SENT', reason: 'NO_ADDRESS', many: 900 },
      { kind: 'RECEIPT', status: 'SENDING', reason: null, many: 1 },
    ]);
  });

  it('is settled a thousand at a time, so that no claim lasts long', async () => {
    await write(1_500, { secondsAgo: 60 });
    await world.paid();
    expect(await claim(1)).toEqual([]);
    const ended = `select from message where status = 'NOT_SENT'`;
    expect((await world.shop.pool.query(ended)).rowCount).toBe(1_001);
    expect(await claim(1)).toMatchObject([{ recipient: 'PAYER' }]);
    expect((await world.shop.pool.query(ended)).rowCount).toBe(1_500);
  });

  it('keeps nobody waiting but payers: what others are told goes first', async () => {
    await changeMerchant(world, {}, contacts);
    await world.shop.pool.query('truncate message');
    await world.choose({ copyTo: 'copy@example.ng', kinds: { RECEIPT: { copy: true } } });
    await write(1_500, { secondsAgo: 60 });
    await write(1, { recipient: 'BUSINESS', kind: 'KEY_CHANGED' });
    expect(await claim(1)).toMatchObject([{ recipient: 'BUSINESS', kind: 'KEY_CHANGED' }]);
  });

  it('rings no phone at night, however many wait before one that is e-mail', async () => {
    await changeMerchant(world, {}, contacts);
    await world.shop.pool.query('truncate message');
    await write(300, { recipient: 'BUSINESS', channel: 'SMS', kind: 'KEY_CHANGED' });
    await write(1, { recipient: 'BUSINESS', kind: 'KEY_CHANGED' });
    const morning = new Date(Date.now() + 3_600_000);
    expect(await claim(1, morning)).toMatchObject([{ channel: 'EMAIL' }]);
    const { rows } = await world.shop.pool.query(
      `select count(*)::int as many from message where status = 'PENDING' and reason = 'QUIET_HOURS' and due_at = $1`,
      [morning],
    );
    expect(rows[0].many).toBe(300);
  });
});

describe('a merchant with many messages', () => {
  const claimedOf = async (limit: number, underWay: Record<string, number>) =>
    (await claim(limit, null, underWay)).map(({ merchantId }) => merchantId);

  it('has its turn, and another merchant, whose message is younger, has the next one', async () => {
    const { merchantId: crowd } = world.shop;
    await addOther();
    const kinds = { RECEIPT: { copy: true }, REFUND_DONE: { copy: true } };
    await world.choose({ copyTo: 'books@example.ng', kinds });
    // No more than one address takes in an hour.
    await write(8, { secondsAgo: 60 });
    await write(2, { merchantId: 'mch_other', secondsAgo: 1, kind: 'REFUND_DONE' });
    expect(await claimedOf(3, {})).toEqual([crowd, 'mch_other', crowd]);
    expect(await claimedOf(1, { [crowd]: 2, mch_other: 1 })).toEqual(['mch_other']);
    expect(await claimedOf(5, { [crowd]: 2 })).toEqual([crowd, crowd, crowd, crowd, crowd]);
  });
});

describe('a digest', () => {
  it('does not count what its reader has switched off', async () => {
    await changeMerchant(world, {}, contacts);
    await world.choose({ kinds: { SETTLEMENT_PAID: { email: false } } });
    await world.shop.pool.query('truncate message');
    await write(messageRules.perAddressAndHour + 5, {
      recipient: 'SETTLEMENT',
      kind: 'KEY_CHANGED',
    });
    await write(7, { recipient: 'SETTLEMENT', kind: 'SETTLEMENT_PAID' });
    expect(await claim(100)).toHaveLength(messageRules.perAddressAndHour);
    expect(await counts()).toEqual([
      { kind: 'DIGEST', status: 'PENDING', reason: null, many: 1 },
      { kind: 'KEY_CHANGED', status: 'NOT_SENT', reason: 'IN_DIGEST', many: 5 },
      { kind: 'KEY_CHANGED', status: 'SENDING', reason: null, many: 10 },
      { kind: 'SETTLEMENT_PAID', status: 'NOT_SENT', reason: 'NOT_WANTED', many: 7 },
    ]);
  });
});

describe('couriers at once', () => {
  it('claim each message once, of merchants in whatever order', async () => {
    await addOther();
    const copies = { RECEIPT: { copy: true } };
    await world.shop.pool.query('update merchant set messages = $1', [
      JSON.stringify({ copyTo: 'books@example.ng', kinds: copies }),
    ]);
    await world.shop.pool.query(
      `insert into message (message_id, kind, cause, recipient, channel, merchant_id, due_at)
         select new_id('msg_'), 'RECEIPT', 'cause-' || n, 'COPY', 'EMAIL', case when n % 3 = 0 then $1 else $2 end,
                now() - make_interval(secs => 100 - n) from generate_series(1, 100) n`,
      [world.shop.merchantId, 'mch_other'],
    );
    const claims = await Promise.all(Array.from({ length: 4 }, () => claim(2)));
    const ids = claims.flat().map(({ messageId }) => messageId);
    expect(ids).toHaveLength(8);
    expect(new Set(ids).size).toBe(8);
  });
});

describe('a merchant who wants nothing', () => {
  const isWanted = async (kind: string, recipient: string, repeat = 0) => {
    const nothing = { kinds: { [kind]: { email: false, sms: false, copy: false } } };
    const { rows } = await world.shop.pool.query(
      `select is_wanted(jsonb_populate_record(null::message, jsonb_build_object(
                'kind', $1::text, 'recipient', $2::text, 'channel', 'EMAIL', 'repeat', $3::int)), $4) as wanted`,
      [kind, recipient, repeat, nothing],
    );
    return rows[0].wanted;
  };
  const canBeSwitchedOff = new Set<string>([
    ...payerMessageKinds,
    ...mutableMessageKinds,
    // A summary has a choice of its own, and is not written for who wants none; operators make their own choices.
    ...['SUMMARY', 'ATTENTION'],
  ]);

  it.each(messageKinds)('is sent %s only if nobody may switch it off', async (kind) => {
    const recipient = isPayerMessage(kind) ? 'PAYER' : 'BUSINESS';
    expect(await isWanted(kind, recipient)).toBe(!canBeSwitchedOff.has(kind));
    expect(await isWanted(kind, recipient, 1)).toBe(true);
  });
});

describe('the day of a merchant', () => {
  it('counts each message once, however often it is tried', async () => {
    await world.paid();
    const counted = async () =>
      (await world.shop.pool.query('select messages from message_count')).rows;
    await claim(1);
    expect(await counted()).toEqual([{ messages: 1 }]);
    await world.shop.pool.query('update message set due_at = now()');
    expect(await claim(1)).toMatchObject([{ attempt: 2 }]);
    expect(await counted()).toEqual([{ messages: 1 }]);
  });
});

describe('an invitation', () => {
  it('stands in no digest: nobody but its person has the link', async () => {
    await changeMerchant(world, {}, contacts);
    await world.shop.pool.query('truncate message');
    const technical = { recipient: 'TECHNICAL', secondsAgo: 9 };
    await write(messageRules.perAddressAndHour + 2, { ...technical, kind: 'KEY_CHANGED' });
    await write(1, { recipient: 'TECHNICAL', kind: 'INVITATION' });
    await claim(100);
    expect(await counts()).toEqual([
      { kind: 'DIGEST', status: 'PENDING', reason: null, many: 1 },
      { kind: 'INVITATION', status: 'PENDING', reason: 'ADDRESS_LIMIT', many: 1 },
      { kind: 'KEY_CHANGED', status: 'NOT_SENT', reason: 'IN_DIGEST', many: 2 },
      { kind: 'KEY_CHANGED', status: 'SENDING', reason: null, many: 10 },
    ]);
  });
});

describe('a link to another password', () => {
  it('is sent at once, however many messages its address has had: it lives for half an hour', async () => {
    await changeMerchant(world, {}, contacts);
    await world.shop.pool.query('truncate message');
    const technical = { recipient: 'TECHNICAL', secondsAgo: 9 };
    await write(messageRules.perAddressAndHour, { ...technical, kind: 'KEY_CHANGED' });
    await claim(100);
    await write(1, { recipient: 'TECHNICAL', kind: 'PASSWORD_LINK' });
    expect(await claim(100)).toMatchObject([{ kind: 'PASSWORD_LINK' }]);
  });
});

describe('while the processors are busy', () => {
  const waitsSeconds = 120;
  const busy = () =>
    world.store.claim({
      ...{ limit: 10, channels: ['EMAIL', 'SMS'], leaseMs: 60_000, quietUntil: null },
      receiptsWaitMs: waitsSeconds * 1_000,
    });
  beforeEach(() =>
    world.choose({
      copyTo: 'copy@example.ng',
      kinds: { RECEIPT: { copy: true }, LATE: { copy: true } },
    }),
  );

  it.each([
    [0, 0],
    [waitsSeconds - 30, 0],
    [waitsSeconds + 1, 1],
  ])('a receipt that has been due for %i s: %i are taken', async (secondsAgo, taken) => {
    await write(1, { secondsAgo });
    expect(await busy()).toHaveLength(taken);
    // A machine with time to spare takes it at once.
    expect(await claim(10)).toHaveLength(1 - taken);
  });

  it('whatever else is told goes at once, before receipts that wait', async () => {
    await write(20, { secondsAgo: 5 });
    await write(1, { kind: 'LATE' });
    expect(await busy()).toMatchObject([{ kind: 'LATE' }]);
  });

  it('a receipt that an operator sends again goes at once', async () => {
    await write(1);
    await world.shop.pool.query('update message set repeat = 1');
    expect(await busy()).toHaveLength(1);
  });
});
