import type { AnyWorld } from './api-world.js';

/** These are written beside what a merchant does: what it is shown of its own refused requests comes some seconds later. */
const besides = `'{noted_call}'::text[]`;

/** A digest of all rows of a merchant and of its people, by table. */
export async function rowsOf(world: AnyWorld, id: string): Promise<Record<string, string>> {
  const tables = await world.query<{ name: string; column: string }>(
    `select distinct on (c.table_name) c.table_name as name, c.column_name as column
       from information_schema.columns c
       join information_schema.tables t on t.table_name = c.table_name and t.table_type = 'BASE TABLE'
      where c.column_name in ('merchant_id', 'person_id') and c.table_schema = 'public' and c.table_name <> all (${besides})
      order by c.table_name, c.column_name`,
  );
  const rows = await Promise.all(
    tables.map(async ({ name, column }) => {
      const whose =
        column === 'merchant_id'
          ? 'merchant_id = $1'
          : 'person_id in (select p.person_id from person p where p.merchant_id = $1)';
      const [row] = await world.query<{ digest: string }>(
        // A session says to the minute when it was last used, whatever it is used for.
        `select coalesce(md5(string_agg(r.line, ',' order by r.line)), '') as digest
           from ${name} t, lateral (select (to_jsonb(t) - 'seen_at')::text as line) r where ${whose}`,
        [id],
      );
      return [name, row?.digest ?? ''] as const;
    }),
  );
  return Object.fromEntries(rows);
}

/** A merchant's own payouts and webhooks change its rows for as long as they are under way. */
export function underWayOf(world: AnyWorld, merchantId: string) {
  return world.query(
    `select payout_id as id, status from payout
      where merchant_id = $1 and status in ('SCHEDULED', 'PROCESSING', 'UNKNOWN')
     union all
     select delivery_id, status from webhook_delivery
      where merchant_id = $1 and status in ('PENDING', 'DELIVERING')
     union all
     select replay_id, status from webhook_replay where merchant_id = $1 and status = 'RUNNING'`,
    [merchantId],
  );
}

/** Well formed, and nobody's. */
export const unknownOf = (id: string): string => {
  if (/^\d+$/.test(id)) return '9'.repeat(id.length);
  if (id.startsWith('ac_')) return `ac_${'A'.repeat(id.length - 3)}`;
  const [, head, ulid] = /^([a-z]+_)([0-9A-Z]{26})$/.exec(id) ?? [];
  return ulid === undefined ? `nobody-${id.length}-nobody` : `${head}01KA0000000000000000000000`;
};
