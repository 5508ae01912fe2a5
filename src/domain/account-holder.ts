/**
 * Whether a bank's two answers name the same holder. Banks change case, spacing and punctuation from one day to the next;
 * any other difference is a change that a person must look at.
 */
export function isSameHolder(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

function plain(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ');
}
