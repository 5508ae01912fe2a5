import { describe, expect, it } from 'vitest';
import { readReturnedMail } from '../../../../src/notify/senders/smtp/returned-mail.js';
import { isBadMailbox, verdictOf } from '../../../../src/notify/senders/smtp/smtp-refusal.js';
import { complaint, dsn, returnedId as id } from '../../../support/returned-mails.js';

const read = (text: string) => readReturnedMail(Buffer.from(text));
const bounced = (isAddress = true) => ({ messageId: id, outcome: 'BOUNCED', isAddress });

describe('a bounce', () => {
  it.each([
    ['with the whole message', dsn()],
    ['with its headers only', dsn({ returnedType: 'text/rfc822-headers' })],
    ['with lines that end as in mails', dsn().replaceAll('\n', '\r\n')],
    ['that names the envelope only', dsn({ returned: null, envelopeId: id })],
    ['with words in capitals', dsn().replace('Action: failed', 'ACTION: FAILED')],
  ])('%s is read', async (_what, text) => {
    expect(await read(text)).toEqual(bounced());
  });

  it.each([
    ['5.1.1', 'smtp; 550 5.1.1 no such user', true],
    ['5.1.10', 'smtp; 550 5.1.10 recipient not found', false],
    ['5.2.1', 'smtp; 550 5.2.1 disabled', true],
    ['5.2.2', 'smtp; 552 5.2.2 full', false],
    ['5.7.1', 'smtp; 550 5.7.1 we think that it is spam', false],
    ['5.0.0', 'smtp; 550 user unknown', true],
    ['5.0.0', 'smtp; 550 Requested action not taken: mailbox unavailable', true],
    ['5.0.0', 'smtp; 551 User not local', true],
    ['5.0.0', 'smtp; 553 No such mailbox here', true],
    ['5.0.0', 'smtp; 550 recipient ada@example.ng does not exist', true],
    ['5.0.0', 'smtp; 550 refused', false],
    ['5.0.0', 'smtp; 550 This message was classified as SPAM', false],
    ['5.0.0', 'smtp; 550 mailbox full', false],
    ['5.0.0', 'smtp; 550 relay not permitted', false],
    ['5.0.0', 'smtp; 550 Sender verify failed: no such user', false],
    ['5.0.0', 'smtp; 550 Administrative prohibition', false],
    ['5.0.0', "smtp; 553 that domain isn't in my list of allowed rcpthosts", false],
    ['5.0.0', 'smtp; 554 refused', false],
    ['5.0.0', 'x-unix; no such user', false],
    ['4.4.7', 'smtp; 450 not now', false],
  ])('with status %s, of "%s", marks its address: %s', async (status, diagnostic, marks) => {
    expect(await read(dsn({ status, diagnostic }))).toEqual(bounced(marks));
    expect(isBadMailbox(status, diagnostic)).toBe(marks);
  });

  it.each([
    ['that tells of a delay', dsn({ action: 'delayed', status: '4.4.1' })],
    ['that tells of a delivery', dsn({ action: 'delivered', status: '2.0.0' })],
    ['of a mail that somebody else has sent', dsn({ returned: 'abc@shop.example.ng' })],
    ['with an id that is too long', dsn({ returned: `${id}0@shop.example.ng` })],
    ['with an id that only looks like one', dsn({ returned: id.toLowerCase() })],
    ['that names our address and no message', dsn({ returned: null })],
    ['inside another mail', `Content-Type: message/rfc822\n\n${dsn()}`],
    ['that is an answer', `From: a@example.ng\nIn-Reply-To: <${id}@shop.example.ng>\n\nThanks!`],
    ['of another kind', dsn().replace('report-type=delivery-status', 'report-type=other')],
    ['that is cut', dsn().slice(0, 200)],
    ['that is empty', ''],
    ['that is no mail', '\0\u{1F600}'.repeat(1000)],
  ])('%s marks nothing', async (_what, text) => {
    expect(await read(text)).toBeUndefined();
  });

  it('is judged by the reader who was not reached', async () => {
    const two = dsn().replace(
      'Final-Recipient',
      'Final-Recipient: rfc822; other@example.ng\nAction: delivered\nStatus: 2.0.0\n\nFinal-Recipient',
    );
    expect(await read(two)).toEqual(bounced());
  });

  it('of a hundred thousand levels is read in a moment', async () => {
    const deep = Array.from({ length: 10_000 }, (_, at) => `--b${at}\n`).join('');
    const before = performance.now();
    await read(`${dsn()}\n${deep}${'Final-Recipient: x\n\n'.repeat(20_000)}`);
    expect(performance.now() - before).toBeLessThan(5_000);
  });
});

describe('a refusal of the reader', () => {
  const verdict = (response: string) => {
    const responseCode = Number(response.slice(0, 3));
    return verdictOf({ code: 'EENVELOPE', command: 'RCPT TO', responseCode, response }, false);
  };

  it.each([
    '550 relay not permitted',
    '554 5.7.1 <ada@example.ng>: Relay access denied',
    '550 Sender verify failed',
    '550 5.1.8 Sender address rejected: Domain not found',
    '550 Administrative prohibition',
    "553 sorry, that domain isn't in my list of allowed rcpthosts",
    '550 Authentication required',
    '550 5.7.1 your network is listed',
    '550 Your host is blocked',
  ])('"%s" is our own fault: the mail waits, and its reader stays good', (response) => {
    expect(verdict(response)).toMatchObject({ cause: 'SENDER', again: 'LATER' });
  });

  it.each([
    ['550 5.1.1 no such mailbox', 'ADDRESS'],
    ['550 user unknown', 'ADDRESS'],
    ['550 refused', 'MESSAGE'],
    ['550 mailbox full', 'MESSAGE'],
    ['552 5.2.2 mailbox full', 'MESSAGE'],
    ['550 5.4.1 no answer from host', 'MESSAGE'],
  ])('"%s" is for good, because of the %s', (response, cause) => {
    expect(verdict(response)).toMatchObject({ cause, again: 'NEVER' });
  });
});

describe('a complaint', () => {
  it('of a reader stops the address', async () => {
    const said = { messageId: id, outcome: 'COMPLAINED', isAddress: true };
    expect(await read(complaint('abuse'))).toEqual(said);
    expect(await read(complaint('opt-out'))).toEqual(said);
  });

  it.each(['not-spam', 'virus', 'auth-failure', ''])(
    'that is none (%s) marks nothing',
    async (kind) => {
      expect(await read(complaint(kind))).toBeUndefined();
    },
  );
});
