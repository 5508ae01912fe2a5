import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/http/api-error.js';
import { FairQueue } from '../../../src/http/fair-queue.js';

/** Work that ends when it is told to. */
function works(queue: FairQueue) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (caller: string, name: string): Promise<void> =>
    queue.take(caller, () => {
      begun.push(name);
      return new Promise((resolve) => ends.set(name, resolve));
    });
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await new Promise(setImmediate);
  };
  return { begun, ask, end };
}

const refusalOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.catch((error: unknown) => error);

describe('heavy work', () => {
  it('is done one at a time, and the callers take queue', async () => {
    const { begun, ask, end } = works(new FairQueue({ atOnce: 1, ofOne: 3, waiting: 10 }));
    const all = [ask('a', 'a1'), ask('a', 'a2'), ask('a', 'a3'), ask('b', 'b1'), ask('c', 'c1')];
    expect(begun).toEqual(['a1']);
    for (const name of ['a1', 'a2', 'b1', 'c1', 'a3']) await end(name);
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3']);
    await Promise.all(all);
  });

  it('is refused before it begins when a caller has its share, or everybody has', async () => {
    const { begun, ask, end } = works(new FairQueue({ atOnce: 1, ofOne: 2, waiting: 2 }));
    const all = [ask('a', 'a1'), ask('a', 'a2')];
    const mine = await refusalOf(ask('a', 'a3'));
    expect(mine).toBeInstanceOf(ApiError);
    expect(mine).toMatchObject({
      reason: 'TOO_MUCH_AT_ONCE',
      details: { headers: { 'retry-after': '5' } },
    });
    all.push(ask('b', 'b1'));
    expect(await refusalOf(ask('c', 'c1'))).toMatchObject({ reason: 'TOO_MUCH_AT_ONCE' });
    for (const name of ['a1', 'a2', 'b1']) await end(name);
    await Promise.all(all);
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    const later = ask('a', 'a4');
    await end('a4');
    await later;
  });

  it('gives its place away when it fails', async () => {
    const queue = new FairQueue({ atOnce: 1, ofOne: 1, waiting: 0 });
    for (let time = 0; time < 3; time += 1) {
      const failed = queue.take('a', () => Promise.reject(new Error('broken')));
      await expect(failed).rejects.toThrow('broken');
    }
    expect(await queue.take('b', () => Promise.resolve('done'))).toBe('done');
  });
});
