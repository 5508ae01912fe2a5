import type { Actor } from '../../domain/actor.js';
import { toJsonAmount } from '../../domain/money.js';
import { SettlementSettingsRequest, SettlementSettingsView } from './settlement-settings.dto.js';
import type { PgSettlementSettingsStore, SettlementSettings } from './settlement-settings.store.js';

/** The times at which a merchant is paid out, and the least amount. */
export class SettlementSettingsService {
  constructor(private readonly store: PgSettlementSettingsStore) {}

  async find(merchantId: string): Promise<SettlementSettingsView> {
    return toView(await this.store.find(merchantId));
  }

  async change(
    merchantId: string,
    by: Actor,
    { schedule, minimumPayout }: SettlementSettingsRequest,
  ): Promise<SettlementSettingsView> {
    const minimumPayoutMinor = BigInt(minimumPayout);
    return toView(await this.store.change(merchantId, { schedule, minimumPayoutMinor }, by));
  }
}

function toView({ schedule, minimumPayoutMinor, payoutFeeMinor }: SettlementSettings) {
  return {
    schedule,
    minimumPayout: toJsonAmount(minimumPayoutMinor),
    payoutFee: toJsonAmount(payoutFeeMinor),
  };
}
