import type { SettlementKey, Id } from '../../domain/ids.js';

/** Finds a settlement for callers that have only an id of it. Throws for an id that does not exist. */
export interface SettlementKeys {
  ofSettlement(settlementId: string): Promise<KnownSettlement>;
  ofPayout(payoutId: Id<'pay'>): Promise<KnownSettlement>;
}

export interface KnownSettlement extends SettlementKey {
  readonly settlementId: string;
}
