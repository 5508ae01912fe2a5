/**
 * NIP session ids: 6 digits of the sender's institution, 12 of its local time (yyMMddHHmmss), 12 that are unique.
 * The time says when the payer sent, which decides whether a transfer is late, however long it took to reach us.
 */

/** Africa/Lagos is UTC+1 all year. */
const lagosOffsetMs = 60 * 60 * 1_000;
/** A sender's clock that is further off than this is not believed. */
export const believableOffsetMs = 24 * 60 * 60 * 1_000;

/**
 * Returns the time at which the sender's bank made this id. Null when the id has no credible time: fewer than 30
 * leading digits (sandboxes shorten it; some providers append to it), no such date, or more than 24 h from
 * `receivedAt`.
 */
export function senderTime(sessionId: string, receivedAt: Date): Date | null {
  if (!/^[0-9]{30}/.test(sessionId)) return null;
  const part = (from: number): number => Number(sessionId.slice(from, from + 2));
  const local = new Date(
    Date.UTC(2000 + part(6), part(8) - 1, part(10), part(12), part(14), part(16)),
  );
  // Date.UTC rolls 31 February over into March: a text that does not read back the same was no date.
  if (stamp(local) !== sessionId.slice(6, 18)) return null;
  const sentAt = new Date(local.getTime() - lagosOffsetMs);
  return Math.abs(sentAt.getTime() - receivedAt.getTime()) <= believableOffsetMs ? sentAt : null;
}

/** A 30-digit session id as `institution` would mint it at `sentAt`; `unique` distinguishes two ids of one second. */
export function sessionId(institution: string, sentAt: Date, unique: string): string {
  const id =
    institution + stamp(new Date(sentAt.getTime() + lagosOffsetMs)) + unique.padStart(12, '0');
  if (!/^[0-9]{30}$/.test(id)) throw new RangeError('a session id is 6 + 12 + 12 digits');
  return id;
}

/** The facts that determine the session id of the next sending of a payout or refund. */
export interface NextSession {
  /**
   * The time at which the payout or refund was written down: stored before the first sending, and the same for all its
   * sendings.
   */
  readonly openedAt: Date;
  /** 12 digits that follow from the payment and the number of its earlier sendings. */
  readonly tail: string;
  /**
   * The session id under which the bank's statement shows this sending already, although our books do not know it: they
   * were restored. Null: the statement does not show it.
   */
  readonly onStatement: string | null;
}

/**
 * The session id of the next sending. The same sending has the same id however often it is begun, also after our database
 * was restored from a backup: the bank carries it out once.
 */
export function nextSessionId(institution: string, next: NextSession): string {
  return next.onStatement ?? sessionId(institution, next.openedAt, next.tail);
}

/** yyMMddHHmmss of a date whose UTC fields hold local time. */
function stamp(local: Date): string {
  return local.toISOString().replace(/[-T:]/g, '').slice(2, 14);
}
