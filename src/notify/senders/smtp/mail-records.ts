import { createPublicKey } from 'node:crypto';
import type { SmtpSettings } from '../../../platform/config/smtp-address.js';
import { domainOf } from './smtp-sender.js';

/** A record of a domain about its mail, beside the record that it should have. */
export interface MailRecord {
  readonly name: 'SPF' | 'DKIM' | 'DMARC';
  /** The record's name in DNS. */
  readonly at: string;
  /** A record that would do. */
  readonly should: string;
  /** The present records of this kind. */
  readonly found: readonly string[];
  /** UNKNOWN: DNS did not answer. */
  readonly verdict: 'GOOD' | 'WEAK' | 'MISSING' | 'WRONG' | 'UNKNOWN';
  readonly words: string;
}

/** The texts at a name, as `dns.resolveTxt` answers. */
export type ResolveTxt = (name: string) => Promise<string[][]>;

type Judged = Pick<MailRecord, 'verdict' | 'words'>;
interface Wanted extends Pick<MailRecord, 'name' | 'at' | 'should'> {
  readonly isKind: (text: string) => boolean;
  readonly judge: (record: string) => Judged;
}

/** Records without which other servers take mail of the domain for spam, each as DNS has it now. */
export function checkRecords(
  { from, host, dkim }: SmtpSettings,
  resolveTxt: ResolveTxt,
): Promise<MailRecord[]> {
  const domain = domainOf(from.address).toLowerCase();
  const wanted = [
    spfOf(domain, host),
    ...(dkim === null ? [] : [dkimOf(domain, dkim)]),
    dmarcOf(domain, from.address),
  ];
  return Promise.all(wanted.map((each) => lookUp(each, resolveTxt)));
}

function spfOf(domain: string, host: string): Wanted {
  return {
    ...{ name: 'SPF', at: domain, should: `v=spf1 a:${host} -all` },
    isKind: (text) => /^v=spf1(?: |$)/i.test(text),
    judge: (record) => {
      if (/(?:^| )\+?all(?: |$)/i.test(record)) {
        return { verdict: 'WRONG', words: 'It lets everybody send mail of this domain.' };
      }
      if (!/ (?:[-~]all|redirect=\S+)(?: |$)/i.test(record)) {
        return { verdict: 'WEAK', words: 'It does not end with -all or ~all: nobody is kept out.' };
      }
      return { verdict: 'GOOD', words: 'See that your mail server is among those it names.' };
    },
  };
}

/** The public half of the key that Manilla signs with. */
function dkimOf(
  domain: string,
  { selector, privateKey }: NonNullable<SmtpSettings['dkim']>,
): Wanted {
  const key = createPublicKey(privateKey)
    .export({ type: 'spki', format: 'der' })
    .toString('base64');
  return {
    ...{ name: 'DKIM', at: `${selector}._domainkey.${domain}`, should: `v=DKIM1; k=rsa; p=${key}` },
    isKind: (text) => tagOf(text, 'p') !== undefined,
    judge: (record) => {
      const published = tagOf(record, 'p')?.replaceAll(/\s/g, '') ?? '';
      if (published === '') return { verdict: 'WRONG', words: 'This key has been withdrawn.' };
      if (published !== key) {
        return { verdict: 'WRONG', words: 'It is another key than the one that signs here.' };
      }
      return { verdict: 'GOOD', words: 'It is the key that signs here.' };
    },
  };
}

function dmarcOf(domain: string, address: string): Wanted {
  return {
    ...{ name: 'DMARC', at: `_dmarc.${domain}` },
    should: `v=DMARC1; p=quarantine; rua=mailto:${address}`,
    isKind: (text) => /^v=DMARC1(?:\s*;|$)/i.test(text),
    judge: (record) => {
      const policy = tagOf(record, 'p')?.toLowerCase();
      if (policy === 'quarantine' || policy === 'reject') {
        return { verdict: 'GOOD', words: 'Mail that somebody forges is kept out.' };
      }
      return policy === 'none'
        ? { verdict: 'WEAK', words: 'It only watches: mail that somebody forges is let through.' }
        : { verdict: 'WRONG', words: 'It names no policy (p=).' };
    },
  };
}

async function lookUp(
  { isKind, judge, ...record }: Wanted,
  resolveTxt: ResolveTxt,
): Promise<MailRecord> {
  let texts: string[][];
  try {
    texts = await resolveTxt(record.at);
  } catch (error) {
    const { code = 'no answer' } = error as NodeJS.ErrnoException;
    if (code !== 'ENOTFOUND' && code !== 'ENODATA') {
      return { ...record, found: [], verdict: 'UNKNOWN', words: `DNS does not answer (${code}).` };
    }
    texts = [];
  }
  // A long text comes in parts.
  const found = texts.map((parts) => parts.join('')).filter(isKind);
  const [first] = found;
  if (first === undefined) return { ...record, found, verdict: 'MISSING', words: 'There is none.' };
  if (found.length > 1) {
    return { ...record, found, verdict: 'WRONG', words: 'There are several, so that none counts.' };
  }
  return { ...record, found, ...judge(first) };
}

function tagOf(record: string, tag: string): string | undefined {
  for (const part of record.split(';')) {
    const [name = '', ...value] = part.split('=');
    if (name.trim().toLowerCase() === tag) return value.join('=').trim();
  }
  return undefined;
}
