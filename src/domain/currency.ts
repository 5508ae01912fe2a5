// This file imports nothing: scripts run src/domain/rules-in-sql.ts and its imports directly.

/** The currencies that orders and transfers may have. Amounts without a currency of their own are in the first. */
export const currencies = ['NGN'] as const;
export type Currency = (typeof currencies)[number];

/** The currency of the limits of merchants, of the fees for disputes, and of the statements of banks. */
export const homeCurrency: Currency = currencies[0];
