import { formatNaira, fromJsonAmount, toJsonAmount } from '../../domain/money.js';
import type { FactMessenger } from '../../platform/temporal/fact-messenger.port.js';
import type { AccountOutcome, AccountResult } from './checkout.js';
import type { PgCheckoutStore } from './checkout.store.js';
import type { MerchantProfile } from '../../http/access/merchant.js';
import type { Reason } from '../../domain/result-code.js';
import { ApiError } from '../../http/api-error.js';
import type { FieldError } from '../../http/field-error.js';
import { newId } from '../../platform/database/new-id.js';
import { accountView } from './checkout-view.js';
import { DynamicAccountData } from './account-data.js';
import { CreateAccountRequest } from './create-account.dto.js';
import type { NumberOffers } from '../numbers/number-offer.js';
import type { SlowOpenings } from '../numbers/slow-openings.js';
import type { OpenAccounts } from '../../merchants/settings/open-accounts.js';

type Refusal = Exclude<AccountOutcome, 'ISSUED' | 'EXISTING' | 'AMOUNT_MISMATCH' | 'NUMBER_TAKEN'>;

export class AccountService {
  constructor(
    private readonly checkouts: PgCheckoutStore,
    private readonly numbers: NumberOffers,
    private readonly openings: SlowOpenings,
    private readonly facts: FactMessenger,
    private readonly openAccounts: OpenAccounts,
  ) {}

  /** @throws ApiError with a reason that `POST /api/v1/checkout/create-account` documents. */
  async createAccount(
    merchant: MerchantProfile,
    request: CreateAccountRequest,
  ): Promise<{ replayed: boolean; data: DynamicAccountData }> {
    await this.openAccounts.refuse(merchant.merchantId, async () => {
      const found = await this.checkouts.find(merchant.merchantId, request.paymentReference);
      return found?.accounts.some(({ status }) => status === 'ACTIVE') ?? false;
    });
    const { prefix, paymentReference: reference } = request;
    return this.openings.run(merchant, { prefix, reference }, () => this.#issue(merchant, request));
  }

  async #issue(
    merchant: MerchantProfile,
    request: CreateAccountRequest,
  ): Promise<{ replayed: boolean; data: DynamicAccountData }> {
    const virtualAccountId = newId('va');
    const wish = {
      ...({ reference: virtualAccountId, kind: 'PASSING' } as const),
      minutes: request.validity,
    };
    const result = await this.numbers.issue(merchant, request.prefix, wish, (number) =>
      this.checkouts.issueAccount({
        merchantId: merchant.merchantId,
        paymentReference: request.paymentReference,
        prefix: request.prefix,
        validityMinutes: request.validity,
        amountMinor: fromJsonAmount(request.amount),
        virtualAccountId,
        ...number,
      }),
    );
    const { account, outstandingMinor, cutBySession, now } = result;
    if (result.outcome === 'VIRTUAL_ACCOUNT_ACTIVE')
      throw await this.#activeAlready(merchant, request);
    if (account === null || outstandingMinor === null) throw refusal(result, request);
    if (result.fact !== null) this.facts.send(result.fact);
    const { paymentReference } = request;
    const context = {
      paymentReference,
      currency: result.currency,
      amountRule: result.amountRule,
      outstandingMinor,
      cutBySession,
      metadata: result.metadata,
      now,
    };
    return { replayed: result.outcome === 'EXISTING', data: accountView(account, context) };
  }

  /**
   * Names the differences from the existing account; there is always one, because an equal request would have got the
   * account.
   */
  async #activeAlready(
    { merchantId }: MerchantProfile,
    request: CreateAccountRequest,
  ): Promise<ApiError> {
    const checkout = await this.checkouts.find(merchantId, request.paymentReference);
    const active = checkout?.accounts.find(({ status }) => status === 'ACTIVE');
    if (active === undefined) return new ApiError('VIRTUAL_ACCOUNT_ACTIVE');
    const there = {
      prefix: active.prefix,
      validity: active.validityMinutes,
      amount: toJsonAmount(active.amountMinor),
    };
    const names = (['prefix', 'validity', 'amount'] as const).filter(
      (name) => request[name] !== there[name],
    );
    const errors = names.map((field): FieldError => {
      const message = `${field} must be ${there[field]}, as for the account that is active`;
      return { field, rule: 'oneOf', message };
    });
    const details = errors.map(({ message }) => message).join('; ');
    const message = `The checkout has an active account already. ${details}. To pay into another one, wait until it has expired.`;
    return new ApiError('VIRTUAL_ACCOUNT_ACTIVE', errors.length === 0 ? {} : { message, errors });
  }
}

function refusal(
  { outcome, outstandingMinor }: AccountResult,
  request: CreateAccountRequest,
): ApiError {
  if (outcome === 'AMOUNT_MISMATCH' && outstandingMinor !== null) {
    return amountRefusal(request.amount, outstandingMinor);
  }
  return new ApiError(outcome as Refusal satisfies Reason);
}

function amountRefusal(amount: number, expectedMinor: bigint): ApiError {
  const expected = toJsonAmount(expectedMinor);
  const data = { amountExpected: expected };
  const inKobo = `${expected} kobo (${formatNaira(expectedMinor)})`;
  if (amount * 100 === expected) {
    return new ApiError('AMOUNT_UNIT_SUSPECTED', {
      message: `The amount looks like naira; send kobo: ${inKobo} is expected.`,
      errors: [{ field: 'amount', rule: 'oneOf', message: `amount must be ${inKobo}` }],
      data,
    });
  }
  return new ApiError('AMOUNT_MISMATCH', {
    message: `The amount does not match: ${inKobo} is expected.`,
    errors: [{ field: 'amount', rule: 'oneOf', message: `amount must be ${inKobo}` }],
    data,
  });
}
