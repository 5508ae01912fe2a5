// With .ts, because scripts/docs/errors.ts runs this file as it stands.

import type { Reason } from './reason.ts';

export { reasons, type Reason } from './reason.ts';

/**
 * The one table of what the API answers with. `code` is of the NIP / ISO 8583 field-39 family, `reason` is the stable
 * name programs switch on, `message` is for people. docs/errors.md is made from this file.
 *
 * HTTP status and code are tied together: 200 only with "00", 202 only with a pending code, anything else with neither.
 * The types below refuse a row that breaks this, and `resultCodes` does not compile when a reason lacks a row.
 */

/** The answer to what was done: no reason, because there is nothing to react to. */
export const success = { code: '00', httpStatus: 200, message: 'Successful' } as const;

/** Not done yet and not failed: ask again. */
interface PendingCode {
  readonly httpStatus: 202;
  readonly code: '01' | '02' | '09';
}

interface FailureCode {
  // prettier-ignore
  readonly httpStatus:
    | 400 | 401 | 402 | 403 | 404 | 405 | 406 | 408 | 409 | 410 | 413 | 415 | 422 | 429 | 431 | 500 | 502 | 503 | 504;
  // prettier-ignore
  readonly code:
    | '03' | '05' | '06' | '07' | '08' | '09' | '12' | '13' | '14' | '15' | '16' | '17' | '18' | '21' | '25' | '26' | '30'
    | '34' | '51' | '54' | '55' | '57' | '58' | '61' | '63' | '65' | '68' | '91' | '92' | '94' | '96' | '97';
}

export type ResultCode = (PendingCode | FailureCode) & {
  readonly message: string;
  /** Whether the same call may succeed when it is made again. */
  readonly retryable: boolean;
  /** What the caller does next. */
  readonly advice: string;
};

const unknown = {
  httpStatus: 202,
  code: '01',
  message: 'Status unknown, confirmation in progress',
} as const;
const actionRequired = {
  httpStatus: 202,
  code: '02',
  message: 'Customer action required',
} as const;
const pending = { httpStatus: 202, code: '09', message: 'Request processing in progress' } as const;
const declined = { httpStatus: 402, code: '05', message: 'Payment was declined' } as const;
const wrongState = {
  httpStatus: 409,
  code: '12',
  message: 'Invalid transaction for the current state',
} as const;
const invalidAmount = { httpStatus: 400, code: '13', message: 'Invalid amount' } as const;
const invalidCard = { httpStatus: 400, code: '14', message: 'Invalid card' } as const;
const invalidSession = { httpStatus: 401, code: '15', message: 'Invalid session' } as const;
const unknownBank = { httpStatus: 400, code: '16', message: 'Unknown bank or prefix' } as const;
const notFound = { httpStatus: 404, code: '25', message: 'Unable to locate record' } as const;
const accountNotFound = { httpStatus: 404, code: '07', message: 'Invalid account' } as const;
const badFormat = { httpStatus: 400, code: '30', message: 'Format error' } as const;
const noFunds = { httpStatus: 402, code: '51', message: 'Insufficient funds' } as const;
const notPermitted = { httpStatus: 403, code: '57', message: 'Not permitted to sender' } as const;
const security = { httpStatus: 401, code: '63', message: 'Security violation' } as const;
const expired = { httpStatus: 410, code: '68', message: 'Received too late, expired' } as const;
const unavailable = {
  httpStatus: 503,
  code: '91',
  message: 'Bank or switch not available',
} as const;

/** `retryable` and the advice that goes with it. */
const no = (advice: string) => ({ retryable: false, advice }) as const;
const yes = (advice: string) => ({ retryable: true, advice }) as const;
const poll = yes('Ask again; the reply says how soon.');
const later = yes('Wait as long as Retry-After says, then send the same request.');
const correct = no('Correct the request.');
const authenticate = no('Get a new access token, then send the same request with it.');

