import { contactsView } from '../../merchants/settings/contacts.js';
import { toJsonAmount } from '../../domain/money.js';
import type { ChecklistItem } from '../../operators/merchants/merchant-standing.js';
import { MerchantData } from './merchant.dto.js';
import type { MerchantOnRecord, PgMerchantRecord } from './merchant.store.js';

/** Shows a merchant its own record: what is missing before it can go live, its contacts, its fees and its limits. */
export class MerchantService {
  constructor(
    private readonly store: PgMerchantRecord,
    private readonly environment: 'sandbox' | 'live',
  ) {}

  async find(merchantId: string): Promise<MerchantData> {
    const found = await this.store.find(merchantId);
    return {
      merchantId: found.merchant_id,
      name: found.name,
      tradeName: found.trade_name,
      environment: this.environment,
      status: found.status,
      createdAt: found.created_at.toISOString(),
      checklist: found.checklist.map(({ item, done }) => ({
        item,
        done,
        todo: done ? null : todo[item],
      })),
      contacts: contactsView(found.contacts),
      channels: found.channels.map(channelView),
      limits: limitsView(found),
      prefixes: [...found.prefixes],
      settlement: {
        schedule: found.settlement_schedule,
        minimumPayout: toJsonAmount(found.minimum_payout_minor),
        payoutFee: toJsonAmount(found.payout_fee_minor),
      },
    };
  }
}

/**
 * Tells the merchant how to complete each item. Operators get other instructions
 * (operators/merchants/merchant-standing.ts).
 */
const todo: Readonly<Record<ChecklistItem, string>> = {
  CONTACTS: 'Tell your operator your business, technical and settlement contacts.',
  SETTLEMENT_ACCOUNT:
    'Register the bank account that you are paid to: POST /api/v1/settlement/accounts. A new one can be used after 24 hours.',
  FEE_PLAN: 'Agree with your operator on ways to pay and their fees.',
  PREFIX: 'Ask your operator for a prefix, from which your account numbers are made.',
  KEY: 'Ask your operator for a key.',
  WEBHOOK:
    'Set the URL for events (POST /api/v1/webhooks/notification-url), and send a test that it answers (POST /api/v1/webhooks/test).',
};

function channelView({ plans, ...channel }: MerchantOnRecord['channels'][number]) {
  return {
    ...channel,
    feePlan: plans.find(({ from }) => from === null) ?? null,
    nextFeePlans: plans.filter(({ from }) => from !== null),
  };
}

function limitsView(found: MerchantOnRecord): MerchantData['limits'] {
  const orNull = (amount: bigint | null) => (amount === null ? null : toJsonAmount(amount));
  return {
    minAmount: toJsonAmount(found.min_amount_minor),
    maxAmount: toJsonAmount(found.max_amount_minor),
    dailyLimit: orNull(found.daily_limit_minor),
    dailySettlementLimit: orNull(found.daily_settlement_limit_minor),
    openAccounts: found.open_account_limit,
  };
}
