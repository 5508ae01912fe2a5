import type pg from 'pg';
import type { CheckoutChannel } from '../domain/ports/checkout-store.port.js';
import type {
  MerchantProfile,
  MerchantSecret,
  MerchantStore,
} from '../domain/ports/merchant-store.port.js';
import { query } from '../persistence/database.js';

const secretsOf = {
  name: 'secrets_of',
  text: `select merchant_id, secret_hash, pepper_kid from merchant_secret
          where client_id = $1 and (expires_at is null or expires_at > now())
          order by created_at desc`,
};

const findProfile = {
  name: 'find_profile',
  text: `select m.*, p.rate_bps, p.flat_minor, p.flat_waived_below_minor, p.cap_minor, p.vat_bps,
                (select json_agg(json_build_object('prefix', n.prefix, 'assigned', a.prefix is not null,
                          'bankCode', n.bank_code, 'provider', n.provider) order by n.prefix)
                   from number_prefix n
                   left join merchant_prefix a
                     on a.prefix = n.prefix and a.merchant_id = m.merchant_id and a.status = 'ACTIVE') as prefixes
           from merchant m join fee_plan p on p.fee_plan_id = m.bank_fee_plan_id
          where m.merchant_id = $1`,
};

interface SecretRow {
  merchant_id: string;
  secret_hash: Buffer;
  pepper_kid: string;
}

interface ProfileRow {
  merchant_id: string;
  name: string;
  trade_name: string;
  status: MerchantProfile['status'];
  token_version: number;
  fee_bearer: MerchantProfile['feeBearer'];
  channels: CheckoutChannel[];
  min_amount_minor: bigint;
  max_amount_minor: bigint;
  on_account_expiry: MerchantProfile['onAccountExpiry'];
  rate_bps: number;
  flat_minor: bigint;
  flat_waived_below_minor: bigint;
  cap_minor: bigint;
  vat_bps: number;
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

  async profile(merchantId: string): Promise<MerchantProfile | undefined> {
    const [row] = await query<ProfileRow>(this.pool, findProfile, [merchantId]);
    return row === undefined ? undefined : toProfile(row);
  }
}

function toProfile(row: ProfileRow): MerchantProfile {
  return {
    merchantId: row.merchant_id,
    name: row.name,
    tradeName: row.trade_name,
    status: row.status,
    tokenVersion: row.token_version,
    feeBearer: row.fee_bearer,
    bankFeePlan: {
      rateBps: row.rate_bps,
      flatMinor: row.flat_minor,
      flatWaivedBelowMinor: row.flat_waived_below_minor,
      capMinor: row.cap_minor,
      vatBps: row.vat_bps,
    },
    channels: row.channels,
    minAmountMinor: row.min_amount_minor,
    maxAmountMinor: row.max_amount_minor,
    onAccountExpiry: row.on_account_expiry,
    prefixes: row.prefixes ?? [],
  };
}
