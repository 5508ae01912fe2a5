import type { CycleRun, FailureType } from '../activities/contract.js';
import type { SettlementCounts } from '../src/domain/settlement-counts.js';
import { readableMoment } from '../src/domain/lagos-day.js';
import { formatNaira } from '../src/domain/money.js';
import { type CasePage, detailsTable, failureTexts, type Rows } from './case-page.js';

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
  return [`**${headlines[state]}**`, detailsTable(runRows(run, counts))].join('\n\n');
}

/** A step of the run fails. */
export function runPage(step: string, failure: FailureType): CasePage {
  const { what, todo } = failureTexts[failure];
  return {
    title: 'a run of the settlement schedule stands still',
    happened: `\`${step}\` failed with \`${failure}\`. ${what}`,
    safe: 'Merchants that were settled are, and their payouts go on. The others are not settled yet. Nothing is settled twice.',
    todo: `${todo} Then \`retry\` goes on with the same page.`,
  };
}

export function runRows({ cycle, cutOff }: CycleRun, counts: SettlementCounts): Rows {
  return [
    ['Cycle', `\`${cycle}\``],
    ['Cut-off', readableMoment(cutOff)],
    ['Merchants looked at', String(counts.merchants)],
    ['Settlements with a payout', String(counts.settled)],
    ['Amount', formatNaira(BigInt(counts.amountMinor))],
    ['Below their minimum', String(counts.belowMinimum)],
    ['On hold', String(counts.onHold)],
    ['Without a usable account', String(counts.withoutAccount)],
    ['Could not be settled (`finding/SETTLEMENT_FAILED`)', String(counts.failed)],
    ['Left to the relay', String(counts.untold)],
  ];
}
