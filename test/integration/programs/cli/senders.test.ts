import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MailServer, refusal } from '../../../support/mail-server.js';
import { manilla } from '../../../support/manilla-cli.js';
import { MessageWorld } from '../../../support/message-world.js';
import { TextNameServer } from '../../../support/name-server.js';
import { complaint, dsn } from '../../../support/returned-mails.js';
import { projectRoot } from '../../../../scripts/stack/layout.ts';

describe('manilla senders bounced', () => {
  let world: MessageWorld;
  let folder: string;
  beforeAll(async () => {
    world = await MessageWorld.open();
    folder = mkdtempSync(join(tmpdir(), 'manilla-mails-'));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await world[Symbol.asyncDispose]();
  });
  afterEach(async () => {
    await world.shop.pool.query('truncate message, refused_address');
  });

  const database = () => ({ DATABASE_URL: world.shop.database.appUrl });
  const bounced = (...args: string[]) => manilla(['senders', 'bounced', ...args], database());
  const sent = async (): Promise<string> => {
    await world.paid();
    const id = (await world.claim())[0]?.messageId ?? '';
    await world.store.record([
      {
        ...{ messageId: id, attempt: 1, status: 'ACCEPTED', reason: null, sender: 'smtp' },
        ...{ reference: null, dueInMs: null, isAddress: false },
      },
    ]);
    await world.shop.pool.query('update message set sent_at = null');
    return id;
  };
  const statuses = async () =>
    (await world.messages()).map(({ status, reason }) => [status, reason]);

  it('reads an mbox, with what else has come to the mailbox, and again changes nothing', async () => {
    const [one, two, three] = [await sent(), await sent(), await sent()];
    const mails = [
      dsn({ returned: `${one}@shop.example.ng` }),
      'From: eve@example.ng\nSubject: Re: Receipt\n\n>From the beginning it was late.',
      complaint('abuse', two),
      dsn({ returned: 'msg_00000000000000000000000000@shop.example.ng' }),
      dsn({ returned: `${three}@shop.example.ng`, action: 'delayed', status: '4.4.1' }),
    ];
    const mbox = join(folder, 'mbox');
    writeFileSync(mbox, mails.map((mail) => `From MAILER-DAEMON Thu Nov 26\n${mail}\n`).join('\n'));
    expect(await bounced(mbox)).toEqual({
      ...{ code: 0, stderr: '' },
      stdout: '2 taken down, 0 known before, 1 not ours, 2 neither a bounce nor a complaint.\n',
    });
    expect(await statuses()).toEqual([
      ['BOUNCED', 'BOUNCED'],
      ['ACCEPTED', 'COMPLAINED'],
      ['ACCEPTED', null],
    ]);
    expect((await bounced(mbox)).stdout).toMatch(/^0 taken down, 2 known before, 1 not ours,/);
  });

  it('reads a maildir, and one mail in a file of its own', async () => {
    const [one, two] = [await sent(), await sent()];
    const maildir = join(folder, 'Maildir');
    for (const each of ['new', 'cur', 'tmp']) mkdirSync(join(maildir, each), { recursive: true });
    writeFileSync(join(maildir, 'new', '1.eml'), dsn({ returned: `${one}@shop.example.ng` }));
    writeFileSync(join(maildir, 'cur', '2.eml:2,S'), 'Subject: Hello\n\nHello');
    writeFileSync(join(maildir, 'tmp', '3.eml'), dsn({ returned: `${two}@shop.example.ng` }));
    expect((await bounced(maildir)).stdout).toMatch(/^1 taken down, .* 1 neither/);
    expect((await bounced(join(maildir, 'tmp', '3.eml'))).stdout).toMatch(/^1 taken down/);
    expect((await bounced(join(folder, 'nowhere'))).code).toBe(1);
  });

  it('prints no address, and stops nobody for a mail that names an address and no message', async () => {
    await sent();
    const mail = join(folder, 'forged');
    writeFileSync(mail, dsn({ returned: null }).replaceAll('ada@', 'ada@'));
    const said = await bounced(mail);
    expect(said.stdout).toMatch(/^0 taken down, 0 known before, 0 not ours, 1 neither/);
    expect(said.stdout).not.toContain('@');
    const { rows } = await world.shop.pool.query('select * from refused_address');
    expect(rows).toEqual([]);
  });

  it('asks to be run again when the database is away: the mail server keeps the mail', async () => {
    const mail = join(folder, 'one');
    writeFileSync(mail, dsn());
    const away = { DATABASE_URL: 'postgresql://manilla@127.0.0.1:1/manilla' };
    const { code, stderr } = await manilla(['senders', 'bounced', mail], away);
    expect([code, stderr]).toEqual([75, expect.stringContaining('run it again')]);
  });
});

