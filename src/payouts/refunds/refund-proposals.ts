import type { Actor } from '../../domain/actor.js';
import { toJsonAmount } from '../../domain/money.js';
import { ApiError } from '../../http/api-error.js';
import type { MerchantProfile } from '../../http/access/merchant.js';
import { oneIsNew } from '../../people/not-two-of-team.js';
import type { RefundView } from './refund.dto.js';
import type {
  NewRefundProposal,
  RefundProposal,
  RefundRule,
  RefundRules,
} from './refund-proposal.js';
import type { PgRefundProposals } from './refund-proposal.store.js';
import type { RefundsService } from './refunds.service.js';

/** A refund that one of a merchant's people asks for. */
export type PersonsRefund = Omit<NewRefundProposal, 'proposalId'> & {
  /** `rfp_` + ULID: the reference of the refund. A second request with the same reference is the same refund. */
  readonly refundReference: string;
};

export type AskedRefund =
  | { readonly outcome: 'REFUNDED'; readonly refund: RefundView }
  | { readonly outcome: 'PROPOSED' | 'FRESH_NEEDED' };

/**
 * Refunds that a merchant's people make. Above the merchant's own limit, they first pass the check that its rule names.
 */
export class RefundProposals {
  constructor(
    private readonly store: PgRefundProposals,
    private readonly refunds: Pick<RefundsService, 'request'>,
  ) {}

  rulesOf(merchantId: string): Promise<RefundRules> {
    return this.store.rulesOf(merchantId);
  }

  /** Returns the time from which the rule holds. */
  setRule(by: Actor, merchantId: string, rule: RefundRule): Promise<Date> {
    return this.store.setRule(by, merchantId, rule);
  }

  waiting(merchantId: string): Promise<RefundProposal[]> {
    return this.store.waiting(merchantId);
  }

  /** `isFresh`: the person has proven their identity a moment ago. @throws ApiError as RefundsService.request */
  async ask(
    merchant: MerchantProfile,
    { refundReference, ...asked }: PersonsRefund,
    by: Actor,
    isFresh: boolean,
  ): Promise<AskedRefund> {
    const wanted = { proposalId: refundReference, ...asked };
    const outcome = await this.store.ask(by, merchant.merchantId, wanted, isFresh);
    if (outcome === 'OTHER') throw new ApiError('DUPLICATE_REFERENCE');
    if (outcome === 'OVER') throw decidedBefore();
    if (outcome !== 'REFUND') return { outcome };
    return { outcome: 'REFUNDED', refund: await this.#carryOut(merchant, wanted, by) };
  }

  /** @throws ApiError RESOURCE_NOT_FOUND, DECISION_REFUSED, SECOND_OPERATOR_NEEDED, SECOND_OPERATOR_TOO_NEW, or as RefundsService.request */
  async confirm(merchant: MerchantProfile, id: string, by: Actor): Promise<RefundView> {
    // A proposal that was confirmed before is carried out again. The repetition changes nothing, unless the first time
    // was cut off.
    const proposal = await this.#decide(by, merchant.merchantId, id, 'DONE');
    return this.#carryOut(merchant, proposal, by);
  }

  /** @throws ApiError RESOURCE_NOT_FOUND, DECISION_REFUSED */
  async withdraw(merchantId: string, id: string, by: Actor): Promise<void> {
    await this.#decide(by, merchantId, id, 'WITHDRAWN');
  }

  async #decide(
    by: Actor,
    merchantId: string,
    id: string,
    status: 'DONE' | 'WITHDRAWN',
  ): Promise<RefundProposal> {
    const { outcome, proposal } = await this.store.decide(by, merchantId, id, status);
    if (outcome === 'UNKNOWN') throw new ApiError('RESOURCE_NOT_FOUND');
    if (outcome === 'SAME_PERSON') {
      throw new ApiError('SECOND_OPERATOR_NEEDED', {
        message: 'You asked for this refund yourself. Another person must confirm it.',
      });
    }
    if (outcome === 'TOO_NEW') {
      throw new ApiError('SECOND_OPERATOR_TOO_NEW', {
        message: oneIsNew,
      });
    }
    if (proposal === null || (outcome === 'OVER' && proposal.status !== status)) {
      throw decidedBefore();
    }
    return proposal;
  }

  /** The proposal's id is the refund's reference, so carrying it out twice makes one refund. */
  async #carryOut(
    merchant: MerchantProfile,
    { proposalId, transactionReference, amountMinor, reason }: NewRefundProposal,
    by: Actor,
  ): Promise<RefundView> {
    const refundReference = proposalId;
    const request = { refundReference, amount: toJsonAmount(amountMinor), reason };
    try {
      return (await this.refunds.request(merchant, transactionReference, request, by)).refund;
    } catch (error) {
      await this.store.notMade(by, proposalId);
      throw error;
    }
  }
}

function decidedBefore(): ApiError {
  return new ApiError('DECISION_REFUSED', {
    message: 'It was decided before. Nothing was done.',
  });
}
