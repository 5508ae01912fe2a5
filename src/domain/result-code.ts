// The imports end in .ts, because scripts/docs/errors.ts runs this file directly.

import { reasonWords } from './reason-words.ts';
import { reasons, type Reason } from './reason.ts';

export { reasons, type Reason } from './reason.ts';

/**
 * The one table of the API's answers. `code` is of the NIP / ISO 8583 field-39 family, `reason` is the stable name
 * programs switch on, `message` is for people. docs/errors.md is made from this file.
 *
 * HTTP status and code are tied together. 200 stands only with "00". 202 stands with "00" for a request that was accepted
 * and is under way, else with a pending code for an outcome that is not decided. Any other status has neither "00" nor a
 * pending code. The types below refuse a row that breaks this, and `resultCodes` does not compile when a reason lacks a
 * row.
 */

/** The answer to a request that was carried out: no reason, because there is nothing to react to. */
export const success = { code: '00', httpStatus: 200, message: 'Successful' } as const;

/** The outcome is not decided: ask again. */
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

type Row = (PendingCode | FailureCode) & {
  /** Whether the same call may succeed when it is made again. */
  readonly retryable: boolean;
  /** The caller's next step. */
  readonly advice: string;
};

export type ResultCode = Row & { readonly message: string };

const unknown = {
  httpStatus: 202,
  code: '01',
} as const;
const actionRequired = {
  httpStatus: 202,
  code: '02',
} as const;
const pending = { httpStatus: 202, code: '09' } as const;
const declined = { httpStatus: 402, code: '05' } as const;
const wrongState = {
  httpStatus: 409,
  code: '12',
} as const;
const invalidAmount = { httpStatus: 400, code: '13' } as const;
const invalidCard = { httpStatus: 400, code: '14' } as const;
const invalidSession = { httpStatus: 401, code: '15' } as const;
const unknownBank = { httpStatus: 400, code: '16' } as const;
const notFound = { httpStatus: 404, code: '25' } as const;
const accountNotFound = { httpStatus: 404, code: '07' } as const;
const badFormat = { httpStatus: 400, code: '30' } as const;
const noFunds = { httpStatus: 402, code: '51' } as const;
const notPermitted = { httpStatus: 403, code: '57' } as const;
const security = { httpStatus: 401, code: '63' } as const;
const expired = { httpStatus: 410, code: '68' } as const;
const unavailable = {
  httpStatus: 503,
  code: '91',
} as const;

/** `retryable` and the advice that goes with it. */
const no = (advice: string) => ({ retryable: false, advice }) as const;
const yes = (advice: string) => ({ retryable: true, advice }) as const;
const poll = yes('Ask again after `retryAfterSeconds`, or wait for the webhook.');
const later = yes('Wait for the seconds in `Retry-After`, then send the same request again.');
const authenticate = no('Get a new access token. Then send the same request with it.');

