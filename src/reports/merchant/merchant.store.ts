import type pg from 'pg';
import type { ChannelName } from '../../domain/channels.js';
import type { FeeBearer } from '../../domain/fee-bearer.js';
import type { MerchantStatus } from '../../domain/merchant-state.js';
import type { MerchantStanding } from '../../operators/merchants/merchant-standing.js';
import { queryOne } from '../../platform/database/database.js';

/**
 * A fee plan, and from when on it holds (null: it holds now). Amounts in kobo, as PostgreSQL writes numbers into JSON.
 */
export interface PlanOnRecord {
  readonly feePlanId: string;
  readonly from: string | null;
  readonly rateBps: number;
  readonly flat: number;
  readonly flatWaivedBelow: number;
  readonly cap: number;
  readonly vatBps: number;
}

export interface MerchantOnRecord {
  readonly merchant_id: string;
  readonly name: string;
  readonly trade_name: string;
  readonly status: MerchantStatus;
  readonly created_at: Date;
  readonly contacts: MerchantStanding['contacts'];
  readonly checklist: MerchantStanding['checklist'];
  readonly channels: readonly {
    readonly paymentChannel: ChannelName;
    readonly offered: boolean;
    readonly feeBearer: FeeBearer;
    /** The plan that holds now comes first, if there is one. */
    readonly plans: readonly PlanOnRecord[];
  }[];
  readonly prefixes: readonly {
    readonly prefix: string;
    readonly bankCode: string;
    readonly bankName: string;
    readonly status: 'ACTIVE' | 'SUSPENDED';
    readonly isDefault: boolean;
  }[];
  readonly min_amount_minor: bigint;
  readonly max_amount_minor: bigint;
  readonly daily_limit_minor: bigint | null;
  readonly daily_settlement_limit_minor: bigint | null;
  readonly open_account_limit: number;
  readonly settlement_schedule: string;
  readonly minimum_payout_minor: bigint;
  readonly payout_fee_minor: bigint;
}

const findMerchant = {
  name: 'merchant_on_record',
  text: `select m.merchant_id, m.name, m.trade_name, m.status, m.created_at, m.contacts, m.checklist,
                m.min_amount_minor, m.max_amount_minor, m.daily_limit_minor, m.daily_settlement_limit_minor, m.open_account_limit,
                m.settlement_schedule, m.minimum_payout_minor, m.payout_fee_minor,
                (select coalesce(json_agg(json_build_object(
                          'paymentChannel', h.channel, 'offered', h.place is not null,
                          'feeBearer', coalesce(h.fee_bearer, m.fee_bearer),
                          'plans', (select coalesce(json_agg(json_build_object(
                                      'feePlanId', p.fee_plan_id, 'from', rfc3339(x.holds_from), 'rateBps', p.rate_bps, 'flat', p.flat_minor,
                                      'flatWaivedBelow', p.flat_waived_below_minor, 'cap', p.cap_minor, 'vatBps', p.vat_bps)
                                      order by x.holds_from nulls first), '[]')
                                      from (select fee_plan_of(m.merchant_id, h.channel) as fee_plan_id, null::timestamptz as holds_from
                                            union all
                                            select f.fee_plan_id, f.holds_from from merchant_fee_plan f
                                             where f.merchant_id = m.merchant_id and f.channel = h.channel and f.holds_from > now()) x
                                      join fee_plan p on p.fee_plan_id = x.fee_plan_id))
                        order by h.place nulls last, h.channel), '[]')
                   from merchant_channel h where h.merchant_id = m.merchant_id) as channels,
                (select coalesce(json_agg(json_build_object(
                          'prefix', a.prefix, 'bankCode', n.bank_code, 'bankName', n.bank_name, 'status', a.status,
                          'isDefault', a.is_default) order by a.prefix), '[]')
                   from merchant_prefix a join number_prefix n on n.prefix = a.prefix where a.merchant_id = m.merchant_id) as prefixes
           from merchant_read m where m.merchant_id = $1`,
};

/** Reads the record of a merchant. */
export class PgMerchantRecord {
  constructor(private readonly pool: pg.Pool) {}

  find(merchantId: string): Promise<MerchantOnRecord> {
    return queryOne<MerchantOnRecord>(this.pool, findMerchant, [merchantId]);
  }
}
