/** How often something may happen in a window that begins with the first time. */
export interface QuotaRule {
  readonly limit: number;
  readonly windowMs: number;
}
