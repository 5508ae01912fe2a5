import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MessageReports } from '../../../../src/notify/senders/message-reports.js';
import { termiiReports } from '../../../../src/notify/senders/termii/termii-report.js';
import { MessageWorld } from '../../../support/message-world.js';
import { type Answer, say, TermiiServer } from '../../../support/termii-server.js';

let world: MessageWorld;
let reports: MessageReports;
beforeAll(async () => {
  world = await MessageWorld.open();
  reports = new MessageReports(new Map([['termii', termiiReports('SECRET')]]), world.store);
});
afterAll(() => world[Symbol.asyncDispose]());
const kinds = { RECEIPT: { email: true, sms: true, copy: false } };
beforeEach(() => world.choose({ kinds }));
afterEach(async () => {
  await world.shop.pool.query('truncate message, refused_address, message_count, message_report');
});

/** What Termii does when it is asked, one after the other; the last goes on. */
type Step = Answer | 'HANGS' | { readonly reportsFirst: string; readonly then: Answer };
type Row = readonly [status: string, reason: string | null, attempts: number];

const taken: Answer = { status: 200, body: { code: 'ok', message_id: 'm-1' } };
const refusal = (status: number, message: string): Answer => ({ status, body: { message } });
const report = (status: string, id = 'm-1', key = 'SECRET') => {
  const body = JSON.stringify({ type: 'outbound', message_id: id, receiver: '234803', status });
  const signature = createHmac('sha512', key).update(body).digest('hex');
  return reports.receive('termii', { 'x-termii-signature': signature }, Buffer.from(body));
};

interface Play {
  readonly steps: readonly Step[];
  /** After the first attempt, in this order. */
  readonly reports?: readonly (readonly [status: string, id?: string, key?: string])[];
  /** How often messages become due once more. */
  readonly again?: number;
  readonly ends: Row;
  readonly isMarked?: boolean;
}

/** The numbers are those of the sheet. */
const sheet: readonly (readonly [name: string, Play])[] = [
  [
    '1: a 200 without a code',
    { steps: [{ status: 200, body: { message_id: 'm-1' } }], ends: ['ACCEPTED', null, 1] },
  ],
  [
    '2: what is taken is never delivered, and nothing is told of it',
    { steps: [taken], reports: [['Message Sent']], again: 1, ends: ['ACCEPTED', null, 1] },
  ],
  [
    '3: the number takes no advertising',
    {
      steps: [taken],
      reports: [['DND Active on Phone Number']],
      ends: ['REFUSED', 'REFUSED', 1],
    },
  ],
  ['4: rejected', { steps: [taken], reports: [['Rejected']], ends: ['REFUSED', 'REFUSED', 1] }],
  [
    '5: a report that comes before the answer',
    { steps: [{ reportsFirst: 'Delivered', then: taken }], ends: ['DELIVERED', null, 1] },
  ],
  [
    '6: a report of an id that is not ours',
    { steps: [taken], reports: [['Delivered', 'm-9']], ends: ['ACCEPTED', null, 1] },
  ],
  [
    '7: a report that is not signed with our secret',
    { steps: [taken], reports: [['Delivered', 'm-1', 'OLD']], ends: ['ACCEPTED', null, 1] },
  ],
  [
    '8: the same report twice',
    { steps: [taken], reports: [['Delivered'], ['Delivered']], ends: ['DELIVERED', null, 1] },
  ],
  [
    '9: "sent" and "failed" after "delivered"',
    {
      steps: [taken],
      reports: [['Delivered'], ['Message Sent'], ['Message Failed']],
      ends: ['DELIVERED', null, 1],
    },
  ],
  [
    '10: our key is refused, until it is put right',
    { steps: [refusal(401, 'Unauthorized'), taken], again: 1, ends: ['ACCEPTED', null, 2] },
  ],
  [
    '11: no balance, until it is filled up',
    {
      steps: [refusal(402, 'Low balance'), refusal(400, 'Insufficient balance'), taken],
      again: 2,
      ends: ['ACCEPTED', null, 3],
    },
  ],
  [
    '12: too many at once',
    { steps: [refusal(429, 'Too many requests')], ends: ['PENDING', 'TOO_MANY', 1] },
  ],
  [
    '13: no answer after it was sent: it is sent again',
    { steps: ['HANGS', taken], again: 1, ends: ['ACCEPTED', null, 2] },
  ],
  [
    '15: a page in place of an answer',
    { steps: [{ status: 200, body: '<html>Hello</html>' }], ends: ['PENDING', 'GARBAGE', 1] },
  ],
  [
    '16: a sender id that is not approved, until it is',
    {
      steps: [refusal(400, 'ApplicationSenderId not found'), taken],
      again: 1,
      ends: ['ACCEPTED', null, 2],
    },
  ],
  [
    'second sheet, 13: some numbers are refused',
    {
      steps: [refusal(400, 'Invalid phone number')],
      ends: ['REFUSED', 'BAD_NUMBER', 1],
      isMarked: true,
    },
  ],
  [
    'second sheet, 18: a redirect',
    {
      steps: [{ status: 301, body: '', headers: { location: 'http://example.com/' } }],
      ends: ['PENDING', 'REDIRECTED', 1],
    },
  ],
  [
    'second sheet, 19: our account is not active',
    { steps: [refusal(403, 'Account not active')], ends: ['PENDING', 'KEY_REFUSED', 1] },
  ],
];

