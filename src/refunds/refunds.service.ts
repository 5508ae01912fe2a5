import { createHash } from 'node:crypto';
import { formatNaira, fromJsonAmount, toJsonAmount } from '../domain/money.js';
import type { Fact } from '../domain/ports/fact-store.port.js';
import type { RefundResult, RefundStore } from '../domain/ports/refund-store.port.js';
import { ApiError } from '../http/api-error.js';
import { pageOf, sliceOf, timeCursors, type Page } from '../http/paging.js';
import { periodOf } from '../http/query-fields.js';
import { newId } from '../persistence/new-id.js';
import {
  DestinationRequest,
  ListRefundsQuery,
  RefundRequest,
  RefundView,
} from './dto/refund.dto.js';
import { refundView } from './refund-view.js';

const cursors = timeCursors('refunds', 'rfd');

/** Tells a refund's workflow that there is an account now; never throws, never waits (src/temporal/refund.gateway.ts). */
export interface AccountTeller {
  accountProvided(refundId: string): void;
}

/** Money back to payers, at the merchant's wish. */
export class RefundsService {
  constructor(
    private readonly refunds: RefundStore,
    private readonly facts: { send(fact: Fact): void },
    private readonly workflows: AccountTeller,
  ) {}

  /** @throws ApiError with the outcome's reason, unless the refund is there. */
  async request(
    merchantId: string,
    transactionReference: string,
    request: RefundRequest,
  ): Promise<{ replayed: boolean; refund: RefundView }> {
    const { refundReference, reason, destination } = request;
    const amount = request.amount ?? null;
    const result = await this.refunds.request({
      refundId: newId('rfd'),
      merchantId,
      transactionReference,
      refundReference,
      requestHash: requestHash(transactionReference, request),
      amountMinor: amount === null ? null : fromJsonAmount(amount),
      note: reason,
      destination: destination ?? null,
    });
    if (result.refund === null) throw refusal(result);
    if (result.fact !== null) this.facts.send(result.fact);
    return { replayed: result.outcome === 'EXISTING', refund: refundView(result.refund) };
  }

  /** @throws ApiError RESOURCE_NOT_FOUND */
  async find(merchantId: string, refundReference: string): Promise<RefundView> {
    const refund = await this.refunds.find(merchantId, refundReference);
    if (refund === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    return refundView(refund);
  }

  /** The merchant's own, and those that a policy or an operator made; the newest first. */
  async list(merchantId: string, asked: ListRefundsQuery): Promise<Page<RefundView>> {
    const { status, origin, reference } = asked;
    const filter = { ...periodOf(asked), status, origin, reference };
    const found = await this.refunds.list(merchantId, filter, sliceOf(asked, cursors));
    return pageOf(asked, cursors, found, refundView);
  }

  /** @throws ApiError RESOURCE_NOT_FOUND for a transaction the merchant does not have. */
  async ofTransaction(merchantId: string, reference: string): Promise<RefundView[]> {
    const refunds = await this.refunds.ofTransaction(merchantId, reference);
    if (refunds === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    return refunds.map(refundView);
  }

  /** @throws ApiError RESOURCE_NOT_FOUND or REFUND_NEEDS_NO_ACCOUNT */
  async provideAccount(
    merchantId: string,
    refundReference: string,
    { accountNumber, bankCode }: DestinationRequest,
  ): Promise<RefundView> {
    const found = await this.refunds.find(merchantId, refundReference);
    if (found === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    if (found.channel === 'Card') throw new ApiError('REFUND_NEEDS_NO_ACCOUNT');
    const destination = { accountNumber, bankCode };
    const refund = await this.refunds.provideAccount(found.refundId, destination);
    if (refund === undefined) throw new ApiError('REFUND_NEEDS_NO_ACCOUNT');
    this.workflows.accountProvided(refund.refundId);
    return refundView(refund);
  }
}

/** The same transaction, amount, reason and destination under one refundReference are one request. */
function requestHash(transactionReference: string, request: RefundRequest): Buffer {
  const { amount, reason, destination } = request;
  const canonical = {
    transactionReference,
    amount: amount ?? null,
    reason,
    destination: destination ? [destination.accountNumber, destination.bankCode] : null,
  };
  return createHash('sha256').update(JSON.stringify(canonical)).digest();
}

function refusal({ outcome, refundableMinor }: RefundResult): ApiError {
  if (outcome === 'REQUESTED' || outcome === 'EXISTING') {
    throw new Error(`the store answered ${outcome} without a refund`);
  }
  if (outcome !== 'AMOUNT_EXCEEDS_REFUNDABLE' || refundableMinor === null) {
    return new ApiError(outcome);
  }
  const refundable = `${refundableMinor} kobo (${formatNaira(refundableMinor)})`;
  return new ApiError(outcome, {
    message: `At most ${refundable} of this transaction can be refunded.`,
    errors: [{ field: 'amount', rule: 'max', message: `amount must be at most ${refundable}` }],
    data: { amountRefundable: toJsonAmount(refundableMinor) },
  });
}
