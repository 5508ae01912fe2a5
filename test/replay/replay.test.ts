import { createRequire } from 'node:module';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { replayHistories, type Replayed } from '../../src/platform/temporal/replay-histories.js';
import { bundleWorkflows } from '../../scripts/stack/workflow-bundle.ts';
import { patches } from '../../workflows/versions.js';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const histories = here('histories');
const checkout = join(histories, 'checkoutWorkflow');
const paid = join(checkout, '0.1.0-paid.json');

async function replay(
  bundle: ReturnType<typeof bundleWorkflows>,
  path: string,
): Promise<Replayed[]> {
  const results: Replayed[] = [];
  for await (const result of replayHistories(() => bundle, [path])) results.push(result);
  return results;
}

const today = bundleWorkflows();

/** Before and after what is parked for a passing reason began to try again by itself. */
const outage = ['database-away-and-resolved-by-retry', 'database-away-and-healed'] as const;

const paths = {
  checkoutWorkflow: [
    'paid',
    'started-with-its-account-and-paid',
    'started-with-its-account-and-paid-in-parts',
    'started-with-its-account-and-unpaid',
    'window-ended-then-paid',
    'expired-abandoned',
    'expired-unpaid',
    'underpaid-then-topped-up',
    'cancelled',
    'parked-and-resolved-by-retry',
    'parked-and-cancelled',
    'healing-and-cancelled',
    'deadline-while-processing',
    'money-beside-a-parked-step',
    ...outage,
  ],
  creditWorkflow: [
    'returned-by-policy',
    'held-and-accepted',
    'held-and-returned',
    'held-and-kept',
    'unmatched-returned-by-the-clock',
    ...outage,
  ],
  refundWorkflow: [
    'sent',
    'unknown-then-confirmed',
    'absent-twice-then-sent-again',
    'needs-account',
    'failed-and-kept',
    'debited-after-refusal',
    'bank-away-then-sent',
    'debited-while-it-waits',
    'enquiry-unanswered-then-sent',
    'cooled-then-sent',
    'searched-for-in-a-new-run',
    'held-then-sent',
    'card-given-back',
    ...outage,
  ],
  disputeAnswerWorkflow: [
    'delivered',
    'accepted',
    'asked-then-delivered',
    'absent-then-sent-again',
    'refused',
    'overdue-and-retried',
    ...outage,
  ],
  reconciliationWorkflow: ['with-findings', 'without-findings'],
  sweepWorkflow: ['with-findings'],
  courierWorkflow: ['carried-and-continued'],
  booksProofWorkflow: ['proven'],
  payoutWorkflow: [
    'sent',
    'in-parts',
    'unknown-then-confirmed',
    'absent-twice',
    'refused-then-sent',
    'refused-until-the-window-ended',
    'bank-down',
    'name-changed-and-released',
    'name-changed-and-cancelled',
    'account-refused',
    'debited-after-refusal',
    'debited-then-sent-again',
    'held-then-sent',
    'searched-for-in-a-new-run',
    'sent-beside-a-lost-sending',
    ...outage,
  ],
  settlementWorkflow: [
    'with-merchants',
    'without-merchants',
    'in-two-runs',
    'parked',
    'no-payout-day',
    'whole-in-a-mixed-fleet',
    'in-slices',
    'slice-ended-and-started-again',
    ...outage,
  ],
  settlementSliceWorkflow: ['settled', 'in-two-runs', 'parked'],
} as const;

describe('golden histories', () => {
  test.each(Object.entries(paths))('of every path of %s are there', (workflow, scenarios) => {
    const kept = readdirSync(join(histories, workflow)).map((name) =>
      name.replace(/^[\d.]+-|\.json$/g, ''),
    );
    expect(kept).toEqual(expect.arrayContaining([...scenarios]));
  });

  test('replay on the code of today', async () => {
    const results = await replay(today, histories);
    expect(results.filter(({ outcome }) => outcome !== 'same')).toEqual([]);
    expect(results.length).toBeGreaterThanOrEqual(25);
  });

  // The first line of a case names its payer. Histories hold it encrypted; these alone are kept plain.
  const headline = /"headline":"[^"]*"/g;

  test('tell nothing personal but in the first line of a case, and name no machine', () => {
    for (const name of readdirSync(histories, { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.json')) continue;
      const history = readFileSync(join(histories, name), 'utf8');
      const text = decoded(history).replaceAll(headline, '');
      expect(text).not.toMatch(
        /example\.com|\+234|\bAda\b|\bObi\b|ADA OBI|\/(work|root|home|tmp)\//,
      );
    }
  });
});

describe('a workflow that was changed without care', () => {
  test('fails on the histories of before, at the event that it would make differently', async () => {
    const changed = bundleWorkflows(here('changed-workflow.ts'));
    const [result] = await replay(changed, paid);
    expect(result).toMatchObject({
      outcome: 'differs',
      event: { id: 5, type: 'TIMER_STARTED' },
    });
  });
});

test('a history that is not one is told apart from one that differs', async () => {
  const [result] = await replay(today, here('../../package.json'));
  expect(result).toMatchObject({ outcome: 'unreadable', reason: /not an exported history/ });
});

test('there is one protobufjs for all of the SDK, or no JSON history could be read', () => {
  const from = (name: string): string =>
    createRequire(here(`../../node_modules/@temporalio/${name}/package.json`)).resolve(
      'protobufjs',
    );
  expect(new Set(['common', 'proto', 'worker', 'client'].map(from)).size).toBe(1);
});

test('every change of a released workflow has a history from before it', () => {
  const names = readdirSync(histories, { recursive: true, encoding: 'utf8' }).map((name) =>
    basename(name),
  );
  for (const { id, introduced } of patches) {
    const older = names.filter((name) => /^\d/.test(name) && !name.startsWith(`${introduced}-`));
    expect(older, `histories from before ${id}`).not.toEqual([]);
  }
});

/** The text with everything that is base64 in it made readable. */
function decoded(json: string): string {
  return json.replace(/"data": "([A-Za-z0-9+/=]+)"/g, (_whole, data: string) =>
    Buffer.from(data, 'base64').toString(),
  );
}
