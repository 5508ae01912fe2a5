import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PgMessageStore } from '../../../src/notify/messages/message.store.js';
import { SealedOutbox } from '../../../src/notify/messages/outbox.js';
import { createSecretSeal } from '../../../src/platform/keys/secret-seal.js';
import { patientPool } from '../../support/patient-pool.js';
import { DeskWorld } from '../../support/desk-world.js';
import type { TestEdge } from '../../support/edge.js';
import { outgoing } from '../../support/outgoing-message.js';
import { sealKeySet } from '../../support/key-sets.js';

let world: DeskWorld<TestEdge>;
let pool: pg.Pool;
let paid: string;
let messageId: string;
beforeAll(async () => {
  world = await DeskWorld.edge();
  const { database, env } = world.api.manilla;
  pool = patientPool(database.appUrl, { max: 1, applicationName: 'test' });
  const store = new PgMessageStore(pool);
  await store.setChannels({ EMAIL: 'log', SMS: null });
  paid = (await world.api.paid()).reference;
  const { rows } = await pool.query('select message_id from messages_about($1)', [paid]);
  messageId = rows[0].message_id;
  // What the courier does, which this edge does not have.
  await pool.query(
    `update message set status = 'ACCEPTED', attempts = 1, sender = 'log', ended_at = now() where message_id = $1`,
    [messageId],
  );
  const outbox = new SealedOutbox(store, createSecretSeal(sealKeySet(env), 'message copy'));
  await outbox.keep(outgoing({ messageId }));
});
afterAll(async () => {
  await pool?.query('delete from message_channel');
  await pool?.end();
  await world?.stop();
});

const page = async (path: string, who = world.ada, form?: Record<string, string>) => {
  const { url, name, value } = who.browserCookie;
  const reply = await fetch(`${url}/desk/messages${path}`, {
    headers: { cookie: `${name}=${value}`, origin: url, 'sec-fetch-site': 'same-origin' },
    redirect: 'manual',
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  });
  return { status: reply.status, headers: reply.headers, text: await reply.text() };
};

it('lists what people were told, by order and by payer, and shows no address', async () => {
  for (const about of [paid, 'ada@example.ng', messageId]) {
    const { status, text } = await page(`?about=${encodeURIComponent(about)}`);
    expect([status, text.includes(`/desk/messages/${messageId}`)]).toEqual([200, true]);
    expect(text.replaceAll(about, '')).not.toContain('ada@example.ng');
  }
  expect((await page('?about=ORD-nobody')).text).toContain('Nothing is found.');
});

