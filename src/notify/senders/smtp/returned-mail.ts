import { type ParsedMail, simpleParser } from 'mailparser';
import { idPattern } from '../../../domain/ids.js';
import { isBadMailbox } from './smtp-refusal.js';

/** A message of ours that has come back, or whose reader complains. */
export interface ReturnedMail {
  readonly messageId: string;
  readonly outcome: 'BOUNCED' | 'COMPLAINED';
  /** Its address takes no messages; false: it may take the next one. */
  readonly isAddress: boolean;
}

const messageIdPattern = idPattern('msg');
const headerTypes: ReadonlySet<string> = new Set(['message/rfc822', 'text/rfc822-headers']);

/**
 * Reads a bounce (RFC 3464) or a complaint (RFC 5965). Undefined: it is neither, or names no message of ours.
 *
 * Anybody may write such a mail. So it counts only by the id of the message that comes back, which its reader alone has seen and nobody
 * can guess, and never by an address that it names.
 */
export async function readReturnedMail(raw: Buffer): Promise<ReturnedMail | undefined> {
  const mail = await parsed(raw);
  switch (reportTypeOf(mail)) {
    case 'delivery-status':
      return bounceOf(mail);
    case 'feedback-report':
      return complaintOf(mail);
    default:
      return undefined;
  }
}

function parsed(raw: Buffer): Promise<ParsedMail> {
  const skipped = { skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true };
  return simpleParser(raw, { ...skipped, keepDeliveryStatus: true });
}

/** Undefined: it is no report. A report inside another mail, which somebody forwards, is none. */
function reportTypeOf({ headers }: ParsedMail): string | undefined {
  const type = headers.get('content-type') as
    | { readonly value?: string; readonly params?: Readonly<Record<string, string>> }
    | undefined;
  if (type?.value?.toLowerCase() !== 'multipart/report') return undefined;
  return type.params?.['report-type']?.toLowerCase();
}

async function bounceOf(mail: ParsedMail): Promise<ReturnedMail | undefined> {
  const [ofMessage = {}, ...ofReaders] = fieldsOf(partOf(mail, 'message/delivery-status'));
  const failed = ofReaders.find(({ action }) => action?.toLowerCase() === 'failed');
  if (failed === undefined) return undefined;
  const messageId = idIn(ofMessage['original-envelope-id']) ?? (await returnedId(mail));
  if (messageId === undefined) return undefined;
  const isAddress = isBadMailbox(failed['status'] ?? '', failed['diagnostic-code'] ?? '');
  return { messageId, outcome: 'BOUNCED', isAddress };
}

async function complaintOf(mail: ParsedMail): Promise<ReturnedMail | undefined> {
  const [fields = {}] = fieldsOf(partOf(mail, 'message/feedback-report'));
  const kind = fields['feedback-type']?.toLowerCase();
  // Other reports are about a virus, a signature that failed, or a message that was no spam.
  if (kind !== 'abuse' && kind !== 'opt-out') return undefined;
  const messageId = await returnedId(mail);
  return messageId === undefined
    ? undefined
    : { messageId, outcome: 'COMPLAINED', isAddress: true };
}

function partOf({ attachments }: ParsedMail, type: string): string {
  return attachments.find(({ contentType }) => contentType === type)?.content.toString() ?? '';
}

/** Returns the id of our mail that a bounce carries, whole or only its headers. */
async function returnedId({ attachments }: ParsedMail): Promise<string | undefined> {
  const returned = attachments.find(({ contentType }) => headerTypes.has(contentType));
  if (returned === undefined) return undefined;
  return idIn((await parsed(returned.content)).messageId);
}

/** `<msg_…@shop.ng>`, or the id alone. */
function idIn(text = ''): string | undefined {
  const [id = ''] = text.trim().replace(/^</, '').split('@');
  return messageIdPattern.test(id) ? id : undefined;
}

/** Groups of fields with an empty line between them: of the message first, then of each reader. Names in small letters. */
function fieldsOf(text: string): Partial<Record<string, string>>[] {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(/\n[ \t]+/g, ' ')
    .split(/\n{2,}/)
    .filter((group) => group.trim() !== '')
    .map((group) =>
      Object.fromEntries(
        group.split('\n').flatMap((line) => {
          const [, name = '', value = ''] = /^([\w-]+):(.*)$/.exec(line) ?? [];
          return name === '' ? [] : [[name.toLowerCase(), value.trim()] as const];
        }),
      ),
    );
}
