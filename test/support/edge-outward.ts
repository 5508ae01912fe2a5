import type { RailVerdict } from '../../activities/contract.js';
import type { PayoutView, RefundView } from '../../activities/payouts/contract.js';
import type { Activities } from '../../activities/index.js';
import { isCharged } from '../../src/domain/channels.js';
import { faultOf, refundRefusal } from '../../src/domain/refund-sending.js';

type Rails = Activities['rails'];

/**
 * Money that leaves the house, sent once and without waiting: what is refused or not answered stays as it is then. The
 * workflows that ask and try again are proved in test/workflows.
 */
export class OutwardMoney {
  readonly #rails: Rails;

  constructor(rails: Rails) {
    this.#rails = rails;
  }

  async refund(refundId: string): Promise<void> {
    const rails = this.#rails;
    const view = await rails.findRefund({ refundId });
    const isSent = !['REQUESTED', 'NAME_ENQUIRY'].includes(view.status);
    if (isSent || (view.heldBy ?? null) !== null) return;
    if (isCharged(view.channel) || view.byCall === true)
      return this.#sendRefund({ refundId, ...view }, nextSession(view), null);
    if (!view.hasAccount) return this.#noteRefund(refundId, 'ACCOUNT_REFUSED');
    if ((view.coolingMs ?? 0) > 0) return;
    await this.#noteRefund(refundId, 'NAME_ASKED');
    const named = await rails.askDestination({ refundId });
    if (named.outcome === 'SUCCESS') {
      return this.#sendRefund({ refundId, ...view }, nextSession(view), named.reference);
    }
    if (named.outcome !== 'FAILED') return;
    await this.#noteRefund(refundId, refundRefusal(view.channel, faultOf(named)), named);
  }

  async #sendRefund(
    { refundId, channel }: Pick<RefundView, 'channel'> & { readonly refundId: string },
    sessionId: string,
    reference: string | null,
  ): Promise<void> {
    await this.#noteRefund(refundId, 'SENT', { sessionId });
    const sending = { refundId, sessionId, nameEnquiryReference: reference };
    const answer = await this.#rails.sendRefund(sending);
    const { outcome, code, failure } = answer;
    const event = outcome === 'FAILED' ? refundRefusal(channel, faultOf(answer)) : eventOf[outcome];
    await this.#noteRefund(refundId, event, { sessionId, code, failure });
  }

  async #noteRefund(refundId: string, event: RefundEvent, news: News = {}): Promise<void> {
    await this.#rails.takeRefundStep({ refundId, event, ...written(news) });
  }

  /** The parts of a settlement, one after the other. */
  async payOut(settlementId: string): Promise<void> {
    const rails = this.#rails;
    for (;;) {
      const view = await rails.findSettlement({ settlementId });
      const part = view.payouts.find(({ status }) => status === 'SCHEDULED');
      if (part === undefined || view.holdReason !== null) return;
      const holder = await rails.askHolder({ settlementId });
      if (holder.isSameHolder !== true) return this.#hold(settlementId, holder);
      if (!(await this.#sendPart(part, holder.reference))) return;
    }
  }

  /** Whether it has arrived. */
  async #sendPart({ payoutId, nextSessionId }: PayoutView, reference: string | null) {
    const rails = this.#rails;
    const sending = { payoutId, sessionId: nextSessionId };
    await rails.takePayoutStep({ ...sending, event: 'SENT' });
    const { outcome, code, failure } = await rails.sendPayout({
      ...sending,
      nameEnquiryReference: reference,
    });
    const event = outcome === 'FAILED' ? 'REFUSED' : eventOf[outcome];
    await rails.takePayoutStep({ ...sending, event, ...written({ code, failure }) });
    return outcome === 'SUCCESS';
  }

  async #hold(settlementId: string, { outcome }: RailVerdict) {
    if (outcome !== 'SUCCESS' && outcome !== 'FAILED') return;
    const reason = outcome === 'SUCCESS' ? 'NAME_CHANGED' : 'ACCOUNT_REFUSED';
    await this.#rails.takeSettlementStep({ settlementId, event: 'HELD', reason });
  }
}

/** Carries a merchant's answer to a chargeback to the acquirer. */
export async function answerDispute(rails: Rails, answerId: string): Promise<void> {
  await rails.startDisputeAnswer({ answerId });
  const { outcome, code, failure } = await rails.sendDisputeAnswer({ answerId });
  if (outcome !== 'SUCCESS' && outcome !== 'FAILED') return;
  const status = outcome === 'SUCCESS' ? 'DELIVERED' : 'REFUSED';
  await rails.concludeDisputeAnswer({ answerId, verdict: { status, code, failure } });
}

type RefundEvent = Parameters<Rails['takeRefundStep']>[0]['event'];

interface News {
  readonly sessionId?: string;
  readonly code?: string | null;
  readonly failure?: string | null;
}

const eventOf = {
  SUCCESS: 'CONFIRMED',
  ABSENT: 'LOST_SIGHT',
  WAITING: 'LOST_SIGHT',
  UNKNOWN: 'LOST_SIGHT',
} as const;

function nextSession({ nextSessionId }: RefundView): string {
  if (nextSessionId === undefined) throw new TypeError('a transfer without a session id');
  return nextSessionId;
}

function written({ code, failure, ...others }: News) {
  return { ...others, code: code ?? undefined, failure: failure ?? undefined };
}
