import { createRequire } from 'node:module';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { replayHistories, type Replayed } from '../../src/platform/temporal/replay-histories.js';
import { bundleWorkflows } from '../../scripts/stack/workflow-bundle.ts';
import * as versions from '../../workflows/versions.js';

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

const healed = 'database-away-and-healed';

/** The paths that each workflow can take; every one of them has a history. */
const paths = {
  booksProofWorkflow: ['proven'],
  checkoutWorkflow: [
    'account-by-itself-expired',
    'account-by-itself-moved-later',
    'account-by-itself-moved-sooner',
    'account-by-itself-paid',
    'cancelled',
    'card-3ds',
    'card-3ds-abandoned-then-approved',
    'card-and-transfer',
    'card-approved',
    'card-approved-when-over',
    'card-declined-for-good',
    'card-declined-then-approved',
    'card-lost-then-approved',
    'card-outlasts-the-session',
    'card-sent-by-a-lost-run',
    'card-unknown-then-approved',
    'clock-moved-then-paid',
    'clock-moved-to-the-end',
    healed,
    'deadline-while-processing',
    'expired-abandoned',
    'expired-unpaid',
    'healing-and-cancelled',
    'money-beside-a-parked-step',
    'paid',
    'parked-and-cancelled',
    'parked-and-resolved-by-retry',
    'part-accepted',
    'part-called-off',
    'part-waited-for',
    'posted-with-its-receipt',
    'started-with-its-account-and-paid',
    'started-with-its-account-and-paid-in-parts',
    'started-with-its-account-and-unpaid',
    'underpaid-then-topped-up',
    'window-ended-then-paid',
  ],
  courierWorkflow: ['carried-and-continued'],
  creditWorkflow: [
    'database-away-and-decided',
    healed,
    'held-and-accepted',
    'held-and-kept',
    'held-and-returned',
    'returned-by-policy',
    'unmatched-returned-by-the-clock',
  ],
  disputeAnswerWorkflow: [
    'absent-then-sent-again',
    'accepted',
    'asked-then-delivered',
    healed,
    'delivered',
    'overdue-and-retried',
    'refused',
  ],
  findingWorkflow: ['resolved', 'right-again'],
  payoutWorkflow: [
    'absent-twice',
    'account-refused',
    'bank-down',
    healed,
    'debited-after-refusal',
    'debited-before-refusal',
    'debited-then-sent-again',
    'held-then-sent',
    'in-parts',
    'name-changed-and-cancelled',
    'name-changed-and-released',
    'refused-then-sent',
    'refused-until-the-window-ended',
    'said-not-to-be-sent',
    'searched-for-in-a-new-run',
    'sent',
    'sent-beside-a-lost-sending',
    'unknown-then-confirmed',
  ],
  reconciliationWorkflow: ['with-findings', 'without-findings'],
  refundWorkflow: [
    'absent-twice-then-sent-again',
    'bank-away-then-sent',
    'card-given-back',
    'cooled-then-sent',
    'database-away-and-decided',
    healed,
    'debited-after-refusal',
    'debited-while-it-waits',
    'enquiry-unanswered-then-sent',
    'failed-and-kept',
    'held-then-sent',
    'needs-account',
    'said-not-to-be-sent',
    'said-to-be-sent',
    'searched-for-in-a-new-run',
    'sent',
    'unknown-then-confirmed',
  ],
  settlementSliceWorkflow: ['in-two-runs', 'parked', 'settled'],
  settlementWorkflow: [
    healed,
    'in-slices',
    'in-two-runs',
    'merchant-locked-and-healed',
    'no-payout-day',
    'parked',
    'slice-ended-and-started-again',
    'with-merchants',
    'without-merchants',
  ],
  sweepWorkflow: ['with-findings'],
  webhookDeliveryWorkflow: ['dead', 'delivered-late', 'endpoint-gone', 'throttled'],
  webhookReplayWorkflow: ['done', 'stopped'],
} as const;

describe('golden histories', () => {
  test.each(Object.entries(paths))('of every path of %s are there', (workflow, scenarios) => {
    const kept = readdirSync(join(histories, workflow)).map((name) =>
      name.replace(/^[\d.]+-|\.json$/g, ''),
    );
    expect(new Set(kept)).toEqual(new Set(scenarios));
  });

  test('replay on the code of today', async () => {
    const results = await replay(today, histories);
    expect(results.filter(({ outcome }) => outcome !== 'same')).toEqual([]);
    expect(results.length).toBeGreaterThanOrEqual(Object.values(paths).flat().length);
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

describe('patches', () => {
  const workflows = here('../../workflows');
  const declared = Object.entries(versions).flatMap(([name, patch]) =>
    'id' in patch ? [`${name}.id`] : [],
  );

  test('that the code of workflows asks for are those of versions.ts', () => {
    const asked = readdirSync(workflows, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('versions.ts'))
      .map((name) => readFileSync(join(workflows, name), 'utf8'))
      .flatMap((source) => [...source.matchAll(/\b(?:patched|deprecatePatch)\(([^)]*)\)/g)])
      .map(([, id]) => id);
    expect(new Set(asked)).toEqual(new Set(declared));
    expect(versions.patches).toHaveLength(declared.length);
  });

  test('have a history from before them', () => {
    const names = readdirSync(histories, { recursive: true, encoding: 'utf8' }).map((name) =>
      basename(name),
    );
    for (const { id, introduced } of versions.patches) {
      const older = names.filter((name) => /^\d/.test(name) && !name.startsWith(`${introduced}-`));
      expect(older, `histories from before ${id}`).not.toEqual([]);
    }
  });
});

/** The text with everything that is base64 in it made readable. */
function decoded(json: string): string {
  return json.replace(/"data": "([A-Za-z0-9+/=]+)"/g, (_whole, data: string) =>
    Buffer.from(data, 'base64').toString(),
  );
}
