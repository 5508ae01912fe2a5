import type { ReportOutcome } from '../sender.port.js';

/** Termii tells in prose. Words that it has used, without those that follow a bar; any other says nothing that is final. */
const outcomes: ReadonlyMap<string, ReportOutcome> = new Map([
  ['delivered', 'DELIVERED'],
  // The number takes no advertising, and our route is not the one for the rest.
  ['dnd active on phone number', 'REFUSED'],
  ['message failed', 'REFUSED'],
  ['rejected', 'REFUSED'],
  ['expired', 'REFUSED'],
]);

/** Null: it is on its way, or we do not know the word. */
export function outcomeOfStatus(status: string): ReportOutcome | null {
  const [word = ''] = status.split('|');
  return outcomes.get(word.trim().toLowerCase()) ?? null;
}
