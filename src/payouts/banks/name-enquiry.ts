import type { BankRail, RailNameAnswer } from '../../domain/bank-rail.port.js';
import type { MerchantProfile } from '../../http/access/merchant.js';
import type { Reason } from '../../domain/result-code.js';
import { plainLine } from '../../domain/texts.js';
import { ApiError } from '../../http/api-error.js';

/** The API's reason for each way in which a bank fails to answer. */
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

/** The bank that collects for the merchant. */
export function railOf(
  rails: ReadonlyMap<string, BankRail>,
  { prefixes }: MerchantProfile,
): BankRail {
  const own = prefixes.filter(({ assigned }) => assigned);
  const rail = own.map(({ provider }) => rails.get(provider)).find((each) => each);
  const any = rail ?? rails.values().next().value;
  if (any === undefined) throw new ApiError('PROVIDER_UNAVAILABLE');
  return any;
}

/** The error for an account that the bank does not know; `field` is the field of the request that names the account. */
export function accountNotKnown(code: string, field = 'accountNumber'): ApiError {
  return new ApiError('DESTINATION_INVALID', {
    message: 'The bank does not know the account, or takes no money for it.',
    errors: [{ field, rule: 'oneOf', message: `${field} is not known to the bank` }],
    data: { responseCode: code },
  });
}

/**
 * @throws ApiError unless the bank gave a name; `notKnown` makes the error for an account that the bank does not know.
 */
export function nameIn(
  { outcome, code, failure, accountName }: RailNameAnswer,
  notKnown: (code: string) => ApiError,
): string {
  if (outcome === 'SUCCESS' && accountName !== null) return plainLine(accountName);
  if (code === null || failure !== null) {
    throw new ApiError(failures[failure ?? ''] ?? 'PROVIDER_BAD_RESPONSE');
  }
  const reason = codes[code];
  if (reason !== undefined) throw new ApiError(reason, { data: { responseCode: code } });
  // A question about a name moves no money, so a question that the bank left open may be asked again.
  if (outcome === 'UNKNOWN') {
    throw new ApiError('PROVIDER_UNAVAILABLE', { data: { responseCode: code } });
  }
  throw notKnown(code);
}
