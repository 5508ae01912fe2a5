import type pg from 'pg';
import type { ChannelName } from '../domain/channels.js';
import type {
  MerchantProfile,
  MerchantSecret,
  MerchantStore,
  NamedFeePlan,
} from '../domain/ports/merchant-store.port.js';
import { query } from '../persistence/database.js';

const secretsOf = {
  name: 'secrets_of',
  text: `select merchant_id, secret_hash, pepper_kid from merchant_secret
          where client_id = $1 and (expires_at is null or expires_at > now())
          order by created_at desc`,
};

const hashAnew = {
  name: 'hash_secret_anew',
  text: 'update merchant_secret set secret_hash = $2, pepper_kid = $3 where secret_hash = $1',
};

/** Each column by its name: a column more must not break the statements that running processes have prepared. */
const findProfile = {
  name: 'find_profile',
  text: `select m.merchant_id, m.name, m.trade_name, m.status, m.token_version, m.granted_scopes, m.fee_bearer,
                m.min_amount_minor, m.max_amount_minor, m.daily_limit_minor, m.policies,
                array(select h.channel from merchant_channel h
                       where h.merchant_id = m.merchant_id and h.place is not null order by h.place) as channels,
                (select json_object_agg(h.channel, row_to_json(p))
                   from merchant_channel h join fee_plan p on p.fee_plan_id = h.fee_plan_id
                  where h.merchant_id = m.merchant_id) as fee_plans,
                (select json_agg(json_build_object('prefix', n.prefix, 'assigned', a.prefix is not null,
                          'bankCode', n.bank_code, 'provider', n.provider) order by n.prefix)
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
}

interface PlanJson {
  fee_plan_id: string;
  rate_bps: number;
  flat_minor: number;
  flat_waived_below_minor: number;
  cap_minor: number;
  vat_bps: number;
}

interface ProfileRow {
  merchant_id: string;
  name: string;
  trade_name: string;
  status: MerchantProfile['status'];
  token_version: number;
  granted_scopes: string[];
  fee_bearer: MerchantProfile['feeBearer'];
  channels: ChannelName[];
  min_amount_minor: bigint;
  max_amount_minor: bigint;
  daily_limit_minor: bigint | null;
  policies: MerchantProfile['policies'];
  fee_plans: Record<string, PlanJson> | null;
  prefixes: MerchantProfile['prefixes'] | null;
}

export class PgMerchantStore implements MerchantStore {
  constructor(private readonly pool: pg.Pool) {}

  async secretsOf(clientId: string): Promise<readonly MerchantSecret[]> {
    const rows = await query<SecretRow>(this.pool, secretsOf, [clientId]);
    return rows.map((row) => ({
      merchantId: row.merchant_id,
      secretHash: row.secret_hash,
      pepperKid: row.pepper_kid,
    }));
  }

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
    channels: row.channels,
    minAmountMinor: row.min_amount_minor,
    maxAmountMinor: row.max_amount_minor,
    dailyLimitMinor: row.daily_limit_minor,
    policies: row.policies,
    prefixes: row.prefixes ?? [],
  };
}
