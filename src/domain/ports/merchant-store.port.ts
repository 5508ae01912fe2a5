import type { ChannelName } from '../channels.js';
import type { FeePlan } from '../fees.js';
import type { Policies } from '../policies.js';
import type { FeeBearer } from './checkout-store.port.js';

export interface MerchantSecret {
  readonly merchantId: string;
  readonly secretHash: Buffer;
  readonly pepperKid: string;
}

export interface NamedFeePlan extends FeePlan {
  readonly feePlanId: string;
}

export interface MerchantProfile {
  readonly merchantId: string;
  readonly name: string;
  readonly tradeName: string;
  readonly status: 'ACTIVE' | 'SUSPENDED';
  readonly tokenVersion: number;
  /** Scopes of its tokens that not every merchant has (src/auth/scopes.ts). */
  readonly grantedScopes: readonly string[];
  readonly feeBearer: FeeBearer;
  readonly feePlans: Readonly<Partial<Record<ChannelName, NamedFeePlan>>>;
  /** Those that its checkouts offer. */
  readonly channels: readonly ChannelName[];
  readonly minAmountMinor: bigint;
  readonly maxAmountMinor: bigint;
  /** What may be received in a day of Lagos before no more is asked of payers; null: no limit. */
  readonly dailyLimitMinor: bigint | null;
  /** What the merchant has set; the rest has its default. */
  readonly policies: Partial<Policies>;
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
  /** Another hash of the same secret in place of this one, by another pepper. */
  hashAnew(secretHash: Buffer, another: Buffer, pepperKid: string): Promise<void>;
  /** The live secrets of a client; empty for an unknown one. */
  secretsOf(clientId: string): Promise<readonly MerchantSecret[]>;
  profile(merchantId: string): Promise<MerchantProfile | undefined>;
}
