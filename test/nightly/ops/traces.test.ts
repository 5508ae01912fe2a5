import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { TraceCollector } from '../../support/trace-collector.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { order } from '../../support/api-client.js';
import { ApiWorld } from '../../support/api-world.js';
import { Operator } from '../../support/temporal-operator.js';

const run = promisify(execFile);
const replayProgram = join(import.meta.dirname, '../../../dist/src/programs/cli.js');
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const callersSpan = '00f067aa0ba902b7';

let collector: TraceCollector;
let receiver: WebhookReceiver;
let world: ApiWorld;
let reference: string;
let accountNumber: string;
beforeAll(async () => {
  [collector, receiver] = await Promise.all([
    TraceCollector.start(),
    // The first attempt fails, so that a workflow makes the second.
    WebhookReceiver.start((_request, nth) => (nth === 1 ? 500 : 200)),
  ]);
  world = await ApiWorld.start({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    MANILLA_LOOPBACK_WEBHOOKS: 'on',
  });
  await world.merchant.post('/api/v1/webhooks/notification-url', { url: receiver.url });
  const body = order();
  reference = body.paymentReference;
  await world.merchant.post('/api/v1/checkout/initiate', body, {
    traceparent: `00-${traceId}-${callersSpan}-01`,
    tracestate: 'vendor=0803-payer',
    baggage: 'payer=ada@example.ng',
  });
  const account = await world.merchant.createAccount({
    paymentReference: reference,
    prefix: world.prefix,
    validity: 30,
    amount: 1_000_000,
  });
  accountNumber = String(account.data.accountNumber);
  // The part is posted by the workflow, the rest with its receipt or by the workflow.
  await world.merchant.pay({ accountNumber, amount: 400_000 });
  await world.until(reference, 'PARTIALLY_PAID');
  await world.merchant.pay({ accountNumber, amount: 600_000 });
  await world.until(reference, 'SUCCESSFUL');
  await vi.waitFor(() => expect(receiver.requests.length).toBeGreaterThan(0), 20_000);
});
afterAll(async () => {
  await world.stop();
  await Promise.all([collector[Symbol.asyncDispose](), receiver[Symbol.asyncDispose]()]);
});

const ofTrace = () => collector.spans.filter((span) => span.traceId === traceId);

function withoutWayBack(): string[] {
  const parents = new Map(ofTrace().map(({ spanId, parentSpanId = '' }) => [spanId, parentSpanId]));
  const leadsBack = (spanId: string): boolean =>
    spanId === callersSpan || (parents.has(spanId) && leadsBack(parents.get(spanId) ?? ''));
  return ofTrace()
    .filter(({ spanId }) => !leadsBack(spanId))
    .map(({ name }) => name);
}

test('one trace leads from the merchant’s request through the workflow to SQL and the webhook', async () => {
  await expect
    .poll(() => collector.namesOf(traceId))
    .toEqual(
      expect.arrayContaining([
        'manilla-api: POST /api/v1/checkout/initiate',
        expect.stringMatching(/^manilla-api: (start|signal) /),
        'manilla-worker: applyCredit',
        'manilla-worker: apply_credits',
        'manilla-worker: webhook checkout.underpaid',
      ]),
    );
  // Each leads back to the merchant's request; a parent ends, and is sent, after its children.
  await expect.poll(() => withoutWayBack()).toEqual([]);
  const named = (name: string) => ofTrace().find((span) => span.name === name);
  expect(named('POST /api/v1/checkout/initiate')?.parentSpanId).toBe(callersSpan);
  expect(named('apply_credits')?.parentSpanId).toBe(named('applyCredit')?.spanId);
});

test('one trace leads from the bank’s request to the webhook of a payment that it has posted', async () => {
  const paid = await world.paid();
  const ofPaid = (): string | undefined =>
    receiver.requests.find(
      ({ body, headers }) => headers['traceparent'] !== undefined && body.includes(paid.reference),
    )?.headers['traceparent'] as string | undefined;
  await expect.poll(ofPaid).toBeDefined();
  await expect
    .poll(() => collector.namesOf(ofPaid()?.split('-')[1] ?? ''))
    .toEqual(
      expect.arrayContaining([
        'manilla-api: POST /api/v1/providers/:provider/inward-credit',
        'manilla-api: receive_credits',
        'manilla-api: signal creditReceived',
        'manilla-api: webhook checkout.successful',
      ]),
    );
});

test('the webhook carries the trace on to the merchant, in its repetition too', async () => {
  const [first] = receiver.requests;
  expect(first?.headers['traceparent']).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`));
  await using operator = new Operator(world.manilla);
  const found = () => operator.find('TemporalNamespaceDivision = "webhooks"');
  await expect.poll(found).toHaveLength(1);
  const [workflowId = ''] = await found();
  const { events } = await operator.client.workflow.getHandle(workflowId).fetchHistory();
  const header = events?.[0]?.workflowExecutionStartedEventAttributes?.header?.fields ?? {};
  expect(Object.keys(header)).toEqual(['traceparent']);
  expect(Buffer.from(header['traceparent']?.data ?? []).toString()).toContain(traceId);
});

test('no span and no history holds anything of the payer, the account or the caller’s own headers', async () => {
  await using operator = new Operator(world.manilla);
  const history = await operator.handle(reference).fetchHistory();
  const texts = { spans: collector.text, history: historyToJSON(history) };
  expect(texts.history).toContain(Buffer.from('traceparent').toString());
  for (const [where, text] of Object.entries(texts)) {
    for (const secret of ['ada@example.ng', '08031234567', 'Obi', accountNumber, '0803-payer']) {
      expect(text, `${secret} in ${where}`).not.toContain(secret);
    }
  }
  expect(collector.text).not.toContain(reference);
});

test('the history of a traced workflow replays: a header changes no command', async () => {
  await using operator = new Operator(world.manilla);
  const history = await operator.handle(reference).fetchHistory();
  const folder = mkdtempSync(join(tmpdir(), 'manilla-traced-'));
  const file = join(folder, 'traced.json');
  writeFileSync(file, historyToJSON(history));
  const { MANILLA_CODEC_KEY } = world.manilla.env;
  const env = { ...process.env, MANILLA_CODEC_KEY };
  const { stdout } = await run(process.execPath, [replayProgram, 'replay', file], { env });
  expect(stdout).toMatch(/^ok .*traced\.json/);
  rmSync(folder, { recursive: true });
});
