import type { FeePlan } from '../fees.js';
import type { CheckoutChannel, FeeBearer, OnAccountExpiry } from './checkout-store.port.js';

export interface MerchantSecret {
  readonly merchantId: string;
  readonly secretHash: Buffer;
  readonly pepperKid: string;
}

export interface MerchantProfile {
  readonly merchantId: string;
  readonly name: string;
  readonly tradeName: string;
  readonly status: 'ACTIVE' | 'SUSPENDED';
  readonly tokenVersion: number;
  readonly feeBearer: FeeBearer;
  readonly bankFeePlan: FeePlan;
  readonly channels: readonly CheckoutChannel[];
  readonly minAmountMinor: bigint;
  readonly maxAmountMinor: bigint;
  readonly onAccountExpiry: OnAccountExpiry;
  /** Prefixes this merchant may use, and of those it may not, which exist at all. */
  readonly prefixes: readonly {
    readonly prefix: string;
    readonly assigned: boolean;
    readonly bankCode: string;
    readonly provider: string;
  }[];
}

/** Merchants and their credentials on PostgreSQL. */
export interface MerchantStore {
  /** The live secrets of a client; empty for an unknown one. */
  secretsOf(clientId: string): Promise<readonly MerchantSecret[]>;
  profile(merchantId: string): Promise<MerchantProfile | undefined>;
}
