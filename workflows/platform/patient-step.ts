import type { ActivityOptions } from '@temporalio/common';
import {
  ApplicationFailure,
  proxyActivities,
  proxyLocalActivities,
  TemporalFailure,
} from '@temporalio/workflow';
import type { FailureType } from '../../activities/contract.js';
import { ledgerLocal, ledgerParked, ledgerPatient } from './activity-options.js';

/** The answer of a step on our own database, or its failure. */
export type Outcome<Done> = { readonly done: Done } | { readonly failure: FailureType };

/** A step: an activity of `Group` with all it needs. */
export interface PatientStep<Group, Done> {
  readonly call: (activities: Group) => Promise<Done>;
  /** The text that operators read beside the step when it has to be tried again. */
  readonly summary: string;
  /** The time for which the step is tried before it is given to an operator. */
  readonly parkAfterMs: number;
}

/** Tries a step at once and cheaply, then patiently where operators see it. The result is never an exception. */
export async function carryOutStep<Group extends object, Done>(
  step: PatientStep<Group, Done>,
): Promise<Outcome<Done>> {
  try {
    return { done: await step.call(proxyLocalActivities<Group>(ledgerLocal) as Group) };
  } catch (error) {
    return carryOutPatiently(step, failureType(error));
  }
}

/** Tries a parked step until it succeeds, or fails for a reason that lasts. */
export function carryOutWhileParked<Group extends object, Done>({
  call,
  summary,
}: Omit<PatientStep<Group, Done>, 'parkAfterMs'>): Promise<Outcome<Done>> {
  return carryOutVisibly({ ...ledgerParked, summary: `${summary}, while parked` }, call);
}

async function carryOutPatiently<Group extends object, Done>(
  { call, summary, parkAfterMs }: PatientStep<Group, Done>,
  failure: FailureType,
): Promise<Outcome<Done>> {
  const options = {
    ...ledgerPatient(parkAfterMs, failure),
    summary: `${summary}, tried again after ${failure}`,
  };
  return carryOutVisibly(options, call, failure);
}

/** Runs the step as a normal activity from the start, because it may take long. The result is never an exception. */
export async function carryOutVisibly<Group extends object, Done>(
  options: ActivityOptions,
  call: (activities: Group) => Promise<Done>,
  otherwise?: FailureType,
): Promise<Outcome<Done>> {
  try {
    return { done: await call(proxyActivities<Group>(options) as Group) };
  } catch (error) {
    return { failure: failureType(error, otherwise) };
  }
}

/** The type that activities/platform/failures.ts gave the innermost failure; `otherwise` for a bare timeout. */
function failureType(error: unknown, otherwise: FailureType = 'LEDGER_UNAVAILABLE'): FailureType {
  // A failure that the call reports is the step's failure. Any other error is a defect of this code: it fails the
  // workflow task, which is tried again until the code is corrected, and not the workflow.
  if (!(error instanceof TemporalFailure)) throw error;
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ApplicationFailure && isFailureType(cause.type)) return cause.type;
  }
  return otherwise;
}

const failureTypes: ReadonlySet<string> = new Set<FailureType>([
  'LEDGER_UNAVAILABLE',
  'LEDGER_MISMATCH',
  'LEDGER_REFUSED',
  'INTERNAL',
]);

function isFailureType(type: string | undefined | null): type is FailureType {
  return typeof type === 'string' && failureTypes.has(type);
}
