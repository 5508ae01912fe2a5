import type pg from 'pg';
import { query } from '../../platform/database/database.js';

const keep = {
  name: 'keep_shown_value',
  text: `with over as (delete from shown_once where expires_at <= now())
         insert into shown_once (shown_id, sealed, expires_at) values ($1, $2, now() + interval '2 minutes')
           on conflict do nothing`,
};
const take = {
  name: 'take_shown_value',
  text: 'delete from shown_once where shown_id = $1 returning sealed, expires_at > now() as is_in_time',
};

/** Stores values that a page shows once, sealed, from the form that makes them until the page that shows them. */
export class PgShownValues {
  constructor(private readonly pool: pg.Pool) {}

  async keep(shownId: string, sealed: Buffer): Promise<void> {
    await query(this.pool, keep, [shownId, sealed]);
  }

  /** Deletes the values as it returns them, so nobody gets them a second time. */
  async take(shownId: string): Promise<Buffer | undefined> {
    type Row = { sealed: Buffer; is_in_time: boolean };
    const [row] = await query<Row>(this.pool, take, [shownId]);
    return row?.is_in_time === true ? row.sealed : undefined;
  }
}
