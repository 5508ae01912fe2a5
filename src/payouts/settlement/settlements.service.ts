import { createHash } from 'node:crypto';
import { formatNaira, fromJsonAmount, toJsonAmount } from '../../domain/money.js';
import type { Fact } from '../../platform/temporal/fact.js';
import type { MerchantProfile } from '../../http/access/merchant.js';
import type { SettlementAccount } from '../accounts/settlement-account.js';
import type { PgSettlementAccountStore } from '../accounts/settlement-account.store.js';
import type { PgSettlementReader } from './settlement.store.js';
import type { Settlement, SettlementRequestResult } from './settlement-requests.js';
import type { PgSettlementRequests } from './settlement-request.store.js';
import type { QuotaStore } from '../../http/quota-store.port.js';
import { ApiError } from '../../http/api-error.js';
import type { BankDirectory } from '../banks/bank-directory.js';
import { SharedQuota } from '../../http/shared-quota.js';
import { limitExceeded } from '../../merchants/settings/limit-exceeded.js';
import { Cursors, pageOf, sliceOf, timeCursors } from '../../http/paging.js';
import { periodOf } from '../../http/query-fields.js';
import { EarlyRunData } from './early-run.dto.js';
import {
  PagedSettlementTransactions,
  PagedSettlements,
  SettlementDestinationRequest,
  SettlementHistoryQuery,
  SettlementLinesQuery,
  SettlementRequestBody,
  SettlementStatusView,
} from './settlement.dto.js';
import type { PgEarlyRuns } from './early-run.store.js';
import { settlementStatusView, settlementView, type ShownSettlement } from './settlement-view.js';
import { statementLineView } from '../statements/statement-json.js';
import type { Id } from '../../domain/ids.js';

/** Makes a payout's workflow ask the bank at once (src/payouts/settlement/payout.gateway.ts). */
export interface BankAsker {
  bankReported(payoutId: Id<'pay'>, sessionId: string): Promise<void>;
}

/** The limit of refreshes. A poll needs none, because the workflow asks the bank by itself. */
const refreshes = { limit: 6, windowMs: 60_000 } as const;

const historyCursors = timeCursors('settlements', 'stl');
const lineCursors = new Cursors('settlement-lines', [/^\d{1,18}$/]);

/** The account that a request names; without an id, it is not registered any more. */
interface Destination extends Pick<SettlementAccount, 'accountNumber' | 'bankCode'> {
  readonly settlementAccountId: string | null;
}

/** Money on its way to merchants' bank accounts. */
export class SettlementsService {
  readonly #refreshes: SharedQuota;

  constructor(
    private readonly requests: PgSettlementRequests,
    private readonly settlements: PgSettlementReader,
    private readonly accounts: PgSettlementAccountStore,
    private readonly earlyRuns: PgEarlyRuns,
    private readonly facts: { send(fact: Fact): void },
    private readonly bank: BankAsker,
    private readonly banks: Pick<BankDirectory, 'find'>,
    quotas: QuotaStore,
  ) {
    this.#refreshes = new SharedQuota(quotas, 'settlement-refresh', refreshes, 1, 0);
  }

  /**
   * Returns the settlement that this request creates, or that the same request created before. The destination of a
   * repeated request must still be a registered account.
   *
   * @throws ApiError with the reason for the refusal when there is no such settlement
   */
  async request(
    merchant: MerchantProfile,
    body: SettlementRequestBody,
  ): Promise<{ replayed: boolean; settlement: ShownSettlement }> {
    const { merchantId } = merchant;
    const amount = amountOf(body);
    const account = body.destination
      ? await this.#accountOf(merchant, body.destination, body)
      : null;
    const result = await this.requests.request({
      merchantId,
      settlementReference: body.settlementReference,
      requestHash: settlementRequestHash(body, account),
      amountMinor: amount === null ? null : fromJsonAmount(amount),
      settlementAccountId: account?.settlementAccountId ?? null,
      narration: body.narration ?? null,
    });
    const { outcome, settlement, factId } = result;
    if (settlement === null) throw await this.#refusal(merchantId, result);
    if (factId !== null) this.facts.send(frozenFact(factId, settlement.settlementId));
    return { replayed: outcome === 'EXISTING', settlement: settlementView(settlement) };
  }

  /** @throws ApiError RESOURCE_NOT_FOUND, and with refresh RATE_LIMITED */
  async status(
    merchantId: string,
    settlementReference: string,
    refresh: boolean,
  ): Promise<SettlementStatusView> {
    const settlement = await this.#find(merchantId, settlementReference);
    const transfers = await this.settlements.transfers(settlement.settlementId);
    if (refresh) {
      await this.#countRefresh(merchantId);
      const open = transfers.flatMap(({ payoutId, sendings }) =>
        sendings
          .filter(({ status }) => status === 'SENT' || status === 'UNKNOWN')
          .map(({ sessionId }) => this.bank.bankReported(payoutId, sessionId)),
      );
      // The workflow also asks by itself later, so the merchant gets an answer even while Temporal is away.
      await Promise.allSettled(open);
    }
    return settlementStatusView(settlement, transfers);
  }

