import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  checkoutWorkflowId,
  creditWorkflowId,
  payoutWorkflowId,
  refundWorkflowId,
  webhookWorkflowId,
} from '../../../../src/domain/ids.js';
import { newId } from '../../../../src/platform/database/new-id.js';
import { PgOrphanStore } from '../../../../src/upkeep/rebuild/orphan.store.js';
import {
  endOrphans,
  findOrphans,
  type OrphanPorts,
} from '../../../../src/upkeep/rebuild/orphans.js';
import { RunningWorkflows } from '../../../../src/platform/temporal/running-workflows.js';
import { WebhookGateway } from '../../../../src/notify/webhooks/webhook.gateway.js';
import { type CheckoutFact, CheckoutWorld } from '../../../support/checkout-world.js';
import { addDueMerchant } from '../../../support/due-merchant.js';

const due = 1_000_000n;
let world: CheckoutWorld;
const said: string[] = [];
let ports: OrphanPorts;
beforeAll(async () => {
  world = await CheckoutWorld.start();
  ports = {
    store: new PgOrphanStore(world.pool),
    running: new RunningWorkflows(world.client),
    say: (sentence) => said.push(sentence),
  };
});
afterAll(() => world?.[Symbol.asyncDispose]());

async function paid(amountMinor = due): Promise<CheckoutFact> {
  const initiated = await world.initiate();
  const account = await world.issueAccount(initiated);
  await world.tell({ ...initiated, issued: account });
  await world.tell(await world.receive(account.accountNumber, amountMinor));
  await world.untilStatus(initiated, 'SUCCESSFUL');
  await world.handle(initiated).result();
  return initiated;
}

const run = (sql: string, values: unknown[]) => world.pool.query(sql, values);
const set = (sql: string, ...values: unknown[]) => run(sql, values);

/** As an older copy of Temporal's store has it: it runs. No worker takes its tasks. */
async function runs(type: string, workflowId: string): Promise<string> {
  const workflowIdReusePolicy = 'ALLOW_DUPLICATE';
  const options = { workflowId, taskQueue: 'nobody', workflowIdReusePolicy, args: [{}] } as const;
  await world.client.workflow.start(type, options);
  return workflowId;
}

const idOf = ({ checkout }: CheckoutFact): string =>
  checkoutWorkflowId(checkout.merchantId, checkout.paymentReference);

async function refundOf({ checkout }: CheckoutFact): Promise<string> {
  const { rows } = await world.pool.query<{ refund_id: string }>(
    'select refund_id from refund where checkout_id = $1',
    [checkout.checkoutId],
  );
  return rows[0]?.refund_id ?? '';
}

const cutOff = new Date('2026-11-24T23:00:00Z');
/** Settlements of a run, and one that was asked for. */
async function settlements() {
  const account = { accountNumber: '0123454455', accountName: 'ADA OBI', bankCode: '999998' };
  const made: { settlementId: string; key: Parameters<typeof payoutWorkflowId>[0] }[] = [];
  for (const cycle of ['DAILY', 'INSTANT'] as const) {
    const schedule = cycle === 'DAILY' ? 'T1' : 'T0_INSTANT';
    const merchantId = await addDueMerchant(run, account, 2_000_000, { schedule });
    await set('select settle_merchant($1, $2, $3)', merchantId, cycle, cutOff);
    const { rows } = await world.pool.query<{
      settlement_id: string;
      settlement_reference: string;
    }>('select settlement_id, settlement_reference from settlement where merchant_id = $1', [
      merchantId,
    ]);
    const [row] = rows;
    made.push({
      settlementId: row?.settlement_id ?? '',
      key: {
        ...{ merchantId, currency: 'NGN', run: { cycle, cutOff } },
        settlementReference: row?.settlement_reference ?? '',
      },
    });
  }
  return made;
}

async function delivery(status: string): Promise<string> {
  const deliveryId = newId('dlv');
  await set(
    `insert into webhook_delivery (delivery_id, event_id, merchant_id, url, status) values ($1, $2, $3, 'http://127.0.0.1:9', $4)`,
    ...[deliveryId, newId('evt'), world.merchantId, status],
  );
  const retry = { deliveryId, merchantId: world.merchantId, attempts: 1, eventType: 'x' };
  const about = { paymentReference: null, failure: 'TIMEOUT', waitMs: 5_000 };
  await new WebhookGateway(world.client).start({ ...retry, ...about });
  return webhookWorkflowId(deliveryId);
}

