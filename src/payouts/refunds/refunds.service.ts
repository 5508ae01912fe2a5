import { createHash } from 'node:crypto';
import type { Actor } from '../../domain/actor.js';
import { fromJsonAmount } from '../../domain/money.js';
import type { Fact } from '../../platform/temporal/fact.js';
import type { NamedAccount, Refund } from './refund.js';
import type { PgRefundStore } from './refund.store.js';
import type { MerchantProfile } from '../../http/access/merchant.js';
import { ApiError } from '../../http/api-error.js';
import { limitExceeded } from '../../merchants/settings/limit-exceeded.js';
import { pageOf, sliceOf, timeCursors, type Page } from '../../http/paging.js';
import { changePeriodOf, periodOf } from '../../http/query-fields.js';
import { matchesETag, weakETag } from '../../http/etag.js';
import {
  readPolled,
  type Polled,
  type PollWish,
  type Reading,
  type Waiting,
} from '../../http/polling.js';
import { newId } from '../../platform/database/new-id.js';
import { DestinationRequest, ListRefundsQuery, RefundRequest, RefundView } from './refund.dto.js';
import type { OtherAccounts } from './other-accounts.js';
import { refundRefusal } from './refund-refusal.js';
import { refundView } from './refund-view.js';

const cursors = timeCursors('refunds', 'rfd');

/**
 * Notifies a refund's workflow that there is an account now; never throws, never waits
 * (src/payouts/refunds/refund.gateway.ts).
 */
export interface AccountNotifier {
  accountProvided(refundId: string): void;
}

/** Refunds that merchants ask for. */
export class RefundsService {
  constructor(
    private readonly refunds: PgRefundStore,
    private readonly facts: { send(fact: Fact): void },
    private readonly workflows: AccountNotifier,
    private readonly accounts: OtherAccounts,
    private readonly waiting: Waiting,
  ) {}

  /**
   * Requests a refund. If its account is not the one that paid, the holder must be the payer, or operators decide. The
   * same request again makes no second refund and asks no bank.
   *
   * @throws ApiError DUPLICATE_REFERENCE, RESOURCE_NOT_FOUND, NOT_REFUNDABLE, SEVERAL_PAYMENTS,
   * AMOUNT_EXCEEDS_REFUNDABLE, INSUFFICIENT_AVAILABLE_BALANCE, LIMIT_EXCEEDED; for a named account also as
   * `OtherAccounts.find` and `withHolder`
   */
  async request(
    merchant: MerchantProfile,
    transactionReference: string,
    request: RefundRequest,
    by: Actor,
  ): Promise<{ replayed: boolean; refund: RefundView }> {
    const { refundReference, reason } = request;
    const amount = request.amount ?? null;
    const named = request.destination
      ? await this.accounts.find(merchant, request.destination, 'destination.')
      : null;
    const { destination, credit } = named
      ? await this.#ofPayer(merchant, transactionReference, refundReference, named)
      : { destination: null, credit: transactionReference };
    const result = await this.refunds.request({
      refundId: newId('rfd'),
      merchantId: merchant.merchantId,
      transactionReference: credit,
      refundReference,
      requestHash: refundRequestHash(transactionReference, request, named),
      amountMinor: amount === null ? null : fromJsonAmount(amount),
      note: reason,
      destination,
      by,
    });
    if (result.refund === null) throw refundRefusal(result);
    if (result.fact !== null) this.facts.send(result.fact);
    return { replayed: result.outcome === 'EXISTING', refund: refundView(result.refund) };
  }

  /**
   * Returns the state of the refund; `state` is undefined when the caller has seen that version already. With `waitMs`
   * the answer waits for a change from the version that the caller has seen, or else from now.
   *
   * @throws ApiError RESOURCE_NOT_FOUND
   */
  async find(
    merchantId: string,
    refundReference: string,
    wish: PollWish,
  ): Promise<Polled<RefundView>> {
    const reading: Reading<Refund> = {
      id: ({ refundId }) => refundId,
      read: () => this.#find(merchantId, refundReference),
      etagOf: (refund) => weakETag(stateOf(refund)),
      isFinal: ({ status }) => status === 'SUCCESSFUL',
    };
    const { etag, state } = await readPolled(reading, wish, this.waiting);
    return { etag, state: state && refundView(state) };
  }

