import ipaddr from 'ipaddr.js';

type Network = ReturnType<typeof ipaddr.parseCIDR>;

/** Networks as they were parsed, for as long as their list lives. */
const parsed = new WeakMap<readonly string[], readonly Network[]>();

/** Tells whether an address lies in one of the networks (CIDR). An empty list allows every address. */
export function isAllowedFrom(addresses: readonly string[], ip: string): boolean {
  if (addresses.length === 0) return true;
  if (!ipaddr.isValid(ip)) return false;
  const address = ipaddr.process(ip);
  return networksOf(addresses).some(
    ([network, bits]) => network.kind() === address.kind() && address.match([network, bits]),
  );
}

/**
 * Returns a network as it is kept: `10.0.0.7` becomes `10.0.0.7/32`, and the bits of hosts are zero. Undefined: the text
 * is no network.
 */
export function networkIn(text: string): string | undefined {
  const whole = ipaddr.isValid(text) ? `${text}/${text.includes(':') ? 128 : 32}` : text;
  if (!ipaddr.isValidCIDR(whole)) return undefined;
  const [address, bits] = ipaddr.parseCIDR(whole);
  const family = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${family.networkAddressFromCIDR(whole).toString()}/${bits}`;
}

function networksOf(addresses: readonly string[]): readonly Network[] {
  const known = parsed.get(addresses);
  if (known !== undefined) return known;
  const networks = addresses.map((each) => ipaddr.parseCIDR(each));
  parsed.set(addresses, networks);
  return networks;
}
