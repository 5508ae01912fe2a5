import { Histogram, type Registry } from 'prom-client';
import { type EndedCall, timedCalls } from '../../platform/observability/timed-calls.js';
import type { PgCheckoutSteps } from '../checkouts/checkout-steps.store.js';
import type { PgCreditStore } from './credit.store.js';
import type { ReceivedCredit } from './credit.js';

/** Wraps the steps to measure how long a payment waits for its posting: in the queue, for locks, and for the commit. */
export function timedPosting(registry: Registry, steps: PgCheckoutSteps): PgCheckoutSteps {
  return timedCalls(steps, ['applyCredit'], observer(registry));
}

/** Wraps the credits to measure the same of payments that are posted when they are recorded. */
export function timedReceipts(registry: Registry, credits: PgCreditStore): PgCreditStore {
  const observe = observer(registry);
  return timedCalls(credits, ['receive'], (call) => {
    const isPosted = (call.answer as ReceivedCredit | undefined)?.outcome !== null;
    if (call.threw || isPosted) observe(call);
  });
}

function observer(registry: Registry): (call: EndedCall) => void {
  const posting = new Histogram({
    name: 'manilla_posting_seconds',
    help: 'Time from the request to post a received payment to its commit, or to its failure.',
    labelNames: ['outcome'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  return ({ seconds, threw }) => posting.observe({ outcome: threw ? 'failed' : 'posted' }, seconds);
}
