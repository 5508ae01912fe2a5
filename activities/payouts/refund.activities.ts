import { isCharged } from '../../src/domain/channels.js';
import { railQueue } from '../../src/domain/ids.js';
import { nextSessionId } from '../../src/domain/nip-session.js';
import { cardCutOffMs } from '../../src/domain/tsq-schedule.js';
import type { BankRail } from '../../src/domain/bank-rail.port.js';
import type { RefundStanding } from '../../src/payouts/refunds/refund-steps.js';
import type { PgRefundSteps } from '../../src/payouts/refunds/refund-steps.store.js';
import type { RefundActivities, RefundView } from './contract.js';

const minuteMs = 60_000;

/** For the worker of the task queue `rails`. */
export function refundActivities(
  steps: PgRefundSteps,
  banks: ReadonlyMap<string, BankRail>,
): RefundActivities {
  const view = (standing: RefundStanding): RefundView => ({
    status: standing.status,
    channel: standing.channel,
    provider: standing.provider,
    railQueue: railQueue(standing.provider),
    amountMinor: String(standing.amountMinor),
    attempts: standing.attempts,
    heldBy: standing.heldBy,
    hasAccount: standing.hasAccount,
    coolingMs: standing.coolingMs,
    openSending: standing.openSending && {
      sessionId: standing.openSending.sessionId,
      sentAt: standing.openSending.sentAt.toISOString(),
    },
    ...(standing.debited !== null && { debited: standing.debited }),
    ...railFacts(standing, banks),
  });
  return {
    findRefund: async ({ refundId }) => view(await steps.find(refundId)),
    takeRefundStep: async (step) => view(await steps.take(step)),
  };
}

function railFacts(
  { acquirerId, channel, provider, nextSession, isRedirected }: RefundStanding,
  banks: ReadonlyMap<string, BankRail>,
): Pick<RefundView, 'nextSessionId' | 'cutOffMs' | 'byCall'> {
  if (isCharged(channel)) {
    return { nextSessionId: acquirerId, cutOffMs: cardCutOffMs };
  }
  const rail = banks.get(provider);
  if (rail === undefined) throw new TypeError(`there is no rail ${provider} to send by`);
  const { institutionCode, capabilities } = rail;
  return {
    nextSessionId: nextSessionId(institutionCode, nextSession),
    cutOffMs: capabilities.cutOffMinutes * minuteMs,
    ...(rail.refund !== undefined && !isRedirected && { byCall: true }),
  };
}
