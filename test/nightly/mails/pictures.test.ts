import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contactMessageKinds, type MessageKind } from '../../../src/domain/message-kinds.js';
import type { OutgoingMessage } from '../../../src/notify/senders/sender.port.js';
import { ContactMails } from '../../../src/pages/mails/contact-mails.js';
import type { ContactFacts } from '../../../src/pages/mails/contact-stories.js';
import { loadTemplates } from '../../../src/pages/mails/template-files.js';
import { findChromium } from '../../browser/chromium.js';
import { faultsByAxe, PayerBrowser, prepareAxe } from '../../browser/payer-browser.js';
import { MessageWorld } from '../../support/message-world.js';

const at = '2026-11-25T14:05:00.000Z';
const facts: ContactFacts = {
  ...{ merchant: 'Ìyá Bàsírà Foods', disputeId: 'dsp_01KA0000000000000000000000' },
  ...{ amount: '16777217', paymentReference: 'INV-2026-000077', why: 'Goods not received' },
  ...{ dueAt: at, openedAt: at, since: at, at, endsAt: at, usableFrom: at, formerUntil: at },
  ...{ url: 'https://shop.example.ng/hooks/manilla', waiting: '128', transactions: '2048' },
  ...{ settlementReference: 'STL-2026-11-25', account: '******6789', bank: 'GTBank' },
  ...{ action: 'key.rotate', by: 'mid_01KA0000000000000000000000', from: '102.89.1.5' },
  ...{ subject: 'mid_01KA0000000000000000000000', clientId: 'mid_01KA0000000000000000000000' },
  ...{ name: 'Till at Yaba', groups: ['payments', 'refunds'], network: '105.112.3.0/24' },
  ...{ fields: ['contacts', 'granted_scopes'], first: '2026-11-25', last: '2026-11-25' },
  ...{ payments: '128', received: '900719925474099', fees: '128000', refunds: '50000' },
  ...{ chargebacks: '0', paidOut: '84000000', toAnswer: '2', messages: '9990' },
  kinds: { DISPUTE_OPENED: 9_000, RECEIPT: 990 },
};
const waiting = [
  { kind: 'CASE', count: 12, since: at, subjects: ['41', '42', '43'] },
  { kind: 'STATEMENT_MISSING', count: 1, since: at, subjects: ['example-bank'] },
];

/** Names without a space, as long as they may be. */
const longest: ContactFacts = {
  ...facts,
  ...{ merchant: 'W'.repeat(100), name: 'K'.repeat(100), paymentReference: 'R'.repeat(64) },
  url: `https://shop.example.ng/${'h'.repeat(500)}`,
};

let browser: PayerBrowser;
let world: MessageWorld;
const mails: [name: string, mail: OutgoingMessage][] = [];
const isThere = findChromium() !== undefined;

beforeAll(async () => {
  if (!isThere) return;
  [browser, world] = await Promise.all([PayerBrowser.start(), MessageWorld.open()]);
  let shown = facts;
  const contacts = new ContactMails({
    ...{ portalUrl: 'https://portal.example.ng', linkOf: () => 'link' },
    facts: { find: () => Promise.resolve(shown) },
    attention: { find: () => Promise.resolve(waiting) },
    statement: () => Promise.resolve(undefined),
    templates: loadTemplates(null).contacts,
    ...{ deskUrl: 'https://desk.example.ng', isSandbox: true },
  });
  const kinds: readonly MessageKind[] = [...contactMessageKinds, 'ATTENTION'];
  const wide = ['KEY_CHANGED', 'WEBHOOK_FAILING', 'DISPUTE_OPENED'] as const;
  for (const [kind, name] of [
    ...kinds.map((each) => [each, each] as const),
    ...wide.map((each) => [each, `${each}-longest`] as const),
  ]) {
    shown = name === kind ? facts : longest;
    const recipient = kind === 'ATTENTION' ? 'OPERATOR' : 'BUSINESS';
    const mail = await contacts.render({
      ...{ messageId: 'msg_1', kind, cause: 'x', recipient, channel: 'EMAIL', merchantId: 'mch_1' },
      ...{ checkoutId: null, attempt: 1, address: 'bola@shop.example.ng', choices: {} },
    });
    if (!('notSent' in mail)) mails.push([name, mail]);
  }
  await payerMails();
});
afterAll(async () => {
  await browser?.[Symbol.asyncDispose]();
  await world?.[Symbol.asyncDispose]();
});

/** Those of an order that was paid in two parts, and of one that was paid twice. */
async function payerMails(): Promise<void> {
  const { shop } = world;
  const parts = await shop.order();
  await shop.payAndPost(parts, 400_000n);
  const [asked] = await world.claim();
  if (asked !== undefined) mails.push(['TOO_LITTLE', await drawn(asked)]);
  await shop.payAndPost(parts, 600_000n);
  await shop.payAndPost(parts, 1_000_000n);
  for (const message of await world.claim()) mails.push([message.kind, await drawn(message)]);
}

async function drawn(message: Parameters<MessageWorld['draw']>[0]): Promise<OutgoingMessage> {
  const mail = await world.draw(message);
  if ('notSent' in mail) throw new Error(`${message.kind}: ${mail.notSent}`);
  return mail;
}

/** `MANILLA_PICTURES=folder` keeps the pictures for whoever wants to look. */
const folder = process.env['MANILLA_PICTURES'];

it.skipIf(!isThere)(
  'every mail is clean by axe and fits its width, in the light and in the dark',
  { timeout: 300_000 },
  async () => {
    expect(new Set(mails.map(([kind]) => kind)).size).toBeGreaterThanOrEqual(22);
    const faults: string[] = [];
    for (const width of [360, 600]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await using tab = await browser.tab({ viewport: { width, height: 700 }, colorScheme });
        for (const [kind, { html }] of mails) {
          const name = `${kind.toLowerCase()}-${width}-${colorScheme}`;
          await tab.page.setContent(html ?? '');
          await prepareAxe(tab.page);
          faults.push(...(await faultsByAxe(tab.page)).map((fault) => `${name}: ${fault}`));
          const wide = await tab.page.evaluate(() => document.documentElement.scrollWidth);
          if (wide > width) faults.push(`${name}: ${wide} wide`);
          if (folder !== undefined) {
            mkdirSync(folder, { recursive: true });
            await tab.page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
          }
        }
        expect(tab.conduct.requests).toEqual([]);
      }
    }
    expect(faults).toEqual([]);
  },
);
