/** The party that pays the fee: the merchant (paid net of it) or the customer (amount grossed up). */
export const feeBearers = ['MERCHANT', 'CUSTOMER'] as const;
export type FeeBearer = (typeof feeBearers)[number];
