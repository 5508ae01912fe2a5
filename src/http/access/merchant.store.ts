import type { RowOf } from '../../platform/database/columns.js';
import type pg from 'pg';
import type { MerchantProfile, MerchantSecret, NamedFeePlan } from './merchant.js';
import { query } from '../../platform/database/database.js';
import { keyGroupNames } from './scopes.js';

const secretsOf = {
  name: 'secrets_of',
  text: `select s.merchant_id, s.secret_hash, s.pepper_kid, s.trust = 'OWN' as is_own, k.groups, k.addresses::text[] as addresses
           from merchant_secret s left join merchant_key k on k.client_id = s.client_id
          where s.client_id = $1 and (s.expires_at is null or s.expires_at > now())
            and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
          order by s.created_at desc`,
};

const hashAnew = {
  name: 'hash_secret_anew',
  text: 'update merchant_secret set secret_hash = $2, pepper_kid = $3 where secret_hash = $1',
};

/**
 * The statement names each column: a further column must not break the statements that running processes have prepared.
 */
const findProfile = {
  name: 'find_profile',
  text: `select m.merchant_id, m.name, m.trade_name, m.status, m.token_version, m.granted_scopes, m.fee_bearer,
                m.min_amount_minor, m.max_amount_minor, m.daily_limit_minor, m.policies,
                array(select h.channel from merchant_channel h
                       where h.merchant_id = m.merchant_id and h.place is not null order by h.place) as channels,
                (select json_object_agg(h.channel, row_to_json(p))
                   from merchant_channel h join fee_plan p on p.fee_plan_id = fee_plan_of(h.merchant_id, h.channel) and p.currency = home_currency()
                  where h.merchant_id = m.merchant_id) as fee_plans,
                (select json_object_agg(h.channel, h.fee_bearer) from merchant_channel h
                  where h.merchant_id = m.merchant_id and h.fee_bearer is not null) as fee_bearers,
                (select (extract(epoch from least(min(f.holds_from) - now(), min(interval '1 day'))) * 1000)::integer
                   from merchant_fee_plan f
                  where f.merchant_id = m.merchant_id and f.holds_from > now()) as plans_hold_ms,
                (select json_object_agg(k.client_id, json_build_object(
                          'endsAt', floor(extract(epoch from least(k.expires_at, k.revoked_at)) * 1000),
                          'addresses', k.addresses::text[]))
                   from merchant_key k
                  where k.merchant_id = m.merchant_id
                    and (k.addresses <> '{}' or least(k.expires_at, k.revoked_at) is not null)
                    -- no token of it lives that long
                    and coalesce(least(k.expires_at, k.revoked_at), now()) > now() - interval '2 hours') as keys,
                (select json_agg(json_build_object('prefix', n.prefix, 'assigned', a.prefix is not null,
                          'bankCode', n.bank_code, 'provider', n.provider, 'numbers', n.numbers) order by a.is_default desc nulls last, n.prefix)
                   from number_prefix n
                   left join merchant_prefix a
                     on a.prefix = n.prefix and a.merchant_id = m.merchant_id and a.status = 'ACTIVE') as prefixes
           from merchant m
          where m.merchant_id = $1`,
};

interface SecretRow {
  merchant_id: string;
  secret_hash: Buffer;
  pepper_kid: string;
  is_own: boolean;
  groups: string[] | null;
  addresses: string[] | null;
}

interface PlanJson {
  fee_plan_id: string;
  rate_bps: number;
  flat_minor: number;
  flat_waived_below_minor: number;
  cap_minor: number;
  vat_bps: number;
}

interface ProfileRow extends RowOf<
  Omit<MerchantProfile, 'feeBearers' | 'feePlans' | 'keys' | 'prefixes'>
> {
  fee_plans: Record<string, PlanJson> | null;
  fee_bearers: MerchantProfile['feeBearers'] | null;
  keys: MerchantProfile['keys'] | null;
  prefixes: MerchantProfile['prefixes'] | null;
}

/** Merchants and their credentials on PostgreSQL. */
export class PgMerchantStore {
  constructor(private readonly pool: pg.Pool) {}

  /** The live secrets of a client; empty for an unknown one. */
  async secretsOf(clientId: string): Promise<readonly MerchantSecret[]> {
    const rows = await query<SecretRow>(this.pool, secretsOf, [clientId]);
    return rows.map((row) => ({
      merchantId: row.merchant_id,
      secretHash: row.secret_hash,
      pepperKid: row.pepper_kid,
      isOwn: row.is_own,
      groups: row.groups ?? keyGroupNames,
      addresses: row.addresses ?? [],
    }));
  }

  /** Replaces a hash by one of the same secret under another pepper. */
  async hashAnew(secretHash: Buffer, another: Buffer, pepperKid: string): Promise<void> {
    await query(this.pool, hashAnew, [secretHash, another, pepperKid]);
  }

  async profile(merchantId: string): Promise<MerchantProfile | undefined> {
    const [row] = await query<ProfileRow>(this.pool, findProfile, [merchantId]);
    return row === undefined ? undefined : toProfile(row);
  }
}

function toPlan(plan: PlanJson): NamedFeePlan {
  return {
    feePlanId: plan.fee_plan_id,
    rateBps: plan.rate_bps,
    flatMinor: BigInt(plan.flat_minor),
    flatWaivedBelowMinor: BigInt(plan.flat_waived_below_minor),
    capMinor: BigInt(plan.cap_minor),
    vatBps: plan.vat_bps,
  };
}

function toProfile(row: ProfileRow): MerchantProfile {
  return {
    merchantId: row.merchant_id,
    name: row.name,
    tradeName: row.trade_name,
    status: row.status,
    tokenVersion: row.token_version,
    grantedScopes: row.granted_scopes,
    feeBearer: row.fee_bearer,
    feePlans: Object.fromEntries(
      Object.entries(row.fee_plans ?? {}).map(([channel, plan]) => [channel, toPlan(plan)]),
    ),
    feeBearers: row.fee_bearers ?? {},
    plansHoldMs: row.plans_hold_ms,
    keys: row.keys ?? {},
    channels: row.channels,
    minAmountMinor: row.min_amount_minor,
    maxAmountMinor: row.max_amount_minor,
    dailyLimitMinor: row.daily_limit_minor,
    policies: row.policies,
    prefixes: row.prefixes ?? [],
  };
}
