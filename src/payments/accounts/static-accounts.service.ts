import type { Actor } from '../../domain/actor.js';
import type { NumberOffers } from '../numbers/number-offer.js';
import type { SlowOpenings } from '../numbers/slow-openings.js';
import type { MerchantProfile } from '../../http/access/merchant.js';
import type { NewStaticAccount, StaticAccountStatus } from './static-account.js';
import type { PgStaticAccountStore } from './static-account.store.js';
import { ApiError } from '../../http/api-error.js';
import { pageOf, sliceOf, timeCursors } from '../../http/paging.js';
import { periodOf } from '../../http/query-fields.js';
import { newId } from '../../platform/database/new-id.js';
import {
  ListStaticAccountsQuery,
  PagedStaticAccounts,
  StaticAccountData,
  StaticAccountRequest,
  VirtualAccountStatic,
} from './static-account.dto.js';
import type { IdentityHash } from './identity-hash.js';
import { newStaticAccount } from './static-account-request.js';
import {
  staticAccountItem,
  staticAccountView,
  wholeStaticAccountView,
} from './static-account-view.js';
import type { AccountChange, AccountKind, ChangedAccount } from './account-kind.js';

const cursors = timeCursors('static-accounts', 'va');

/** Permanent account numbers of customers. */
export class StaticAccountsService implements AccountKind<VirtualAccountStatic> {
  constructor(
    private readonly accounts: PgStaticAccountStore,
    private readonly numbers: NumberOffers,
    private readonly openings: SlowOpenings,
    private readonly identities: IdentityHash,
  ) {}

  /**
   * @throws ApiError VALIDATION_FAILED, DUPLICATE_REFERENCE, UNKNOWN_PREFIX, PREFIX_NOT_ASSIGNED,
   * ACCOUNT_POOL_EXHAUSTED, PROVIDER_UNAVAILABLE (the bank opened no number), or ACCOUNT_PENDING (the bank has not
   * answered yet)
   */
  async create(
    merchant: MerchantProfile,
    by: Actor,
    request: StaticAccountRequest,
  ): Promise<{ replayed: boolean; data: StaticAccountData }> {
    const { merchantId } = merchant;
    const asked = newStaticAccount(newId('va'), merchantId, request, this.identities);
    return this.openings.run(merchant, asked, () => this.#issue(merchant, asked, by));
  }

  async #issue(
    merchant: MerchantProfile,
    asked: NewStaticAccount,
    by: Actor,
  ): Promise<{ replayed: boolean; data: StaticAccountData }> {
    const wish = { reference: asked.virtualAccountId, kind: 'LASTING', minutes: null } as const;
    const { outcome, account } = await this.numbers.issue(merchant, asked.prefix, wish, (number) =>
      this.accounts.issue({ ...asked, ...number }, by),
    );
    if (account === null) throw new ApiError('DUPLICATE_REFERENCE');
    return { replayed: outcome === 'EXISTING', data: staticAccountView(account) };
  }

  async list(merchantId: string, query: ListStaticAccountsQuery): Promise<PagedStaticAccounts> {
    const { status, prefix, q } = query;
    const filter = { ...periodOf(query), status, prefix, text: q };
    const found = await this.accounts.list(merchantId, filter, sliceOf(query, cursors));
    return pageOf(query, cursors, found, staticAccountItem);
  }

  async find(merchantId: string, accountNumber: string): Promise<VirtualAccountStatic | undefined> {
    const account = await this.accounts.find(merchantId, accountNumber);
    return account === undefined ? undefined : wholeStaticAccountView(account);
  }

  close(change: AccountChange): Promise<ChangedAccount<VirtualAccountStatic> | undefined> {
    return this.#change(change, 'CLOSED');
  }

  /** @throws ApiError RESOURCE_NOT_FOUND, or VIRTUAL_ACCOUNT_INACTIVE when it is closed. */
  suspend(change: AccountChange): Promise<ChangedAccount<VirtualAccountStatic>> {
    return this.#changeOwn(change, 'SUSPENDED');
  }

  /** @throws ApiError RESOURCE_NOT_FOUND, or VIRTUAL_ACCOUNT_INACTIVE when it is closed. */
  reinstate(change: AccountChange): Promise<ChangedAccount<VirtualAccountStatic>> {
    return this.#changeOwn(change, 'ACTIVE');
  }

  async #changeOwn(change: AccountChange, status: StaticAccountStatus) {
    const changed = await this.#change(change, status);
    if (changed === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    return changed;
  }

  async #change(
    { merchantId, accountNumber, by }: AccountChange,
    status: StaticAccountStatus,
  ): Promise<ChangedAccount<VirtualAccountStatic> | undefined> {
    const outcome = await this.accounts.change(merchantId, accountNumber, status, by);
    if (outcome === 'VIRTUAL_ACCOUNT_INACTIVE') throw new ApiError(outcome);
    const account = await this.find(merchantId, accountNumber);
    return account && { replayed: outcome === 'REPLAYED', account };
  }
}
