import type { ChannelName } from '../../domain/channels.js';
import type { FeePlan } from '../../domain/fees.js';
import type { MerchantStatus } from '../../domain/merchant-state.js';
import type { Policies } from '../../domain/policies.js';
import type { FeeBearer } from '../../domain/fee-bearer.js';

export interface MerchantSecret {
  /** False: an operator has seen the secret, or it was made with a secret that an operator had seen. */
  readonly isOwn: boolean;
  readonly merchantId: string;
  readonly secretHash: Buffer;
  readonly pepperKid: string;
  /** Groups of scopes that its key has (src/http/access/scopes.ts). */
  readonly groups: readonly string[];
  /** Networks (CIDR) that the key may be used from; none: everywhere. */
  readonly addresses: readonly string[];
}

/** The bounds of a key, against which its tokens are checked at each request. */
export interface KeyBounds {
  /** The end of the key, in milliseconds since the epoch; null: it has none. */
  readonly endsAt: number | null;
  /** Networks (CIDR) that it may be used from; none: everywhere. */
  readonly addresses: readonly string[];
}

export interface NamedFeePlan extends FeePlan {
  readonly feePlanId: string;
}

export interface MerchantProfile {
  readonly merchantId: string;
  readonly name: string;
  readonly tradeName: string;
  readonly status: MerchantStatus;
  readonly tokenVersion: number;
  /** Scopes of its tokens that not every merchant has (src/http/access/scopes.ts). */
  readonly grantedScopes: readonly string[];
  readonly feeBearer: FeeBearer;
  /** The party that bears the fee, for channels where it is not `feeBearer`. */
  readonly feeBearers: Readonly<Partial<Record<ChannelName, FeeBearer>>>;
  /** The fee plans that hold now. */
  readonly feePlans: Readonly<Partial<Record<ChannelName, NamedFeePlan>>>;
  /** The time for which the plans of this profile hold, in milliseconds; null: no other plan is scheduled. */
  readonly plansHoldMs: number | null;
  /** The keys that have bounds, by client id; any other key has none. */
  readonly keys: Readonly<Record<string, KeyBounds>>;
  /** The channels that the merchant's checkouts offer. */
  readonly channels: readonly ChannelName[];
  readonly minAmountMinor: bigint;
  readonly maxAmountMinor: bigint;
  /** The amount that may be received in a day of Lagos before no more is asked of payers; null: no limit. */
  readonly dailyLimitMinor: bigint | null;
  /** The merchant's own choices; the other policies have their defaults. */
  readonly policies: Partial<Policies>;
  /** All prefixes that exist, each with whether this merchant may use it. */
  readonly prefixes: readonly {
    readonly prefix: string;
    readonly assigned: boolean;
    readonly bankCode: string;
    readonly provider: string;
    /** THEIRS: its bank opens each number; the prefix only names the bank. */
    readonly numbers: 'OURS' | 'THEIRS';
  }[];
}
