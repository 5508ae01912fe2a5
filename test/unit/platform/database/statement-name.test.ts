import { expect, it } from 'vitest';
import { statementName } from '../../../../src/platform/database/statement-name.js';

it('tells statements apart whose names begin alike for longer than PostgreSQL reads', () => {
  const long = 'x'.repeat(63);
  expect(statementName('list', undefined, '', 'from')).toBe('list from');
  expect(statementName(long)).toBe(long);
  const names = [statementName(long, 'a'), statementName(long, 'b')];
  expect(new Set(names).size).toBe(2);
  for (const name of names) expect(name.length).toBeLessThanOrEqual(63);
});
