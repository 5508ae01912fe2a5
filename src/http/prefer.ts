/** The longest time that a request may wait. A load balancer in front of us may cut a silent request after 30 s. */
export const maxWaitSeconds = 25;

/** Milliseconds a caller is willing to wait, from `Prefer: wait=N` (RFC 7240): 0 without it, at most 25 s. */
export function preferredWaitMs(prefer: string | string[] | undefined): number {
  if (prefer === undefined) return 0;
  const text = Array.isArray(prefer) ? prefer.join(',') : prefer;
  const seconds = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,9})"?\s*(?:$|[,;])/i.exec(text)?.[1];
  return seconds === undefined ? 0 : Math.min(Number(seconds), maxWaitSeconds) * 1_000;
}
