import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { SmtpSender } from '../../../src/notify/senders/smtp/smtp-sender.js';
import { MailServer } from '../../support/mail-server.js';
import { outgoing } from '../../support/outgoing-message.js';

test('a mail server that pauses for ten seconds before each answer is waited for', async () => {
  const tenSeconds = () => pause(10_000);
  await using server = await MailServer.start({ onReader: tenSeconds, onMail: tenSeconds });
  const sender = new SmtpSender({
    ...{ host: '127.0.0.1', port: server.port, isImplicitTls: false, demandsTls: false },
    ...{ user: null, password: null, dkim: null },
    from: { address: 'pay@manilla.example.ng', name: 'Manilla' },
  });
  expect(await sender.send(outgoing())).toEqual({ outcome: 'ACCEPTED', reference: null });
  await sender.close();
  expect(server.taken).toHaveLength(1);
});
