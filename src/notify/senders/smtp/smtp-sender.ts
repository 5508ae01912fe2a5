import { PassThrough } from 'node:stream';
import type { ConnectionOptions } from 'node:tls';
import { format } from 'node:util';
import { createTransport, type Transporter } from 'nodemailer';
import type { MessageSender, OutgoingMessage, SendResult } from '../sender.port.js';
import { mailOf } from './mail.js';
import { type SmtpFault, verdictOf } from './smtp-refusal.js';
import type { SmtpSettings } from '../../../platform/config/smtp-address.js';

const connections = 5;

/** Much shorter than nodemailer's own: a server that hangs holds one of few connections. */
export interface SmtpTimeouts {
  readonly connectMs: number;
  /** The longest silence between two words of the server. */
  readonly silenceMs: number;
  /** Milliseconds for a whole attempt. */
  readonly wholeMs: number;
}

const usual: SmtpTimeouts = { connectMs: 10_000, silenceMs: 45_000, wholeMs: 120_000 };

export interface SmtpOptions {
  readonly timeouts?: SmtpTimeouts;
  /** The authorities that are trusted besides the usual ones. */
  readonly tls?: Pick<ConnectionOptions, 'ca' | 'servername'>;
  /** Hears what both sides say, for a person who looks for a fault. Passwords and the mail itself are left out. */
  readonly dialogue?: (line: string) => void;
}

/** An attempt that notes whether all of its message was written. */
interface Attempt {
  wasHandedOver: boolean;
}

/** Hands e-mails to the mail server of the installation. */
export class SmtpSender implements MessageSender {
  readonly name = 'smtp';
  readonly channel = 'EMAIL';
  readonly concurrent = connections;
  readonly #transport: Transporter;
  readonly #settings: SmtpSettings;
  readonly #timeouts: SmtpTimeouts;
  readonly #attempts = new Map<string, Attempt>();

  constructor(settings: SmtpSettings, { timeouts = usual, tls = {}, dialogue }: SmtpOptions = {}) {
    const { host, port, user, password, isImplicitTls, demandsTls, dkim, from } = settings;
    this.#settings = settings;
    this.#timeouts = timeouts;
    this.#transport = createTransport({
      ...{ pool: true, maxConnections: connections, maxMessages: 100 },
      // The schedule makes further attempts, where everybody can see them.
      maxRequeues: 0,
      ...{ host, port, secure: isImplicitTls, requireTLS: demandsTls, tls: { ...tls } },
      // STARTTLS is not used if the settings say so, nor on this machine, which has no certificate for its name.
      ignoreTLS: !demandsTls,
      ...(user === null ? {} : { auth: { user, pass: password ?? '' } }),
      ...(dialogue === undefined ? {} : { transactionLog: true, logger: loggerOf(dialogue) }),
      connectionTimeout: timeouts.connectMs,
      greetingTimeout: timeouts.connectMs,
      socketTimeout: timeouts.silenceMs,
      // A mail is made of texts and buffers: it reads no file and fetches nothing.
      ...{ disableFileAccess: true, disableUrlAccess: true },
      ...(dkim === null
        ? {}
        : {
            dkim: {
              domainName: domainOf(from.address),
              keySelector: dkim.selector,
              privateKey: dkim.privateKey,
            },
          }),
    });
    this.#transport.use('stream', (mail, done) => {
      const attempt = this.#attempts.get(String(mail.data.messageId));
      // nodemailer reads this last stream only after the server has accepted DATA. Once it has been read to its end,
      // the server may have the message, so a later failure must not count as "not sent".
      mail.message.processFunc((written) =>
        written.pipe(new PassThrough()).on('end', () => {
          if (attempt !== undefined) attempt.wasHandedOver = true;
        }),
      );
      done();
    });
  }

  async send(message: OutgoingMessage): Promise<SendResult> {
    const mail = mailOf(message, this.#settings.from);
    const attempt: Attempt = { wasHandedOver: false };
    this.#attempts.set(mail.messageId, attempt);
    const deadline = Promise.withResolvers<SendResult>();
    const timer = setTimeout(
      () => deadline.resolve(verdictOf({ code: 'ETIMEDOUT' }, attempt.wasHandedOver)),
      this.#timeouts.wholeMs,
    );
    try {
      const sent = this.#transport.sendMail(mail).then(
        (): SendResult => ({ outcome: 'ACCEPTED', reference: null }),
        (fault: SmtpFault) => verdictOf(fault, attempt.wasHandedOver),
      );
      return await Promise.race([sent, deadline.promise]);
    } finally {
      clearTimeout(timer);
      this.#attempts.delete(mail.messageId);
    }
  }

  async close(): Promise<void> {
    this.#transport.close();
  }
}

export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

/** nodemailer marks by `tnx` which side says a line. */
function loggerOf(dialogue: (line: string) => void) {
  const hear = (entry: { readonly tnx?: string }, ...words: unknown[]): void => {
    if (entry.tnx !== 'client' && entry.tnx !== 'server') return;
    const mark = entry.tnx === 'client' ? '>' : '<';
    for (const line of format(...words).split(/\r?\n/))
      if (line !== '') dialogue(`${mark} ${line}`);
  };
  const nobody = (): void => {};
  return {
    ...{ level: nobody, trace: hear, debug: hear, info: nobody },
    ...{ warn: nobody, error: nobody, fatal: nobody },
  };
}
