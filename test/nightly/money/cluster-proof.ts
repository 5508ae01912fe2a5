import { expect } from 'vitest';
import type { WebhookReceiver } from '../../support/webhook-receiver.js';
import type { ClusterPayers } from './cluster-payers.js';
import type { ClusterWorld } from './cluster-world.js';

interface Told {
  readonly type: string;
  readonly data: { readonly paymentReference: string };
}

/** 0 lost, 0 doubled: every acknowledged credit is in the books once, its checkout is paid once, and its merchant knows. */
export async function provePayments(
  world: ClusterWorld,
  payers: ClusterPayers,
  receiver: WebhookReceiver,
): Promise<void> {
  const { acknowledged } = payers;
  expect(acknowledged.length).toBe(payers.started);
  const sessions = acknowledged.map(({ sessionId }) => sessionId);
  const missing = await world.query(
    `select told.session_id from unnest($1::text[]) as told (session_id)
      where not exists (select from inward_credit k where k.session_id = told.session_id)`,
    [sessions],
  );
  expect(missing, 'acknowledged credits that the database lacks').toEqual([]);
  const [counted] = await world.query(
    `select (select count(*)::int from inward_credit) as credits,
            (select count(*)::int from inward_credit where outcome = 'EXACT') as exact,
            (select count(*)::int from checkout) as checkouts,
            (select count(*)::int from checkout where status = 'SUCCESSFUL') as paid,
            (select count(*)::int from event where type = 'checkout.successful') as events,
            (select count(distinct checkout_id)::int from event where type = 'checkout.successful') as told`,
  );
  const n = payers.started;
  expect(counted).toEqual({
    ...{ credits: n, exact: n, checkouts: n, paid: n, events: n, told: n },
  });
  const heard = (): string[] => {
    const told = new Set(
      receiver.requests
        .map(({ body }) => JSON.parse(body) as Told)
        .filter(({ type }) => type === 'checkout.successful')
        .map(({ data }) => data.paymentReference),
    );
    return acknowledged.map(({ reference }) => reference).filter((each) => !told.has(each));
  };
  await expect.poll(heard, { timeout: 120_000, interval: 500 }).toEqual([]);
  await sameOnBoth(world);
}

/** The standby has what the primary has. */
async function sameOnBoth(world: ClusterWorld): Promise<void> {
  const { primary, standby } = world.databases;
  const digest = `select count(*)::int as credits, md5(string_agg(session_id, ',' order by session_id)) as digest from inward_credit`;
  const read = async (node: typeof primary): Promise<unknown> =>
    (await node.sql((client) => client.query(digest), 'manilla')).rows[0];
  const ours = await read(primary);
  await expect.poll(() => read(standby), { timeout: 10_000 }).toEqual(ours);
}
