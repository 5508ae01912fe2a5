import { ownerDatabaseUrl } from '../running/owner-database.ts';
import type { RunningStack } from '../running/running-stack.ts';
import { withClient } from '../stack/postgres.ts';
import { seedSteps } from './listing-seed.ts';

/** Nobody's, so that no number of the history is ever given to a payer as well. */
const historyPrefix = '999';

/** Fills the sandbox merchant up to so many transactions. Returns how many were added. */
export async function fillHistory(stack: RunningStack, wanted: number): Promise<number> {
  const { merchantId } = stack.sandbox;
  return withClient(ownerDatabaseUrl(stack), async (client) => {
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::int from inward_credit where merchant_id = $1',
      [merchantId],
    );
    const missing = wanted - (rows[0]?.count ?? 0);
    if (missing <= 0) return 0;
    const [make = '', ...steps] = seedSteps;
    await client.query('begin');
    await client.query(`select add_prefix($1, 'simulator', '50547', 'Simulator MFB', '090547')`, [
      historyPrefix,
    ]);
    const mark = `bulk${Date.now().toString(36)}`;
    await client.query(make, [merchantId, missing, historyPrefix, mark]);
    for (const step of steps) await client.query(step);
    await client.query('commit');
    await client.query('vacuum analyze');
    return missing;
  });
}
