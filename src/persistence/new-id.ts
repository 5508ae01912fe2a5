import { monotonicFactory } from 'ulid';
import type { IdPrefix } from '../domain/ids.js';

const ulid = monotonicFactory();

/** A fresh id, such as `chk_01K…`; later ids of one process sort after earlier ones. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${ulid()}`;
}
