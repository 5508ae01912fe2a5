import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  watch,
} from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type ParsedMail, simpleParser } from 'mailparser';
import { generate } from 'selfsigned';

const program = '/usr/sbin/postfix';
const run = promisify(execFile);

/** Why Postfix cannot be tried here; undefined: it can. */
export const noPostfix = existsSync(program)
  ? process.getuid?.() === 0
    ? undefined
    : 'Postfix starts as root only'
  : 'there is no Postfix (Debian: apt-get install postfix)';

export interface ReceivedMail {
  /** Where the mail is, as it came. */
  readonly file: string;
  readonly mail: ParsedMail;
}

/**
 * Debian's Postfix with a folder, a port and a certificate of its own. The mailboxes of example.ng are one Maildir. `nobody@` is no
 * mailbox there, and `gone@` is refused after the mail was taken, so that it comes back.
 */
export class Postfix implements AsyncDisposable {
  readonly #home = mkdtempSync(join(tmpdir(), 'manilla-postfix-'));
  readonly #read = new Map<string, ParsedMail>();
  port = 0;

  static async start(): Promise<Postfix> {
    const postfix = new Postfix();
    await postfix.#configure();
    await run(program, ['-c', postfix.#conf, 'start']);
    return postfix;
  }

  get url(): string {
    return `smtps://localhost:${this.port}`;
  }

  /** A file with the certificate, for those who shall believe it. */
  get certificate(): string {
    return join(this.#conf, 'cert.pem');
  }

  /** The first mail of this kind that is there, or comes. */
  async hears(isWanted: (mail: ParsedMail) => boolean): Promise<ReceivedMail> {
    const watcher = watch(this.#inbox);
    try {
      for (;;) {
        const changed = once(watcher, 'change');
        const found = (await this.#mails()).find(({ mail }) => isWanted(mail));
        if (found !== undefined) return found;
        await changed;
      }
    } finally {
      watcher.close();
    }
  }

  get #conf(): string {
    return join(this.#home, 'conf');
  }

  get #inbox(): string {
    return join(this.#home, 'mail', 'all', 'new');
  }

  async #mails(): Promise<ReceivedMail[]> {
    const files = (await readdir(this.#inbox)).map((name) => join(this.#inbox, name));
    for (const file of files.filter((each) => !this.#read.has(each))) {
      this.#read.set(file, await simpleParser(await readFile(file)));
    }
    return Array.from(this.#read, ([file, mail]) => ({ file, mail }));
  }

  async #configure(): Promise<void> {
    this.port = await freePort();
    chmodSync(this.#home, 0o755);
    for (const folder of ['conf', 'queue', 'data']) mkdirSync(join(this.#home, folder));
    mkdirSync(this.#inbox, { recursive: true });
    execFileSync('chown', ['postfix', join(this.#home, 'data')]);
    execFileSync('chown', ['-R', 'mail:mail', join(this.#home, 'mail')]);
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
    });
    await Promise.all([
      writeFile(this.certificate, cert),
      writeFile(join(this.#conf, 'chain.pem'), `${key}\n${cert}`, { mode: 0o600 }),
      writeFile(join(this.#conf, 'mailboxes'), '!/^nobody@/ all/\n'),
      writeFile(join(this.#conf, 'main.cf'), this.#settings()),
      writeFile(join(this.#conf, 'master.cf'), this.#services()),
    ]);
  }

  #settings(): string {
    const [home, conf] = [this.#home, this.#conf];
    const idOf = (flag: string) => execFileSync('id', [flag, 'mail']).toString().trim();
    return [
      ...['compatibility_level = 3.6', 'myhostname = mx.example.ng', 'mydestination ='],
      ...[`queue_directory = ${home}/queue`, `data_directory = ${home}/data`],
      ...[`maillog_file = ${home}/log`, `maillog_file_prefixes = ${tmpdir()}`],
      ...['inet_interfaces = 127.0.0.1', 'inet_protocols = ipv4'],
      ...['smtpd_tls_security_level = may', `smtpd_tls_chain_files = ${conf}/chain.pem`],
      'virtual_mailbox_domains = example.ng, shop.example.ng, manilla.example.ng',
      ...[`virtual_mailbox_base = ${home}/mail`, `virtual_mailbox_maps = regexp:${conf}/mailboxes`],
      // The user "mail" is one of the system's own, for whom Postfix writes no mailbox unless it is told to.
      'virtual_minimum_uid = 1',
      ...[`virtual_uid_maps = static:${idOf('-u')}`, `virtual_gid_maps = static:${idOf('-g')}`],
      // Only who delivers the mail sees that there is no such mailbox.
      'virtual_alias_maps = inline:{ gone@example.ng=nobody@example.ng }',
      ...['alias_maps =', 'local_recipient_maps ='],
    ].join('\n');
  }

  /** Debian's own, with one port that speaks TLS from the first byte, and without a chroot. */
  #services(): string {
    return readFileSync('/usr/share/postfix/master.cf.dist', 'utf8')
      .replace(
        /^smtp +inet.*$/m,
        `127.0.0.1:${this.port} inet n - n - - smtpd -o smtpd_tls_wrappermode=yes`,
      )
      .replaceAll(/^(\S+ +\S+ +\S+ +\S+ +)y( )/gm, '$1n$2');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await run(program, ['-c', this.#conf, 'stop']);
    rmSync(this.#home, { recursive: true, force: true });
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