/** Every reason the API gives, with its code, HTTP status, sentence and advice. */
export const resultCodes: Readonly<Record<Reason, ResultCode>> = {
  OUTCOME_UNKNOWN: { ...unknown, ...poll },
  ACTION_REQUIRED: {
    ...actionRequired,
    ...yes('Let the customer do what `action` says, then ask again.'),
  },
  PAYMENT_PENDING: { ...pending, ...poll },
  SETTLEMENT_PENDING: { ...pending, ...poll },
  REFUND_PENDING: { ...pending, ...poll },
  REPLAY_PENDING: { ...pending, ...poll },
  REQUEST_IN_FLIGHT: {
    httpStatus: 409,
    code: '09',
    message: 'The same request is still being processed',
    ...later,
  },
  MERCHANT_INACTIVE: {
    httpStatus: 403,
    code: '03',
    message: 'Merchant is not active',
    ...no('Contact support.'),
  },
  PAYMENT_DECLINED: { ...declined, ...yes('Make a new attempt, with another card or channel.') },
  CHECKOUT_FAILED: { ...declined, ...no('Initiate a new checkout.') },
  VIRTUAL_ACCOUNT_INACTIVE: {
    httpStatus: 409,
    code: '06',
    message: 'Account is dormant or closed',
    ...correct,
  },
  ACCOUNT_NOT_FOUND: { ...accountNotFound, ...correct },
  ACCOUNT_NOT_FOR_CHECKOUT: {
    ...accountNotFound,
    ...no('Send an account that create-account gave for this checkout.'),
  },
  DESTINATION_INVALID: { httpStatus: 400, code: '07', message: 'Invalid account', ...correct },
  ACCOUNT_NAME_MISMATCH: {
    httpStatus: 400,
    code: '08',
    message: 'Account name mismatch',
    ...correct,
  },
  CHECKOUT_NOT_OPEN: { ...wrongState, ...no('Query the checkout to see where it stands.') },
  VIRTUAL_ACCOUNT_ACTIVE: {
    ...wrongState,
    ...no('Use the account that is active; query shows it.'),
  },
  NO_PAYMENT_ATTEMPT: {
    ...wrongState,
    ...no('Create an account for the customer to pay into first.'),
  },
  ATTEMPT_IN_PROGRESS: {
    ...wrongState,
    ...no('Wait for the attempt that is under way; query shows it.'),
  },
  SETTLEMENT_IN_PROGRESS: { ...wrongState, ...no('Wait for the settlement that is under way.') },
  NOT_REFUNDABLE: {
    ...wrongState,
    ...no('Query the checkout: its money is held, sent back already, or disputed.'),
  },
  REFUND_NEEDS_NO_ACCOUNT: {
    ...wrongState,
    ...no(
      'Only a refund that is NEEDS_ACCOUNT waits for an account; ask for it to see its status.',
    ),
  },
  WEBHOOK_ENDPOINT_INACTIVE: {
    ...wrongState,
    ...no('Set the URL anew, or test the one you have.'),
  },
  REPLAY_IN_PROGRESS: { ...wrongState, ...no('Ask again when your other replay is done.') },
  AMOUNT_NOT_INTEGER: { ...invalidAmount, ...no('Send a whole number of kobo.') },
  AMOUNT_OUT_OF_RANGE: { ...invalidAmount, ...correct },
  AMOUNT_MISMATCH: { ...invalidAmount, ...no('Send an amount that the reply names.') },
  AMOUNT_UNIT_SUSPECTED: { ...invalidAmount, ...no('The amount looks like naira: send kobo.') },
  AMOUNT_EXCEEDS_REFUNDABLE: {
    ...invalidAmount,
    ...no('Send at most what the reply says is left to refund.'),
  },
  AMOUNT_UNDERPAID: {
    httpStatus: 402,
    code: '13',
    message: 'Amount received is less than due',
    ...no('Initiate a new checkout.'),
  },
  CARD_TOKEN_INVALID: { ...invalidCard, ...correct },
  PAN_NOT_ACCEPTED: { ...invalidCard, ...no('Send a card token; never send a card number.') },
  INVALID_ACCESS_CODE: { ...invalidSession, ...no('Query the checkout for its access code.') },
  ACCESS_CODE_EXPIRED: {
    ...invalidSession,
    ...no('Query the checkout: it is paid, and query shows the result.'),
  },
  UNKNOWN_PREFIX: { ...unknownBank, ...correct },
  UNKNOWN_BANK_CODE: { ...unknownBank, ...correct },
  INVALID_CHANNEL: { httpStatus: 400, code: '17', message: 'Invalid channel', ...correct },
  METHOD_NOT_ALLOWED: { httpStatus: 405, code: '18', message: 'Wrong method call', ...correct },
  CHECKOUT_CANCELLED: {
    httpStatus: 409,
    code: '21',
    message: 'No action taken',
    ...no('Initiate a new checkout.'),
  },
  NOTHING_TO_CANCEL: {
    httpStatus: 409,
    code: '21',
    message: 'No action taken',
    ...no('The checkout has ended already; query shows how.'),
  },
  RESOURCE_NOT_FOUND: { ...notFound, ...correct },
  TRANSFER_NOT_SEEN: {
    ...notFound,
    ...yes('The bank may still deliver it: ask again within a day; `refresh=true` asks the bank.'),
  },
  ROUTE_NOT_FOUND: { ...notFound, ...correct },
  DUPLICATE_REFERENCE: {
    httpStatus: 409,
    code: '26',
    message: 'Duplicate record with different details',
    ...no('Use a new reference, or send the same details as the first time.'),
  },
  IDEMPOTENCY_KEY_REUSED: {
    httpStatus: 422,
    code: '26',
    message: 'Idempotency key used with a different request',
    ...no('Use a new key for a new request.'),
  },
  VALIDATION_FAILED: { ...badFormat, ...no('Correct the fields that `errors` names.') },
  MALFORMED_JSON: { ...badFormat, ...no('Send one well-formed JSON object.') },
  UNKNOWN_FIELD: { ...badFormat, ...no('Remove or correct the fields that `errors` names.') },
  WEBHOOK_URL_INVALID: { ...badFormat, ...no('Send an https URL without user info or fragment.') },
  WEBHOOK_URL_NOT_PUBLIC: {
    ...badFormat,
    ...no('Send a URL whose host has public addresses only.'),
  },
  PAYLOAD_TOO_LARGE: {
    httpStatus: 413,
    code: '30',
    message: 'Format error',
    ...no('Send at most 64 KB.'),
  },
  UNSUPPORTED_MEDIA_TYPE: {
    httpStatus: 415,
    code: '30',
    message: 'Format error',
    ...no('Send application/json.'),
  },
  NOT_ACCEPTABLE: {
    httpStatus: 406,
    code: '30',
    message: 'Format error',
    ...no('Accept application/json.'),
  },
  HEADERS_TOO_LARGE: {
    httpStatus: 431,
    code: '30',
    message: 'Format error',
    ...no('Send at most 16 KB of headers.'),
  },
  REQUEST_TIMEOUT: {
    httpStatus: 408,
    code: '30',
    message: 'Format error',
    ...yes('Send the whole request within 15 seconds.'),
  },
  SUSPECTED_FRAUD: {
    httpStatus: 403,
    code: '34',
    message: 'Suspected fraud',
    ...no('Contact support.'),
  },
  INSUFFICIENT_FUNDS: { ...noFunds, ...yes('Try again later, or with another card or channel.') },
  INSUFFICIENT_AVAILABLE_BALANCE: {
    ...noFunds,
    ...yes('Try again when more funds are available.'),
  },
  CARD_EXPIRED: {
    httpStatus: 402,
    code: '54',
    message: 'Expired card',
    ...no('Use another card.'),
  },
  CARD_PIN_OR_OTP_INVALID: {
    httpStatus: 402,
    code: '55',
    message: 'Incorrect PIN or OTP',
    ...yes('Let the customer try again; the number of tries is limited.'),
  },
  SCOPE_MISSING: { ...notPermitted, ...no('Use a token with the scope that the reply names.') },
  PREFIX_NOT_ASSIGNED: { ...notPermitted, ...no('Use a prefix that is assigned to the merchant.') },
  OPERATION_NOT_PERMITTED: { ...notPermitted, ...no('Contact support.') },
  CHANNEL_NOT_ENABLED: {
    httpStatus: 403,
    code: '58',
    message: 'Not permitted on channel',
    ...no('Use another channel.'),
  },
  LIMIT_EXCEEDED: {
    httpStatus: 403,
    code: '61',
    message: 'Transfer limit exceeded',
    ...yes('Ask for less, or try again after midnight in Lagos.'),
  },
  INVALID_CREDENTIALS: { ...security, ...no('Check the client id and secret.') },
  TOKEN_MISSING: { ...security, ...authenticate },
  TOKEN_EXPIRED: { ...security, ...authenticate },
  TOKEN_INVALID: { ...security, ...authenticate },
  SIGNATURE_INVALID: {
    ...security,
    ...no('Sign the exact bytes of the body with the current secret.'),
  },
  RATE_LIMITED: { httpStatus: 429, code: '65', message: 'Exceeds allowed frequency', ...later },
  CHECKOUT_EXPIRED: { ...expired, ...no('Initiate a new checkout.') },
  VIRTUAL_ACCOUNT_EXPIRED: { ...expired, ...no('Create a new account for the checkout.') },
  PROVIDER_UNAVAILABLE: { ...unavailable, ...later },
  ACCOUNT_POOL_EXHAUSTED: { ...unavailable, ...later },
  MAINTENANCE: { ...unavailable, ...later },
  PROVIDER_BAD_RESPONSE: {
    httpStatus: 502,
    code: '92',
    message: 'Routing error',
    ...yes('Send the same request again.'),
  },
  CHECKOUT_ALREADY_PAID: {
    httpStatus: 409,
    code: '94',
    message: 'Duplicate transaction',
    ...no('Query the checkout: it is paid.'),
  },
  INTERNAL_ERROR: {
    httpStatus: 500,
    code: '96',
    message: 'System malfunction',
    ...yes('Send the same request again with the same reference or key.'),
  },
  PROVIDER_TIMEOUT: {
    httpStatus: 504,
    code: '97',
    message: 'Timeout waiting for response',
    ...yes('Query first; then send the same request with the same reference or key.'),
  },
};
