import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  contactMessageKinds,
  mutableMessageKinds,
  payerMessageKinds,
} from '../../src/domain/message-kinds.js';
import type { ApiClient } from '../support/api-client.js';
import { DeskWorld } from '../support/desk-world.js';
import type { TestEdge } from '../support/edge.js';
import { manilla } from '../support/manilla-cli.js';

let desk: DeskWorld<TestEdge>;
let shop: ApiClient & { merchant: { merchantId: string } };
beforeAll(async () => {
  desk = await DeskWorld.edge();
  shop = await desk.api.otherMerchant('Bola Foods');
});
afterAll(() => desk?.stop());

const path = '/api/v1/merchant/messages';
const put = (body: unknown, who: ApiClient = shop) =>
  who.send('PUT', path, {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
const usual = payerMessageKinds.map((kind) => ({ kind, email: true, sms: false, copy: false }));

it('has e-mails on, SMS and copies off, until a merchant chooses', async () => {
  const { status, data } = await shop.get(path);
  expect(status).toBe(200);
  expect(data).toEqual({
    ...{ senderName: null, replyTo: null, copyTo: null, locale: null, kinds: usual },
    ...{ summary: 'DAILY', muted: [] },
    channels: expect.any(Array),
    contacts: { business: null, technical: null, settlement: null },
  });
});

it('replaces all of it: what is left out has its default again', async () => {
  const choices = {
    ...{ senderName: "Bola's Kitchen", replyTo: 'help@bola.example.ng', locale: 'yo' },
    copyTo: 'books@bola.example.ng',
    ...{ summary: 'WEEKLY', muted: ['WEBHOOK_BACK', 'SETTLEMENT_PAID'] },
    kinds: [
      { kind: 'RECEIPT', sms: true, copy: true },
      { kind: 'REFUND_DONE', email: false },
    ],
  };
  const set = await put(choices);
  const kinds = usual.map((each) =>
    each.kind === 'RECEIPT'
      ? { ...each, sms: true, copy: true }
      : each.kind === 'REFUND_DONE'
        ? { ...each, email: false }
        : each,
  );
  expect(set.data).toMatchObject({ ...choices, kinds, muted: choices.muted });
  expect((await shop.get(path)).data).toEqual(set.data);
  const { channels: _channels, contacts: _contacts, ...again } = set.data;
  expect((await put(again)).data).toEqual(set.data);
  expect((await put({ senderName: 'Bola Kitchen' })).data).toMatchObject({
    ...{ senderName: 'Bola Kitchen', replyTo: null, copyTo: null, locale: null, kinds: usual },
    ...{ summary: 'DAILY', muted: [] },
  });
  expect((await put({})).data.senderName).toBeNull();
});

it('is the merchant’s alone, and what stands beside it stays', async () => {
  const { merchantId } = shop.merchant;
  await desk.api.query(
    `update merchant set messages = messages || '{"other": 1}' where merchant_id = $1`,
    [merchantId],
  );
  await put({ replyTo: 'help@bola.example.ng' });
  const [row] = await desk.api.query<{ messages: object }>(
    'select messages from merchant where merchant_id = $1',
    [merchantId],
  );
  expect(row?.messages).toEqual({ other: 1, replyTo: 'help@bola.example.ng', kinds: {} });
  expect((await desk.api.merchant.get(path)).data.replyTo).toBeNull();
});

describe('a sender name', () => {
  it.each([
    ['a new line, and a header', 'Bola\r\nBcc: eve@example.ng'],
    ['an address', 'Bola <pay@bank.example.ng>'],
    ['quotes', 'Bola" <pay@bank.example.ng>, "'],
    ['an address of the Internet', 'zenithbank.com'],
    ['a link', 'https://bola'],
    ['letters of another alphabet', 'Zеnith'],
    ['Greek letters', 'Βοlα Fοοds'],
    ['nothing to read', '   '],
    ['one letter', 'B'],
    ['61 letters', 'B'.repeat(61)],
    ['pictures', 'Bola ✅'],
    ['no letter', '12345'],
    ['a number in its place', 7],
    ['the name of this product', 'Manilla'],
    ['the name of this product in it', 'Bola of Manilla'],
  ])('with %s is refused', async (_what, senderName) => {
    const { status, data } = await put({ senderName });
    expect([status, data.errors[0].field]).toEqual([400, 'senderName']);
  });

  it('loses signs that nobody sees, and directions', async () => {
    const { data } = await put({ senderName: ' Bola\u202E \u200BFoods\u2066' });
    expect(data.senderName).toBe('Bola Foods');
  });

  it('of 60 letters with marks is taken', async () => {
    const senderName = 'Ọlọ́fin àti Ẹgbẹ́ Ilé Ìtajà Ńlá & Sons (Lagos)'.replaceAll(/[()]/g, '');
    expect((await put({ senderName })).data.senderName).toBe(senderName.normalize('NFC'));
  });

  it('of another merchant, or one that looks like it, is refused, also inside a longer one', async () => {
    await desk.api.otherMerchant('Ade Stores');
    const names = ['Ade Stores', 'ADÉ STORES', 'Ade St0res', 'Ade Stores Lagos', 'The Ade-Stores'];
    for (const senderName of names) {
      const { status, data } = await put({ senderName });
      expect([senderName, status, data.errors?.[0]?.rule]).toEqual([senderName, 400, 'oneOf']);
    }
    // Two merchants may have a word in common.
    expect((await put({ senderName: 'Stores of Bola' })).status).toBe(200);
    expect((await put({ senderName: 'Bola Foods' })).status).toBe(200);
  });

  it('of a bank is refused', async () => {
    const [bank] = await desk.api.query<{ name: string }>(
      'select bank_name as name from number_prefix order by 1 limit 1',
    );
    for (const senderName of [bank?.name, `${bank?.name} Alerts`]) {
      expect((await put({ senderName })).status).toBe(400);
    }
  });
});

describe('an address', () => {
  it.each([
    ['a new line', 'a@b.example.ng\r\nBcc: eve@example.ng'],
    ['two of them', 'a@example.ng, eve@example.ng'],
    ['a name', 'Bola <a@example.ng>'],
    ['quotes', '"a b"@example.ng'],
    ['letters of another alphabet', 'а@example.ng'],
    ['a domain of another alphabet', 'a@exаmple.ng'],
    ['no domain', 'a@localhost'],
    ['a number for a domain', 'a@[127.0.0.1]'],
    ['two @', 'a@b@example.ng'],
    ['a space', ' a@example.ng'],
    ['a sign that nobody sees', 'a\u200B@example.ng'],
    ['255 letters', `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(63)}.${'d'.repeat(62)}.ng`],
  ])('with %s is refused', async (_what, address) => {
    for (const field of ['replyTo', 'copyTo']) {
      const { status, data } = await put({ [field]: address });
      expect([status, data.errors[0].field]).toEqual([400, field]);
    }
  });

  it('is needed for copies', async () => {
    const { status, data } = await put({ kinds: [{ kind: 'RECEIPT', copy: true }] });
    expect([status, data.errors]).toMatchObject([400, [{ field: 'copyTo', rule: 'required' }]]);
  });
});

it.each([
  ['an unknown kind', { kinds: [{ kind: 'PASSWORD' }] }],
  ['a kind twice', { kinds: [{ kind: 'RECEIPT' }, { kind: 'RECEIPT', email: false }] }],
  ['kinds by name', { kinds: { RECEIPT: { email: false } } }],
  ['a text for a choice', { kinds: [{ kind: 'RECEIPT', email: 'no' }] }],
  ['a language that we do not have', { locale: 'fr' }],
  ['an unknown field', { bcc: 'eve@example.ng' }],
  ['nothing in the list', { kinds: [null] }],
  ['a summary each hour', { summary: 'HOURLY' }],
  ['what is muted twice', { muted: ['WEBHOOK_BACK', 'WEBHOOK_BACK'] }],
  ['a message to payers that is muted', { muted: ['RECEIPT'] }],
  ...contactMessageKinds
    .filter((kind) => !mutableMessageKinds.some((each) => each === kind))
    .map((kind): [string, object] => [`muted: ${kind}`, { muted: [kind] }]),
])('refuses %s', async (_what, body) => {
  expect((await put(body)).status).toBe(400);
});

describe('operators', () => {
  it('read and replace it for a merchant, which is audited', async () => {
    const { merchantId } = shop.merchant;
    const at = `/merchants/${merchantId}/messages`;
    const set = await desk.ada.put(at, { replyTo: 'desk@bola.example.ng' });
    expect([set.status, set.data.replyTo]).toEqual([200, 'desk@bola.example.ng']);
    expect((await desk.bola.get(at)).data).toEqual(set.data);
    expect((await shop.get(path)).data).toEqual(set.data);
    const { items } = (
      await desk.ada.get(`/audit?action=merchant.messages&merchantId=${merchantId}`)
    ).data;
    expect(items[0]).toMatchObject({
      ...{ actor: 'Ada', action: 'merchant.messages', subject: merchantId },
      after: { messages: { replyTo: 'desk@bola.example.ng' } },
    });
    expect((await desk.ada.put(at, { senderName: 'Manilla' })).status).toBe(400);
    const gone = '/merchants/mch_01KA0000000000000000000000/messages';
    expect((await desk.ada.get(gone)).status).toBe(404);
    expect((await desk.ada.put(gone, {})).status).toBe(404);
  });

  it('change it by command: what is left out stays', async () => {
    const { merchantId } = shop.merchant;
    const run = (...args: string[]) =>
      manilla(['merchants', ...args], {
        MANILLA_DESK_URL: desk.ada.browserCookie.url,
        MANILLA_OPERATOR_TOKEN: desk.ada.token,
      });
    await desk.ada.put(`/merchants/${merchantId}/messages`, {});
    const set = [
      '--copy-to',
      'books@bola.example.ng',
      '--kind',
      'receipt:email,copy',
      '--mute',
      'webhook_back',
      '--summary',
      'NONE',
    ];
    const told = await run('tell', merchantId, ...set, '--kind', 'LATE:none');
    expect([told.code, told.stderr]).toEqual([0, '']);
    expect(told.stdout).toMatch(/^RECEIPT +yes +– +yes$/m);
    expect(told.stdout).toMatch(/^LATE +– +– +–$/m);
    const changed = await run('tell', merchantId, '--locale', 'ha', '--json');
    expect(JSON.parse(changed.stdout)).toMatchObject({
      ...{
        copyTo: 'books@bola.example.ng',
        locale: 'ha',
        ...{ summary: 'NONE', muted: ['WEBHOOK_BACK'] },
        kinds: expect.arrayContaining([{ kind: 'RECEIPT', email: true, sms: false, copy: true }]),
      },
    });
    const again = ['--unmute', 'WEBHOOK_BACK', '--summary', 'weekly'];
    const back = await run(
      'tell',
      merchantId,
      '--copy-to',
      'none',
      '--kind',
      'RECEIPT:email',
      ...again,
    );
    expect(back.stdout).toMatch(/^Summary +WEEKLY/m);
    expect(back.stdout).toMatch(/^Not told +nothing/m);
    expect((await run('tell', merchantId, '--mute', 'KEY_CHANGED')).code).toBe(2);
    expect(back.stdout).toContain('Copies to    nowhere');
    expect((await run('messages', merchantId)).stdout).toBe(back.stdout);
    for (const wrong of ['RECEIPT', 'NOTHING:email', 'RECEIPT:email,post']) {
      expect((await run('tell', merchantId, '--kind', wrong)).code).toBe(2);
    }
    const refused = await run('tell', merchantId, '--sender-name', 'Manilla');
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('senderName')]);
  });
});
