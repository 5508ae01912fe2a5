/** The party that pays the fee: the merchant (paid net of the fee) or the customer (the amount is grossed up). */
export const feeBearers = ['MERCHANT', 'CUSTOMER'] as const;
export type FeeBearer = (typeof feeBearers)[number];
