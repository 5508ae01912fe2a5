import { extractText, getDocumentProxy } from 'unpdf';
import type { ParsedMail } from 'mailparser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiWorld } from '../../support/api-world.js';
import { contacts } from '../../support/contacts.js';
import { disputedSale } from '../../support/disputed-sale.js';
import { manilla } from '../../support/manilla-cli.js';
import { noPostfix, Postfix } from '../../support/postfix.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';

if (noPostfix !== undefined) console.log(`No mail goes through a real server: ${noPostfix}.`);

let postfix: Postfix;
let world: ApiWorld;

describe.skipIf(noPostfix !== undefined)('what Debian’s mail server has taken', () => {
  beforeAll(async () => {
    postfix = await Postfix.start();
    world = await ApiWorld.start({
      MANILLA_SMTP_URL: postfix.url,
      MANILLA_MAIL_FROM: 'Shop <pay@manilla.example.ng>',
      MANILLA_LOOPBACK_WEBHOOKS: 'on',
      NODE_EXTRA_CA_CERTS: postfix.certificate,
      // The machine of the tests may be busy all the time.
      MANILLA_RECEIPTS_WAIT_SECONDS: '0',
    } as object);
    const { merchantId } = world.manilla.merchant;
    await world.query('select put_contacts($1, $2)', [merchantId, JSON.stringify(contacts)]);
  }, 300_000);
  afterAll(async () => {
    await world?.stop();
    await postfix?.[Symbol.asyncDispose]();
  }, 60_000);

  const mailOf = async (subject: RegExp): Promise<ParsedMail> =>
    (await postfix.hears((mail) => subject.test(mail.subject ?? ''))).mail;
  const pageOf = (mail: ParsedMail) =>
    fetch(/href="([^"]+)"/.exec(String(mail.html))?.[1] ?? '').then(async (page) => ({
      ...{ status: page.status, text: await page.text() },
    }));
  const receiptOf = (reference: string) =>
    world.query<{ status: string; reason: string | null; attempts: number }>(
      `select m.status, m.reason, m.attempts from message m join checkout c on c.checkout_id = m.cause
        where c.payment_reference = $1 and m.kind = 'RECEIPT'`,
      [reference],
    );

  test('is a receipt: its link leads to the payment, its PDF opens', async () => {
    const { reference } = await world.paid();
    const mail = await mailOf(new RegExp(`^TEST Receipt: ₦10,000\\.00 to .*${reference}`));
    const page = await pageOf(mail);
    expect([page.status, page.text.includes('10,000.00')]).toEqual([200, true]);
    const [pdf] = mail.attachments;
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf?.content ?? [])));
    expect(text.join(' ')).toContain(reference);
    expect(mail.headers.get('auto-submitted')).toBe('auto-generated');
    expect(JSON.stringify(mail.headerLines)).toContain('by mx.example.ng (Postfix) with ESMTPS');
  });

  test('is what is missing, with the page where it can be paid', async () => {
    const { reference } = await world.partlyPaid();
    const mail = await mailOf(new RegExp(`₦6,000\\.00 is still to be paid.*${reference}`));
    expect((await pageOf(mail)).status).toBe(200);
  });

  test('is a chargeback, and its reminder', async () => {
    const evidenceDueAt = new Date(Date.now() + 7 * 86_400_000).toISOString();
    const sale = { evidenceDueAt };
    const { reference } = await disputedSale(world.merchant, world.manilla.simulatorUrl, sale);
    const opened = await mailOf(new RegExp(`^TEST Chargeback of .*${reference}`));
    expect(opened.text).toContain('A cardholder disputes');
    await world.query(
      `update message set tell_at = now(), due_at = now() where kind = 'DISPUTE_DUE_DAY'`,
    );
    await postfix.hears(({ text = '' }) => text.includes('One day is left.'));
  });

  test('is an endpoint that is gone', async () => {
    await using receiver = await WebhookReceiver.start(() => 410);
    await world.merchant.post('/api/v1/webhooks/notification-url', { url: receiver.url });
    await world.paid();
    expect((await mailOf(/^TEST Your webhooks are switched off/)).text).toContain(receiver.url);
    // Setting the address was told too, to both contacts.
    expect((await mailOf(/^TEST The address of your webhooks was set/)).text).toContain('your key');
  });

  test('is no receipt for a mailbox that is not there: it is refused at once, and once', async () => {
    const { reference } = await world.paid({ email: 'nobody@example.ng' });
    await expect
      .poll(() => receiptOf(reference))
      .toEqual([{ status: 'REFUSED', reason: 'SMTP_550', attempts: 1 }]);
  });

  test('comes back, and its own bounce marks the address', async () => {
    const { reference } = await world.paid({ email: 'gone@example.ng' });
    const [message] = await world.query<{ message_id: string }>(
      `select m.message_id from message m join checkout c on c.checkout_id = m.cause where c.payment_reference = $1`,
      [reference],
    );
    const isBounce = ({ subject = '', attachments }: ParsedMail) =>
      subject.startsWith('Undelivered Mail') &&
      attachments.some(({ content }) => content.includes(String(message?.message_id)));
    const { file } = await postfix.hears(isBounce);
    const database = { DATABASE_URL: world.manilla.database.appUrl };
    const { stdout } = await manilla(['senders', 'bounced', file], database);
    expect(stdout).toMatch(/^1 taken down, 0 known before/);
    expect(await receiptOf(reference)).toMatchObject([{ status: 'BOUNCED' }]);
    const { reference: next } = await world.paid({ email: 'GONE@example.ng' });
    await expect
      .poll(() => receiptOf(next))
      .toMatchObject([{ status: 'NOT_SENT', reason: 'ADDRESS_REFUSED' }]);
  });
});