  async #find(merchantId: string, refundReference: string): Promise<Refund> {
    const refund = await this.refunds.find(merchantId, refundReference);
    if (refund === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    return refund;
  }

  /** Lists the merchant's own refunds and those that a policy or an operator made, the newest first. */
  async list(merchantId: string, asked: ListRefundsQuery): Promise<Page<RefundView>> {
    const { status, origin, reference } = asked;
    const filter = { ...periodOf(asked), ...changePeriodOf(asked), status, origin, reference };
    const found = await this.refunds.list(merchantId, filter, sliceOf(asked, cursors));
    return pageOf(asked, cursors, found, refundView);
  }

  /** @throws ApiError RESOURCE_NOT_FOUND for a transaction the merchant does not have. */
  async ofTransaction(
    merchantId: string,
    reference: string,
    { ifNoneMatch }: PollWish,
  ): Promise<Polled<RefundView[]>> {
    const refunds = await this.refunds.ofTransaction(merchantId, reference);
    if (refunds === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    const states = createHash('sha256').update(refunds.map(stateOf).join(' ')).digest('base64url');
    const etag = weakETag(`${refunds.length}-${states.slice(0, 16)}`);
    return { etag, state: matchesETag(ifNoneMatch, etag) ? undefined : refunds.map(refundView) };
  }

  /**
   * @throws ApiError RESOURCE_NOT_FOUND, REFUND_NEEDS_NO_ACCOUNT, LIMIT_EXCEEDED, or the error for an account that the
   * bank does not know.
   */
  async provideAccount(
    merchant: MerchantProfile,
    refundReference: string,
    request: DestinationRequest,
    by: Actor,
  ): Promise<RefundView> {
    const { merchantId } = merchant;
    const found = await this.refunds.find(merchantId, refundReference);
    if (found === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    if (found.status !== 'NEEDS_ACCOUNT') {
      throw new ApiError('REFUND_NEEDS_NO_ACCOUNT');
    }
    const named = await this.accounts.find(merchant, request);
    const { accountName } = await this.refunds.payer(merchantId, found.creditId, refundReference);
    const destination = await this.accounts.withHolder(merchant, named, accountName);
    const { refundId } = found;
    const { refund, leftMinor } = await this.refunds.provideAccount(refundId, destination, by);
    if (leftMinor !== null && refund === null) throw limitExceeded(leftMinor);
    if (refund === null) throw new ApiError('REFUND_NEEDS_NO_ACCOUNT');
    this.workflows.accountProvided(refund.refundId);
    return refundView(refund);
  }

  /**
   * Returns the account and the credit. The bank is asked for the holder's name, which is compared with the payer's,
   * only if the refund is new and the credit came by a transfer.
   */
  async #ofPayer(
    merchant: MerchantProfile,
    reference: string,
    refundReference: string,
    named: NamedAccount,
  ): Promise<{ destination: NamedAccount; credit: string }> {
    const payer = await this.refunds.payer(merchant.merchantId, reference, refundReference);
    const { creditId, hasAccount, accountName, isAsked } = payer;
    // Without a credit no refund is opened; the store answers with the reason.
    const isFree = !isAsked && creditId !== null && hasAccount;
    const destination = isFree
      ? await this.accounts.withHolder(merchant, named, accountName, 'destination.')
      : named;
    return { destination, credit: creditId ?? reference };
  }
}

/** The state differs whenever the refund does, because each step sets `updatedAt`. */
function stateOf({ refundId, status, updatedAt }: Refund): string {
  return `${refundId}-${status}-${updatedAt.getTime()}`;
}

/** The same transaction, amount, reason and destination under one refundReference are one request. */
export function refundRequestHash(
  transactionReference: string,
  { amount, reason }: Pick<RefundRequest, 'amount' | 'reason'>,
  destination: Pick<NamedAccount, 'accountNumber' | 'bankCode'> | null,
): Buffer {
  const canonical = {
    transactionReference,
    amount: amount ?? null,
    reason,
    destination: destination ? [destination.accountNumber, destination.bankCode] : null,
  };
  return createHash('sha256').update(JSON.stringify(canonical)).digest();
}
