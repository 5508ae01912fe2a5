import type { CycleRun, FailureType } from '../activities/contract.js';
import type { SettlementCounts } from '../src/domain/settlement-counts.js';
import { formatNaira } from '../src/domain/money.js';
import { decisionCommand, detailsTable, failureTexts, healingTexts } from './attention.js';

const headlines = {
  RUNNING: 'Merchants are being settled',
  DONE: 'All merchants are settled',
  NO_PAYOUT_DAY: 'No payouts on this day: it is not a business day',
} as const;

/** How far a run of the schedule is, for the operator's page. */
export function runDetails(
  run: CycleRun,
  counts: SettlementCounts,
  state: keyof typeof headlines,
): string {
  return [`**${headlines[state]}**`, table(run, counts)].join('\n\n');
}

interface Standstill {
  readonly step: string;
  readonly failure: FailureType;
  readonly workflowId: string;
  readonly namespace: string;
}

/** Markdown: what happened, what is safe, and the exact next step. */
export function runAttention(
  run: CycleRun,
  counts: SettlementCounts,
  { step, failure, workflowId, namespace }: Standstill,
  heals = false,
): string {
  const { what, todo } = failureTexts[failure];
  const command = decisionCommand({ workflowId, namespace, update: 'resolve', decision: 'retry' });
  return [
    '### Needs attention: a run of the settlement schedule stands still',
    `**What happened.** \`${step}\` failed with \`${failure}\`. ${what}`,
    ...healingTexts(heals, 'the run'),
    '**What is safe.** Merchants that were settled are, and their payouts go on. The others are not settled yet. Nothing is settled twice.',
    `**What to do.** ${todo} Then \`retry\` goes on with the same page. Send the update \`resolve\` to this workflow, here (*Send an Update*) or with\n\n${command}`,
    table(run, counts),
  ].join('\n\n');
}

function table({ cycle, cutOff }: CycleRun, counts: SettlementCounts): string {
  return detailsTable([
    ['Cycle', `\`${cycle}\``],
    ['Cut-off', cutOff],
    ['Merchants looked at', String(counts.merchants)],
    ['Settlements with a payout', String(counts.settled)],
    ['Amount', formatNaira(BigInt(counts.amountMinor))],
    ['Below their minimum', String(counts.belowMinimum)],
    ['On hold', String(counts.onHold)],
    ['Without a usable account', String(counts.withoutAccount)],
    ['Could not be settled (`finding/SETTLEMENT_FAILED`)', String(counts.failed)],
    ['Left to the relay', String(counts.untold)],
  ]);
}
