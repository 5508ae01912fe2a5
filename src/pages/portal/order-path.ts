export function pathOfOrder(reference: string): string {
  return `/payments/${encodeURIComponent(reference)}`;
}
