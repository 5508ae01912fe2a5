import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Addresses that look public, but at which cloud platforms answer their own guests. */
const PLATFORM_ADDRESSES: ReadonlySet<string> = new Set(['168.63.129.16']);

/** Everything that IANA hands out to the public; an address outside may mean anything on the local network. */
const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Tells whether an IP address (no host name) belongs to the public internet. IPv4-mapped IPv6 addresses are judged as the
 * IPv4 address they carry; anything that does not parse is not public.
 */
export function isPublicAddress(address: string): boolean {
  const plain = stripBrackets(address);
  if (!ipaddr.isValid(plain)) return false;
  const parsed = ipaddr.process(plain);
  if (parsed.range() !== 'unicast') return false;
  if (parsed instanceof ipaddr.IPv6) return parsed.match(GLOBAL_UNICAST_V6);
  return !PLATFORM_ADDRESSES.has(parsed.toString());
}

/** Tells whether a host is an IP literal, with the brackets that a URL puts around IPv6 or without, as undici has it. */
export function isAddressLiteral(hostname: string): boolean {
  return isIP(stripBrackets(hostname)) !== 0;
}

export function stripBrackets(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}