describe('workflows that run', () => {
  const over: string[] = [];
  const open: string[] = [];
  const unknown: string[] = [];
  beforeAll(async () => {
    over.push(await runs('checkoutWorkflow', idOf(await paid())));
    const waits = await world.initiate();
    open.push(await runs('checkoutWorkflow', idOf(waits)));
    // Money has come since, and waits to be booked.
    const more = await paid();
    await set(
      `insert into fact (checkout_id, kind, subject_id) values ($1, 'CREDIT_RECEIVED', 'txn_more')`,
      more.checkout.checkoutId,
    );
    open.push(await runs('checkoutWorkflow', idOf(more)));
    const overpaid = await paid(due + 200_000n);
    open.push(await runs('refundWorkflow', refundWorkflowId(await refundOf(overpaid))));
    const sentBack = await paid(due + 200_000n);
    const refundId = await refundOf(sentBack);
    await set(`update refund set status = 'SUCCESSFUL' where refund_id = $1`, refundId);
    over.push(await runs('refundWorkflow', refundWorkflowId(refundId)));
    const failed = await refundOf(await paid(due + 200_000n));
    await set(`update refund set status = 'FAILED' where refund_id = $1`, failed);
    open.push(await runs('refundWorkflow', refundWorkflowId(failed)));
    for (const [n, resolution] of [null, 'RETURNED'].entries()) {
      const creditId = newId('txn');
      await set(
        `insert into inward_credit (credit_id, provider, session_id, amount_minor, channel, outcome, resolution)
           values ($1, 'simulator', $2, 500, 'Bank', 'UNMATCHED', $3)`,
        ...[creditId, `session-${n}`, resolution],
      );
      (resolution === null ? open : over).push(
        await runs('creditWorkflow', creditWorkflowId(creditId)),
      );
    }
    const [daily, instant] = await settlements();
    for (const settlement of [daily, instant]) {
      await set(
        `update settlement set status = 'SUCCESSFUL' where settlement_id = $1`,
        settlement?.settlementId,
      );
      await set(
        `update payout set status = 'SUCCESSFUL' where settlement_id = $1`,
        settlement?.settlementId,
      );
      over.push(await runs('payoutWorkflow', payoutWorkflowId(settlement?.key as never)));
    }
    const [another] = await settlements();
    open.push(await runs('payoutWorkflow', payoutWorkflowId(another?.key as never)));
    over.push(await delivery('DELIVERED'));
    open.push(await delivery('RETRYING'));
    unknown.push(await runs('refundWorkflow', refundWorkflowId(newId('rfd'))));
    unknown.push(await runs('checkoutWorkflow', checkoutWorkflowId(world.merchantId, 'NEVER')));
    unknown.push(await runs('payoutWorkflow', `payout/${newId('mch')}/NGN/2026-11-25+01:00`));
  });

  test('are found to be over, or unknown, and only shown', async () => {
    const found = () => findOrphans(ports);
    const ids = async () => {
      const orphans = await found();
      return {
        over: [...orphans.over.values()]
          .flat()
          .map(({ workflowId }) => workflowId)
          .toSorted(),
        unknown: orphans.unknown.map(({ workflowId }) => workflowId).toSorted(),
      };
    };
    await expect.poll(ids).toEqual({ over: over.toSorted(), unknown: unknown.toSorted() });
    for (const id of over) expect(await statusOf(id)).toBe('RUNNING');
  });

  test('are ended when their subjects are over, and told', async () => {
    expect(await endOrphans(ports)).toBe(over.length);
    for (const id of over) {
      expect(await statusOf(id), id).toBe('TERMINATED');
      expect(said).toContain(`  ended: ${id}`);
    }
    for (const id of [...open, ...unknown]) expect(await statusOf(id), id).toBe('RUNNING');
    for (const id of unknown) expect(said).toContain(`  unknown: ${id}`);
    // A list that is behind by a moment names them once more.
    expect(await endOrphans(ports)).toBe(0);
  });
});

async function statusOf(workflowId: string): Promise<string> {
  return (await world.client.workflow.getHandle(workflowId).describe()).status.name;
}
