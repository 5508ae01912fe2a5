import { Client, Connection } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { notificationActivities } from '../../../activities/notify/notification.activities.js';
import { replayWorkflowId } from '../../../src/domain/ids.js';
import { ScheduledAttempts } from '../../../src/notify/delivery/delivery-attempts.js';
import { newId } from '../../../src/platform/database/new-id.js';
import { WebhookGateway } from '../../../src/notify/webhooks/webhook.gateway.js';
import type { webhookReplayWorkflow } from '../../../workflows/notify/webhook-replay.workflow.js';
import { keepGoldenHistory } from '../../support/golden-history.js';
import { NotificationWorld } from '../../support/notifications.js';
import { createDatabase, createNamespace, type TestDatabase } from '../../support/stack.js';
import { fastForward } from '../../support/time.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { workflowBundle } from '../../support/workflow-bundle.js';
import '../../support/temporal-runtime.js';

/** Ends up in golden histories, which should not name this machine. */
const identity = 'test';
let database: TestDatabase;
let client: Client;
let native: NativeConnection;

beforeAll(async () => {
  const { temporalAddress: address } = inject('stack');
  const [namespace] = await Promise.all([
    createNamespace(),
    createDatabase().then((made) => (database = made)),
  ]);
  client = new Client({ connection: await Connection.connect({ address }), namespace, identity });
  native = await NativeConnection.connect({ address });
});

afterAll(async () => {
  await native.close();
  await client.connection.close();
  await database.drop();
});

/** So many events that are dead, and a replay of them; with a worker that carries it on. */
async function withReplay(
  count: number,
  url: string,
  run: (world: NotificationWorld, replayId: string, merchantId: string) => Promise<void>,
): Promise<void> {
  await using world = new NotificationWorld(database);
  const worker = await Worker.create({
    connection: native,
    namespace: client.options.namespace,
    taskQueue: 'webhooks',
    identity,
    workflowBundle: await workflowBundle(),
    activities: notificationActivities(
      new ScheduledAttempts(world.deliveries, world.sender),
      world.replays,
    ),
  });
  const { merchantId } = await world.merchant(url);
  for (let n = 0; n < count; n += 1) await world.emit(merchantId);
  await world.pool.query(`update webhook_delivery set status = 'DEAD' where merchant_id = $1`, [
    merchantId,
  ]);
  const replayId = newId('rpl');
  await world.replays.request(replayId, {
    merchantId,
    since: new Date(Date.now() - 3_600_000),
    before: new Date(Date.now() + 60_000),
    eventTypes: null,
    onlyFailed: true,
  });
  await worker.runUntil(() => run(world, replayId, merchantId));
}

describe('webhookReplayWorkflow', () => {
  test('queues page after page as the endpoint takes them, and says how far it is', async () => {
    await using receiver = await WebhookReceiver.start();
    await withReplay(250, receiver.url, async (world, replayId, merchantId) => {
      world.dispatcher().start();
      const gateway = new WebhookGateway(client);
      await gateway.startReplay(replayId, merchantId);
      // Again is harmless.
      await gateway.startReplay(replayId, merchantId);
      const handle = client.workflow.getHandle<typeof webhookReplayWorkflow>(
        replayWorkflowId(replayId),
      );
      expect(await handle.result()).toEqual({ status: 'DONE', queued: 250 });
      await expect.poll(() => receiver.requests.length).toBe(250);
      expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(250);
      expect(await handle.query('__temporal_workflow_metadata')).toMatchObject({
        currentDetails: expect.stringContaining('250 deliveries queued, DONE'),
      });
      await keepGoldenHistory(handle, 'webhookReplayWorkflow', 'done');
    });
  });

  test('waits ever longer for an endpoint that takes nothing, and stops when it is off', async () => {
    await withReplay(250, 'https://merchant.example/hook', async (world, replayId, merchantId) => {
      await new WebhookGateway(client).startReplay(replayId, merchantId);
      const handle = client.workflow.getHandle<typeof webhookReplayWorkflow>(
        replayWorkflowId(replayId),
      );
      await expect
        .poll(async () => (await world.replays.find(merchantId, replayId))?.queued)
        .toBe(200);
      await fastForward(client, handle.workflowId, 120_000);
      expect(await world.replays.find(merchantId, replayId)).toMatchObject({
        status: 'RUNNING',
        queued: 200,
      });
      await world.pool.query(
        `update webhook_endpoint set status = 'SUPPRESSED' where merchant_id = $1`,
        [merchantId],
      );
      await fastForward(client, handle.workflowId, 120_000);
      expect(await handle.result()).toEqual({ status: 'STOPPED', queued: 200 });
      await keepGoldenHistory(handle, 'webhookReplayWorkflow', 'stopped');
    });
  });

  test('goes on in a new run before its history is long', async () => {
    await withReplay(250, 'https://merchant.example/hook', async (world, replayId, merchantId) => {
      const workflowId = replayWorkflowId(replayId);
      const started = await client.workflow.start<typeof webhookReplayWorkflow>(
        'webhookReplayWorkflow',
        { workflowId, taskQueue: 'webhooks', args: [{ replayId, longHistory: 8 }] },
      );
      await expect
        .poll(async () => (await world.replays.find(merchantId, replayId))?.queued)
        .toBe(200);
      await world.pool.query(
        `update webhook_delivery set status = 'DELIVERED' where replay_id = $1`,
        [replayId],
      );
      expect(await started.result()).toEqual({ status: 'DONE', queued: 250 });
    });
  });
});
