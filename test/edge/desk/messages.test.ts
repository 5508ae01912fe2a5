import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PgMessageStore } from '../../../src/notify/messages/message.store.js';
import { SealedOutbox } from '../../../src/notify/messages/outbox.js';
import { createSecretSeal } from '../../../src/platform/keys/secret-seal.js';
import { createPool } from '../../../src/platform/database/database.js';
import { DeskWorld } from '../../support/desk-world.js';
import type { TestEdge } from '../../support/edge.js';
import { outgoing } from '../../support/outgoing-message.js';
import { sealRing } from '../../support/key-rings.js';

let world: DeskWorld<TestEdge>;
let pool: pg.Pool;
let paid: string;
let messageId: string;
beforeAll(async () => {
  world = await DeskWorld.edge();
  const { database, env } = world.api.manilla;
  pool = createPool(database.appUrl, { max: 1, applicationName: 'test' });
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
  const outbox = new SealedOutbox(store, createSecretSeal(sealRing(env), 'message copy'));
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
