/**
 * A keyed bijection over the serials 0..999999, so that account numbers given out one after the other are not
 * guessable and do not differ by one digit. A Feistel network on two halves of three digits each.
 *
 * The key enters as round tables, derived outside (this folder has no cryptography): per round, 2000 pseudo-random
 * bytes through `roundTable`.
 */

/** Rounds a key should provide. */
export const permutationRounds = 8;
/** Bytes that make one round's table. */
export const roundTableBytes = 2_000;

const half = 1_000;
const size = half * half;

/** The function of a round: a number below 1000 for each half of 0..999. */
export type RoundTable = readonly number[];

export interface Permutation {
  permute(serial: number): number;
  /** The inverse of `permute`. */
  invert(permuted: number): number;
}

/** A round table from 2000 pseudo-random bytes (big-endian pairs, modulo 1000). Throws RangeError on another length. */
export function roundTable(bytes: Uint8Array): RoundTable {
  if (bytes.length !== roundTableBytes)
    throw new RangeError(`a round table needs ${roundTableBytes} bytes`);
  return Array.from(
    { length: half },
    (_, i) => (((bytes[2 * i] ?? 0) << 8) | (bytes[2 * i + 1] ?? 0)) % half,
  );
}

/** Throws RangeError for fewer than four rounds or a malformed table. `permute` and `invert` throw it outside 0..999999. */
export function createPermutation(roundTables: readonly RoundTable[]): Permutation {
  if (roundTables.length < 4) throw new RangeError('a permutation needs four rounds or more');
  roundTables.forEach(assertTable);
  const backwards = roundTables.toReversed();
  return {
    permute(serial) {
      assertSerial(serial);
      let left = Math.floor(serial / half);
      let right = serial % half;
      for (const table of roundTables) {
        [left, right] = [right, (left + (table[right] ?? 0)) % half];
      }
      return left * half + right;
    },
    invert(permuted) {
      assertSerial(permuted);
      let left = Math.floor(permuted / half);
      let right = permuted % half;
      for (const table of backwards) {
        [left, right] = [(right - (table[left] ?? 0) + half) % half, left];
      }
      return left * half + right;
    },
  };
}

function assertTable(table: RoundTable): void {
  if (
    table.length !== half ||
    table.some((value) => !Number.isInteger(value) || value < 0 || value >= half)
  ) {
    throw new RangeError('a round table holds 1000 numbers from 0 to 999');
  }
}

function assertSerial(serial: number): void {
  if (!Number.isInteger(serial) || serial < 0 || serial >= size) {
    throw new RangeError(`serial ${serial} is not in 0..999999`);
  }
}
