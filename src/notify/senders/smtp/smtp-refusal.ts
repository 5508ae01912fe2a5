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

/** The mailbox is not there, or takes no mail, by the codes of RFC 3463. */
const badMailbox = /^5\.(?:1\.[0-36]|2\.1)$/;
/** The same in words. Servers without these codes refuse for any reason with 550, 551 or 553, so the code alone says nothing. */
const badMailboxWords =
  /no such|unknown (?:user|recipient|mailbox|address)|no mailbox|mailbox (?:is )?unavailable|not local|(?:user|recipient|mailbox|address|account)\b.*(?:unknown|not found|not exist|invalid|disabled)/i;
/** We may not send this mail, or any: the server does not relay for us, or takes us or our address for a bad one. */
const ourFault = /^5\.(?:7\.\d{1,3}|1\.[78])$/;
const ourFaultWords = /relay|rcpthosts|sender|authentica|prohibit|block|denied/i;

/**
 * Tells whether a mailbox does not exist, or takes no mail at all, and the server says so. A full mailbox, and a server that takes
 * us for spammers, may accept the next message.
 *
 * @param status of RFC 3463, such as `5.1.1`; empty or `5.0.0`: none
 * @param answer of the server, such as `smtp; 550 5.1.1 no such user`
 */
export function isBadMailbox(status: string, answer: string): boolean {
  const { says, words } = readAnswer(status, answer);
  if (says !== '') return badMailbox.test(says);
  return badMailboxWords.test(words) && !ourFaultWords.test(words);
}

/** Tells whether a server refuses the reader because of us. Every reader is refused alike then, until we put it right. */
function isOurFault(answer: string): boolean {
  const { says, words } = readAnswer('', answer);
  return says === '' ? ourFaultWords.test(words) : ourFault.test(says);
}

/** `says`: the code of RFC 3463; empty: none. `words`: of a refusal by 550, 551 or 553. */
function readAnswer(status: string, answer: string): { says: string; words: string } {
  const [, reply = '', enhanced = '', rest = ''] =
    /^(?:smtp; *)?(\d{3})(?:[ -](\d\.\d{1,3}\.\d{1,3})\b)?(.*)/is.exec(answer.trim()) ?? [];
  const stated = /^5\.0\.0\b|^$/.test(status) ? enhanced : (status.trim().split(/\s/)[0] ?? '');
  return {
    says: stated === '5.0.0' ? '' : stated,
    words: /^55[013]$/.test(reply) ? rest : '',
  };
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
  // Such a failure is the same for all readers: our password, our address or our network is wrong.
  if (cause === 'SENDER' || responseCode < 500) return later(cause, code);
  return { outcome: 'REFUSED', code, cause, again: 'NEVER' };
}

function later(cause: RefusalCause, code: string): SendResult {
  return { outcome: 'REFUSED', code, cause, again: 'LATER' };
}

function causeOf({ command, responseCode = 0, response = '' }: SmtpFault): RefusalCause {
  if (command === 'RCPT TO') {
    if (responseCode < 500) return 'MESSAGE';
    if (isBadMailbox('', response)) return 'ADDRESS';
    return isOurFault(response) ? 'SENDER' : 'MESSAGE';
  }
  return command === 'DATA' ? 'MESSAGE' : 'SENDER';
}
