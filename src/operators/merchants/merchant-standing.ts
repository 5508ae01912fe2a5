import type { ChannelName } from '../../domain/channels.js';
import type { FeeBearer } from '../../domain/fee-bearer.js';
import type { MerchantStatus } from '../../domain/merchant-state.js';
import type { Policies } from '../../domain/policies.js';
import type { Contacts } from '../../merchants/settings/contacts.js';

/** The facts about a merchant that operators see. Amounts are in kobo. */
export interface MerchantStanding {
  readonly merchantId: string;
  readonly name: string;
  readonly tradeName: string;
  readonly status: MerchantStatus;
  readonly statusReason: string | null;
  readonly statusChangedAt: Date;
  /** Whether operators are notified at once when the merchant's webhooks fail. */
  readonly isImportant: boolean;
  readonly createdAt: Date;
  readonly contacts: Contacts;
  readonly grantedScopes: readonly string[];
  readonly limits: {
    readonly minAmountMinor: bigint;
    readonly maxAmountMinor: bigint;
    readonly dailyLimitMinor: bigint | null;
    readonly dailySettlementLimitMinor: bigint | null;
    readonly openAccountLimit: number;
  };
  readonly settlement: {
    readonly schedule: string;
    readonly minimumPayoutMinor: bigint;
    readonly payoutFeeMinor: bigint;
  };
  readonly policies: Partial<Policies>;
  readonly channels: readonly {
    readonly channel: ChannelName;
    /** The channel's place, from 1, in the merchant's checkouts; null when the checkouts do not offer it. */
    readonly place: number | null;
    readonly feeBearer: FeeBearer;
    /** The plan in effect now. */
    readonly feePlanId: string | null;
    /** Plans that take effect later, the next one first; times in RFC 3339. */
    readonly next: readonly { readonly feePlanId: string; readonly from: string }[];
  }[];
  readonly prefixes: readonly {
    readonly prefix: string;
    readonly status: 'ACTIVE' | 'SUSPENDED';
    readonly isDefault: boolean;
  }[];
  readonly checklist: readonly { readonly item: ChecklistItem; readonly done: boolean }[];
}

/** How to complete each item that a merchant needs before it takes payments in the live environment. */
export const checklistAdvice = {
  CONTACTS: 'Name a business, a technical and a settlement contact.',
  SETTLEMENT_ACCOUNT: 'Register the bank account that settlements are paid to.',
  FEE_PLAN: 'Give each channel a fee plan, and say which channels checkouts offer.',
  PREFIX: 'Assign a prefix, from which account numbers are made.',
  KEY: 'Make a key, and hand its secret to the merchant.',
  WEBHOOK: 'Set the URL for events, and send a test that it answers.',
} as const;
export type ChecklistItem = keyof typeof checklistAdvice;
