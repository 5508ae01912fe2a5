import type { RowOf } from '../../platform/database/columns.js';
import type pg from 'pg';
import type { Actor } from '../../domain/actor.js';
import type { Contacts } from '../../merchants/settings/contacts.js';
import type { MerchantStanding } from './merchant-standing.js';
import type { MerchantAction, MerchantStatus } from '../../domain/merchant-state.js';
import type { Listed, Slice } from '../../domain/slice.js';
import {
  type GivenStatement,
  query,
  queryOne,
  queryOnePatiently,
} from '../../platform/database/database.js';
import { call, callWithin } from '../../platform/database/sql-call.js';

const create = callWithin('create_merchant', (called) => `select (${called}).merchant_id`).as<{
  merchant_id: string | null;
}>();
const change = call('change_merchant');
const move = call('move_merchant').as<MoveResult>();
const columns = `m.merchant_id, m.name, m.trade_name, m.status, m.status_reason, m.status_changed_at, m.created_at,
  m.granted_scopes, m.min_amount_minor, m.max_amount_minor, m.daily_limit_minor, m.daily_settlement_limit_minor,
  m.open_account_limit, m.settlement_schedule, m.minimum_payout_minor, m.payout_fee_minor, m.is_important`;
const find = {
  name: 'find_merchant_standing',
  text: `select ${columns}, m.policies, m.contacts, m.channels, m.prefixes, m.checklist
           from merchant_read m where m.merchant_id = $1`,
};
const list = {
  name: 'list_merchants',
  text: `select m.merchant_id, m.name, m.trade_name, m.status, m.created_at, list_position(m.created_at) as position
           from merchant m
          where ($1::text is null or m.status = $1)
            and ($2::text is null or m.merchant_id = $2 or name_holds(m.name || ' ' || m.trade_name, $2))
            and ($3::text is null or (m.created_at, m.merchant_id) < (list_time($3), $4))
          order by m.created_at desc, m.merchant_id desc limit $5 offset $6`,
};
const setChannels = call('set_merchant_channels');
const withdrawPlan = call('withdraw_fee_plan');
const assignPlan = call('assign_fee_plan');
const assignPrefix = call('assign_prefix');

/** The timeout of closing a merchant, which stops every static account. */
const closeTimeoutMs = 60_000;

/** The columns of a merchant that operators set. Amounts are in kobo. */
export interface MerchantChanges {
  readonly name?: string;
  readonly trade_name?: string;
  readonly is_important?: boolean;
  readonly min_amount_minor?: number;
  readonly max_amount_minor?: number;
  readonly daily_limit_minor?: number | null;
  readonly daily_settlement_limit_minor?: number | null;
  readonly open_account_limit?: number;
  readonly payout_fee_minor?: number;
  readonly granted_scopes?: readonly string[];
  readonly policies?: object;
}

/** The reasons that can refuse every change. */
export type ChangeRefusal = 'UNKNOWN' | 'CLOSED';
export interface MoveResult {
  readonly outcome: 'DONE' | 'UNKNOWN' | 'STATE' | 'NOT_READY' | 'OPEN';
  readonly status: MerchantStatus | null;
  /** The items that are missing, or that are still open. */
  readonly items: readonly { readonly item: string; readonly count?: number }[] | null;
}

export type ListedMerchant = Pick<
  MerchantStanding,
  'merchantId' | 'name' | 'tradeName' | 'status' | 'createdAt'
>;

type ListedRow = RowOf<ListedMerchant>;

interface StandingRow extends ListedRow {
  status_reason: string | null;
  status_changed_at: Date;
  is_important: boolean;
  granted_scopes: string[];
  min_amount_minor: bigint;
  max_amount_minor: bigint;
  daily_limit_minor: bigint | null;
  daily_settlement_limit_minor: bigint | null;
  open_account_limit: number;
  settlement_schedule: string;
  minimum_payout_minor: bigint;
  payout_fee_minor: bigint;
  policies: MerchantStanding['policies'];
  contacts: MerchantStanding['contacts'];
  channels: MerchantStanding['channels'];
  prefixes: MerchantStanding['prefixes'];
  checklist: MerchantStanding['checklist'];
}

/** Stores merchants that operators create, change and close. Each change is in the audit. */
export class PgMerchantAdmin {
  constructor(private readonly pool: pg.Pool) {}

  async create(
    merchantId: string,
    names: { readonly name: string; readonly tradeName: string },
    contacts: Contacts,
    by: Actor,
  ): Promise<boolean> {
    const { name, tradeName } = names;

    const [made] = await query(this.pool, create({ merchantId, name, tradeName, contacts, by }));
    return made !== undefined && made.merchant_id !== null;
  }

