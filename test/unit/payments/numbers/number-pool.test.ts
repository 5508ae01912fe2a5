import { describe, expect, it } from 'vitest';
import { NumberPool } from '../../../../src/payments/numbers/number-pool.js';
import { isNubanValid } from '../../../../src/domain/nuban.js';

const bank = '50547';
// Not random: under one key in many, neighbours are neighbours.
const [key, otherKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

/** Where all numbers are accounted for. */
const swept = { unsweptCapacity: async () => undefined, freeUnused: async () => {} };

/** Deals blocks as the sequence of the database does. */
function dealer(blocks: number) {
  let dealt = 0;
  const reserveSerials = async () => {
    dealt += 1;
    return dealt > blocks ? undefined : { first: (dealt - 1) * 32, count: 32 };
  };
  return { ...swept, reserveSerials, reserveFreed: async () => [], dealt: () => dealt };
}

describe('the pool of account numbers', () => {
  it('gives valid numbers under the prefix, none twice, however many ask at once', async () => {
    const store = dealer(100);
    const pool = new NumberPool(store, key);
    const taken = await Promise.all(Array.from({ length: 200 }, () => pool.take('501', bank)));
    const numbers = taken.map((number) => number?.accountNumber ?? '');
    expect(new Set(numbers).size).toBe(200);
    for (const number of numbers) {
      expect(number).toMatch(/^501\d{7}$/);
      expect(isNubanValid(bank, number)).toBe(true);
    }
    expect(store.dealt()).toBe(7);
  });

  it('does not give neighbours to neighbours', async () => {
    const pool = new NumberPool(dealer(1), key);
    const first = await pool.take('501', bank);
    const second = await pool.take('501', bank);
    const serialOf = (number?: { accountNumber: string }) =>
      Number(number?.accountNumber.slice(3, 9));
    expect(Math.abs(serialOf(first) - serialOf(second))).toBeGreaterThan(1);
  });

  it('has an order of its own for each prefix and each key', async () => {
    const digits = async (pool: NumberPool, prefix: string) =>
      (await pool.take(prefix, bank))?.accountNumber.slice(3, 9);
    const numbers = [
      await digits(new NumberPool(dealer(1), key), '501'),
      await digits(new NumberPool(dealer(1), key), '502'),
      await digits(new NumberPool(dealer(1), otherKey), '501'),
    ];
    expect(new Set(numbers).size).toBe(3);
    expect(await digits(new NumberPool(dealer(1), key), '501')).toBe(numbers[0]);
  });

  it('gives a number that came back to the next who asks', async () => {
    const pool = new NumberPool(dealer(1), key);
    const number = await pool.take('501', bank);
    if (number === undefined) throw new Error('no number');
    pool.giveBack('501', number);
    expect(await pool.take('501', bank)).toEqual(number);
  });

  it('says so when the prefix is used up', async () => {
    const pool = new NumberPool(dealer(1), key);
    const taken = await Promise.all(Array.from({ length: 40 }, () => pool.take('501', bank)));
    expect(taken.filter((number) => number === undefined)).toHaveLength(8);
  });

  it('goes on with numbers that came out of quarantine, the oldest first', async () => {
    const freed = ['5010000017', '5010000024'].map((accountNumber) => ({
      accountNumber,
      generation: 3,
    }));
    const rounds = [freed, []];
    const pool = new NumberPool(
      { ...dealer(0), reserveFreed: async () => rounds.shift() ?? [] },
      key,
    );
    expect(await pool.take('501', bank)).toEqual(freed[0]);
    expect(await pool.take('501', bank)).toEqual(freed[1]);
    expect(await pool.take('501', bank)).toBeUndefined();
  });

  it('deals no more of its last block than the prefix has', async () => {
    const blocks = [{ first: 96, count: 4 }];
    const pool = new NumberPool({ ...dealer(0), reserveSerials: async () => blocks.shift() }, key);
    const taken = await Promise.all(Array.from({ length: 10 }, () => pool.take('501', bank)));
    expect(taken.filter((number) => number !== undefined)).toHaveLength(4);
  });

  it('looks once for numbers that were dealt and never used, all of the prefix', async () => {
    const sought: string[] = [];
    const ends: boolean[] = [];
    const store = {
      ...dealer(0),
      unsweptCapacity: async () => (ends.includes(true) ? undefined : 12_000),
      freeUnused: async (_prefix: string, numbers: readonly string[], isLast: boolean) => {
        sought.push(...numbers);
        ends.push(isLast);
      },
      reserveFreed: async () =>
        sought.splice(0).length > 0 ? [{ accountNumber: '5010000017', generation: 0 }] : [],
    };
    const pool = new NumberPool(store, key);
    expect(await pool.take('501', bank)).toMatchObject({ accountNumber: '5010000017' });
    expect(await pool.take('501', bank)).toBeUndefined();
    expect(ends).toEqual([false, false, true]);
  });

  it('asks again after the database failed', async () => {
    let fails = true;
    const store = {
      reserveSerials: async () => {
        if (fails) throw new Error('down');
        return { first: 0, count: 32 };
      },
      ...swept,
      reserveFreed: async () => [],
    };
    const pool = new NumberPool(store, key);
    await expect(pool.take('501', bank)).rejects.toThrow('down');
    fails = false;
    expect(await pool.take('501', bank)).toBeDefined();
  });
});
