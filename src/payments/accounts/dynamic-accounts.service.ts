import { accountChannel } from '../../domain/channels.js';
import type { FactMessenger } from '../../platform/temporal/fact-messenger.port.js';
import type { AmountLimits } from '../../merchants/settings/amount-limits.js';
import type { NumberOffers } from '../numbers/number-offer.js';
import type { SlowOpenings } from '../numbers/slow-openings.js';
import type { OpenAccounts } from '../../merchants/settings/open-accounts.js';
import type { PgCheckoutStore } from '../checkouts/checkout.store.js';
import type {
  ChangeOutcome,
  Charges,
  CloseOutcome,
  DynamicAccountResult,
  NewDynamicAccount,
} from './dynamic-account.js';
import type { PgDynamicAccountStore } from './dynamic-account.store.js';
import type { MerchantProfile } from '../../http/access/merchant.js';
import type { PgTimelineStore } from '../checkouts/timeline.store.js';
import type { Reason } from '../../domain/result-code.js';
import { DynamicAccountData } from '../checkouts/account-data.js';
import { ApiError } from '../../http/api-error.js';
import { pageOf, sliceOf, timeCursors } from '../../http/paging.js';
import { periodOf } from '../../http/query-fields.js';
import {
  ChangeDynamicAccountRequest,
  CreateDynamicAccountRequest,
  ListDynamicAccountsQuery,
  PagedVirtualAccountList,
  VirtualAccountDynamic,
} from './dynamic-account.dto.js';
import { chargesOf, newDynamicAccount } from './dynamic-account-request.js';
import { dynamicAccountView, listedAccountView, wholeAccountView } from './dynamic-account-view.js';
import type { AccountChange, AccountKind, ChangedAccount } from './account-kind.js';

const cursors = timeCursors('dynamic-accounts', 'va');

export interface DynamicAccountPorts {
  readonly accounts: PgDynamicAccountStore;
  readonly checkouts: Pick<PgCheckoutStore, 'find'>;
  readonly timelines: PgTimelineStore;
  readonly numbers: NumberOffers;
  readonly openings: SlowOpenings;
  readonly openAccounts: OpenAccounts;
  readonly limits: AmountLimits;
  readonly facts: FactMessenger;
}

/**
 * Accounts for one payment. Merchants create standalone accounts here, and may also read and close those of checkouts.
 */
export class DynamicAccountsService implements AccountKind<VirtualAccountDynamic> {
  readonly #ports: DynamicAccountPorts;

  constructor(ports: DynamicAccountPorts) {
    this.#ports = ports;
  }

  /**
   * @throws ApiError CHANNEL_NOT_ENABLED, AMOUNT_OUT_OF_RANGE, LIMIT_EXCEEDED, RATE_LIMITED (too many accounts wait for
   * money), DUPLICATE_REFERENCE, UNKNOWN_PREFIX, PREFIX_NOT_ASSIGNED, ACCOUNT_POOL_EXHAUSTED, PROVIDER_UNAVAILABLE (the
   * bank opened no number), or ACCOUNT_PENDING (the bank has not answered yet)
   */
  async create(
    merchant: MerchantProfile,
    request: CreateDynamicAccountRequest,
  ): Promise<{ replayed: boolean; data: DynamicAccountData }> {
    const { checkouts, openAccounts, openings, limits } = this.#ports;
    if (!merchant.channels.includes(accountChannel)) throw new ApiError('CHANNEL_NOT_ENABLED');
    const asked = newDynamicAccount(merchant, request);
    await limits.refuse(merchant, asked.amountMinor, asked.reference);
    const { merchantId } = merchant;
    await openAccounts.refuse(
      merchantId,
      async () => (await checkouts.find(merchantId, asked.reference)) !== undefined,
    );
    return openings.run(merchant, asked, () => this.#issue(merchant, asked));
  }

  async #issue(
    merchant: MerchantProfile,
    asked: NewDynamicAccount,
  ): Promise<{ replayed: boolean; data: DynamicAccountData }> {
    const { accounts, numbers } = this.#ports;
    const wish = {
      ...({ reference: asked.virtualAccountId, kind: 'PASSING' } as const),
      minutes: asked.validityMinutes,
    };
    const result = await numbers.issue(merchant, asked.prefix, wish, (number) =>
      accounts.open(asked, number),
    );
    const { outcome, checkout } = result;
    if (checkout === null || outcome === 'DUPLICATE_REFERENCE') {
      throw new ApiError('DUPLICATE_REFERENCE');
    }
    this.#tell(result);
    return { replayed: outcome === 'EXISTING', data: dynamicAccountView(checkout) };
  }

