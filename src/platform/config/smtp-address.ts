import { loginOf } from './login-of.js';

/** How mail leaves, read from MANILLA_SMTP_URL and what belongs to it. */
export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte (`smtps://`). Without it STARTTLS is demanded, unless the server is this machine or `?starttls=off`. */
  readonly isImplicitTls: boolean;
  readonly demandsTls: boolean;
  readonly user: string | null;
  readonly password: string | null;
  /** The address that mail comes from, and the name beside it. */
  readonly from: { readonly address: string; readonly name: string | null };
  readonly dkim: DkimSettings | null;
}

export interface DkimSettings {
  readonly selector: string;
  /** PEM. */
  readonly privateKey: string;
}

const loopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Undefined: it is no address of an SMTP server. */
export function serverOf(text: string): Omit<SmtpSettings, 'from' | 'dkim'> | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isImplicitTls = url.protocol === 'smtps:';
  if (!isImplicitTls && url.protocol !== 'smtp:') return undefined;
  const login = loginOf(url);
  if (login === undefined || url.hostname === '' || !/^\/?$/.test(url.pathname)) return undefined;
  const isPlain = url.searchParams.get('starttls') === 'off' || loopback.test(url.hostname);
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || (isImplicitTls ? 465 : 587)),
    isImplicitTls,
    demandsTls: isImplicitTls || !isPlain,
    user: login.user || null,
    password: login.password || null,
  };
}

/** `Shop <pay@shop.ng>` or `pay@shop.ng`; undefined: it is no address. */
export function fromOf(text: string): SmtpSettings['from'] | undefined {
  const [, name = '', named = '', plain = ''] =
    /^(?:\s*"?([^"<>]*?)"?\s*<([^<>\s]+)>|\s*(\S+))\s*$/.exec(text) ?? [];
  const address = named || plain;
  if (!/^[^\s@<>",;]+@[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i.test(address)) return undefined;
  return { address, name: name === '' ? null : name };
}
