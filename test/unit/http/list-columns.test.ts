import { describe, expect, it } from 'vitest';
import { ColumnsOf } from '../../../src/http/list-columns.js';

describe('a column', () => {
  const of = new ColumnsOf<number | null>();
  const [money, number] = [of.money('fee', (item) => item), of.number('tries', (item) => item)];

  it('has its nought: it is another thing than what is not known', () => {
    expect([money.cells(0), number.cells(0)]).toEqual([['0.00', '0'], ['0']]);
    expect([money.cells(null), number.cells(null)]).toEqual([['', ''], ['']]);
  });

  it('has each kobo, on either side of nothing', () => {
    expect([-1, 1, 99, -10_050].map(money.cells)).toEqual([
      ['-0.01', '-1'],
      ['0.01', '1'],
      ['0.99', '99'],
      ['-100.50', '-10050'],
    ]);
  });
});
