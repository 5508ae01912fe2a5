/**
 * What is hashed in place of an address, so that an address that refuses messages is known again without being kept. The SQL
 * function address_hash has the same.
 */
export function addressText(address: string): string {
  return `manilla message address ${address.toLowerCase()}`;
}
