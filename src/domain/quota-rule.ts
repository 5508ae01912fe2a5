/** The number of times that something may happen in a window. The window begins with the first time. */
export interface QuotaRule {
  readonly limit: number;
  readonly windowMs: number;
}
