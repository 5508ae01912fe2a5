import assert from 'node:assert/strict';
import type pg from 'pg';
import { eventPayload } from '../../src/programs/docs/event-payload.js';

export interface WrittenEvent {
  readonly type: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * The events of a database, as SQL has written them.
 *
 * @throws AssertionError when one lacks a field of the shape that documents it, or has another
 */
export async function writtenEvents(pool: pg.Pool): Promise<readonly WrittenEvent[]> {
  const { rows } = await pool.query<{ type: string; body: string }>('select type, body from event');
  return rows.map(({ type, body: text }) => {
    const body = JSON.parse(text) as WrittenEvent['body'];
    // What the shape does not name is not in what it has read.
    assert.deepEqual(eventPayload(type).parse(body), body, type);
    return { type, body };
  });
}
