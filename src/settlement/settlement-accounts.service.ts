import { nameScore, sameName } from '../domain/name-score.js';
import type { BankRail, RailNameAnswer } from '../domain/ports/bank-rail.port.js';
import type { MerchantProfile } from '../domain/ports/merchant-store.port.js';
import type { SettlementAccountStore } from '../domain/ports/settlement-account-store.port.js';
import type { Reason } from '../domain/result-code.js';
import { ApiError } from '../http/api-error.js';
import { newId } from '../persistence/new-id.js';
import {
  RegisteredSettlementAccount,
  SettlementAccountRequest,
  SettlementAccountView,
} from './dto/account.dto.js';
import { registeredAccountView, settlementAccountView } from './settlement-account-view.js';

/** Where a merchant's settlements are paid. */
export class SettlementAccountsService {
  constructor(
    private readonly accounts: SettlementAccountStore,
    private readonly rails: ReadonlyMap<string, BankRail>,
  ) {}

  /** @throws ApiError when the bank does not know the account, names another holder than expected, or does not answer. */
  async register(
    merchant: MerchantProfile,
    clientId: string,
    request: SettlementAccountRequest,
  ): Promise<{ replayed: boolean; account: RegisteredSettlementAccount }> {
    const { accountNumber, bankCode, makeDefault } = request;
    const rail = this.#railOf(merchant);
    const accountName = nameIn(await rail.enquireName({ accountNumber, bankCode }));
    refuseOtherName(request.accountName ?? null, accountName);
    const { name, tradeName } = merchant;
    const score = Math.max(nameScore(name, accountName), nameScore(tradeName, accountName));
    const { isNew, account } = await this.accounts.register(
      {
        settlementAccountId: newId('sta'),
        merchantId: merchant.merchantId,
        accountNumber,
        bankCode,
        accountName,
        provider: rail.provider,
        makeDefault: makeDefault ?? false,
        nameScore: score,
      },
      clientId,
    );
    return { replayed: !isNew, account: registeredAccountView(account, score) };
  }

  async list(merchantId: string): Promise<SettlementAccountView[]> {
    return (await this.accounts.list(merchantId)).map(settlementAccountView);
  }

  /** @throws ApiError RESOURCE_NOT_FOUND */
  async makeDefault(
    merchantId: string,
    settlementAccountId: string,
    clientId: string,
  ): Promise<SettlementAccountView> {
    const account = await this.accounts.makeDefault(merchantId, settlementAccountId, clientId);
    if (account === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    return settlementAccountView(account);
  }

  /** @throws ApiError RESOURCE_NOT_FOUND, or SETTLEMENT_IN_PROGRESS when something is on its way to it. */
  async remove(
    merchantId: string,
    settlementAccountId: string,
    clientId: string,
  ): Promise<SettlementAccountView> {
    const account = await this.accounts.remove(merchantId, settlementAccountId, clientId);
    if (account === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
    if (account === 'BUSY') {
      throw new ApiError('SETTLEMENT_IN_PROGRESS', {
        message:
          'A settlement to this account is under way: it can be removed when that has ended.',
      });
    }
    return settlementAccountView(account);
  }

  /** The bank that collects for the merchant also pays it out. */
  #railOf({ prefixes }: MerchantProfile): BankRail {
    const own = prefixes.filter(({ assigned }) => assigned);
    const rail = own.map(({ provider }) => this.rails.get(provider)).find((each) => each);
    const any = rail ?? this.rails.values().next().value;
    if (any === undefined) throw new ApiError('PROVIDER_UNAVAILABLE');
    return any;
  }
}

/** What each kind of silence is told as. */
const failures: Readonly<Record<string, Reason>> = {
  TIMEOUT: 'PROVIDER_TIMEOUT',
  UNREACHABLE: 'PROVIDER_UNAVAILABLE',
};
/** Codes of a name enquiry that say nothing about the account. */
const codes: Readonly<Record<string, Reason>> = {
  '16': 'UNKNOWN_BANK_CODE',
  '68': 'PROVIDER_TIMEOUT',
  '91': 'PROVIDER_UNAVAILABLE',
  '92': 'PROVIDER_UNAVAILABLE',
  '97': 'PROVIDER_TIMEOUT',
};

/** @throws ApiError unless the bank gave a name. */
function nameIn({ outcome, code, failure, accountName }: RailNameAnswer): string {
  if (outcome === 'SUCCESS' && accountName !== null) return accountName;
  if (code === null || failure !== null) {
    throw new ApiError(failures[failure ?? ''] ?? 'PROVIDER_BAD_RESPONSE');
  }
  const reason = codes[code];
  if (reason !== undefined) throw new ApiError(reason, { data: { responseCode: code } });
  // A question about a name moves nothing: what the bank leaves open may be asked again.
  if (outcome === 'UNKNOWN') {
    throw new ApiError('PROVIDER_UNAVAILABLE', { data: { responseCode: code } });
  }
  const message = 'The bank does not know the account, or takes no money for it.';
  throw new ApiError('DESTINATION_INVALID', {
    message,
    errors: [
      { field: 'accountNumber', rule: 'oneOf', message: 'accountNumber is not known to the bank' },
    ],
    data: { responseCode: code },
  });
}

function refuseOtherName(expected: string | null, given: string): void {
  if (expected === null) return;
  const score = nameScore(expected, given);
  if (score >= sameName) return;
  throw new ApiError('ACCOUNT_NAME_MISMATCH', {
    message: 'The account’s bank gives another name than accountName.',
    errors: [
      { field: 'accountName', rule: 'oneOf', message: 'accountName is not whose account it is' },
    ],
    data: { nameScore: score },
  });
}
