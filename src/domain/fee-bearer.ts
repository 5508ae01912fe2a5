/** The party that pays the fee: the merchant (paid net of it) or the customer (amount grossed up). */
export type FeeBearer = 'MERCHANT' | 'CUSTOMER';
