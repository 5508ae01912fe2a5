import type { ReportOutcome } from '../sender.port.js';

/**
 * The words that Termii has used in its reports, which are prose. Words behind a bar are left out. Any other words say
 * nothing final.
 */
const outcomes: ReadonlyMap<string, ReportOutcome> = new Map([
  ['delivered', 'DELIVERED'],
  // The number takes no advertising, and our route is not the one for the rest.
  ['dnd active on phone number', 'REFUSED'],
  ['message failed', 'REFUSED'],
  ['rejected', 'REFUSED'],
  ['expired', 'REFUSED'],
]);

/** Null: the message is on its way, or we do not know the word. */
export function outcomeOfStatus(status: string): ReportOutcome | null {
  const [word = ''] = status.split('|');
  return outcomes.get(word.trim().toLowerCase()) ?? null;
}
