import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectRoot } from '../../../scripts/stack/layout.ts';
import { ApiWorld } from '../../support/api-world.js';

const files = [
  ...['ops/alerts.yml', 'ops/alerts.test.yml', 'ops/alerts-of-a-day.test.yml'],
  'ops/grafana/operators.json',
  ...['ops/grafana/engineers.json', 'docs/alarms.md', 'docs/operations.md'],
  'docs/settlement-runbook.md',
];
/** The SDK counts these only once something has failed. */
const onlyOnFailure = [
  'temporal_request_failure_total',
  'temporal_workflow_task_execution_failed_total',
];
const named = /\b(?:manilla|temporal|process|nodejs)_[a-z0-9_]+\b/g;
/** Words of the same shape that are no metric: roles of the database, and labels that Prometheus adds. */
const noMetrics = /^(?:manilla_(?:app|reader|desk|docs)|temporal_visibility)$/;

let world: ApiWorld;
let sdkPort: number;
beforeAll(async () => {
  world = await ApiWorld.shared();
  sdkPort = Number(world.manilla.env.MANILLA_SDK_METRICS_PORT);
  const { reference } = await world.paid();
  await world.merchant.query(reference);
});
afterAll(() => world.stop());

async function scrape(port: string | number): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(response.status).toBe(200);
  return response.text();
}

/** Names and types as a scrape declares them. */
function declared(text: string): Map<string, string> {
  const types = text.matchAll(/^# TYPE (\S+) (\S+)$/gm);
  return new Map([...types].map(([, name = '', type = '']) => [name, type]));
}

const withoutSuffix = (name: string): string => name.replace(/_(?:bucket|sum|count)$/, '');

test('every metric that a rule, a dashboard or a document names is exported by a running program', async () => {
  const { MANILLA_METRICS_PORT: api, MANILLA_WORKER_METRICS_PORT: worker } = world.manilla.env;
  const unknown = async () => {
    const scraped = await Promise.all([api, worker, sdkPort].map(scrape));
    const exported = new Map(scraped.flatMap((text) => [...declared(text)]));
    return files.flatMap((file) =>
      (readFileSync(join(projectRoot, file), 'utf8').match(named) ?? [])
        .filter((name) => !noMetrics.test(name) && !onlyOnFailure.includes(name))
        // `manilla_books_*` and `process_*` speak of several.
        .filter((name) => !exported.has(name) && !exported.has(withoutSuffix(name)))
        .filter(
          (name) =>
            !name.endsWith('_') || ![...exported.keys()].some((each) => each.startsWith(name)),
        )
        .map((name) => `${file}: ${name}`),
    );
  };
  // The SDK exports a histogram once it has measured something.
  await expect.poll(unknown).toEqual([]);
});

test('what ends in _total is a counter, and nothing else is', async () => {
  const { MANILLA_METRICS_PORT: api, MANILLA_WORKER_METRICS_PORT: worker } = world.manilla.env;
  const all = (await Promise.all([scrape(api), scrape(worker)])).flatMap((text) => [
    ...declared(text),
  ]);
  const own = all.filter(([name]) => name.startsWith('manilla_'));
  expect(own.filter(([name, type]) => name.endsWith('_total') !== (type === 'counter'))).toEqual(
    [],
  );
});

test('a payment is counted where it happens: its posting, and what the bank was asked', async () => {
  const { MANILLA_METRICS_PORT: api, MANILLA_WORKER_METRICS_PORT: worker } = world.manilla.env;
  const posted = /^manilla_posting_seconds_count\{outcome="posted"\} [1-9]\d*$/m;
  expect(await scrape(api)).toMatch(posted);
  const short = await world.awaitingPayment();
  await world.merchant.pay({ accountNumber: short.accountNumber, amount: short.amount - 1 });
  await expect.poll(() => scrape(worker)).toMatch(posted);
  // 0 when the database has just taken longer than the figures' time.
  await expect.poll(() => scrape(worker)).toMatch(/^manilla_figures_read 1$/m);
  await expect.poll(() => scrape(worker)).toMatch(/^manilla_facts_oldest_overdue_seconds \d+/m);
});

test('nothing that names a payer, an order or an account number is in a metric', async () => {
  const { reference, accountNumber } = await world.awaitingPayment();
  const { MANILLA_METRICS_PORT: api, MANILLA_WORKER_METRICS_PORT: worker } = world.manilla.env;
  for (const text of await Promise.all([api, worker, sdkPort].map(scrape))) {
    expect(text).not.toContain(reference);
    expect(text).not.toContain(accountNumber);
  }
});
