import { expect, it } from 'vitest';
import { webhookRules } from '../../../../src/domain/webhook-rules.js';
import { dispatcherDefaults } from '../../../../src/notify/delivery/dispatcher.js';

const { leaseMs, minLeaseLeftMs } = dispatcherDefaults;

it('begins nothing that may outlast its claim: another would send it beside this one', () => {
  expect(minLeaseLeftMs).toBeGreaterThan(webhookRules.totalTimeoutMs);
});

it('may still begin what has waited for an earlier event of its checkout', () => {
  expect(leaseMs - minLeaseLeftMs).toBeGreaterThan(webhookRules.orderPatienceMs);
});
