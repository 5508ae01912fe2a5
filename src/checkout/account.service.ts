import { formatNaira, fromJsonAmount, toJsonAmount } from '../domain/money.js';
import type {
  AccountOutcome,
  AccountResult,
  CheckoutStore,
} from '../domain/ports/checkout-store.port.js';
import type { MerchantProfile } from '../domain/ports/merchant-store.port.js';
import type { Reason } from '../domain/result-code.js';
import { ApiError } from '../http/api-error.js';
import { newId } from '../persistence/new-id.js';
import { accountView } from './checkout-view.js';
import { CreateAccountRequest, DynamicAccountData } from './dto/create-account.dto.js';
import type { FactTeller } from './initiate.service.js';
import type { NumberPool, OfferedNumber } from './number-pool.js';

/** After a change of the number key, some numbers may be taken already; so many in a row are no accident. */
const maxTries = 20;

type Refusal = Exclude<AccountOutcome, 'ISSUED' | 'EXISTING' | 'AMOUNT_MISMATCH' | 'NUMBER_TAKEN'>;

export class AccountService {
  constructor(
    private readonly checkouts: CheckoutStore,
    private readonly numbers: NumberPool,
    private readonly facts: FactTeller,
  ) {}

  /** @throws ApiError with the reasons of domain.md's create-account. */
  async createAccount(
    merchant: MerchantProfile,
    request: CreateAccountRequest,
  ): Promise<{ replayed: boolean; data: DynamicAccountData }> {
    const bankCode = bankOf(merchant, request.prefix);
    const result = await this.#issue(merchant, request, bankCode);
    const { account, outstandingMinor, cutBySession, now } = result;
    if (account === null || outstandingMinor === null) throw refusal(result, request);
    if (result.fact !== null) this.facts.send(result.fact);
    const { paymentReference } = request;
    const context = { paymentReference, currency: 'NGN', outstandingMinor, cutBySession, now };
    return { replayed: result.outcome === 'EXISTING', data: accountView(account, context) };
  }

  async #issue(
    merchant: MerchantProfile,
    request: CreateAccountRequest,
    bankCode: string,
  ): Promise<AccountResult> {
    const { prefix } = request;
    for (let tries = 0; tries < maxTries; tries += 1) {
      const number = await this.numbers.take(prefix, bankCode);
      // With no number left, a call that needs none (the same again) is still answered.
      const offered = number ?? this.numbers.takenNumber(prefix, bankCode);
      const result = await this.#offer(merchant.merchantId, request, offered, number !== undefined);
      if (result.outcome !== 'NUMBER_TAKEN') return result;
      if (number === undefined) break;
    }
    throw new ApiError('ACCOUNT_POOL_EXHAUSTED', { headers: { 'retry-after': '60' } });
  }

  async #offer(
    merchantId: string,
    request: CreateAccountRequest,
    offered: OfferedNumber,
    isOurs: boolean,
  ): Promise<AccountResult> {
    const result = await this.checkouts.issueAccount({
      merchantId,
      paymentReference: request.paymentReference,
      prefix: request.prefix,
      validityMinutes: request.validity,
      amountMinor: fromJsonAmount(request.amount),
      virtualAccountId: newId('va'),
      accountNumber: offered.accountNumber,
      generation: offered.generation,
    });
    const used = result.outcome === 'ISSUED' || result.outcome === 'NUMBER_TAKEN';
    if (isOurs && !used) this.numbers.giveBack(request.prefix, offered);
    return result;
  }
}

function bankOf(merchant: MerchantProfile, prefix: string): string {
  const known = merchant.prefixes.find((each) => each.prefix === prefix);
  if (known === undefined) throw new ApiError('UNKNOWN_PREFIX');
  if (!known.assigned) throw new ApiError('PREFIX_NOT_ASSIGNED');
  return known.bankCode;
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