  /**
   * @throws ApiError VALIDATION_FAILED, AMOUNT_OUT_OF_RANGE, LIMIT_EXCEEDED, CHANNEL_NOT_ENABLED, RESOURCE_NOT_FOUND,
   * OPERATION_NOT_PERMITTED, CHECKOUT_ALREADY_PAID, CHECKOUT_CANCELLED, CHECKOUT_NOT_OPEN, VIRTUAL_ACCOUNT_EXPIRED
   */
  async change(
    merchant: MerchantProfile,
    accountNumber: string,
    { amount = null, validity = null }: ChangeDynamicAccountRequest,
  ): Promise<{ replayed: boolean; data: DynamicAccountData }> {
    if (amount === null && validity === null) throw nothingToChange();
    const charges = amount === null ? null : chargesOf(merchant, amount);
    if (charges !== null) await this.#refuseAmount(merchant, accountNumber, charges);
    const result = await this.#ports.accounts.change({
      merchantId: merchant.merchantId,
      accountNumber,
      charges,
      validityMinutes: validity,
    });
    const { outcome, checkout } = result;
    if (checkout === null) throw refusal(outcome);
    this.#tell(result);
    return { replayed: outcome === 'UNCHANGED', data: dynamicAccountView(checkout, accountNumber) };
  }

  async close({
    merchantId,
    accountNumber,
  }: AccountChange): Promise<ChangedAccount<VirtualAccountDynamic> | undefined> {
    const found = await this.#ports.accounts.lookUp(accountNumber);
    if (found?.merchantId !== merchantId || found.type !== 'DYNAMIC') return undefined;
    const result = await this.#ports.accounts.close(merchantId, accountNumber);
    const { outcome, checkout } = result;
    if (checkout === null) throw refusal(outcome);
    this.#tell(result);
    const account = await this.find(merchantId, accountNumber);
    return account && { replayed: outcome === 'REPLAYED', account };
  }

  async find(
    merchantId: string,
    accountNumber: string,
  ): Promise<VirtualAccountDynamic | undefined> {
    const { accounts, checkouts, timelines } = this.#ports;
    const found = await accounts.lookUp(accountNumber);
    const reference = found?.paymentReference ?? null;
    if (found?.merchantId !== merchantId || reference === null) return undefined;
    const [checkout, timeline] = await Promise.all([
      checkouts.find(merchantId, reference),
      timelines.of(merchantId, reference),
    ]);
    return checkout && wholeAccountView(checkout, accountNumber, timeline?.entries ?? []);
  }

  async list(
    merchantId: string,
    query: ListDynamicAccountsQuery,
  ): Promise<PagedVirtualAccountList> {
    const { status = null, paymentReference = null } = query;
    const filter = { ...periodOf(query), status, paymentReference };
    const found = await this.#ports.accounts.list(merchantId, filter, sliceOf(query, cursors));
    return pageOf(query, cursors, found, listedAccountView);
  }

  /** If the day's limit is used up, only a larger amount is refused. */
  async #refuseAmount(
    merchant: MerchantProfile,
    accountNumber: string,
    { amountMinor, expectedMinor }: Charges,
  ): Promise<void> {
    const { accounts, limits } = this.#ports;
    limits.refuseAtOnce(merchant, amountMinor);
    if (merchant.dailyLimitMinor === null) return;
    const found = await accounts.lookUp(accountNumber);
    const isOwn = found?.merchantId === merchant.merchantId;
    const isRaised = isOwn && expectedMinor > (found.expectedMinor ?? 0n);
    if (isRaised) await limits.refuse(merchant, amountMinor, null);
  }

  #tell({ fact }: DynamicAccountResult<string>): void {
    if (fact !== null) this.#ports.facts.send(fact);
  }
}

type Refused = Exclude<
  ChangeOutcome | CloseOutcome,
  'CHANGED' | 'UNCHANGED' | 'CLOSED' | 'REPLAYED'
>;

function refusal(outcome: ChangeOutcome | CloseOutcome): ApiError {
  if (outcome === 'VALIDITY_OVER') {
    const message = 'validity must end after now; it is counted from when the account was made';
    return new ApiError('VALIDATION_FAILED', {
      message: `${message}.`,
      errors: [{ field: 'validity', rule: 'min', message }],
    });
  }
  if (outcome === 'OPERATION_NOT_PERMITTED') {
    return new ApiError('OPERATION_NOT_PERMITTED', {
      message: 'Only an account that was made by itself can be changed.',
    });
  }
  return new ApiError(outcome as Exclude<Refused, 'VALIDITY_OVER'> satisfies Reason);
}

function nothingToChange(): ApiError {
  const message = 'amount or validity must be there';
  return new ApiError('VALIDATION_FAILED', {
    message: `${message}.`,
    errors: [{ field: 'amount', rule: 'required', message }],
  });
}
