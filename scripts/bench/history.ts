import { ownerDatabaseUrl } from '../running/owner-database.ts';
import type { RunningStack } from '../running/running-stack.ts';
import { withClient } from '../stack/postgres.ts';
import { seedOrders } from './listing-seed.ts';

/** Nobody's, so that no number of the history is ever given to a payer as well. */
const historyPrefix = '999';

/** A part is a transaction: what was written stays when a long fill is broken off. */
const ordersPerPart = 20_000;

/** Fills the sandbox merchant up to so many transactions. Returns how many were added. */
export async function fillHistory(
  stack: RunningStack,
  wanted: number,
  log: (line: string) => void,
): Promise<number> {
  const { merchantId } = stack.sandbox;
  return withClient(ownerDatabaseUrl(stack), async (client) => {
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::int from inward_credit where merchant_id = $1',
      [merchantId],
    );
    const count = wanted - (rows[0]?.count ?? 0);
    if (count <= 0) return 0;
    await client.query(`select add_prefix($1, 'simulator', '50547', 'Simulator MFB', '090547')`, [
      historyPrefix,
    ]);
    const orders = {
      ...{ merchantId, prefix: historyPrefix, count },
      mark: `bulk${Date.now().toString(36)}`,
    };
    for (let from = 1; from <= count; from += ordersPerPart) {
      const to = Math.min(count, from + ordersPerPart - 1);
      await client.query('begin');
      await seedOrders(client, orders, { from, to });
      await client.query('commit');
      log(`${to} of ${count}`);
    }
    await client.query('vacuum analyze');
    return count;
  });
}
