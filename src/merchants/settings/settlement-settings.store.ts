import type pg from 'pg';
import type { Actor } from '../../domain/actor.js';
import { queryOne, queryOnePatiently } from '../../platform/database/database.js';
import { callNamed, callWithin } from '../../platform/database/sql-call.js';

const columns =
  'm.settlement_schedule as schedule, m.minimum_payout_minor as minimum, m.payout_fee_minor as fee';
const findSettings = {
  name: 'find_settlement_settings',
  text: `select ${columns} from merchant m where m.merchant_id = $1`,
};
const changeSettings = callWithin(
  'change_settlement_settings',
  (called) => `select ${columns} from ${called} m`,
  { with: ['by'] },
).as<Row>();
const replanMerchant = callNamed('replan_merchant', 'replanned');

/** A merchant that is paid once a month may have hundreds of thousands of payments that wait. */
const replanningMs = 60_000;

export interface SettlementSettings {
  readonly schedule: string;
  readonly minimumPayoutMinor: bigint;
  /** Per transfer, without VAT. */
  readonly payoutFeeMinor: bigint;
}

interface Row {
  schedule: string;
  minimum: bigint;
  fee: bigint;
}

/** Stores the times at which a merchant is paid out, and the least amount, in PostgreSQL. */
export class PgSettlementSettingsStore {
  constructor(private readonly pool: pg.Pool) {}

  async find(merchantId: string): Promise<SettlementSettings> {
    return toSettings(await queryOne<Row>(this.pool, findSettings, [merchantId]));
  }

  /**
   * Stores the settings, and then makes new due dates for money that is not due yet; `by` is the actor. The same change
   * again changes nothing, except for due dates that were not moved because the change before it broke off.
   */
  async change(
    merchantId: string,
    settings: Omit<SettlementSettings, 'payoutFeeMinor'>,
    by: Actor,
  ): Promise<SettlementSettings> {
    const { schedule, minimumPayoutMinor } = settings;
    const { actor } = by;
    const change = changeSettings({ merchantId, schedule, minimumPayoutMinor, actor, by });
    const changed = toSettings(await queryOne(this.pool, change));
    await queryOnePatiently(this.pool, replanMerchant({ merchantId, actor }), replanningMs);
    return changed;
  }
}

function toSettings({ schedule, minimum, fee }: Row): SettlementSettings {
  return { schedule, minimumPayoutMinor: minimum, payoutFeeMinor: fee };
}
