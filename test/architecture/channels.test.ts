import { expect, it } from 'vitest';
import { filesIn, read } from './tree.js';

/** Where a channel may be named: what it is to the books, its handler, and its own SQL. */
const homes =
  /^src\/(domain\/channels\.ts|payments\/(cards\/card-channel\.ts|cards\/cards\.sql|accounts\/bank-channel\.ts)|platform\/database\/migrations\/)/;

/**
 * Everybody else asks the table `channel`, src/domain/channels.ts or a handler (bank-channel.ts, card-channel.ts), so that a channel more changes
 * none of them. The sandbox's merchant is given its channels by name, and a receipt says "Card" to its reader.
 */
const named: Readonly<Record<string, number>> = {
  'src/pages/payer/receipt-pdf.ts': 2,
  'src/programs/seed-merchant.ts': 2,
};

it('names a channel only where the channel lives', () => {
  const found = filesIn('src', 'workflows', 'activities')
    .filter((path) => /\.(tsx?|sql)$/.test(path) && !homes.test(path))
    .map(
      (path) => [path, read(path).match(/(['"{])(Bank|Card)\b(?=['",}])/g)?.length ?? 0] as const,
    )
    .filter(([, count]) => count > 0);
  expect(Object.fromEntries(found)).toEqual(named);
});
