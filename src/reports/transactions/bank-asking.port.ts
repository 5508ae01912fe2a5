/** Limits how often a merchant may make us ask a bank, kept where every process sees it. */
export interface BankAsking {
  /** Milliseconds until the merchant may ask; 0: now, and that is noted. */
  take(merchantId: string, pauseMs: number): Promise<number>;
}
