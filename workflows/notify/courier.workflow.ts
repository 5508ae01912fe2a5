import { continueAsNew, proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { MessageActivities } from '../../activities/notify/contract.js';
import type { Carried } from '../../src/notify/messages/courier.port.js';
import { carrying } from '../platform/activity-options.js';

export interface CourierInput {
  /** The counts of the runs before this one. */
  readonly carried?: Carried;
}

/** The length of a step: a person would not wait longer for the page to show something new. */
const stepMs = 60_000;
/** A run of this length leaves some 250 events. */
const stepsOfRun = 30;

/**
 * Sends the messages to people. One workflow sends all of them, and holds counts only: PostgreSQL knows which messages
 * are due, and when a message is tried again. A schedule starts the workflow again if it is gone.
 */
export async function courierWorkflow({ carried = nothing }: CourierInput): Promise<void> {
  const { carryMessages } = proxyActivities<MessageActivities>(carrying);
  let all = carried;
  for (let step = 0; step < stepsOfRun; step += 1) {
    all = sumOf(all, await carryMessages({ forMs: stepMs }));
    setCurrentDetails(detailsOf(all));
  }
  await continueAsNew<typeof courierWorkflow>({ carried: all });
}

const nothing: Carried = { accepted: 0, refused: 0, unknown: 0, notSent: 0 };

function sumOf(one: Carried, other: Carried): Carried {
  return {
    accepted: one.accepted + other.accepted,
    refused: one.refused + other.refused,
    unknown: one.unknown + other.unknown,
    notSent: one.notSent + other.notSent,
  };
}

function detailsOf({ accepted, refused, unknown, notSent }: Carried): string {
  return [
    '**Messages to people**, since this courier began.',
    `| accepted | refused | not known | not sent |
| --- | --- | --- | --- |
| ${accepted} | ${refused} | ${unknown} | ${notSent} |`,
    'Attempts that were refused or are not known are made again. The desk shows each message with its order.',
  ].join('\n\n');
}
