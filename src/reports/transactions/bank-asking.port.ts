/** How often a merchant may have a bank asked, kept where every process sees it. */
export interface BankAsking {
  /** Milliseconds until the merchant may ask; 0: now, and that is noted. */
  take(merchantId: string, pauseMs: number): Promise<number>;
}
