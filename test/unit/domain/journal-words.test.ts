import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { postedFor, purposeWords } from '../../../src/domain/journal-words.js';

/** Source and purpose of each leg that is written out in SQL: `('credit', k.credit_id, 'collection', ...`. */
const written = globSync('src/**/*.sql').flatMap((file) =>
  [
    ...readFileSync(file, 'utf8').matchAll(
      /\('(\w+)', [^,']+(?: \|\| '[:/]' \|\| [^,']+)?, '([a-z_-]+)', '[a-z-]+', '\d{4}'/g,
    ),
  ].map(([, source = '', purpose = '']) => ({ source, purpose })),
);
/** Steps of refunds and payouts, whose purposes are made of the step's name. */
const steps = ['sent#1', 'confirmed#1', 'refused#1', 'account_refused#1', 'returned#1'];

describe('a journal', () => {
  it('has words for each purpose that SQL posts', () => {
    const sources = new Set(written.map(({ source }) => source));
    expect([...sources].toSorted()).toEqual(
      expect.arrayContaining([
        'credit',
        'dispute',
        'maturity',
        'payout',
        'refund',
        'statement',
        'sweep',
      ]),
    );
    const all = [
      ...written,
      ...steps.map((purpose) => ({ source: 'refund', purpose })),
      ...['scheduled', 'given_up', 'called_off'].map((purpose) => ({ source: 'payout', purpose })),
    ];
    const wordless = all.filter(({ source, purpose }) => {
      const [name = ''] = purpose.split('#');
      const says = postedFor(source, purpose);
      return says.endsWith(`: ${name.replaceAll('_', ' ')}`) || says.startsWith(`${source}:`);
    });
    expect(wordless).toEqual([]);
  });

  it('says which try it was, from the second on', () => {
    expect(postedFor('credit', 'collection')).toBe('Payment: it came');
    expect(purposeWords('sent#1')).toBe('it was sent');
    expect(purposeWords('sent#12')).toBe('it was sent, try 12');
    expect(postedFor('adjustment', 'journal')).toBe('Correction by hand');
    expect(postedFor('new-thing', 'new_purpose#2')).toBe('New-thing: new purpose, try 2');
  });
});
