import { randomFillSync } from 'node:crypto';
import { monotonicFactory } from 'ulid';
import type { Id, IdPrefix } from '../../domain/ids.js';

/** Random bytes for many ids at once: asking for each character's byte costs more than the rest of the id. */
const pool = new Uint8Array(4_096);
let used = pool.length;

const ulid = monotonicFactory(() => {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const byte = pool[used] ?? 0;
  used += 1;
  return byte / 256;
});

/** A fresh id, such as `chk_01K…`; later ids of one process sort after earlier ones. */
export function newId<Prefix extends IdPrefix>(prefix: Prefix): Id<Prefix> {
  return `${prefix}_${ulid()}`;
}
