/** The most that a request may cost before anything is known of its sender. */
export const httpLimits = {
  bodyBytes: 64 * 1_024,
  /** The limit of the operations that take a picture. */
  pictureBodyBytes: 360 * 1_024,
  headerBytes: 16 * 1_024,
  /** A longer path parameter matches no route. A reference has at most 64 characters. */
  parameterLength: 256,
  /** The time in which all headers must have come. */
  headersTimeoutMs: 10_000,
  /** The time in which the whole request must have come. */
  requestTimeoutMs: 15_000,
  /** The time between two checks in which Node looks for senders that are too slow. */
  checkSendersMs: 1_000,
  /** The time is longer than the idle time of common load balancers, so that they and not we close idle connections. */
  keepAliveTimeoutMs: 65_000,
} as const;