  async #countRefresh(merchantId: string): Promise<void> {
    const { allowed, resetSeconds } = await this.#refreshes.take(merchantId);
    if (allowed) return;
    throw new ApiError('RATE_LIMITED', { headers: { 'retry-after': String(resetSeconds) } });
  }

  async history(merchantId: string, query: SettlementHistoryQuery): Promise<PagedSettlements> {
    const { status = null, type = null } = query;
    const filter = { status, type, ...periodOf(query) };
    const slice = sliceOf(query, historyCursors);
    const found = await this.settlements.list(merchantId, filter, slice);
    return pageOf(query, historyCursors, found, settlementView);
  }

  /** @throws ApiError RESOURCE_NOT_FOUND */
  async transactions(
    merchantId: string,
    settlementReference: string,
    query: SettlementLinesQuery,
  ): Promise<PagedSettlementTransactions> {
    const settlement = await this.#find(merchantId, settlementReference);
    const found = await this.settlements.lines(settlement, sliceOf(query, lineCursors));
    const { openingMinor, netMinor, closingMinor } = settlement.sums;
    return {
      openingBalance: toJsonAmount(openingMinor),
      netAmount: toJsonAmount(netMinor),
      closingBalance: toJsonAmount(closingMinor),
      ...pageOf(query, lineCursors, found, statementLineView),
    };
  }

  /** Runs the merchant's next settlement now; for the sandbox. */
  async runEarly(merchantId: string): Promise<EarlyRunData> {
    const { outcome, settlementId, factId } = await this.earlyRuns.settle(merchantId);
    if (factId !== null && settlementId !== null) this.facts.send(frozenFact(factId, settlementId));
    const settlement = settlementId === null ? null : await this.#find(merchantId, settlementId);
    return { outcome, settlement: settlement && settlementView(settlement) };
  }

  async #find(merchantId: string, settlementReference: string): Promise<Settlement> {
    const settlement = await this.settlements.find(merchantId, settlementReference);
    if (settlement === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    return settlement;
  }

  /**
   * A request that was made before gets its settlement again, even if its account has been removed since.
   *
   * @throws ApiError UNKNOWN_BANK_CODE, or DESTINATION_INVALID for an account that is not registered.
   */
  async #accountOf(
    merchant: MerchantProfile,
    { accountNumber, bankCode }: SettlementDestinationRequest,
    { settlementReference }: Pick<SettlementRequestBody, 'settlementReference'>,
  ): Promise<Destination> {
    const { merchantId } = merchant;
    const bank = await this.banks.find(merchant, bankCode, 'destination.bankCode');
    const account = (await this.accounts.list(merchantId)).find(
      (each) => each.accountNumber === accountNumber && each.bankCode === bank.institutionCode,
    );
    if (account !== undefined) return account;
    if ((await this.settlements.find(merchantId, settlementReference)) !== undefined) {
      return { accountNumber, bankCode: bank.institutionCode, settlementAccountId: null };
    }
    const message = 'destination must be one of your registered accounts';
    throw new ApiError('DESTINATION_INVALID', {
      message: `${message}.`,
      errors: [{ field: 'destination', rule: 'oneOf', message }],
    });
  }

  async #refusal(merchantId: string, result: SettlementRequestResult): Promise<ApiError> {
    const { outcome, payableMinor } = result;
    switch (outcome) {
      case 'REQUESTED':
      case 'EXISTING':
        throw new Error(`the store answered ${outcome} without a settlement`);
      case 'ACCOUNT_NOT_USABLE':
        return this.#accountNotUsable(merchantId);
      case 'AMOUNT_TOO_SMALL':
        return tooSmall();
      case 'INSUFFICIENT_AVAILABLE_BALANCE':
        return insufficient(payableMinor ?? 0n);
      case 'LIMIT_EXCEEDED':
        return limitExceeded(payableMinor ?? 0n);
      default:
        return new ApiError(outcome);
    }
  }

  async #accountNotUsable(merchantId: string): Promise<ApiError> {
    const [account] = await this.accounts.list(merchantId);
    if (account === undefined) {
      return new ApiError('DESTINATION_INVALID', {
        message: 'Register an account to be paid to first: POST /api/v1/settlement/accounts.',
      });
    }
    return new ApiError('OPERATION_NOT_PERMITTED', {
      message: 'The account is new: nothing is sent to it before its cooling period is over.',
      data: { usableFrom: account.usableFrom.toISOString() },
    });
  }
}

/** Makes the fact that starts the workflow of a settlement's payouts. */
export function frozenFact(factId: bigint, settlementId: string): Fact {
  return {
    factId: String(factId),
    kind: 'SETTLEMENT_FROZEN',
    subjectId: settlementId,
    deadline: null,
    checkout: null,
  };
}

/** Returns null for all that is due. @throws ApiError when the request has neither an amount nor `all`. */
function amountOf({ amount, all }: Pick<SettlementRequestBody, 'amount' | 'all'>): number | null {
  if (all === true) return null;
  if (amount !== undefined && amount !== null) return amount;
  const message = 'amount is required, unless all is true';
  throw new ApiError('VALIDATION_FAILED', {
    message: `${message}.`,
    errors: [{ field: 'amount', rule: 'required', message }],
  });
}

/** The same amount, destination and narration under one settlementReference are one request. */
export function settlementRequestHash(
  body: Omit<SettlementRequestBody, 'settlementReference'>,
  account: Pick<SettlementAccount, 'accountNumber' | 'bankCode'> | null,
): Buffer {
  const canonical = {
    amount: amountOf(body),
    destination: account && [account.accountNumber, account.bankCode],
    narration: body.narration ?? null,
  };
  return createHash('sha256').update(JSON.stringify(canonical)).digest();
}

function tooSmall(): ApiError {
  const message = 'amount must be more than what sending it costs';
  return new ApiError('AMOUNT_OUT_OF_RANGE', {
    message: `${message}.`,
    errors: [{ field: 'amount', rule: 'min', message }],
  });
}

function insufficient(payableMinor: bigint): ApiError {
  const message = `At most ${payableMinor} kobo (${formatNaira(payableMinor)}) can be settled now.`;
  return new ApiError('INSUFFICIENT_AVAILABLE_BALANCE', {
    message,
    data: { amountAvailable: toJsonAmount(payableMinor) },
  });
}
