import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ApiWorld } from '../support/api-world.js';
import type { EdgeApi, TestEdge } from '../support/edge.js';

const secret = 'TERMII_SECRET';
/** As many digits as Termii's ids have: a number of them is not exact in JavaScript. */
const reference = '5964465985113503103';

let world: ApiWorld<TestEdge>;
let api: EdgeApi;
let messageId: string;
beforeAll(async () => {
  world = await ApiWorld.edge();
  api = await world.manilla.beside({ MANILLA_TERMII_SECRET: secret } as object);
});
afterAll(async () => {
  await api?.stop();
  await world?.stop();
});
beforeEach(async () => {
  await world.query('truncate message, message_report');
  const [row] = await world.query<{ message_id: string }>(
    `insert into message (message_id, kind, cause, recipient, channel, merchant_id, status, attempts, sender, reference)
     values (new_id('msg_'), 'RECEIPT', 'chk_1', 'PAYER', 'SMS', $1, 'ACCEPTED', 1, 'termii', $2) returning message_id`,
    [world.manilla.merchant.merchantId, reference],
  );
  messageId = row?.message_id ?? '';
});

const signed = (body: string, key = secret): Record<string, string> => ({
  'x-termii-signature': createHmac('sha512', key).update(body).digest('hex'),
});
const reportBody = (status: string, id: unknown = reference): string =>
  JSON.stringify({ type: 'outbound', message_id: id, receiver: '2348012345678', status });

async function report(
  body: string,
  headers: Record<string, string> = signed(body),
  { gateway = 'termii', baseUrl = api.baseUrl } = {},
) {
  const reply = await fetch(`${baseUrl}/api/v1/providers/${gateway}/message-report`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  const { data } = (await reply.json()) as { data: { reason?: string } };
  return { status: reply.status, reason: data.reason };
}
const stored = async () =>
  (await world.query('select message_id, status, reason, ended_at from message'))[0];
const early = () => world.query('select reference, outcome from message_report');

it('says that the phone has a message, however often it is told, and whatever is told later', async () => {
  expect(await report(reportBody('DELIVERED | Message delivered to handset'))).toEqual({
    status: 200,
  });
  const delivered = await stored();
  expect(delivered).toMatchObject({ message_id: messageId, status: 'DELIVERED', reason: null });
  for (const status of [
    'Delivered',
    'Message Sent',
    'Message Failed',
    'Rejected',
    'no such word',
  ]) {
    expect(await report(reportBody(status))).toEqual({ status: 200 });
  }
  expect(await stored()).toEqual(delivered);
});

it('counts by an id that comes as a number, too large for JavaScript', async () => {
  const body = `{"message_id":${reference},"status":"Delivered"}`;
  expect(await report(body)).toEqual({ status: 200 });
  expect(await stored()).toMatchObject({ status: 'DELIVERED' });
});

it('of a message that is not known (yet) is taken, and kept for a while', async () => {
  expect(await report(reportBody('Delivered', 'another'))).toEqual({ status: 200 });
  expect(await report(reportBody('Message Sent', 'a third'))).toEqual({ status: 200 });
  expect(await stored()).toMatchObject({ status: 'ACCEPTED' });
  expect(await early()).toEqual([{ reference: 'another', outcome: 'DELIVERED' }]);
});

it.each([
  ['that is not signed', reportBody('Delivered'), {}],
  ['signed with another key', reportBody('Delivered'), signed(reportBody('Delivered'), 'another')],
  ['that was altered', reportBody('Delivered', 'other'), signed(reportBody('Delivered'))],
  ['signed with nothing', reportBody('Delivered'), { 'x-termii-signature': '' }],
  ['signed by words', reportBody('Delivered'), { 'x-termii-signature': 'x'.repeat(128) }],
  ['without an id', '{"status":"Delivered"}', signed('{"status":"Delivered"}')],
  [
    'whose id is a list',
    reportBody('Delivered', [reference]),
    signed(reportBody('Delivered', [reference])),
  ],
  [
    'whose status is endless',
    reportBody('x'.repeat(20_000)),
    signed(reportBody('x'.repeat(20_000))),
  ],
])('%s changes nothing', async (_what, body, headers) => {
  expect(await report(body, headers)).toEqual({ status: 401, reason: 'SIGNATURE_INVALID' });
  expect(await stored()).toMatchObject({ status: 'ACCEPTED' });
  expect(await early()).toEqual([]);
});

it('is believed by the gateway in its address alone, and where its secret is set', async () => {
  const refused = { status: 401, reason: 'SIGNATURE_INVALID' };
  const body = reportBody('Delivered');
  for (const gateway of ['simulator', 'smtp', 'log', '__proto__']) {
    expect(await report(body, signed(body), { gateway })).toEqual(refused);
  }
  const { baseUrl } = world.manilla;
  expect(await report(body, signed(body), { baseUrl })).toEqual(refused);
  expect(await report(body, signed(body, ''), { baseUrl })).toEqual(refused);
  expect(await stored()).toMatchObject({ status: 'ACCEPTED' });
});
