import type { FailureType } from '../../activities/contract.js';
import type { CycleRun } from '../../activities/payouts/contract.js';
import type { SettlementCounts } from '../../src/domain/settlement-counts.js';
import type { MerchantSlice } from '../../src/domain/settlement-cycle.js';
import { readableMoment } from '../../src/domain/lagos-day.js';
import { formatNaira } from '../../src/domain/money.js';
import {
  type CasePage,
  detailsTable,
  failureTexts,
  type Rows,
  stepFailed,
} from '../platform/case-page.js';

const headlines = {
  RUNNING: 'Merchants are being settled',
  DONE: 'All merchants are settled',
  NO_PAYOUT_DAY: 'No payouts on this day: it is not a business day',
} as const;

export type RunState = keyof typeof headlines;

/** The progress of a run of the schedule, or of a slice of one, for the operator's page. */
export function runDetails(state: RunState, rows: Rows): string {
  return [`**${headlines[state]}**`, detailsTable(rows)].join('\n\n');
}

/** The page of a run whose slices have ended before their merchants were settled. */
export function slicesPage(open: ReadonlySet<number>, of: number): CasePage {
  return {
    title: 'a run of payouts stands still',
    happened: `The workflows of these slices of ${of} were ended by hand, or have failed: ${[...open].join(', ')}.`,
    safe: 'The shops of all other slices are settled. Nobody is paid twice.',
    todo: 'Call engineering: why were they ended? (Their ids end in `/slice-` and the number.) Then go on: they start again from their first shop.',
  };
}

export function slicesRow(open: ReadonlySet<number>, of: number): Rows[number] {
  const left = open.size === 0 ? '' : `, not yet: ${[...open].join(', ')}`;
  return ['Slices that are done', `${of - open.size} of ${of}${left}`];
}

/** The page of a run of which a step fails. */
export function runPage(step: string, failure: FailureType): CasePage {
  return {
    title: 'a run of payouts stands still',
    happened: stepFailed(step, 'the run', failure),
    safe: 'Shops that were settled are, and their payouts go on. The others are not settled yet. Nobody is paid twice.',
    todo: `${failureTexts[failure].todo} Then go on.`,
  };
}

/** The page of a run that has done all but the shops whose books somebody else holds. */
export function lockedPage(merchants: readonly string[]): CasePage {
  const named = merchants.slice(0, 10).join(', ');
  const others = merchants.length > 10 ? ` and ${merchants.length - 10} more` : '';
  return {
    title: 'a run of payouts waits for locked books',
    happened: `Another session of the database held the books of these shops when the run came to them, and not all of them could be settled since: ${named}${others}.`,
    safe: 'The other shops that the run has come to are settled, and their payouts go on. Nobody is paid twice.',
    todo: 'Call engineering: find the session that holds the locks and end it. What is still locked when the next run is due is left to that run.',
  };
}

export function runRows(
  { cycle, cutOff }: CycleRun,
  counts: SettlementCounts,
  slice?: MerchantSlice,
): Rows {
  const { locked = 0 } = counts;
  return [
    ['Cycle', `\`${cycle}\``],
    ['Cut-off', readableMoment(cutOff)],
    ...(slice === undefined ? [] : [['Slice', `${slice.number} of ${slice.of}`] as const]),
    ['Merchants looked at', String(counts.merchants)],
    ['Settlements with a payout', String(counts.settled)],
    ['Amount', formatNaira(BigInt(counts.amountMinor))],
    ['Below their minimum', String(counts.belowMinimum)],
    ['On hold', String(counts.onHold)],
    ['Without a usable account', String(counts.withoutAccount)],
    ['Could not be settled (`finding/SETTLEMENT_FAILED`)', String(counts.failed)],
    ...(locked === 0 ? [] : [['Locked, left to the next run', String(locked)] as const]),
    ['Left to the relay', String(counts.untold)],
  ];
}
