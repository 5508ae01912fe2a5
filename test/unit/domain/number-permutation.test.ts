import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createPermutation,
  permutationRounds,
  roundTable,
  roundTableBytes,
  type Permutation,
} from '../../../src/domain/number-permutation.js';

function permutationOf(key: string): Permutation {
  const tables = Array.from({ length: permutationRounds }, (_, round) =>
    roundTable(
      createHash('shake256', { outputLength: roundTableBytes }).update(`${key}/${round}`).digest(),
    ),
  );
  return createPermutation(tables);
}

describe('the permutation of serials', () => {
  it('is a bijection over all of 0..999999', () => {
    const { permute } = permutationOf('a key');
    const seen = new Uint8Array(1_000_000);
    for (let serial = 0; serial < 1_000_000; serial += 1) {
      const permuted = permute(serial);
      seen[permuted] = (seen[permuted] ?? 0) + 1;
    }
    expect(seen.every((times) => times === 1)).toBe(true);
  });

  it('is undone by its inverse, whatever the key', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 0, max: 999_999 }), (key, serial) => {
        const { permute, invert } = permutationOf(key);
        expect(invert(permute(serial))).toBe(serial);
        expect(permute(invert(serial))).toBe(serial);
      }),
      { numRuns: 50 },
    );
  });

  it('depends on the key, and is the same for the same key', () => {
    const serials = Array.from({ length: 100 }, (_, i) => i);
    const numbers = (key: string): number[] => serials.map(permutationOf(key).permute);
    expect(numbers('one')).toEqual(numbers('one'));
    expect(numbers('one')).not.toEqual(numbers('two'));
  });

  it('puts neighbours far apart', () => {
    const { permute } = permutationOf('a key');
    const near = Array.from({ length: 10_000 }, (_, i) =>
      Math.abs(permute(i + 1) - permute(i)),
    ).filter((d) => d < 100);
    expect(near.length).toBeLessThan(10); // 2 are expected of a random order
  });

  it('refuses serials outside its range and malformed tables', () => {
    const { permute, invert } = permutationOf('a key');
    for (const serial of [-1, 1_000_000, 0.5, Number.NaN]) {
      expect(() => permute(serial)).toThrow(RangeError);
      expect(() => invert(serial)).toThrow(RangeError);
    }
    const table = roundTable(new Uint8Array(roundTableBytes));
    expect(() => createPermutation([table, table, table])).toThrow(RangeError);
    expect(() => createPermutation([table, table, table, table.slice(1)])).toThrow(RangeError);
    expect(() => createPermutation([table, table, table, table.with(0, 1_000)])).toThrow(
      RangeError,
    );
    expect(() => roundTable(new Uint8Array(10))).toThrow(RangeError);
  });
});