it('shows a message as it would look, in a frame that runs nothing', async () => {
  const shown = await page(`/${messageId}`);
  expect(shown.text).toContain(`/desk/messages/${messageId}/page.html`);
  expect(shown.headers.get('content-security-policy')).toContain("frame-src 'self'");
  const mail = await page(`/${messageId}/page.html`);
  expect(mail.text).toContain('You have paid');
  expect(mail.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
  const raw = await page(`/${messageId}/raw.txt`);
  expect(raw.text).toMatch(/^Message-ID: <msg_/m);
  const pdf = await page(`/${messageId}/receipt.pdf`);
  expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect((await page(`/${messageId}/secret.txt`)).status).toBe(404);
  expect((await page('/msg_00000000000000000000000000')).status).toBe(404);
});

it('sends one again with a reason, which is audited', async () => {
  expect((await page(`/${messageId}/again`, world.ada, { reason: '' })).status).toBe(400);
  const reason = 'She has lost it.';
  const sent = await page(`/${messageId}/again`, world.ada, { reason });
  expect(sent.status).toBe(303);
  expect(sent.headers.get('location')).toMatch(/^\/desk\/messages\/msg_\w+\?done=again$/);
  const { items } = (await world.ada.get(`/audit?subject=${messageId}`)).data;
  expect(items).toMatchObject([{ action: 'message.send-again', actor: 'Ada', reason }]);
  expect((await page(`/${messageId}/again`, world.ada, { reason })).status).toBe(403);
});

it('is listed by the API page by page, and shown with its address to those alone who may see it', async () => {
  const viewer = await world.operator('Vera', 'viewer');
  const listed = (await viewer.get(`/messages?about=${paid}`)).data.items;
  expect(listed.map((each: { messageId: string }) => each.messageId)).toContain(messageId);
  expect(JSON.stringify(listed)).not.toContain('@');
  expect(listed.at(-1)).toMatchObject({ kind: 'RECEIPT', status: 'ACCEPTED', dueAt: null });
  const first = (await viewer.get('/messages?size=1')).data;
  const next = (await viewer.get(`/messages?size=1&cursor=${first.page.nextCursor}`)).data;
  expect(first.items[0].messageId > next.items[0].messageId).toBe(true);
  expect((await viewer.get('/messages?size=1&cursor=x')).status).toBe(400);
  expect((await viewer.get('/messages?status=BOUNCED')).data.items).toEqual([]);
  expect((await viewer.get('/messages?to=2020-01-01')).data.items).toEqual([]);
  const address = async (who: typeof viewer) =>
    (await who.get(`/messages/${messageId}`)).data.address;
  expect([await address(viewer), await address(world.ada)]).toEqual([
    'a**@example.ng',
    'ada@example.ng',
  ]);
  expect((await page(`/${messageId}`, viewer)).text).toContain('a**@example.ng');
  expect((await viewer.get('/messages/msg_00000000000000000000000000')).status).toBe(404);
});

it('lets an address get messages again, by API and at the desk, with a reason that is audited', async () => {
  const refuse = () =>
    pool.query(`select refuse_address(address_hash('ada@example.ng'), 'BOUNCED', $1)`, [messageId]);
  const viewer = await world.operator('Viola', 'viewer');
  const lift = `/messages/${messageId}/lift`;
  await refuse();
  expect((await world.ada.get(`/messages/${messageId}`)).data.addressRefused).toBe('BOUNCED');
  expect((await viewer.post(lift, { reason: 'She asks.' })).status).toBe(403);
  expect((await world.ada.post(lift, { reason: ' ' })).status).toBe(400);
  const lifted = await world.ada.post(lift, { reason: 'She has a new mailbox.' });
  expect([lifted.status, lifted.data.addressRefused]).toEqual([200, null]);
  expect((await world.ada.post(lift, { reason: 'Once more.' })).status).toBe(403);
  await refuse();
  expect((await page(`/${messageId}`)).text).toContain('a message came back');
  const form = await page(`/${messageId}/lift`, world.ada, { reason: 'She asks again.' });
  expect(form.headers.get('location')).toBe(`/desk/messages/${messageId}?done=lift`);
  const { items } = (await world.ada.get('/audit?action=message.address-accept')).data;
  expect(items.map((each: { reason: string }) => each.reason)).toEqual([
    'She asks again.',
    'She has a new mailbox.',
  ]);
  expect(JSON.stringify(items)).not.toContain('ada@');
});

it('is sent again by API with a reason, by who may', async () => {
  const viewer = await world.operator('Vicky', 'viewer');
  const again = `/messages/${messageId}/send-again`;
  await pool.query(`update message set status = 'ACCEPTED' where status = 'PENDING'`);
  expect((await viewer.post(again, { reason: 'She has lost it.' })).status).toBe(403);
  expect((await world.ada.post(again, {})).status).toBe(400);
  const key = { 'idempotency-key': 'again-1' };
  const sent = await world.ada.post(again, { reason: 'She has lost it.' }, key);
  expect(sent.status).toBe(200);
  expect((await world.ada.post(again, { reason: 'She has lost it.' }, key)).data).toEqual(
    sent.data,
  );
  expect((await world.ada.post(again, { reason: 'She has lost it.' })).status).toBe(403);
  expect((await world.ada.get(`/messages/${sent.data.messageId}`)).data.status).toBe('PENDING');
});