describe('manilla senders check', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const spki = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  const records = {
    'shop.example.ng': [['v=spf1 a:mail.shop.example.ng -all'], ['something=else']],
    's1._domainkey.shop.example.ng': [[`v=DKIM1; k=rsa; p=${spki.slice(0, 200)}`, spki.slice(200)]],
    '_dmarc.shop.example.ng': [['v=DMARC1; p=none']],
  };
  const env = (port: number, more: Record<string, string> = {}) => ({
    MANILLA_SMTP_URL: `smtp://127.0.0.1:${port}`,
    MANILLA_MAIL_FROM: 'Shop <pay@shop.example.ng>',
    ...more,
  });
  const dkim = { MANILLA_DKIM_SELECTOR: 's1', MANILLA_DKIM_KEY: pem };

  it('sends one that is signed, shows what was said, and what DNS says', async () => {
    await using mail = await MailServer.start();
    await using names = await TextNameServer.start(records);
    const args = ['senders', 'check', 'ada@example.ng', '--dns', names.address];
    const { code, stdout } = await manilla(args, env(mail.port, dkim));
    expect([code, mail.taken.length]).toEqual([0, 1]);
    expect(mail.taken[0]?.raw.toString()).toMatch(/^DKIM-Signature:.*d=shop\.example\.ng/ms);
    for (const line of [
      '> RCPT TO:<ada@example.ng>',
      'It was accepted.',
      'SPF   GOOD',
      'DKIM  GOOD',
    ]) {
      expect(stdout).toContain(line);
    }
    expect(stdout).toMatch(
      /DMARC WEAK.*\n {2}at _dmarc\.shop\.example\.ng\n {2}is {6}v=DMARC1; p=none\n {2}should/,
    );
    // What stands in the mail is not shown.
    expect(stdout).not.toContain('This is a test.');
  });

  it('says what is missing and how it is refused, and exits 1', async () => {
    await using names = await TextNameServer.start({});
    await using mail = await MailServer.start({
      onReader: () => {
        throw refusal(550, '5.1.1 no such user');
      },
    });
    const args = ['senders', 'check', 'nobody@example.ng', '--dns', names.address];
    const { code, stdout } = await manilla(args, env(mail.port));
    expect(code).toBe(1);
    for (const words of [
      'no such user',
      'SMTP_550',
      'this address takes no messages',
      'SPF   MISSING',
    ]) {
      expect(stdout).toContain(words);
    }
    expect(stdout).toContain('Manilla signs nothing');
  });

  it('fails kindly without a network: nobody answers, neither mail server nor DNS', async () => {
    const mail = await MailServer.start();
    const { port } = mail;
    await mail[Symbol.asyncDispose]();
    const args = ['senders', 'check', 'ada@example.ng', '--dns', '127.0.0.1:1'];
    const { code, stdout } = await manilla(args, env(port));
    expect(code).toBe(1);
    expect(stdout).toContain('It was refused (ESOCKET)');
    expect(stdout).toMatch(/SPF {3}UNKNOWN: DNS does not answer \(E\w+\)\./);
  });

  it('hides the password from what it shows', async () => {
    await using names = await TextNameServer.start(records);
    await using mail = await MailServer.start({
      options: { onAuth: (_auth, _session, done) => done(null, { user: 'shop' }) },
    });
    const args = ['senders', 'check', 'ada@example.ng', '--dns', names.address];
    const url = `smtp://shop:s3cret-word@127.0.0.1:${mail.port}`;
    const { stdout } = await manilla(args, { ...env(mail.port), MANILLA_SMTP_URL: url });
    expect(stdout).toContain('It was accepted.');
    expect(stdout).not.toContain('s3cret-word');
    const words = [...stdout.matchAll(/[\w+/=]{16,}/g)].map(([word]) => word);
    expect(words.map((word) => Buffer.from(word, 'base64').toString()).join()).not.toContain(
      's3cret',
    );
  });

  it.each([
    [['nobody'], {}, 2, 'neither an e-mail address nor a number'],
    [['a@b'], {}, 2, 'is no e-mail address'],
    [['ada@example.ng', '--dns', 'x'], {}, 2, '--dns must be'],
    [['ada@example.ng'], { MANILLA_SMTP_URL: '' }, 1, 'No mail server is set'],
    [['+2348031234567'], {}, 1, 'No gateway is set'],
    [['ada@example.ng'], { MANILLA_MAIL_FROM: '' }, 1, 'MANILLA_MAIL_FROM must be set'],
    [['ada@example.ng'], { ...dkim, MANILLA_DKIM_KEY: 'x' }, 1, 'MANILLA_DKIM_KEY must be'],
  ])('with %j and %j says what is wrong', async (args, more, code, words) => {
    const said = await manilla(
      ['senders', 'check', ...args],
      env(9, more as Record<string, string>),
    );
    expect([said.code, said.stderr]).toEqual([code, expect.stringContaining(words)]);
  });
});

it('takes a mail from a mail server that pipes it in, and reads to its end', async () => {
  const program = join(projectRoot, 'dist', 'src', 'programs', 'cli.js');
  const ended = await new Promise<{ code: number; stderr: string }>((resolve) => {
    const away = {
      DATABASE_URL: 'postgresql://manilla@127.0.0.1:1/manilla',
      PATH: process.env['PATH'],
    };
    const child = execFile(
      process.execPath,
      [program, 'senders', 'bounced'],
      { env: away },
      (error, _stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stderr }),
    );
    child.stdin?.end(`${dsn()}${'x'.repeat(3_000_000)}`);
  });
  expect(ended).toEqual({ code: 75, stderr: expect.stringContaining('run it again') });
});
