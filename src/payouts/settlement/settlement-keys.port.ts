import type { SettlementKey, Id } from '../../domain/ids.js';

/** Which settlement it is, for those who have an id of it only. Throws for an id of none. */
export interface SettlementKeys {
  ofSettlement(settlementId: string): Promise<KnownSettlement>;
  ofPayout(payoutId: Id<'pay'>): Promise<KnownSettlement>;
}

export interface KnownSettlement extends SettlementKey {
  readonly settlementId: string;
}
