/** The reasons for which an attempt failed. Merchants read these: docs/webhooks.md says what to do about each. */
export const sendFailures = [
  /** The status is not 2xx and none of the others below. */
  'HTTP_STATUS',
  'REDIRECT_REFUSED',
  /** 410: the receiver wants no more. */
  'ENDPOINT_GONE',
  /** 429. */
  'THROTTLED',
  /** 502, 503 or 504: nobody behind the address answers now. */
  'SERVER_UNAVAILABLE',
  'TIMEOUT',
  'CONNECT_TIMEOUT',
  'CONNECTION_FAILED',
  'TLS_FAILED',
  'ADDRESS_NOT_PUBLIC',
  /** Earlier deliveries to the same endpoint were unanswered for so long that this one was not sent. */
  'ENDPOINT_BUSY',
  'URL_REFUSED',
  'SECRET_UNREADABLE',
  /** No URL is set, or it is disabled. */
  'NO_ENDPOINT',
] as const;
export type SendFailure = (typeof sendFailures)[number];
