import type { Mutant } from './mutant.ts';

const file = 'test/integration/http/csv-file.test.ts';
const again = { file, test: 'the page is read again by fewer rows' };
const steady = 'src/http/steady-pages.ts';
const csv = 'src/http/csv-file.ts';
const meant = { file: 'test/unit/domain/search-terms.test.ts', test: 'looked for as it is meant' };

/** Lists, as pages and as files, and what is searched for. */
export const lists: readonly Mutant[] = [
  {
    name: 'file-begins-again',
    cost: 'A page that is read again is the first one: rows are twice in a file, and others are missing.',
    file: steady,
    replace: 'return await this.#read(cursor);',
    by: 'return await this.#read(undefined);',
    seenBy: again,
  },
  {
    name: 'file-gives-up-at-once',
    cost: 'A busy second of the database ends a file.',
    file: steady,
    replace: 'if (outageOf(error) === undefined) throw error;',
    by: 'throw error;',
    seenBy: again,
  },
  {
    name: 'file-asks-for-as-much-again',
    cost: 'A page that is too large for a busy database is too large each time.',
    file: steady,
    replace: 'this.#size = retriedSlice;',
    by: '',
    seenBy: again,
  },
  {
    name: 'file-tries-a-fault-again',
    cost: 'A fault of ours holds a place for half a minute.',
    file: steady,
    replace: 'if (outageOf(error) === undefined) throw error;',
    by: '',
    seenBy: { file, test: 'tries nothing again that would fail again' },
  },
  {
    name: 'file-pauses-for-nobody',
    cost: 'Who hung up keeps the place of others until the pause is over.',
    file: steady,
    replace: '{ signal: this.signal }',
    by: '{}',
    seenBy: { file, test: 'waits for no other try' },
  },
  {
    name: 'file-is-complete-without-its-rest',
    cost: 'A merchant takes a part of the payments for all of them.',
    file: csv,
    replace: `end(count, 'INCOMPLETE', nextCursor)`,
    by: `end(count, 'COMPLETE')`,
    seenBy: { file, test: 'ends by telling so when the database stays away' },
  },
  {
    name: 'file-one-page-too-long',
    cost: 'A bound that is documented is not the one that holds.',
    file: csv,
    replace: 'count >= rows ||',
    by: 'count > rows ||',
    seenBy: { file, test: 'ends after a page with the cursor of the next' },
  },
  {
    name: 'file-without-an-hour',
    cost: 'A reader who takes a page a minute keeps a place for hours.',
    file: csv,
    replace: ' || performance.now() > endsAt',
    by: '',
    seenBy: { file, test: 'ends after a page with the cursor of the next' },
  },
  {
    name: 'file-for-a-reader-asleep',
    cost: 'A reader who takes nothing keeps a place for ever.',
    file: csv,
    replace: `body.destroy(new Error('a file was read too slowly'))`,
    by: 'undefined',
    seenBy: { file, test: 'is cut off, without a last line' },
  },
  {
    name: 'changed-before-reads-the-young',
    cost: 'Who asks what changed until last month waits for all that came since to be read.',
    file: 'src/payments/checkouts/checkout-list-query.ts',
    replace: 'given([before, changedBefore])',
    by: 'given([before])',
    seenBy: {
      file: 'test/integration/payments/checkouts/checkout-list.test.ts',
      test: 'reads little more than the rows of its page',
    },
  },
  {
    name: 'list-reckons-with-an-average-merchant',
    cost: 'Each page of a merchant with many orders reads all of them, and a file of them breaks off.',
    file: 'src/payments/checkouts/checkout-list-query.ts',
    replace: `const isOwn = 'case when c.merchant_id = $1 then true end';`,
    by: `const isOwn = 'hashtextextended(c.merchant_id, 0) = hashtextextended($1, 0) and c.merchant_id = $1';`,
    seenBy: {
      file: 'test/integration/payments/checkouts/checkout-list.test.ts',
      test: 'reads little more than the rows of its page',
    },
  },
  {
    name: 'search-for-nothing-but-sayings',
    cost: 'A shop named Money Order is not found by its name.',
    file: 'src/domain/search-terms.ts',
    replace: 'return said.length > 0 ? said : bare;',
    by: 'return said;',
    seenBy: meant,
  },
  {
    name: 'search-takes-thousands-for-millions',
    cost: 'A caller says "two thousand", and orders of two million are found.',
    file: 'src/domain/search-terms.ts',
    replace: `step.toLowerCase() === 'k'`,
    by: `step.toLowerCase() === 'm'`,
    seenBy: meant,
  },
];
