/** Reads the amounts that merchants have received today, in Lagos. */
export interface DailyLimitStore {
  /**
   * Returns the unused part of a limit, in kobo; 0 when it is used up.
   *
   * @returns null when the merchant has a checkout of that reference: it was let through before
   */
  leftToday(
    merchantId: string,
    limitMinor: bigint,
    reference: string | null,
  ): Promise<bigint | null>;
}
