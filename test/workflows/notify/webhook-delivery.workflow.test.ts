import type { ServerResponse } from 'node:http';
import { Client, Connection, ServiceError, type WorkflowHandle } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { notificationActivities } from '../../../activities/notify/notification.activities.js';
import { webhookWorkflowId } from '../../../src/domain/ids.js';
import { retryDelaysMs } from '../../../src/domain/webhook-retry-schedule.js';
import { ScheduledAttempts } from '../../../src/notify/delivery/delivery-attempts.js';
import { WebhookGateway } from '../../../src/notify/webhooks/webhook.gateway.js';
import { keepGoldenHistory } from '../../support/golden-history.js';
import { NotificationWorld } from '../../support/notifications.js';
import { createDatabase, createNamespace, type TestDatabase } from '../../support/stack.js';
import { fastForward, patientClient } from '../../support/time.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { workflowBundle } from '../../support/workflow-bundle.js';
import '../../support/temporal-runtime.js';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
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
  const connection = await Connection.connect({ address });
  client = patientClient(new Client({ connection, namespace, identity }));
  native = await NativeConnection.connect({ address });
});

afterAll(async () => {
  await native.close();
  await client.connection.close();
  await database.drop();
});

interface FailedDelivery {
  readonly world: NotificationWorld;
  readonly handle: WorkflowHandle;
  readonly deliveryId: string;
  readonly merchantId: string;
}

/** A delivery whose first attempt has just failed, with a worker that makes the others. */
async function withFailedDelivery(
  receiver: WebhookReceiver,
  run: (delivery: FailedDelivery) => Promise<void>,
): Promise<void> {
  await using world = new NotificationWorld(database);
  const attempts = new ScheduledAttempts(world.deliveries, world.sender);
  const worker = await Worker.create({
    connection: native,
    namespace: client.options.namespace,
    taskQueue: 'webhooks',
    identity,
    workflowBundle: await workflowBundle(),
    activities: notificationActivities(attempts, world.replays),
  });
  await worker.runUntil(async () => {
    const { merchantId } = await world.merchant(receiver.url);
    const deliveryId = await world.emit(merchantId);
    world.dispatcher({}, new WebhookGateway(client)).start();
    await vi.waitFor(async () => expect(await world.statusOf(deliveryId)).toBe('RETRYING'), 20_000);
    const handle = client.workflow.getHandle(webhookWorkflowId(deliveryId));
    await run({ world, handle, deliveryId, merchantId });
  });
}

/** How long each timer of the history was to run, in milliseconds. */
async function timersOf(handle: WorkflowHandle): Promise<number[]> {
  const { events } = await handle.fetchHistory();
  return (events ?? [])
    .map((event) => event.timerStartedEventAttributes?.startToFireTimeout)
    .filter((wait) => wait !== undefined && wait !== null)
    .map((wait) => Number(wait.seconds) * 1000 + (wait.nanos ?? 0) / 1_000_000);
}

/** What the UI writes beside each timer and activity. */
async function summariesOf(handle: WorkflowHandle): Promise<string[]> {
  const { events } = await handle.fetchHistory();
  return (events ?? [])
    .filter(
      (event) => event.timerStartedEventAttributes ?? event.activityTaskScheduledEventAttributes,
    )
    .map(
      (event) =>
        JSON.parse(Buffer.from(event.userMetadata?.summary?.data ?? []).toString()) as string,
    );
}

async function listed(query: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { workflowId } of client.workflow.list({ query })) found.push(workflowId);
  return found;
}

/** A client of a server that keeps the attribute to itself, as a later one may. */
function clientOfStricterServer(): Client {
  const details = "TemporalNamespaceDivision attribute can't be set in SearchAttributes";
  return new Client({
    ...client.options,
    connection: client.connection,
    interceptors: {
      workflow: [
        {
          start(input, next) {
            const given = input.options.typedSearchAttributes;
            const pairs = Array.isArray(given) ? given : [];
            if (!pairs.some(({ key }) => key.name === 'TemporalNamespaceDivision'))
              return next(input);
            const refused = Object.assign(new Error(details), { code: 3, details, metadata: {} });
            throw new ServiceError('Failed to start Workflow', { cause: refused });
          },
        },
      ],
    },
  });
}

/** The next attempt is ten minutes off, and does not come while a test looks at this one. */
const throttled = (response: ServerResponse): void =>
  void response.writeHead(429, { 'retry-after': '600' }).end();

