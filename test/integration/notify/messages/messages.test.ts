import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addressText } from '../../../../src/domain/message-address.js';
import { messageRules } from '../../../../src/domain/message-schedule.js';
import { byTest } from '../../../support/operators.js';
import { MessageWorld } from '../../../support/message-world.js';

let world: MessageWorld;
beforeAll(async () => {
  world = await MessageWorld.open();
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  await world.choose({});
  await world.store.setChannels({ EMAIL: 'smtp', SMS: 'termii' });
});
afterEach(async () => {
  await world.shop.pool.query(
    'truncate message, refused_address, message_count, message_report, message_copy',
  );
});

const end = (messageId: string, status = 'ACCEPTED', more: object = {}) =>
  world.store.record([
    {
      ...{ messageId, attempt: 1, status: status as 'ACCEPTED', reason: null, sender: 'smtp' },
      ...{ reference: null, dueInMs: null, isAddress: false },
      ...more,
    },
  ]);

describe('a message that is due', () => {
  it('is claimed once, with the address of now', async () => {
    await world.paid();
    const [first, second] = await Promise.all([world.claim(), world.claim()]);
    expect([...first, ...second]).toMatchObject([{ address: 'ada@example.ng', attempt: 1 }]);
  });

  it('is hashed in SQL as in TypeScript', async () => {
    const { rows } = await world.shop.pool.query(`select address_hash('Ada@Example.ng') as hash`);
    const hash = createHash('sha256').update(addressText('ada@example.NG')).digest();
    expect(rows[0].hash).toEqual(hash);
  });

  it('comes back when its courier is lost, and what that one says then changes nothing', async () => {
    await world.paid();
    const [one] = await world.claim();
    await world.shop.pool.query(`update message set due_at = now() - interval '1 second'`);
    const [again] = await world.claim();
    expect([again?.messageId, again?.attempt]).toEqual([one?.messageId, 2]);
    await end(one?.messageId ?? '', 'GIVEN_UP');
    expect(await world.messages()).toMatchObject([{ status: 'SENDING', attempts: 2 }]);
  });

  it.each([
    ['whose payer was erased', `update checkout set customer = '{"email": null}'`, 'NO_ADDRESS'],
    [
      'that nobody needs any more',
      `update message set created_at = now() - make_interval(hours => ${messageRules.patienceHours + 1})`,
      'TOO_LATE',
    ],
    [
      'to an address that refuses messages',
      `select refuse_address(address_hash('ADA@example.ng'), 'BOUNCED', null)`,
      'ADDRESS_REFUSED',
    ],
    [
      'that its merchant does not want',
      `update merchant set messages = '{"kinds": {"RECEIPT": {"email": false, "sms": false, "copy": false}}}'`,
      'NOT_WANTED',
    ],
    ['that no sender carries any more', 'delete from message_channel', 'NO_SENDER'],
  ])('%s is not sent', async (_what, change, reason) => {
    const { checkout } = await world.paid();
    await world.shop.pool.query(change);
    expect(await world.claim()).toEqual([]);
    expect(await world.messages()).toMatchObject([{ status: 'NOT_SENT', reason }]);
    await world.shop.pool.query(
      `update checkout set customer = '{"email": "ada@example.ng"}' where checkout_id = $1`,
      [checkout.checkoutId],
    );
  });

  it('waits while its address has had too many in an hour', async () => {
    for (let at = 0; at <= messageRules.perAddressAndHour; at += 1) await world.paid();
    expect(await world.claim()).toHaveLength(messageRules.perAddressAndHour);
    expect((await world.messages()).at(-1)).toMatchObject({
      ...{ status: 'PENDING', reason: 'ADDRESS_LIMIT', attempts: 0 },
    });
  });

  it.each([
    ['59 minutes', 0],
    ['61 minutes', 1],
  ])('finds its address full or free again after %s', async (ago, claimed) => {
    for (let at = 0; at <= messageRules.perAddressAndHour; at += 1) await world.paid();
    await world.claim();
    await world.shop.pool.query(
      `update message set sent_at = sent_at - $1::interval, due_at = case when sent_at is null then now() else due_at end`,
      [ago],
    );
    expect(await world.claim()).toHaveLength(claimed);
  });

  it('does not count against itself when it is tried again', async () => {
    for (let at = 0; at < messageRules.perAddressAndHour; at += 1) await world.paid();
    const last = (await world.claim()).at(-1);
    await world.shop.pool.query('update message set due_at = now() where message_id = $1', [
      last?.messageId,
    ]);
    expect(await world.claim()).toMatchObject([{ messageId: last?.messageId, attempt: 2 }]);
  });

  it('waits for the next day when its merchant has had too many', async () => {
    await world.paid();
    await world.shop.pool.query(`insert into message_count values ($1, lagos_date(now()), $2)`, [
      world.shop.merchantId,
      messageRules.perMerchantAndDay,
    ]);
    expect(await world.claim()).toEqual([]);
    expect(await world.messages()).toMatchObject([{ reason: 'MERCHANT_LIMIT' }]);
    const { rows } = await world.shop.pool.query(
      'select due_at = lagos_midnight(lagos_date(now()) + 1) as tomorrow from message',
    );
    expect(rows[0].tomorrow).toBe(true);
  });

  it('is counted for its merchant’s day as copies are, and copies wait for the next day too', async () => {
    const kinds = { RECEIPT: { email: true, sms: false, copy: true } };
    await world.choose({ copyTo: 'books@bola.example.ng', kinds });
    await world.paid();
    await world.claim();
    const { rows } = await world.shop.pool.query(
      'update message_count set messages = $1 - 1 + messages returning messages',
      [messageRules.perMerchantAndDay],
    );
    expect(rows).toEqual([{ messages: messageRules.perMerchantAndDay }]);
    expect(await world.claim()).toEqual([]);
    expect(await world.messages()).toMatchObject([
      { recipient: 'PAYER', status: 'SENDING' },
      { recipient: 'COPY', status: 'PENDING', reason: 'MERCHANT_LIMIT' },
    ]);
  });

  it('rings no phone at night: an SMS waits for the morning, and the e-mail goes', async () => {
    const kinds = { RECEIPT: { email: true, sms: true, copy: false } };
    await world.choose({ kinds });
    await world.paid();
    const morning = new Date(Date.now() + 3_600_000);
    expect(await world.claim(['EMAIL'])).toMatchObject([{ channel: 'EMAIL' }]);
    expect(await world.claim(['SMS'], morning)).toEqual([]);
    expect(await world.messages()).toMatchObject([
      { channel: 'EMAIL', status: 'SENDING' },
      { channel: 'SMS', status: 'PENDING', reason: 'QUIET_HOURS' },
    ]);
  });

  it('has a copy for the merchant where it wants one, without its payer', async () => {
    const kinds = { RECEIPT: { email: true, sms: false, copy: true } };
    await world.choose({ copyTo: 'books@bola.example.ng', kinds });
    await world.paid();
    await world.claim();
    const copies = await world.claim();
    expect(copies).toMatchObject([{ recipient: 'COPY', address: 'books@bola.example.ng' }]);
  });
});

