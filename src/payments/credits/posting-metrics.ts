import { Histogram, type Registry } from 'prom-client';
import { timedCalls } from '../../platform/observability/timed-calls.js';
import type { PgCheckoutSteps } from '../checkouts/checkout-steps.store.js';

/** Wraps the steps to measure how long a payment waits for its posting: in the queue, for locks, and for the commit. */
export function timedPosting(registry: Registry, steps: PgCheckoutSteps): PgCheckoutSteps {
  const posting = new Histogram({
    name: 'manilla_posting_seconds',
    help: 'Time from the request to post a received payment to its commit, or to its failure.',
    labelNames: ['outcome'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  return timedCalls(steps, ['applyCredit'], ({ seconds, threw }) =>
    posting.observe({ outcome: threw ? 'failed' : 'posted' }, seconds),
  );
}