/** `message` comes from src/domain/reason-words.ts. */
const rows: Readonly<Record<Reason, Row>> = {
  OUTCOME_UNKNOWN: { ...unknown, ...poll },
  ACTION_REQUIRED: {
    ...actionRequired,
    ...yes("Open `action.url` in the payer's browser. Then send the same request again."),
  },
  PAYMENT_PENDING: { ...pending, ...poll },
  ACCOUNT_PENDING: {
    ...pending,
    ...yes('Send the same request again after `retryAfterSeconds`, or query the checkout.'),
  },
  REQUEST_IN_FLIGHT: {
    httpStatus: 409,
    code: '09',
    ...later,
  },
  MERCHANT_INACTIVE: {
    httpStatus: 403,
    code: '03',
    ...no('Contact your operator.'),
  },
  PAYMENT_DECLINED: { ...declined, ...yes('Let the payer use another card, or a bank transfer.') },
  CHECKOUT_FAILED: { ...declined, ...no('The checkout has ended. Initiate a new one.') },
  VIRTUAL_ACCOUNT_INACTIVE: {
    httpStatus: 409,
    code: '06',
    ...no('The account is closed. Create a new one.'),
  },
  ACCOUNT_NOT_FOUND: {
    ...accountNotFound,
    ...no('The bank does not know this account. Check the account number.'),
  },
  ACCOUNT_NOT_FOR_CHECKOUT: {
    ...accountNotFound,
    ...no('Send an account number that create-account returned for this checkout.'),
  },
  DESTINATION_INVALID: {
    httpStatus: 400,
    code: '07',
    ...no('Check the account number and the bank code.'),
  },
  ACCOUNT_NAME_MISMATCH: {
    httpStatus: 400,
    code: '08',
    ...no('Check the account number, or correct `accountName`.'),
  },
  CHECKOUT_NOT_OPEN: {
    ...wrongState,
    ...no('The checkout cannot be paid now. `query` shows its status.'),
  },
  VIRTUAL_ACCOUNT_ACTIVE: {
    ...wrongState,
    ...no('Use the account that is active. `query` shows it.'),
  },
  NO_PAYMENT_ATTEMPT: {
    ...wrongState,
    ...no('Create an account first, so that the payer can pay.'),
  },
  ATTEMPT_IN_PROGRESS: {
    ...wrongState,
    ...no('Wait for the payment that is under way. `query` shows it.'),
  },
  SETTLEMENT_IN_PROGRESS: {
    ...wrongState,
    ...no('Wait until the settlement that is under way has ended.'),
  },
  NOT_REFUNDABLE: {
    ...wrongState,
    ...no('The money is held, disputed, taken back, or already going back. `query` shows it.'),
  },
  SEVERAL_PAYMENTS: {
    ...wrongState,
    ...no('Several payments paid the order. Refund each by its `transactionReference`.'),
  },
  REFUND_NEEDS_NO_ACCOUNT: {
    ...wrongState,
    ...no('Only a refund with the status NEEDS_ACCOUNT takes an account. Query the refund.'),
  },
  DISPUTE_NOT_OPEN: {
    ...wrongState,
    ...no('Only an open chargeback can be answered. Get the dispute to see its status.'),
  },
  DISPUTE_ALREADY_ANSWERED: {
    ...wrongState,
    ...no('You have answered the dispute in another way. Get the dispute to see your answer.'),
  },
  EVIDENCE_FULL: {
    ...wrongState,
    ...no('Use the files that are there: the dispute has no room for another one.'),
  },
  WEBHOOK_ENDPOINT_INACTIVE: { ...wrongState, ...no('Set the URL, or send a test to it.') },
  DECISION_REFUSED: {
    ...wrongState,
    ...no('Read `message`: it says why. Get the case to see what may be decided.'),
  },
  PROPOSAL_CHANGED: { ...wrongState, ...no('Read the proposal again: it is another by now.') },
  REPLAY_IN_PROGRESS: { ...wrongState, ...no('Wait until your other replay has ended.') },
  LAST_KEY: { ...wrongState, ...no('No other key works. Send `evenLast` to revoke it.') },
  MERCHANT_STATE: { ...wrongState, ...no('Read `message`: it says what is possible.') },
  MERCHANT_NOT_READY: { ...wrongState, ...no('Do what `missing` names first.') },
  MERCHANT_HAS_OPEN_ITEMS: { ...wrongState, ...no('See to what `left` names.') },
  AMOUNT_NOT_INTEGER: { ...invalidAmount, ...no('Send a whole number of kobo.') },
  AMOUNT_OUT_OF_RANGE: { ...invalidAmount, ...no('Send an amount that `errors` allows.') },
  AMOUNT_MISMATCH: { ...invalidAmount, ...no('Send an amount that `errors` names.') },
  AMOUNT_UNIT_SUSPECTED: { ...invalidAmount, ...no('The amount looks like naira. Send kobo.') },
  AMOUNT_EXCEEDS_REFUNDABLE: { ...invalidAmount, ...no('Send at most `amountRefundable`.') },
  AMOUNT_UNDERPAID: {
    httpStatus: 402,
    code: '13',
    ...no('The checkout ended without full payment. Initiate a new one.'),
  },
  CARD_TOKEN_INVALID: { ...invalidCard, ...no('Send a card token (`card_...`) as `account`.') },
  PAN_NOT_ACCEPTED: { ...invalidCard, ...no('Send a card token. Never send a card number.') },
  INVALID_ACCESS_CODE: { ...invalidSession, ...no('Query the checkout to get its access code.') },
  ACCESS_CODE_EXPIRED: {
    ...invalidSession,
    ...no('The checkout was paid. `query` shows the result.'),
  },
  UNKNOWN_PREFIX: { ...unknownBank, ...no('Use a prefix that get-prefixes lists.') },
  UNKNOWN_BANK_CODE: { ...unknownBank, ...no('Use a bank code that `GET /banks` lists.') },
  INVALID_CHANNEL: {
    httpStatus: 400,
    code: '17',
    ...no('Use a channel that the checkout allows: `Bank` or `Card`.'),
  },
  METHOD_NOT_ALLOWED: {
    httpStatus: 405,
    code: '18',
    ...no('Use one of the methods in the header `Allow`.'),
  },
  CHECKOUT_CANCELLED: {
    httpStatus: 409,
    code: '21',
    ...no('The checkout was cancelled. Initiate a new one.'),
  },
  NOTHING_TO_CANCEL: {
    httpStatus: 409,
    code: '21',
    ...no('The checkout has already ended. `query` shows how.'),
  },
  RESOURCE_NOT_FOUND: {
    ...notFound,
    ...no('Check the reference. It does not exist, or belongs to another merchant.'),
  },
  TRANSFER_NOT_SEEN: {
    ...notFound,
    ...yes(
      'The transfer has not arrived. Ask again later, or send `refresh=true` to ask the bank.',
    ),
  },
  ROUTE_NOT_FOUND: { ...notFound, ...no('Check the path.') },
  DUPLICATE_REFERENCE: {
    httpStatus: 409,
    code: '26',
    ...no('Use a new reference, or send the same details as the first time.'),
  },
  IDEMPOTENCY_KEY_REUSED: {
    httpStatus: 422,
    code: '26',
    ...no('Use a new key for a new request.'),
  },
  VALIDATION_FAILED: { ...badFormat, ...no('Correct the fields that `errors` names.') },
  MALFORMED_JSON: { ...badFormat, ...no('Send one well-formed JSON object.') },
  UNKNOWN_FIELD: { ...badFormat, ...no('Remove the fields that `errors` names.') },
  WEBHOOK_URL_INVALID: {
    ...badFormat,
    ...no('Send an `https` URL on port 443 or 8443, without a user name and without a fragment.'),
  },
  WEBHOOK_URL_NOT_PUBLIC: {
    ...badFormat,
    ...no('Send a URL whose host has public addresses only.'),
  },
  PAYLOAD_TOO_LARGE: {
    httpStatus: 413,
    code: '30',
    ...no('Send at most 64 KB, or 360 KB with a picture.'),
  },
  UNSUPPORTED_MEDIA_TYPE: {
    httpStatus: 415,
    code: '30',
    ...no('Send application/json.'),
  },
  NOT_ACCEPTABLE: {
    httpStatus: 406,
    code: '30',
    ...no('Accept application/json.'),
  },
  HEADERS_TOO_LARGE: {
    httpStatus: 431,
    code: '30',
    ...no('Send at most 16 KB of headers.'),
  },
  REQUEST_TIMEOUT: {
    httpStatus: 408,
    code: '30',
    ...yes('Send the whole request within 15 seconds.'),
  },
  SUSPECTED_FRAUD: {
    httpStatus: 403,
    code: '34',
    ...no('The card must not be used again. End the sale.'),
  },
  INSUFFICIENT_FUNDS: { ...noFunds, ...yes('Let the payer use another card, or a bank transfer.') },
  INSUFFICIENT_AVAILABLE_BALANCE: {
    ...noFunds,
    ...yes('Send a smaller amount, or try again when more money is available.'),
  },
  CARD_EXPIRED: {
    httpStatus: 402,
    code: '54',
    ...no('Let the payer use another card.'),
  },
  CARD_PIN_OR_OTP_INVALID: {
    httpStatus: 402,
    code: '55',
    ...yes('Let the payer try again. The number of tries is limited.'),
  },
  SCOPE_MISSING: {
    ...notPermitted,
    ...no('Your token lacks the scope that the reply names. Contact your operator.'),
  },
  PREFIX_NOT_ASSIGNED: {
    ...notPermitted,
    ...no('The prefix is not yours. Use one that get-prefixes lists.'),
  },
  ADDRESS_NOT_ALLOWED: { ...notPermitted, ...no('Use the key from an address that it allows.') },
  OPERATION_NOT_PERMITTED: {
    ...notPermitted,
    ...no('Not possible now. Read `message`: it says why.'),
  },
  PERMISSION_MISSING: {
    ...notPermitted,
    ...no('Your role lacks the permission that the reply names.'),
  },
  SECOND_OPERATOR_NEEDED: { ...notPermitted, ...no('Ask another operator to confirm.') },
  SECOND_OPERATOR_TOO_NEW: { ...notPermitted, ...no('Ask who has been here for a day.') },
  SIGN_IN_CODE_NEEDED: { ...notPermitted, ...no('Call `POST /ops/v1/me/prove` first.') },
  CHANNEL_NOT_ENABLED: {
    httpStatus: 403,
    code: '58',
    ...no('Use another channel.'),
  },
  LIMIT_EXCEEDED: {
    httpStatus: 403,
    code: '61',
    ...yes('Send at most `amountAvailable`, or try again after midnight in Lagos.'),
  },
  INVALID_CREDENTIALS: { ...security, ...no('Check the client id and the secret.') },
  TOKEN_MISSING: { ...security, ...authenticate },
  TOKEN_EXPIRED: { ...security, ...authenticate },
  TOKEN_INVALID: { ...security, ...authenticate },
  SIGNATURE_INVALID: {
    ...security,
    ...no('Sign the exact bytes of the body with the current secret.'),
  },
  RATE_LIMITED: { httpStatus: 429, code: '65', ...later },
  CHECKOUT_EXPIRED: { ...expired, ...no('The checkout has expired. Initiate a new one.') },
  VIRTUAL_ACCOUNT_EXPIRED: {
    ...expired,
    ...no('The account has expired. Create a new one for the checkout.'),
  },
  DISPUTE_DEADLINE_PASSED: {
    ...expired,
    ...no('The card acquirer takes no answer any more. Wait for its decision.'),
  },
  PROVIDER_UNAVAILABLE: { ...unavailable, ...later },
  ACCOUNT_POOL_EXHAUSTED: { ...unavailable, ...later },
  MAINTENANCE: { ...unavailable, ...later },
  TOO_MUCH_AT_ONCE: { ...unavailable, ...later },
  WORKFLOWS_UNAVAILABLE: {
    ...unavailable,
    ...later,
  },
  PROVIDER_BAD_RESPONSE: {
    httpStatus: 502,
    code: '92',
    ...yes('Send the same request again.'),
  },
  CHECKOUT_ALREADY_PAID: {
    httpStatus: 409,
    code: '94',
    ...no('The checkout is paid. `query` shows the result.'),
  },
  INTERNAL_ERROR: {
    httpStatus: 500,
    code: '96',
    ...yes('Send the same request again, with the same reference or key.'),
  },
  PROVIDER_TIMEOUT: {
    httpStatus: 504,
    code: '97',
    ...yes(
      'The bank did not answer in time. Send the same request again, with the same reference or key.',
    ),
  },
};

/** Every reason the API gives, with its code, HTTP status, sentence and advice. */
export const resultCodes = Object.fromEntries(
  reasons.map((reason) => [reason, { ...rows[reason], message: reasonWords[reason].says }]),
) as Readonly<Record<Reason, ResultCode>>;
