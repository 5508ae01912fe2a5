import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventTypes } from '../../../../src/domain/event-type.js';
import type { RailEvent } from '../../../../src/payments/cards/rail-event.js';
import { PgRailEventStore } from '../../../../src/payments/cards/rail-event.store.js';
import { chargeback, paidByCard } from '../../../support/card-sale.js';
import { MessageWorld } from '../../../support/message-world.js';

let world: MessageWorld;
beforeAll(async () => {
  world = await MessageWorld.open();
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() => world.store.setChannels({ EMAIL: 'smtp', SMS: 'termii' }));
afterEach(() => world.shop.pool.query('truncate message'));

const kindsOf = async () => (await world.messages()).map(({ kind }) => kind);

describe('a payer is told', () => {
  it('of a payment that fits: a receipt, and once, whatever is told twice', async () => {
    const { checkout } = await world.paid();
    await world.shop.pool.query(
      `select notify_payer(c, 'RECEIPT', c.checkout_id) from checkout c where checkout_id = $1`,
      [checkout.checkoutId],
    );
    expect(await world.messages()).toMatchObject([
      { kind: 'RECEIPT', cause: checkout.checkoutId, recipient: 'PAYER', channel: 'EMAIL' },
    ]);
  });

  it('of too little, and then of the whole', async () => {
    const order = await world.shop.order();
    await world.shop.payAndPost(order, 400_000n);
    expect(await kindsOf()).toEqual(['TOO_LITTLE']);
    await world.shop.payAndPost(order, 600_000n);
    expect(await kindsOf()).toEqual(['TOO_LITTLE', 'RECEIPT']);
  });

  it('of a part that is enough by the merchant’s policy: a receipt only', async () => {
    const order = await world.shop.order({ policies: { underpaid: 'ACCEPT' } });
    await world.shop.payAndPost(order, 900_000n);
    expect(await kindsOf()).toEqual(['RECEIPT']);
  });

  const toldOf: Partial<Record<(typeof eventTypes)[number], string>> = {
    'checkout.successful': 'RECEIPT',
    'checkout.underpaid': 'TOO_LITTLE',
    'checkout.overpaid': 'TOO_MUCH',
    'checkout.late_payment': 'LATE',
    'checkout.duplicate_payment': 'TWICE',
    'refund.successful': 'REFUND_DONE',
    'refund.needs_account': 'REFUND_NEEDS_ACCOUNT',
  };

  let anyOrder: ReturnType<typeof world.paid> | undefined;

  it.each(eventTypes)('what %s means to the payer, of a transfer and of a card', async (type) => {
    const { checkout } = await (anyOrder ??= world.paid());
    const tell = async (account: string | null) => {
      await world.shop.pool.query('truncate message');
      await world.shop.pool.query(
        `select notify_payer_of_events(c, jsonb_populate_record(k, jsonb_build_object('account_number', $2::text)),
                                     array[$3], 'rfd_1', '{"reference": "dsp_1"}')
           from checkout c join inward_credit k using (checkout_id) where c.checkout_id = $1`,
        [checkout.checkoutId, account, type],
      );
      return (await world.messages()).map(({ kind, recipient }) => [kind, recipient]);
    };
    const kind = toldOf[type];
    expect(await tell('9900000017')).toEqual(kind === undefined ? [] : [[kind, 'PAYER']]);
    // What a payer's own bank takes back of a transfer, that bank tells its customer.
    const ofCard = type === 'transaction.reversed' ? 'DISPUTE_REFUND' : kind;
    expect(await tell(null)).toEqual(ofCard === undefined ? [] : [[ofCard, 'PAYER']]);
  });

  it('of too much, and of a second payment', async () => {
    const order = await world.shop.order({ policies: { overpaid: 'REFUND_EXCESS' } as never });
    await world.shop.payAndPost(order, 1_500_000n);
    await world.shop.payAndPost(order, 1_000_000n);
    expect(new Set(await kindsOf())).toEqual(new Set(['RECEIPT', 'TOO_MUCH', 'TWICE']));
  });

  it('by SMS where only a phone number is known, and of nothing where no sender is', async () => {
    const customer = {
      email: null,
      phoneNumber: '+2348031234567',
      firstName: null,
      lastName: null,
    };
    const order = await world.shop.order({ overrides: { customer } });
    await world.shop.payAndPost(order, 1_000_000n);
    expect(await world.messages()).toMatchObject([{ kind: 'RECEIPT', channel: 'SMS' }]);
    await world.store.setChannels({ EMAIL: null, SMS: null });
    await world.paid();
    expect(await world.messages()).toHaveLength(1);
  });

  it('by SMS, when no sender carries e-mail, though an address is known too', async () => {
    await world.store.setChannels({ EMAIL: null, SMS: 'termii' });
    await world.paid();
    expect(await world.messages()).toMatchObject([{ kind: 'RECEIPT', channel: 'SMS' }]);
  });

  it('of each disputed card payment what it has given back, and not the sum of all', async () => {
    const events = new PgRailEventStore(world.shop.pool);
    const { chargeId } = await paidByCard(world.shop);
    for (const [at, amountMinor] of [300_000n, 200_000n].entries()) {
      const of = (kind: RailEvent['kind']) => ({
        ...chargeback(kind, chargeId, `cbk-part-${at}`),
        amountMinor,
      });
      await events.receive(of('CHARGEBACK_OPENED'));
      await events.receive(of('CHARGEBACK_LOST'));
    }
    const claimed = await world.claim(['EMAIL']);
    const mails = await Promise.all(
      claimed
        .filter(({ kind }) => kind === 'DISPUTE_REFUND')
        .map((message) => world.mails().render(message)),
    );
    const subjects = mails.map((mail) => ('subject' in mail ? mail.subject : mail.notSent));
    expect(subjects.map((subject) => /₦[\d,.]+\d/.exec(subject)?.[0] ?? '').toSorted()).toEqual([
      '₦2,000.00',
      '₦3,000.00',
    ]);
  });

  it('not by a transaction that is rolled back', async () => {
    const client = await world.shop.pool.connect();
    const { checkout } = await world.shop.order();
    await client.query('begin');
    await client.query(
      `select notify_payer(c, 'RECEIPT', c.checkout_id) from checkout c where checkout_id = $1`,
      [checkout.checkoutId],
    );
    await client.query('rollback');
    client.release();
    expect(await world.messages()).toEqual([]);
  });
});
