import { Client, Connection } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { messageActivities } from '../../../activities/notify/message.activities.js';
import type { MessageCourier } from '../../../src/notify/messages/courier.port.js';
import { keepGoldenHistory } from '../../support/golden-history.js';
import { createNamespace } from '../../support/stack.js';
import { workflowBundle } from '../../support/workflow-bundle.js';
import '../../support/temporal-runtime.js';

/** Ends up in golden histories, which should not name this machine. */
const identity = 'test';
let client: Client;
let native: NativeConnection;

beforeAll(async () => {
  const { temporalAddress: address } = inject('stack');
  const namespace = await createNamespace();
  client = new Client({ connection: await Connection.connect({ address }), namespace, identity });
  native = await NativeConnection.connect({ address });
});

afterAll(async () => {
  await native.close();
  await client.connection.close();
});

test('the courier sends step by step, and goes on in a new run with what it has counted', async () => {
  let steps = 0;
  const nextRunBegan = Promise.withResolvers<void>();
  const courier: MessageCourier = {
    carry: (_forMs, stopped) => {
      steps += 1;
      const counts = { accepted: 2, refused: 1, unknown: 0, notSent: 0 };
      if (steps <= 30) return Promise.resolve(counts);
      nextRunBegan.resolve();
      return new Promise((resolve) => stopped.addEventListener('abort', () => resolve(counts)));
    },
  };
  const worker = await Worker.create({
    connection: native,
    namespace: client.options.namespace,
    taskQueue: 'messages',
    identity,
    workflowBundle: await workflowBundle(),
    activities: messageActivities(courier),
  });
  await worker.runUntil(async () => {
    const first = await client.workflow.start('courierWorkflow', {
      workflowId: 'courier',
      taskQueue: 'messages',
      args: [{}],
    });
    await nextRunBegan.promise;
    const earlier = client.workflow.getHandle('courier', first.firstExecutionRunId);
    const { status } = await earlier.describe();
    expect(status.name).toBe('CONTINUED_AS_NEW');
    const { events } = await client.workflow.getHandle('courier').fetchHistory();
    const given = events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads?.[0]?.data;
    expect(JSON.parse(Buffer.from(given ?? []).toString('utf8'))).toEqual({
      carried: { accepted: 60, refused: 30, unknown: 0, notSent: 0 },
    });
    await keepGoldenHistory(earlier, 'courierWorkflow', 'carried-and-continued');
    await client.workflow.getHandle('courier').terminate('the test is over');
  });
});
