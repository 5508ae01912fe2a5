/** The accounts of a merchant that wait for money. */
export interface OpenAccountStore {
  /** `open`: those that end by themselves, counted no further than the limit. */
  openAccounts(merchantId: string): Promise<{ readonly open: number; readonly limit: number }>;
}
