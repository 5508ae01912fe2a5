import { describe, expect, it } from 'vitest';
import { tableOf } from '../../../../src/programs/cli/table.js';

interface Row {
  readonly name: string;
  readonly amount: string;
  readonly why: string;
}

const columns = [
  { title: 'NAME', text: ({ name }: Row) => name },
  { title: 'AMOUNT', text: ({ amount }: Row) => amount, align: 'right' as const },
  { title: 'WHY', text: ({ why }: Row) => why },
];

describe('a table', () => {
  it('stands under its titles, amounts at the right', () => {
    const rows = [
      { name: 'Ada', amount: '₦7.00', why: 'late' },
      { name: 'Bo', amount: '₦1,007.00', why: '' },
    ];
    expect(tableOf(columns, rows).split('\n')).toEqual([
      'NAME     AMOUNT  WHY',
      'Ada       ₦7.00  late',
      'Bo    ₦1,007.00',
    ]);
  });

  it('ends within 80 columns', () => {
    const [, line = ''] = tableOf(columns, [
      { name: 'Ada', amount: '1', why: 'x'.repeat(200) },
    ]).split('\n');
    expect(line).toHaveLength(80);
    expect(line.endsWith('…')).toBe(true);
  });

  it('lets no text of others move the cursor', () => {
    expect(tableOf(columns, [{ name: 'A\u001b[2Jda\n', amount: '1', why: '' }])).not.toContain(
      '\u001b',
    );
  });
});