describe('what becomes of a message', () => {
  const claimed = async () => {
    await world.paid();
    return (await world.claim())[0]?.messageId ?? '';
  };
  const refused = async () =>
    (await world.shop.pool.query('select reason from refused_address')).rows.map(
      ({ reason }) => reason,
    );

  it('marks an address that was refused, once and for good', async () => {
    await end(await claimed(), 'REFUSED', { reason: 'SMTP_550', isAddress: true });
    expect(await refused()).toEqual(['REFUSED']);
    await world.paid();
    expect(await world.claim()).toEqual([]);
    expect((await world.messages()).at(-1)).toMatchObject({ reason: 'ADDRESS_REFUSED' });
  });

  it('is DELIVERED, and no word of its way there takes that back', async () => {
    const id = await claimed();
    await end(id, 'ACCEPTED', { sender: 'termii', reference: 'm-1' });
    expect(await world.store.report('termii', 'm-1', 'DELIVERED')).toBe(id);
    await world.store.report('termii', 'm-1', 'REFUSED');
    expect(await world.messages()).toMatchObject([{ status: 'DELIVERED' }]);
  });

  it('counts a report that comes before the answer', async () => {
    const id = await claimed();
    expect(await world.store.report('termii', 'm-1', 'DELIVERED')).toBeUndefined();
    await end(id, 'ACCEPTED', { sender: 'termii', reference: 'm-1' });
    expect(await world.messages()).toMatchObject([{ status: 'DELIVERED' }]);
  });

  it.each([
    ['REFUSED', 'DELIVERED', 'DELIVERED'],
    ['DELIVERED', 'REFUSED', 'DELIVERED'],
  ] as const)('told %s and then %s before the answer is %s', async (first, second, expected) => {
    const id = await claimed();
    await world.store.report('termii', 'm-1', first);
    await world.store.report('termii', 'm-1', second);
    await end(id, 'ACCEPTED', { sender: 'termii', reference: 'm-1' });
    expect(await world.messages()).toMatchObject([{ status: expected, reason: null }]);
  });

  it('is DELIVERED after all when the gateway had given it up', async () => {
    const id = await claimed();
    await end(id, 'ACCEPTED', { sender: 'termii', reference: 'm-1' });
    await world.store.report('termii', 'm-1', 'REFUSED');
    expect(await world.messages()).toMatchObject([{ status: 'REFUSED', reason: 'REFUSED' }]);
    await world.store.report('termii', 'm-1', 'DELIVERED');
    expect(await world.messages()).toMatchObject([{ status: 'DELIVERED', reason: null }]);
    // A number that was not reached once may be reached the next time.
    expect(await refused()).toEqual([]);
  });

  it('is changed by no report that is told again, however often', async () => {
    const id = await claimed();
    await end(id, 'ACCEPTED', { sender: 'termii', reference: 'm-1' });
    const row = async () => (await world.shop.pool.query('select * from message')).rows;
    for (const outcome of ['REFUSED', 'DELIVERED'] as const) {
      await world.store.report('termii', 'm-1', outcome);
      const once = await row();
      await world.store.report('termii', 'm-1', outcome);
      expect(await row()).toEqual(once);
    }
  });

  it('is of the sender that reports: another one may use the same reference', async () => {
    await end(await claimed(), 'ACCEPTED', { sender: 'termii', reference: 'm-1' });
    expect(await world.store.report('another', 'm-1', 'DELIVERED')).toBeUndefined();
    expect(await world.messages()).toMatchObject([{ status: 'ACCEPTED' }]);
  });

  it('is known whichever comes first, when answer and report come at the same moment', async () => {
    for (let at = 0; at < 25; at += 1) {
      const id = await claimed();
      await Promise.all([
        end(id, 'ACCEPTED', { sender: 'termii', reference: `both-${at}` }),
        world.store.report('termii', `both-${at}`, 'DELIVERED'),
      ]);
      expect((await world.messages()).at(-1)).toMatchObject({ status: 'DELIVERED' });
      await world.shop.pool.query('update message set sent_at = null, address_hash = null');
    }
    const { rows } = await world.shop.pool.query('select * from message_report');
    expect(rows).toEqual([]);
  });

  const bounce = (messageId: string, isAddress = true) =>
    world.store.bounced({ messageId, outcome: 'BOUNCED', isAddress });

  it('is BOUNCED by a mailbox, which stops the address', async () => {
    const id = await claimed();
    await end(id);
    expect(await bounce(id)).toBe('CHANGED');
    expect(await bounce(id)).toBe('KNOWN');
    expect(await bounce('msg_00000000000000000000000000')).toBe('NOT_OURS');
    expect(await world.messages()).toMatchObject([{ status: 'BOUNCED' }]);
    expect(await refused()).toEqual(['BOUNCED']);
  });

  it('is BOUNCED, and no word of its way there takes that back', async () => {
    await end(await claimed(), 'ACCEPTED', { sender: 'termii', reference: 'm-1' });
    await world.store.report('termii', 'm-1', 'BOUNCED');
    for (const outcome of ['DELIVERED', 'REFUSED'] as const) {
      await world.store.report('termii', 'm-1', outcome);
      expect(await world.messages()).toMatchObject([{ status: 'BOUNCED', reason: 'BOUNCED' }]);
    }
  });

  it('is BOUNCED by a mailbox that is full, and its address stays', async () => {
    const id = await claimed();
    await end(id);
    expect(await bounce(id, false)).toBe('CHANGED');
    expect(await world.messages()).toMatchObject([{ status: 'BOUNCED' }]);
    expect(await refused()).toEqual([]);
  });

  it('is not BOUNCED when it was an SMS, or was not sent yet', async () => {
    await world.paid();
    const waiting = String((await world.messages())[0]?.['message_id']);
    expect(await bounce(waiting)).toBe('NOT_OURS');
    await world.claim();
    await world.shop.pool.query(`update message set channel = 'SMS'`);
    expect(await bounce(waiting)).toBe('NOT_OURS');
    expect(await refused()).toEqual([]);
  });

  it('of which its reader complains stays as it was, and its address gets no more', async () => {
    const id = await claimed();
    await end(id);
    await world.store.bounced({ messageId: id, outcome: 'COMPLAINED', isAddress: true });
    expect(await world.messages()).toMatchObject([{ status: 'ACCEPTED', reason: 'COMPLAINED' }]);
    expect(await refused()).toEqual(['COMPLAINED']);
  });

  it('stops its address until an operator lifts the mark, which the old bounce does not make again', async () => {
    const id = await claimed();
    await end(id);
    await bounce(id);
    await world.paid();
    await world.claim();
    const stopped = (await world.messages()).at(-1);
    expect(stopped).toMatchObject({ status: 'NOT_SENT', reason: 'ADDRESS_REFUSED' });
    const lift = async (messageId: unknown) => {
      const values = [messageId, JSON.stringify(byTest)];
      const { rows } = await world.shop.pool.query('select lift_refusal($1, $2) as said', values);
      return rows[0].said;
    };
    // By the message that was stopped, too, although it was sent nowhere.
    expect(await lift(stopped?.['message_id'])).toBe('LIFTED');
    expect(await lift(id)).toBe('NOT_REFUSED');
    expect(await lift('msg_00000000000000000000000000')).toBe('RESOURCE_NOT_FOUND');
    expect(await bounce(id)).toBe('KNOWN');
    await world.paid();
    expect(await world.claim()).toHaveLength(1);
    const { rows } = await world.shop.pool.query(
      `select reason, before, to_jsonb(a)::text as whole from audit_entry a where action = 'message.address-accept'`,
    );
    expect(rows).toMatchObject([{ reason: byTest.reason, before: { refused: 'BOUNCED' } }]);
    expect(rows[0].whole).not.toContain('ada@');
  });

  const again = async (messageId: string) => {
    const values = [messageId, JSON.stringify(byTest)];
    const { rows } = await world.shop.pool.query(
      'select * from send_message_again($1, $2)',
      values,
    );
    return rows[0];
  };

  it('may be asked for again by an operator, once the last one is over, and is audited', async () => {
    const id = await claimed();
    expect((await again(id)).outcome).toBe('UNDER_WAY');
    await end(id);
    const { outcome, new_message_id: another } = await again(id);
    expect(outcome).toBe('QUEUED');
    expect((await again(id)).outcome).toBe('UNDER_WAY');
    expect(await world.claim()).toMatchObject([{ messageId: another, kind: 'RECEIPT' }]);
    const { rows } = await world.shop.pool.query(
      `select subject, reason from audit_entry where action = 'message.send-again'`,
    );
    expect(rows).toEqual([{ subject: id, reason: byTest.reason }]);
  });

  it('is sent again though its merchant wants none of its kind: an operator has asked for it', async () => {
    const id = await claimed();
    await end(id);
    await world.choose({ kinds: { RECEIPT: { email: false, sms: false, copy: false } } });
    const { new_message_id: another } = await again(id);
    expect(await world.claim()).toMatchObject([{ messageId: another }]);
  });
});

