import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { byOperator, contacts } from '../../support/contacts.js';
import { MailServer, refusal } from '../../support/mail-server.js';
import { TraceCollector } from '../../support/trace-collector.js';
import { ApiWorld } from '../../support/api-world.js';
import { Operator } from '../../support/temporal-operator.js';

const payer = {
  email: 'canary.payer@example.ng',
  phoneNumber: '08039871234',
  firstName: 'Canaryada',
  lastName: 'Canaryobi',
};
const refused = { ...payer, email: 'canary.refused@example.ng' };
const operators = 'canary.operator@example.ng';

let collector: TraceCollector;
let mail: MailServer;
let world: ApiWorld;
beforeAll(async () => {
  collector = await TraceCollector.start();
  mail = await MailServer.start({
    onReader: (address) => {
      if (address === refused.email) throw refusal(550, `5.1.1 <${address}> is nobody`);
    },
  });
  world = await ApiWorld.start({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    MANILLA_SMTP_URL: `smtp://127.0.0.1:${mail.port}?starttls=off`,
    MANILLA_MAIL_FROM: 'Shop <pay@manilla.example.ng>',
    MANILLA_OPERATORS_MAIL: operators,
    MANILLA_RECEIPTS_WAIT_SECONDS: '0',
  } as object);
  const people = Object.fromEntries(
    Object.entries(contacts).map(([kind, contact]) => [
      kind,
      { ...contact, email: `canary.${kind.toLowerCase()}@example.ng` },
    ]),
  );
  await world.query('select put_contacts($1, $2)', [
    world.manilla.merchant.merchantId,
    JSON.stringify(people),
  ]);
});
afterAll(async () => {
  await world?.stop();
  await Promise.all([mail?.[Symbol.asyncDispose](), collector?.[Symbol.asyncDispose]()]);
});

/** Payloads of a history as the worker reads them. */
async function opened(operator: Operator, value: unknown): Promise<string> {
  const { payloadCodecs } = operator.client.options.loadedDataConverter;
  const found: string[] = [];
  const walk = async (one: unknown): Promise<void> => {
    if (one === null || typeof one !== 'object') return;
    if ('metadata' in one && 'data' in one && one.data instanceof Uint8Array) {
      let payloads = [one as never];
      for (const codec of payloadCodecs) payloads = (await codec.decode(payloads)) as never[];
      found.push(...payloads.map(({ data }) => Buffer.from(data).toString()));
      return;
    }
    for (const inner of Object.values(one)) await walk(inner);
  };
  await walk(value);
  return `${JSON.stringify(value)}\n${found.join('\n')}`;
}

test('nobody who is written to stands in a history, a log, a metric or a trace', async () => {
  await world.paid(payer);
  await world.paid(refused);
  await world.query('select change_merchant($1, $2, $3, $4, $5)', [
    ...[world.manilla.merchant.merchantId, 'merchant.limits'],
    ...[
      JSON.stringify({ daily_settlement_limit_minor: 5_000_000 }),
      '{}',
      JSON.stringify(byOperator),
    ],
  ]);
  await world.query(`select record_finding('SUSPENSE_AGED', 'txn_1', '{}', 'ATTENTION')`);
  // A minute is the longest until operators are told.
  const readers = () => [...new Set(mail.taken.flatMap(({ to }) => to))].toSorted();
  await expect
    .poll(readers, { timeout: 100_000 })
    .toEqual([
      ...['canary.business@example.ng', operators, payer.email],
      ...['canary.settlement@example.ng', 'canary.technical@example.ng'],
    ]);
  await expect
    .poll(() => world.query(`select status from message where status = 'REFUSED'`))
    .toHaveLength(1);

  await using operator = new Operator(world.manilla);
  const seen: Record<string, string> = { traces: collector.text };
  // Workflows of a division are not in a list that does not ask for it.
  for (const filter of ['', 'TemporalNamespaceDivision is not null']) {
    for (const workflowId of await operator.find(filter)) {
      const history = await operator.client.workflow.getHandle(workflowId).fetchHistory();
      seen[`history of ${workflowId}`] = await opened(operator, history);
    }
  }
  for (const name of ['api', 'worker'] as const) {
    seen[`log of ${name}`] = readFileSync(world.manilla.program(name).logFile, 'utf8');
  }
  const { MANILLA_METRICS_PORT: ofApi, MANILLA_WORKER_METRICS_PORT: ofWorker } = world.manilla.env;
  for (const port of [ofApi, ofWorker]) {
    seen[`metrics ${port}`] = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  }
  // It looks where there is something to be seen.
  expect(seen[`metrics ${ofWorker}`]).toContain('manilla_message_sendings_total{sender="smtp"');
  expect(collector.text).toContain('smtp send');
  expect(Object.keys(seen).join()).toMatch(/history of courier/);
  for (const [where, text] of Object.entries(seen)) {
    expect(/canary[^]{0,40}/i.exec(text)?.[0], where).toBeUndefined();
    expect(text, where).not.toContain(payer.phoneNumber.slice(1));
  }
});
