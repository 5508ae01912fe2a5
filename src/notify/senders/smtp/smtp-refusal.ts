import type { RefusalCause, SendResult } from '../sender.port.js';

/** The fields of nodemailer's errors. */
export interface SmtpFault {
  readonly code?: string;
  /** The SMTP command of the step that failed: `RCPT TO`, `DATA`, `AUTH PLAIN`, `CONN`. */
  readonly command?: string;
  readonly responseCode?: number;
  /** The server's words. They may name the reader, so only this file reads them. */
  readonly response?: string;
}

/** The mailbox is not there, or takes no mail: RFC 3463, and 550, 551, 553 of servers that have no such codes. */
const badMailbox = /^5\.(?:1\.[0-36]|2\.1)$/;
const bareBadMailbox: ReadonlySet<string> = new Set(['550', '551', '553']);

/**
 * Tells whether a mailbox does not exist, or takes no mail at all. A full mailbox, and a server that takes us for
 * spammers, may accept the next message.
 *
 * @param status of RFC 3463, such as `5.1.1`; empty or `5.0.0`: none
 * @param answer of the server, such as `smtp; 550 5.1.1 no such user`
 */
export function isBadMailbox(status: string, answer: string): boolean {
  const [, reply = '', enhanced = ''] =
    /^(?:smtp; *)?(\d{3})(?:[ -](\d\.\d{1,3}\.\d{1,3})\b)?/i.exec(answer.trim()) ?? [];
  const says = /^5\.0\.0\b|^$/.test(status) ? enhanced : status.trim().split(/\s/)[0];
  return says ? badMailbox.test(says) : bareBadMailbox.has(reply);
}

/** Returns the code for metrics. A response code has only digits, because each of its texts would be a metric of its own. */
const codeOf = (fault: SmtpFault): string =>
  fault.responseCode === undefined ? (fault.code ?? 'FAILED') : `SMTP_${fault.responseCode}`;

/** Judges a failed attempt. `wasHandedOver`: all of the message was written before it failed. */
export function verdictOf(fault: SmtpFault, wasHandedOver: boolean): SendResult {
  const code = codeOf(fault);
  const { responseCode } = fault;
  // nodemailer itself finds that there is nobody to send the mail to. No server is to blame, so that none is left alone for it.
  if (responseCode === undefined && fault.code === 'EENVELOPE') {
    return { outcome: 'REFUSED', code, cause: 'MESSAGE', again: 'NEVER' };
  }
  if (responseCode === undefined || fault.command === 'CONN') {
    return wasHandedOver ? { outcome: 'UNKNOWN', code } : later('SENDER', code);
  }
  const cause = causeOf(fault);
  // A failure before the reader is named is the same for all readers: our password, our address or our network is
  // wrong.
  if (cause === 'SENDER' || responseCode < 500) return later(cause, code);
  return { outcome: 'REFUSED', code, cause, again: 'NEVER' };
}

function later(cause: RefusalCause, code: string): SendResult {
  return { outcome: 'REFUSED', code, cause, again: 'LATER' };
}

function causeOf({ command, responseCode = 0, response = '' }: SmtpFault): RefusalCause {
  if (command === 'RCPT TO') {
    if (responseCode < 500) return 'MESSAGE';
    return isBadMailbox('', response || String(responseCode)) ? 'ADDRESS' : 'MESSAGE';
  }
  return command === 'DATA' ? 'MESSAGE' : 'SENDER';
}
