import { expect, it } from 'vitest';
import { refundActivities } from '../../../../activities/payouts/refund.activities.js';
import type { RefundStanding } from '../../../../src/payouts/refunds/refund-steps.js';
import type { PgRefundSteps } from '../../../../src/payouts/refunds/refund-steps.store.js';

it('a refund of a card has the id that survives a restore, and may reach the acquirer within five minutes, as a charge may', async () => {
  const standing: Partial<RefundStanding> = {
    ...{ refundId: 'rfd_1', status: 'UNKNOWN', channel: 'Card', provider: 'an-acquirer' },
    ...{ amountMinor: 250_000n, attempts: 1, openSending: null, debited: null },
    acquirerId: 'refund-1',
  };
  const steps = { find: () => Promise.resolve(standing) } as unknown as PgRefundSteps;
  const { findRefund } = refundActivities(steps, new Map());
  expect(await findRefund({ refundId: 'rfd_1' })).toMatchObject({
    ...{ nextSessionId: 'refund-1', cutOffMs: 300_000 },
  });
});
