import type { QuotaRule } from '../domain/quota-rule.js';

export interface QuotaGrant {
  /** The number granted: at most the wanted one. */
  readonly granted: number;
  /** The part of the window's limit that nobody has been granted yet. */
  readonly remaining: number;
  readonly endsInMs: number;
}

/** Counts the use of quotas where all API processes see it. */
export interface QuotaStore {
  /** Counts `used` as used and grants up to `want` more. */
  draw(name: string, used: number, want: number, rule: QuotaRule): Promise<QuotaGrant>;
  /** Begins the window of this name anew. */
  forget(name: string): Promise<void>;
}
