/** The names under which every area of the API takes shared things from the container. */
export const runtime = {
  config: Symbol('config'),
  logger: Symbol('logger'),
  pool: Symbol('pool'),
  temporal: Symbol('temporal'),
  /** A FactSender: tells workflows of committed facts. */
  facts: Symbol('facts'),
  /** A RefundGateway: tells a refund's workflow of an account. */
  refunds: Symbol('refunds'),
  /** A PayoutGateway: has a payout's workflow ask the bank. */
  payouts: Symbol('payouts'),
  /** A ChangeListener: wakes requests that wait. */
  changes: Symbol('changes'),
  /** Banks by their name (src/providers/bank-rails.ts). */
  rails: Symbol('rails'),
} as const;