describe('an SMS by Termii that misbehaves', () => {
  const paidByPhone = async () => {
    const customer = {
      ...{ email: null, phoneNumber: '+2348031234567', firstName: 'Ada', lastName: 'Obi' },
    };
    const order = await world.shop.order({ overrides: { customer } });
    await world.shop.payAndPost(order, 1_000_000n);
  };
  const courierOf = ({ sender }: TermiiServer) => {
    const { store } = world;
    // The test also runs at night.
    const claim: typeof store.claim = (asked) => store.claim({ ...asked, quietUntil: null });
    const record: typeof store.record = (sendings) => store.record(sendings);
    return world.courier(sender, { messages: { claim, record } });
  };

  it.each(sheet)('%s', async (_name, { steps, reports: said = [], again = 0, ends, isMarked }) => {
    const isImpatient = steps.includes('HANGS');
    await using termii = await TermiiServer.start(
      (response) => {
        const step = steps[Math.min(termii.asked.length, steps.length) - 1] as Step;
        if (step === 'HANGS') return;
        if ('status' in step) say(response, step);
        else void report(step.reportsFirst).then(() => say(response, step.then));
      },
      isImpatient ? 2_000 : 20_000,
    );
    await paidByPhone();
    const courier = courierOf(termii);
    await world.carry(courier);
    for (const each of said) await report(...each);
    for (let round = 0; round < again; round += 1) {
      await world.shop.pool.query(`update message set due_at = now() where status = 'PENDING'`);
      await world.carry(courier);
    }
    expect(
      (await world.messages()).map(({ status, reason, attempts }) => [status, reason, attempts]),
    ).toEqual([ends]);
    const { rows } = await world.shop.pool.query('select from refused_address');
    expect(rows).toHaveLength(isMarked === true ? 1 : 0);
    for (const asked of termii.asked) expect(asked).toMatchObject({ to: '2348031234567' });
  });

  it('14: has letters of Yoruba in many parts, all of which are sent', async () => {
    await using termii = await TermiiServer.start((response) => say(response, taken));
    await world.choose({ kinds, locale: 'yo' });
    await paidByPhone();
    await world.carry(courierOf(termii));
    expect(termii.asked).toMatchObject([{ type: 'unicode' }]);
    const text = String(termii.asked[0]?.['sms']);
    expect(text).toMatch(
      /^Shop ti gba NGN10,000\.00 fún ọjà .* https:\/\/pay\.example\.ng\/pay\/pg_/,
    );
    expect(text.length).toBeGreaterThan(70);
  });

  it('second sheet, 9: the balance ends among many: the rest goes when it is there again', async () => {
    let isEmpty = false;
    await using termii = await TermiiServer.start((response, { to }) => {
      isEmpty ||= termii.asked.length === 3;
      say(response, isEmpty ? refusal(402, `Low balance for ${String(to)}`) : taken);
    });
    for (let at = 0; at < 6; at += 1) await paidByPhone();
    await world.carry(courierOf(termii));
    const statuses = async () => Map.groupBy(await world.messages(), ({ status }) => status);
    const halves = await statuses();
    expect([halves.get('ACCEPTED')?.length, halves.get('PENDING')?.length]).toEqual([2, 4]);
    await world.shop.pool.query(`update message set due_at = now() where status = 'PENDING'`);
    await using filled = await TermiiServer.start((response) => say(response, taken));
    await world.carry(courierOf(filled));
    expect((await statuses()).get('ACCEPTED')).toHaveLength(6);
    const { rows } = await world.shop.pool.query('select from refused_address');
    expect(rows).toEqual([]);
  });
});
