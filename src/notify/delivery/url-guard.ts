import type { Reason } from '../../domain/reason.js';
import { createAddressResolver, type AddressResolver } from './address-resolver.js';
import { isAddressLiteral, isPublicAddress, stripBrackets } from './public-address.js';

export type UrlRefusalReason = Extract<Reason, 'WEBHOOK_URL_INVALID' | 'WEBHOOK_URL_NOT_PUBLIC'>;

export type UrlVerdict =
  /** `url` is the normalised form: store and send to this one. */
  | { readonly ok: true; readonly url: string }
  /** `message` is a sentence for the merchant. */
  | { readonly ok: false; readonly reason: UrlRefusalReason; readonly message: string };

export interface UrlGuardOptions {
  /** Sandbox only: `http://127.0.0.1[:port]` and `http://localhost[:port]` are accepted, nothing else is loosened. */
  readonly allowLoopbackHttp: boolean;
  /** The name servers, unless a test brings its own. */
  readonly resolve?: AddressResolver;
}

const MAX_URL_LENGTH = 2048;
const ALLOWED_PORTS: ReadonlySet<string> = new Set(['', '443', '8443']);
const PRIVATE_SUFFIXES = ['.local', '.internal', '.localhost'];
/** Judged on the text as written: other spellings of loopback stay refused. */
const LOOPBACK_URL = /^http:\/\/(?:127\.0\.0\.1|localhost)(?::\d{1,5})?(?:[/?]|$)/;

const defaultResolver = createAddressResolver();

/**
 * Judges a merchant's webhook URL: https, no user name, no fragment, port 443 or 8443, and a host all of whose
 * addresses are public. Name servers are asked once now; each send judges again when it connects.
 */
export async function vetWebhookUrl(text: string, options: UrlGuardOptions): Promise<UrlVerdict> {
  const verdict = judgeWebhookUrl(text, options.allowLoopbackHttp);
  if (!verdict.ok || verdict.url.startsWith('http:')) return verdict;
  const { hostname } = new URL(verdict.url);
  if (isAddressLiteral(hostname)) return verdict;
  return (await publicAddresses(hostname, options.resolve ?? defaultResolver)) === undefined
    ? notPublic('The host of the URL must resolve to public addresses only.')
    : verdict;
}

/** The part of {@link vetWebhookUrl} that needs no name server. */
export function judgeWebhookUrl(text: string, allowLoopbackHttp: boolean): UrlVerdict {
  const url = parse(text);
  if (url === undefined) return invalid('The URL cannot be read; send an absolute https:// URL.');
  if (allowLoopbackHttp && LOOPBACK_URL.test(text) && !hasFragment(url)) {
    return { ok: true, url: url.href };
  }
  const broken = RULES.find((rule) => rule.breaks(url));
  if (broken) return { ok: false, reason: broken.reason, message: broken.message };
  return { ok: true, url: url.href };
}

/** All addresses of a host, or undefined when there is none or any of them is not public. */
export async function publicAddresses(hostname: string, resolve: AddressResolver) {
  try {
    const addresses = await resolve(hostname);
    const allPublic = addresses.every(({ address }) => isPublicAddress(address));
    return allPublic && addresses.length > 0 ? addresses : undefined;
  } catch {
    return undefined;
  }
}

const RULES: readonly {
  readonly reason: UrlRefusalReason;
  readonly message: string;
  readonly breaks: (url: URL) => boolean;
}[] = [
  {
    reason: 'WEBHOOK_URL_INVALID',
    message: 'The URL must begin with https://.',
    breaks: (url) => url.protocol !== 'https:',
  },
  {
    reason: 'WEBHOOK_URL_INVALID',
    message: 'The URL must not carry a user name or password.',
    breaks: (url) => url.username !== '' || url.password !== '',
  },
  {
    reason: 'WEBHOOK_URL_INVALID',
    message: 'The URL must not have a fragment (#...).',
    breaks: hasFragment,
  },
  {
    reason: 'WEBHOOK_URL_INVALID',
    message: 'The URL must use port 443 or 8443.',
    breaks: (url) => !ALLOWED_PORTS.has(url.port),
  },
  {
    reason: 'WEBHOOK_URL_NOT_PUBLIC',
    message: 'The host of the URL must be a public address.',
    breaks: ({ hostname }) =>
      isAddressLiteral(hostname) && !isPublicAddress(stripBrackets(hostname)),
  },
  {
    reason: 'WEBHOOK_URL_NOT_PUBLIC',
    message: 'The host of the URL must be a full public domain name.',
    breaks: ({ hostname }) => !isAddressLiteral(hostname) && !isPublicName(hostname),
  },
];

/** The test also refuses an empty fragment: `url.hash` cannot tell "#" from none. */
function hasFragment(url: URL): boolean {
  return url.href.includes('#');
}

function isPublicName(hostname: string): boolean {
  if (!hostname.includes('.') || hostname.endsWith('.')) return false;
  return !PRIVATE_SUFFIXES.some((suffix) => hostname.endsWith(suffix));
}

function parse(text: string): URL | undefined {
  // Backslashes, spaces and control characters are read differently by different parsers, so none is accepted.
  if (text.length > MAX_URL_LENGTH || /[\\\s\p{Cc}]/u.test(text)) return undefined;
  if (!/^https?:\/\/[^/]/i.test(text)) return undefined;
  return URL.parse(text) ?? undefined;
}

function invalid(message: string): UrlVerdict {
  return { ok: false, reason: 'WEBHOOK_URL_INVALID', message };
}

function notPublic(message: string): UrlVerdict {
  return { ok: false, reason: 'WEBHOOK_URL_NOT_PUBLIC', message };
}