describe('webhookDeliveryWorkflow', () => {
  test("is listed for those who ask for webhooks, and fills nobody else's list", async () => {
    await using receiver = await WebhookReceiver.start(() => 500);
    await withFailedDelivery(receiver, async ({ handle, deliveryId, merchantId }) => {
      const retries = `TemporalNamespaceDivision = "webhooks" and MerchantId = "${merchantId}"`;
      await expect.poll(() => listed(retries)).toEqual([handle.workflowId]);
      expect(await listed(`MerchantId = "${merchantId}"`)).toEqual([]);

      const what = { deliveryId: `${deliveryId}2`, merchantId, paymentReference: null };
      const failed = { eventType: 'any', attempts: 1, failure: 'TIMEOUT', waitMs: 5_000 };
      await new WebhookGateway(clientOfStricterServer()).start({ ...what, ...failed });
      await expect
        .poll(() => listed(`MerchantId = "${merchantId}"`))
        .toEqual([webhookWorkflowId(what.deliveryId)]);
    });
  });

  test('delivers to an endpoint that comes back after the third attempt', async () => {
    await using receiver = await WebhookReceiver.start((_request, nth) => (nth <= 3 ? 500 : 200));
    await withFailedDelivery(receiver, async ({ world, handle, deliveryId }) => {
      await fastForward(client, handle.workflowId, 10 * minuteMs);
      expect(await handle.result()).toEqual({ status: 'DELIVERED', attempts: 4 });
      expect(await world.statusOf(deliveryId)).toBe('DELIVERED');
      expect(await world.attemptsOf(deliveryId)).toEqual([
        { attempt: 1, http_status: 500, failure: 'HTTP_STATUS' },
        { attempt: 2, http_status: 500, failure: 'HTTP_STATUS' },
        { attempt: 3, http_status: 500, failure: 'HTTP_STATUS' },
        { attempt: 4, http_status: 200, failure: null },
      ]);
      expect(receiver.requests.map(({ headers }) => headers['webhook-attempt'])).toEqual([
        '1',
        '2',
        '3',
        '4',
      ]);
      expect(new Set(receiver.requests.map(({ body }) => body)).size).toBe(1);
      await keepGoldenHistory(handle, 'webhookDeliveryWorkflow', 'delivered-late');
    });
  });

  test('gives up after fourteen attempts over the 64 hours of the schedule', async () => {
    await using receiver = await WebhookReceiver.start(() => 500);
    await withFailedDelivery(receiver, async ({ world, handle, deliveryId }) => {
      await fastForward(client, handle.workflowId, 72 * hourMs);
      expect(await handle.result()).toEqual({ status: 'DEAD', attempts: 14 });
      expect(await world.statusOf(deliveryId)).toBe('DEAD');
      expect(receiver.requests.length).toBe(14);
      for (const [position, waitedMs] of (await timersOf(handle)).entries()) {
        const plannedMs = retryDelaysMs[position] ?? 0;
        expect(Math.abs(waitedMs - plannedMs)).toBeLessThanOrEqual(plannedMs / 10 + 1);
      }
      await keepGoldenHistory(handle, 'webhookDeliveryWorkflow', 'dead');
    });
  });

  test('goes on from where the delivery stands, also in another run after one that was terminated', async () => {
    await using receiver = await WebhookReceiver.start(() => throttled);
    await withFailedDelivery(receiver, async ({ world, handle, deliveryId, merchantId }) => {
      await handle.terminate('a test');
      await world.pool.query('update webhook_delivery set attempts = 12 where delivery_id = $1', [
        deliveryId,
      ]);
      const what = { deliveryId, merchantId, paymentReference: null, eventType: 'any' };
      const failed = { attempts: 12, failure: 'TIMEOUT', waitMs: 5_000 };
      await new WebhookGateway(client).start({ ...what, ...failed });
      await fastForward(client, handle.workflowId, 40 * hourMs);
      await expect.poll(() => world.statusOf(deliveryId)).toBe('DEAD');
      const again = client.workflow.getHandle(handle.workflowId);
      expect(await again.result()).toEqual({ status: 'DEAD', attempts: 14 });
      expect((await world.attemptsOf(deliveryId)).map(({ attempt }) => attempt)).toEqual([
        1, 13, 14,
      ]);
    });
  });

  test('stops when the endpoint answers 410, which disables it', async () => {
    await using receiver = await WebhookReceiver.start((_request, nth) => (nth === 1 ? 500 : 410));
    await withFailedDelivery(receiver, async ({ world, handle, deliveryId, merchantId }) => {
      await fastForward(client, handle.workflowId, minuteMs);
      expect(await handle.result()).toEqual({ status: 'SUPPRESSED', attempts: 2 });
      expect(await world.statusOf(deliveryId)).toBe('SUPPRESSED');
      expect(await world.endpoints.find(merchantId)).toMatchObject({ status: 'DISABLED' });
      await keepGoldenHistory(handle, 'webhookDeliveryWorkflow', 'endpoint-gone');
    });
  });

  test('waits as long as a throttling receiver asks, but no longer than an hour', async () => {
    await using receiver = await WebhookReceiver.start((_request, nth) => (response) => {
      const retryAfter = ['600', '86400'][nth - 1];
      response.writeHead(retryAfter ? 429 : 200, { 'retry-after': retryAfter ?? '0' }).end();
    });
    await withFailedDelivery(receiver, async ({ handle }) => {
      await fastForward(client, handle.workflowId, 2 * hourMs);
      expect(await handle.result()).toEqual({ status: 'DELIVERED', attempts: 3 });
      expect(await timersOf(handle)).toEqual([600_000, 3_600_000]);
      await keepGoldenHistory(handle, 'webhookDeliveryWorkflow', 'throttled');
    });
  });

  test('tells operators what was tried, and what each wait and attempt is for', async () => {
    await using receiver = await WebhookReceiver.start(() => throttled);
    await withFailedDelivery(receiver, async ({ world, handle, deliveryId, merchantId }) => {
      await vi.waitFor(async () => expect((await timersOf(handle)).length).toBe(1), 20_000);
      expect(await handle.query('__temporal_workflow_metadata')).toMatchObject({
        currentDetails: expect.stringMatching(
          /Attempt 2 of 14 at 20.*\(Lagos\).*\| 1 \| 20\S+ \S+ \(Lagos\) \| `THROTTLED` \|/s,
        ),
      });
      const described = await handle.describe();
      expect(await described.staticSummary()).toBe('Webhook checkout.successful');
      expect(described.searchAttributes).toMatchObject({ MerchantId: [merchantId] });
      await fastForward(client, handle.workflowId, 601_000);
      await vi.waitFor(
        async () => expect(await world.attemptsOf(deliveryId)).toHaveLength(2),
        20_000,
      );
      await vi.waitFor(
        async () =>
          expect(await summariesOf(handle)).toEqual([
            'Attempt 2 of 14',
            'Attempt 2 of 14',
            'Attempt 3 of 14',
          ]),
        20_000,
      );
      await handle.terminate('the test is over');
    });
  });
});
