import type { SettlementKey } from '../../domain/ids.js';

export interface KnownSettlement extends SettlementKey {
  readonly settlementId: string;
}