  change(
    merchantId: string,
    action: string,
    changes: MerchantChanges,
    contacts: Contacts,
    by: Actor,
  ): Promise<'CHANGED' | 'NAME_TAKEN' | ChangeRefusal> {
    return this.#outcome(change({ merchantId, action, changes, contacts, by }));
  }

  move(merchantId: string, action: MerchantAction, by: Actor): Promise<MoveResult> {
    return queryOnePatiently(this.pool, move({ merchantId, action, by }), closeTimeoutMs);
  }

  async find(merchantId: string): Promise<MerchantStanding | undefined> {
    const [row] = await query<StandingRow>(this.pool, find, [merchantId]);
    return row === undefined ? undefined : toStanding(row);
  }

  /** The newest first. `search`: an id, or a part of a name. */
  async list(
    { status, search }: { readonly status: string | null; readonly search: string | null },
    { after, limit, offset }: Slice,
  ): Promise<Listed<ListedMerchant>[]> {
    const values = [status, search, after?.[0] ?? null, after?.[1] ?? null, limit, offset];
    const rows = await query<ListedRow & { position: string }>(this.pool, list, values);
    return rows.map((row) => ({
      item: toListed(row),
      position: [row.position, row.merchant_id],
    }));
  }

  /** Sets the channels in this order. `feeBearer` null: the merchant's own. */
  setChannels(
    merchantId: string,
    channels: readonly { readonly channel: string; readonly feeBearer: string | null }[],
    by: Actor,
  ): Promise<'SET' | 'PLAN_MISSING' | ChangeRefusal> {
    return this.#outcome(setChannels({ merchantId, channels, by }));
  }

  /** @param from null: from now on */
  assignPlan(
    merchantId: string,
    plan: { readonly channel: string; readonly feePlanId: string; readonly from: Date | null },
    by: Actor,
  ): Promise<'ASSIGNED' | 'PLAN_UNKNOWN' | 'PAST' | ChangeRefusal> {
    const { channel, feePlanId, from } = plan;
    return this.#outcome(assignPlan({ merchantId, channel, feePlanId, from, by }));
  }

  /** @param plan a plan that takes effect at `from`, which is in the future */
  withdrawPlan(
    merchantId: string,
    { channel, from }: { readonly channel: string; readonly from: Date },
    by: Actor,
  ): Promise<'WITHDRAWN' | 'NOT_PLANNED' | 'HOLDS' | ChangeRefusal> {
    return this.#outcome(withdrawPlan({ merchantId, channel, from, by }));
  }

  assignPrefix(
    merchantId: string,
    wish: {
      readonly prefix: string;
      readonly isDefault: boolean;
      readonly status: 'ACTIVE' | 'SUSPENDED';
    },
    by: Actor,
  ): Promise<'ASSIGNED' | 'PREFIX_UNKNOWN' | ChangeRefusal> {
    const { prefix, isDefault, status } = wish;
    return this.#outcome(assignPrefix({ merchantId, prefix, isDefault, status, by }));
  }

  async #outcome<Outcome extends string>(
    statement: GivenStatement<{ outcome: string | null }>,
  ): Promise<Outcome> {
    return (await queryOne(this.pool, statement)).outcome as Outcome;
  }
}

function toListed(row: ListedRow): ListedMerchant {
  return {
    merchantId: row.merchant_id,
    name: row.name,
    tradeName: row.trade_name,
    status: row.status,
    createdAt: row.created_at,
  };
}

function toStanding(row: StandingRow): MerchantStanding {
  return {
    ...toListed(row),
    statusReason: row.status_reason,
    statusChangedAt: row.status_changed_at,
    isImportant: row.is_important,
    contacts: row.contacts,
    grantedScopes: row.granted_scopes,
    limits: {
      minAmountMinor: row.min_amount_minor,
      maxAmountMinor: row.max_amount_minor,
      dailyLimitMinor: row.daily_limit_minor,
      dailySettlementLimitMinor: row.daily_settlement_limit_minor,
      openAccountLimit: row.open_account_limit,
    },
    settlement: {
      schedule: row.settlement_schedule,
      minimumPayoutMinor: row.minimum_payout_minor,
      payoutFeeMinor: row.payout_fee_minor,
    },
    policies: row.policies,
    channels: row.channels,
    prefixes: row.prefixes,
    checklist: row.checklist,
  };
}
