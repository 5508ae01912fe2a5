import assert from 'node:assert/strict';
import type pg from 'pg';
import { eventPayload } from '../../src/programs/docs/event-payload.js';

export interface WrittenEvent {
  readonly type: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Those of each database that were looked at, as they stood then: most tests look after each of many small steps. */
const looked = new WeakMap<pg.Pool, Set<string>>();

/** For who has emptied the database. */
export function forgetEvents(pool: pg.Pool): void {
  looked.delete(pool);
}

/** @throws AssertionError when an event that was written or changed since the last look is not as its document says */
export async function assertNewEvents(pool: pg.Pool): Promise<void> {
  const seen = looked.get(pool) ?? new Set();
  const { rows } = await pool.query<{ version: string; type: string; body: string }>(
    `select e.version, e.type, e.body from (select event_id || ' ' || xmin as version, type, body from event) e
      where e.version <> all ($1)`,
    [[...seen]],
  );
  rows.forEach(read);
  looked.set(pool, new Set([...seen, ...rows.map(({ version }) => version)]));
}

/**
 * The events of a database, as SQL has written them.
 *
 * @throws AssertionError when one lacks a field of the shape that documents it, or has another
 */
export async function writtenEvents(pool: pg.Pool): Promise<readonly WrittenEvent[]> {
  const { rows } = await pool.query<{ type: string; body: string }>('select type, body from event');
  return rows.map(read);
}

function read({
  type,
  body: text,
}: {
  readonly type: string;
  readonly body: string;
}): WrittenEvent {
  const body = JSON.parse(text) as WrittenEvent['body'];
  // What the shape does not name is not in what it has read.
  assert.deepEqual(eventPayload(type).parse(body), body, type);
  return { type, body };
}
