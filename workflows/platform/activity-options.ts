import type { ActivityOptions, LocalActivityOptions, RetryPolicy } from '@temporalio/common';
import type { ByRail, FailureType } from '../../activities/contract.js';

/** The patience of calls, by name; call sites pick a name, and the name says what is at stake. */

/**
 * A step on our own database while all is well: it runs inside the workflow task and costs one event. Five seconds
 * stay well below the eight after which a workflow task would have to be prolonged.
 */
export const ledgerLocal: LocalActivityOptions = {
  startToCloseTimeout: '2s',
  scheduleToCloseTimeout: '5s',
  retry: { maximumAttempts: 3, initialInterval: '100ms', backoffCoefficient: 2 },
};

/**
 * The retries of a step that is parked because the database was away; a failure that does not pass by itself ends the
 * tries.
 */
export const parkedRetry: RetryPolicy = {
  initialInterval: '5s',
  backoffCoefficient: 2,
  maximumInterval: '45s',
  nonRetryableErrorTypes: ['LEDGER_MISMATCH' satisfies FailureType],
};

/**
 * Options for a step that is parked. The server tries the step again by itself: thousands park within one outage, and a
 * try by their workflows would cost two tasks, six events and the reading of a history that the worker no longer keeps.
 */
export const ledgerParked: ActivityOptions = {
  startToCloseTimeout: '10s',
  retry: parkedRetry,
};

/** Options for a step that has failed: it is retried where operators see it, until the checkout is parked. */
export function ledgerPatient(parkAfterMs: number, failure: FailureType): ActivityOptions {
  return {
    startToCloseTimeout: '10s',
    scheduleToCloseTimeout: Math.ceil(parkAfterMs * patience[failure]),
    retry: { initialInterval: '500ms', backoffCoefficient: 2, maximumInterval: '10s' },
  };
}

/** An outage is waited for. Operators should learn of everything else soon. */
const patience: Readonly<Record<FailureType, number>> = {
  LEDGER_UNAVAILABLE: 1,
  LEDGER_MISMATCH: 0.25,
  LEDGER_REFUSED: 0.25,
  INTERNAL: 0.25,
};

/**
 * Options for one attempt to reach a merchant. The attempt's success or failure is a result, so only our own faults
 * (the database, a receiver that is busy with earlier attempts) are retried here, for as long as they last.
 */
export const webhookAttempt: ActivityOptions = {
  startToCloseTimeout: '45s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '2m' },
};

/** The courier's step: a minute, and then as long as one attempt may take. A worker that is lost is noticed soon. */
export const carrying: ActivityOptions = {
  startToCloseTimeout: '5m',
  heartbeatTimeout: '15s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' },
  summary: 'Send what is due',
};

/** A question to a bank or acquirer: it moves nothing, so it is asked again when the worker that asked was lost. */
export const railQuestion: ActivityOptions = {
  startToCloseTimeout: '30s',
  scheduleToCloseTimeout: '5m',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '30s' },
};

/**
 * A call to a bank or an acquirer, on the queue of that rail alone: whoever does not answer keeps nobody else's calls
 * waiting.
 */
export function onRail(options: ActivityOptions, { railQueue }: ByRail): ActivityOptions {
  return { ...options, taskQueue: railQueue };
}

/**
 * Options for sending money: one attempt, which first waits for up to a minute while the provider wants no calls. A lost
 * worker is noticed soon. The outcome of its sending is asked for, and the money is never sent again to find out.
 */
export const railSending: ActivityOptions = {
  startToCloseTimeout: '90s',
  heartbeatTimeout: '8s',
  retry: { maximumAttempts: 1 },
};

/** Options for charging a card: those of `railSending`, but an acquirer may take longer. */
export const cardCharging: ActivityOptions = { ...railSending, startToCloseTimeout: '105s' };

/** Options for sending an answer to a chargeback: those of `railSending`, but its files may have ten megabytes each. */
export const answerSending: ActivityOptions = { ...railSending, startToCloseTimeout: '5m' };

/** The bank's statement and the sweeps: nobody waits for them, and the next run is a minute away. */
export const reconciliationRun: ActivityOptions = {
  startToCloseTimeout: '1m',
  retry: { initialInterval: '2s', backoffCoefficient: 2, maximumAttempts: 5 },
};

/** Whole tables are read, at night: minutes in a large book. A worker that is lost is noticed soon. */
export const booksProof: ActivityOptions = {
  startToCloseTimeout: '4h',
  heartbeatTimeout: '30s',
  retry: { initialInterval: '1m', backoffCoefficient: 2, maximumAttempts: 3 },
};

/** The options of writes about a case: nobody waits for them, so they have all the time there is. */
export const caseStep: ActivityOptions = {
  startToCloseTimeout: '10s',
  retry: { initialInterval: '2s', backoffCoefficient: 2, maximumInterval: '45s' },
};

/** The options of a finding case's reads and writes: they have all the time there is. */
export const findingStep: ActivityOptions = {
  startToCloseTimeout: '30s',
  retry: { initialInterval: '2s', backoffCoefficient: 2, maximumInterval: '1m' },
};

/** One try to settle a page of merchants, which takes seconds as a rule. A worker that is lost is noticed soon. */
const settlementTry: ActivityOptions = { startToCloseTimeout: '5m', heartbeatTimeout: '15s' };

/** Options for a page of merchants, which is tried until an operator is asked. */
export function settlementPage(parkAfterMs: number): ActivityOptions {
  return {
    ...settlementTry,
    scheduleToCloseTimeout: parkAfterMs,
    retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '30s' },
  };
}

/** Options for a page whose run is parked. */
export const settlementParked: ActivityOptions = { ...settlementTry, retry: parkedRetry };