describe('the messages about', () => {
  const about = async (what: string) => {
    const { rows } = await world.shop.pool.query('select recipient from messages_about($1)', [
      what,
    ]);
    return rows
      .map(({ recipient }) => String(recipient))
      .toSorted((one, other) => one.localeCompare(other));
  };

  it('an order are its payer’s, and about a merchant those to its contacts', async () => {
    const { checkout } = await world.paid('ABOUT-1');
    await world.paid('ABOUT-2');
    const { rows } = await world.shop.pool.query(
      `insert into message (message_id, kind, cause, recipient, channel, merchant_id)
         values (new_id('msg_'), 'SETTLEMENT_PAID', 'stl_1/1', 'SETTLEMENT', 'EMAIL', $1),
                (new_id('msg_'), 'KEY_CHANGED', 'aud_1', 'TECHNICAL', 'EMAIL', $1) returning message_id`,
      [world.shop.merchantId],
    );
    expect(await about(checkout.checkoutId)).toEqual(['PAYER']);
    expect(await about('ABOUT-1')).toEqual(['PAYER']);
    expect(await about('ADA@example.ng')).toEqual(expect.arrayContaining(['PAYER', 'PAYER']));
    expect(await about(world.shop.merchantId)).toEqual(['SETTLEMENT', 'TECHNICAL']);
    expect(await about(rows[1].message_id)).toEqual(['TECHNICAL']);
    expect(await about('mch_01M8DJD06V1CPF1YJPB3FJWZ22')).toEqual([]);
    expect(await about('nobody@example.ng')).toEqual([]);
  });
});
