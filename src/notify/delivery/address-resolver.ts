import { Resolver } from 'node:dns/promises';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** All addresses of a host name. Throws when there is none or the name servers do not answer. */
export type AddressResolver = (hostname: string) => Promise<readonly ResolvedAddress[]>;

/**
 * Asks the name servers for A and AAAA. Not `dns.lookup`: that one blocks a thread of the small pool that files and
 * crypto need as well, so that one merchant's dead name server would slow everybody.
 *
 * @param nameServers in place of the machine's own
 */
export function createAddressResolver(nameServers?: readonly string[]): AddressResolver {
  const resolver = new Resolver({ timeout: 1500, tries: 2 });
  if (nameServers !== undefined) resolver.setServers([...nameServers]);
  return async (hostname) => {
    const [v4, v6] = await Promise.allSettled([
      resolver.resolve4(hostname),
      resolver.resolve6(hostname),
    ]);
    const found = [
      ...addressesOf(v4).map((address) => ({ address, family: 4 as const })),
      ...addressesOf(v6).map((address) => ({ address, family: 6 as const })),
    ];
    if (found.length === 0) throw v4.status === 'rejected' ? v4.reason : new Error('no address');
    return found;
  };
}

function addressesOf(answer: PromiseSettledResult<string[]>): string[] {
  return answer.status === 'fulfilled' ? answer.value : [];
}
