import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { generate } from 'selfsigned';
import { describe, expect, it } from 'vitest';
import {
  SmtpSender,
  type SmtpOptions,
  type SmtpTimeouts,
} from '../../../../src/notify/senders/smtp/smtp-sender.js';
import type { SmtpSettings } from '../../../../src/platform/config/smtp-address.js';
import { addressesOf, type Behaviour, MailServer, refusal } from '../../../support/mail-server.js';
import { outgoing } from '../../../support/outgoing-message.js';
import { describeSender, type SenderCase } from '../../../support/sender-conformance.js';

const patient: SmtpTimeouts = { connectMs: 5_000, silenceMs: 5_000, wholeMs: 20_000 };
/** For a server that falls silent, once it has answered all that comes before. */
const hasty: SmtpTimeouts = { ...patient, silenceMs: 3_000 };

const settings = (port: number, changes: Partial<SmtpSettings> = {}): SmtpSettings => ({
  ...{ host: '127.0.0.1', port, isImplicitTls: false, demandsTls: false },
  ...{ user: null, password: null, dkim: null },
  from: { address: 'pay@manilla.example.ng', name: 'Manilla' },
  ...changes,
});

async function against(
  behaviour: Behaviour,
  timeouts = patient,
  changes: Partial<SmtpSettings> = {},
  options: SmtpOptions = {},
): Promise<SenderCase & { server: MailServer; sender: SmtpSender }> {
  const server = await MailServer.start(behaviour);
  const sender = new SmtpSender(settings(server.port, changes), { timeouts, ...options });
  return {
    ...{ server, sender },
    [Symbol.asyncDispose]: async () => {
      await sender.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** A server that speaks by hand, line by line. */
async function spoken(
  talk: (socket: Socket) => void,
  timeouts = patient,
  changes: Partial<SmtpSettings> = {},
): Promise<SenderCase & { sender: SmtpSender }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    talk(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sender = new SmtpSender(settings(port, changes), { timeouts });
  return {
    sender,
    [Symbol.asyncDispose]: async () => {
      await sender.close();
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Answers each command in turn; `data` is said after the final dot. */
function politeUntil(say: (command: string, socket: Socket) => string | undefined) {
  return (socket: Socket): void => {
    let inData = false;
    let text = '';
    socket.write('220 test\r\n');
    socket.on('data', (part: Buffer) => {
      text += part.toString('latin1');
      for (let end = text.indexOf('\r\n'); end !== -1; end = text.indexOf('\r\n')) {
        const line = text.slice(0, end);
        text = text.slice(end + 2);
        if (inData && line !== '.') continue;
        const command = inData ? 'DOT' : (line.split(' ')[0] ?? '').toUpperCase();
        inData = command === 'DATA';
        const answer = say(command, socket) ?? (inData ? '354 go on' : '250 ok');
        if (answer !== '') socket.write(`${answer}\r\n`);
      }
    });
  };
}

describeSender(
  'smtp',
  {
    accepts: () => against({}),
    refusesTheAddress: () =>
      against({
        onReader: () => {
          throw refusal(550, '5.1.1 no such mailbox');
        },
      }),
    isBusy: () =>
      against({
        onReader: () => {
          throw refusal(451, '4.7.1 greylisted, come back in five minutes');
        },
      }),
    isAway: async () => {
      const one = await against({});
      await one.server[Symbol.asyncDispose]();
      return { sender: one.sender, [Symbol.asyncDispose]: () => one.sender.close() };
    },
    fallsSilentAfterTaking: () => against({ onMail: () => new Promise<void>(() => {}) }, hasty),
  },
  'ada@example.ng',
);

describe('a mail', () => {
  it('arrives whole: names, language, texts, file, and its id as Message-ID', async () => {
    await using one = await against({});
    expect(await one.sender.send(outgoing())).toEqual({ outcome: 'ACCEPTED', reference: null });
    const [{ mail, to } = { mail: undefined, to: [] }] = one.server.taken;
    expect(to).toEqual(['ada@example.ng']);
    expect(mail?.messageId).toBe('<msg_01M8CKVVP5F3T9Y8EJCBJ6JTTP@manilla.example.ng>');
    expect(mail?.from?.value).toEqual([{ name: 'Bola’s Shop', address: 'pay@manilla.example.ng' }]);
    expect(addressesOf(mail?.replyTo)).toEqual(['help@bola.example.ng']);
    expect(mail?.subject).toBe('Receipt: ₦10,000.00');
    expect(mail?.text).toContain('You have paid ₦10,000.00.');
    expect(mail?.html).toContain('<p>You have paid ₦10,000.00.</p>');
    expect(mail?.headers.get('auto-submitted')).toBe('auto-generated');
    expect(mail?.headers.get('content-language')).toBe('en');
    expect(mail?.attachments).toMatchObject([
      { filename: 'receipt.pdf', contentType: 'application/pdf' },
    ]);
  });

  it('cannot be given other headers or readers by a name or a subject', async () => {
    await using one = await against({});
    const evil = 'Ada\r\nBcc: spy@example.com\r\n\r\nhello';
    await one.sender.send(outgoing({ senderName: evil, subject: evil }));
    const [{ mail, to } = { mail: undefined, to: [] }] = one.server.taken;
    expect(to).toEqual(['ada@example.ng']);
    expect(mail?.headers.get('bcc')).toBeUndefined();
    expect(mail?.text).toContain('You have paid');
  });

  it.each([
    ['of a domain in another script', 'ada@exämple.ng', 'ada@exämple.ng'],
    ['in another script', 'àdá@example.ng', 'àdá@example.ng'],
    ['with a comma in quotes', '"ada,spy"@example.ng', '"ada,spy"@example.ng'],
    ['with a semicolon in quotes', '"ada;spy"@example.ng', '"ada;spy"@example.ng'],
    ['with quotes in quotes', '"a\\"b"@example.ng', '"a\\"b"@example.ng'],
    ['with a space in quotes', '"ada spy"@example.ng', null],
    ['with another address in quotes', '"ada@example.ng>,<spy@example.com"@example.ng', null],
    ['that is two', 'ada@example.ng, spy@example.com', null],
    ['with another command', 'ada@example.ng\r\nRCPT TO:<spy@example.com>', null],
    ['that is a group', 'all:ada@example.ng,spy@example.com;', null],
    ['that is nobody', '', null],
  ])('to an address %s goes to that one or to nobody', async (_what, to, reader) => {
    await using one = await against({});
    const sending = await one.sender.send(outgoing({ to }));
    if (reader !== null) expect(one.server.taken.map((taken) => taken.to)).toEqual([[reader]]);
    // The message is refused for good, and says nothing about the server or other readers.
    else expect(sending).toMatchObject({ outcome: 'REFUSED', cause: 'MESSAGE', again: 'NEVER' });
    expect(one.server.taken).toHaveLength(reader === null ? 0 : 1);
    expect((await one.sender.send(outgoing())).outcome).toBe('ACCEPTED');
  });

  it.each([
    ['that is two', 'help@shop.example.ng, spy@example.com'],
    ['with another header', 'help@shop.example.ng\r\nBcc: spy@example.com'],
    ['with a name', 'Help <help@shop.example.ng>, Spy <spy@example.com>'],
    ['that is a group', 'all:help@shop.example.ng,spy@example.com;'],
  ])('with an address for answers %s is answered to no second one', async (_what, replyTo) => {
    await using one = await against({});
    await one.sender.send(outgoing({ replyTo }));
    const [{ mail, to } = { mail: undefined, to: [] }] = one.server.taken;
    expect(to).toEqual(['ada@example.ng']);
    expect(mail?.headers.get('bcc')).toBeUndefined();
    expect(addressesOf(mail?.replyTo)).not.toContain('spy@example.com');
  });

  it('is signed when there is a DKIM key', async () => {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    await using one = await against({}, patient, { dkim: { selector: 'm1', privateKey } });
    await one.sender.send(outgoing());
    const header = one.server.taken[0]?.raw.toString() ?? '';
    expect(header).toMatch(/^DKIM-Signature: [^]*d=manilla\.example\.ng;[^]*s=m1;/);
  });
});

describe('a server that misbehaves', () => {
  const sent = async (make: () => Promise<SenderCase>) => {
    await using one = await make();
    return await one.sender.send(outgoing());
  };

  it('refuses after DATA for good: the message, not the address, is at fault', async () => {
    const refuse = () => {
      throw refusal(554, '5.7.1 looks like spam');
    };
    const verdict = { outcome: 'REFUSED', code: 'SMTP_554', cause: 'MESSAGE', again: 'NEVER' };
    expect(await sent(() => against({ onMail: refuse }))).toEqual(verdict);
  });

  it('refuses after DATA for now', async () => {
    const refuse = () => {
      throw refusal(452, '4.3.1 the disk is full');
    };
    const verdict = { outcome: 'REFUSED', code: 'SMTP_452', cause: 'MESSAGE', again: 'LATER' };
    expect(await sent(() => against({ onMail: refuse }))).toEqual(verdict);
  });

  it('is full for this reader: the address stays good', async () => {
    const refuse = () => {
      throw refusal(552, '5.2.2 mailbox full');
    };
    const verdict = { outcome: 'REFUSED', cause: 'MESSAGE', again: 'NEVER' };
    expect(await sent(() => against({ onReader: refuse }))).toMatchObject(verdict);
  });

  it('blocks us by policy with a 550: the address stays good, and every mail waits', async () => {
    const refuse = () => {
      throw refusal(550, '5.7.1 your network is listed');
    };
    const verdict = { outcome: 'REFUSED', cause: 'SENDER', again: 'LATER' };
    expect(await sent(() => against({ onReader: refuse }))).toMatchObject(verdict);
  });

  it('does not believe our password: that is ours to put right, and every mail waits', async () => {
    const options = {
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth: unknown, _session: unknown, done: (error: Error) => void) =>
        done(refusal(535, '5.7.8 bad credentials')),
    } as Behaviour['options'] & object;
    const who = { user: 'manilla', password: 'wrong' };
    const verdict = await sent(() => against({ options }, patient, who));
    expect(verdict).toMatchObject({ outcome: 'REFUSED', cause: 'SENDER', again: 'LATER' });
  });

  it('hangs before DATA: nothing was handed over', async () => {
    const silent = politeUntil((command) => (command === 'DATA' ? '' : undefined));
    const verdict = { outcome: 'REFUSED', cause: 'SENDER', again: 'LATER' };
    expect(await sent(() => spoken(silent, hasty))).toMatchObject(verdict);
  });

  it('hangs up in the middle of its answer to the final dot: nobody knows', async () => {
    const cut = politeUntil((command, socket) => {
      if (command !== 'DOT') return undefined;
      socket.end('25');
      return '';
    });
    expect((await sent(() => spoken(cut))).outcome).toBe('UNKNOWN');
  });

  it('says goodbye with 421 in place of a greeting', async () => {
    const verdict = await sent(() => spoken((socket) => socket.end('421 too busy\r\n')));
    expect(verdict).toMatchObject({ outcome: 'REFUSED', cause: 'SENDER', again: 'LATER' });
  });

  it('pauses before each answer, and is waited for', async () => {
    const answers: string[] = [];
    const slow = (socket: Socket): void =>
      politeUntil((command, to) => {
        const words = command === 'DATA' ? '354 go on' : '250 ok';
        setTimeout(() => to.write(`${words}\r\n`), 150);
        answers.push(command);
        return '';
      })(socket);
    expect((await sent(() => spoken(slow))).outcome).toBe('ACCEPTED');
    expect(answers).toContain('DOT');
  });
});

describe('a connection without protection', () => {
  const demanding = { demandsTls: true, host: 'localhost' };

  it('is not used for a server that offers no STARTTLS', async () => {
    await using one = await against({}, patient, demanding);
    const verdict = await one.sender.send(outgoing());
    expect(verdict).toMatchObject({ outcome: 'REFUSED', cause: 'SENDER', again: 'LATER' });
    expect(one.server.taken).toEqual([]);
  });

  it('is not used for a server that offers STARTTLS and then refuses it', async () => {
    const said: string[] = [];
    await using one = await spoken(
      politeUntil((command) => {
        said.push(command);
        if (command === 'EHLO') return '250-test\r\n250 STARTTLS';
        return command === 'STARTTLS' ? '454 4.7.0 TLS is not available' : undefined;
      }),
      patient,
      demanding,
    );
    const verdict = await one.sender.send(outgoing());
    expect(verdict).toMatchObject({ outcome: 'REFUSED', cause: 'SENDER', again: 'LATER' });
    expect(said).toContain('STARTTLS');
    expect(said).not.toContain('MAIL');
  });

  it('is not used for a server with a certificate of another name', async () => {
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'mx.example.com' }] }],
    });
    const options = { disabledCommands: [], key, cert };
    const trusting = { tls: { ca: cert } };
    await using one = await against({ options }, patient, demanding, trusting);
    const verdict = await one.sender.send(outgoing());
    expect(verdict).toMatchObject({ outcome: 'REFUSED', cause: 'SENDER', again: 'LATER' });
    expect(one.server.taken).toEqual([]);
  });

  it('is not used for a server with a certificate that nobody vouches for', async () => {
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }]);
    const options = { disabledCommands: [], key, cert };
    await using one = await against({ options }, patient, demanding);
    const verdict = await one.sender.send(outgoing());
    expect(verdict).toMatchObject({ outcome: 'REFUSED', cause: 'SENDER', again: 'LATER' });
    expect(one.server.taken).toEqual([]);
  });

  it('becomes a protected one where the certificate is good', async () => {
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
    });
    const options = { disabledCommands: [], key, cert };
    const trusting = { tls: { ca: cert, servername: 'localhost' } };
    await using one = await against({ options }, patient, demanding, trusting);
    expect((await one.sender.send(outgoing())).outcome).toBe('ACCEPTED');
    expect(one.server.taken).toHaveLength(1);
  });
});
