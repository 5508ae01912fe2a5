import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { withClient } from '../../../scripts/stack/postgres.ts';
import { checkoutWorkflowId } from '../../../src/domain/ids.js';
import { soakNumber } from '../../support/soak-random.js';
import { seedShop } from '../../support/stack.js';
import { fastForward } from '../../support/time.js';
import { ApiClient, order } from '../../support/api-client.js';
import { ChaosStack } from './chaos-stack.js';
import { drained } from './draining.js';
import { insisting, together } from './soak-world.js';

const wanted = soakNumber('PARKED_N', 60);
/** What is parked by an outage is back so soon after its end. */
const promisedMs = 120_000;
const limitMs = 300_000 + wanted * 200;

let chaos: ChaosStack;
beforeAll(async () => {
  // Parked soon: how long the outage lasts beyond that makes no difference.
  process.env['MANILLA_PARK_AFTER_MS'] = '10000';
  chaos = await ChaosStack.start();
}, 300_000);
afterAll(async () => {
  delete process.env['MANILLA_PARK_AFTER_MS'];
  await chaos?.[Symbol.asyncDispose]();
}, 60_000);

async function countOf(sql: string): Promise<number> {
  return withClient(chaos.stack.databaseUrl('manilla'), async (client) => {
    const { rows } = await client.query<{ count: number }>(sql);
    return rows[0]?.count ?? 0;
  });
}

/** Orders whose accounts are open; answers their workflows. */
async function openOrders(): Promise<string[]> {
  const { env } = chaos.stack;
  const merchant = await seedShop(env, 'Parked Shop', chaos.stack.databaseUrl('manilla'));
  const client = await ApiClient.authenticated(env.MANILLA_BASE_URL, merchant);
  const references = Array.from({ length: wanted }, (_, n) => `PARKED-${n}`);
  await together(references, 16, async (paymentReference) => {
    const { data } = await insisting(() => client.initiate(order({ paymentReference })));
    const { prefix } = merchant;
    const account = { paymentReference, prefix, validity: 30, amount: Number(data.amount) };
    expect((await insisting(() => client.createAccount(account))).status).toBe(200);
  });
  return references.map((reference) => checkoutWorkflowId(merchant.merchantId, reference));
}

test(
  `${wanted} checkouts that an outage has parked are back within two minutes of its end`,
  async () => {
    onTestFailed(() => chaos.keep());
    const workflows = await openOrders();
    // A fact that its workflow has heard is due again after its deadline.
    await drained(
      () =>
        countOf(
          `select count(*)::int from fact where applied_at is null and due_at < now() + interval '10 minutes'`,
        ),
      { what: 'facts that workflows have not heard' },
    );
    const client = chaos.temporalClient();
    const parked = async (): Promise<number> =>
      (await client.workflow.count(`CheckoutPhase = 'NEEDS_ATTENTION'`)).count;
    const awayAt = performance.now();
    const awayMs = await chaos.withoutDatabase(async () => {
      await together(workflows, 400, (workflowId) => fastForward(client, workflowId, 1_860_000));
      await drained(async () => wanted - (await parked()), {
        what: 'checkouts that are not parked yet',
      });
      return performance.now() - awayAt;
    });
    const backAt = performance.now();
    const closedMs = await drained(
      () => countOf(`select count(*)::int from virtual_account where status = 'ACTIVE'`),
      { what: 'accounts that have ended and are not closed', everyMs: 500 },
    );
    await drained(parked, { what: 'checkouts that need attention', everyMs: 500 });
    const clearMs = performance.now() - backAt;
    await client.connection.close();
    const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
    console.log(
      `${wanted} checkouts parked in an outage of ${seconds(awayMs)}: the last took its step ${seconds(closedMs)} after its end, and no attention was left after ${seconds(clearMs)}`,
    );
    expect(clearMs).toBeLessThan(promisedMs);
  },
  limitMs * 3,
);
