import { expect, it } from 'vitest';
import { gathered } from '../../../../src/platform/database/gathered-reads.js';

/** Reads that note which keys each was asked for, and answer a key in capitals, but not "none". */
function noted() {
  const statements: (readonly string[])[] = [];
  const read = gathered((keys: readonly string[]) => {
    statements.push(keys);
    if (keys.includes('fault')) return Promise.reject(new Error('the database is away'));
    return Promise.resolve(keys.map((key) => (key === 'none' ? undefined : key.toUpperCase())));
  });
  return { statements, read };
}

it('reads what is asked for at once by one statement, and gives each its own', async () => {
  const { statements, read } = noted();
  const answers = await Promise.all(['b', 'none', 'a', 'b'].map(read));
  expect(answers).toEqual(['B', undefined, 'A', 'B']);
  expect(statements).toEqual([['b', 'none', 'a', 'b']]);
});

it('keeps nothing: who asks later reads anew', async () => {
  const { statements, read } = noted();
  await read('a');
  await read('a');
  expect(statements).toEqual([['a'], ['a']]);
});

it('reads at most 50 by one statement', async () => {
  const { statements, read } = noted();
  await Promise.all(Array.from({ length: 120 }, (_, i) => read(String(i))));
  expect(statements.map((keys) => keys.length)).toEqual([50, 50, 20]);
});

it('tells everybody who shared a statement that it failed, and nobody afterwards', async () => {
  const { read } = noted();
  const shared = await Promise.allSettled(['a', 'fault'].map(read));
  expect(shared.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await read('a')).toBe('A');
});
