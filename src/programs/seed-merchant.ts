import type pg from 'pg';
import { hashSecret, mintClientId, mintClientSecret } from '../http/access/client-secret.js';
import { keyGroupNames } from '../http/access/scopes.js';
import type { Config } from '../platform/config/config.js';
import type { Actor } from '../domain/actor.js';
import { checkDigit } from '../domain/nuban.js';
import { newId } from '../platform/database/new-id.js';
import type { ProviderFolder } from '../providers/contract.js';
import { providerFolders, whoseNumbers } from '../providers/registry.js';
import { bankNameOf } from '../providers/simulator/server/bank/banks.js';
import { holderOf } from '../providers/simulator/server/bank/books.js';

/** A sandbox merchant and its credentials. The secret is stored nowhere else. */
export interface SeededMerchant {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly merchantId: string;
  readonly prefix: string;
}

/** The actor for the audit. */
const by = JSON.stringify({
  ...{ kind: 'COMMAND', actor: 'seed', door: 'COMMAND' },
  ...{ reason: null, partner: null, address: null },
} satisfies Actor);
/** The fee plan that a seeded merchant has for each channel, in the order in which its checkouts offer the channels. */
const planOf = [
  ['Bank', 'T'],
  ['Card', 'C'],
] as const;

type SeedSettings = Pick<Config, 'peppers' | 'environment' | 'providers'>;

/**
 * Makes the sandbox merchant of this name with a prefix of its own, or finds it and gives it another secret (the secret
 * before stays valid). `clientSecret`: the secret to give it. By default a new secret is made.
 */
export async function seedMerchant(
  db: pg.Client,
  settings: SeedSettings,
  name: string,
  clientSecret?: string,
): Promise<SeededMerchant> {
  await db.query('begin');
  // The lock makes sure that two seeds at once do not make two merchants of one name, or take the same prefix.
  await db.query('select pg_advisory_xact_lock(6014215309)');
  await makePlans(db);
  const merchantId = (await findMerchant(db, name)) ?? (await makeMerchant(db, name));
  const provider = providerOf(settings);
  const prefix =
    (await findPrefix(db, merchantId, provider)) ?? (await makePrefix(db, merchantId, provider));
  await makeSettlementAccount(db, merchantId, prefix, provider);
  const credentials = await makeSecret(db, settings, merchantId, clientSecret);
  await db.query('commit');
  return { ...credentials, merchantId, prefix };
}

/**
 * Grants the scope that the recipes for merchants need and that only an operator can grant. It allows refunds to
 * another account of the payer.
 */
export async function grantRecipes(db: pg.Client, merchantId: string): Promise<void> {
  const granted = JSON.stringify({ granted_scopes: ['refunds:destination'] });
  await db.query(
    `select change_merchant(merchant_id, 'merchant.grants', $2, '{}', $3) from merchant
      where merchant_id = $1 and not 'refunds:destination' = any (granted_scopes)`,
    [merchantId, granted, by],
  );
}

async function findMerchant(db: pg.Client, name: string): Promise<string | undefined> {
  const { rows } = await db.query<{ merchant_id: string }>(
    'select merchant_id from merchant where name = $1',
    [name],
  );
  return rows[0]?.merchant_id;
}

async function makeMerchant(db: pg.Client, name: string): Promise<string> {
  const merchantId = newId('mch');
  await db.query("select create_merchant($1, $2, $3, '{}', $4)", [
    ...[merchantId, name, name.toUpperCase(), by],
  ]);
  for (const [channel, plan] of planOf) {
    await db.query('select assign_fee_plan($1, $2, $3, null, $4)', [merchantId, channel, plan, by]);
  }
  const channels = JSON.stringify(planOf.map(([channel]) => ({ channel })));
  await db.query('select set_merchant_channels($1, $2, $3)', [merchantId, channels, by]);
  return merchantId;
}

/**
 * Makes the fee plans. Transfers, plan T: 1 %, at most ₦300. Cards, plan C: 1.5 % and, from ₦2,500 on, ₦100 more; at
 * most ₦2,000. VAT 7.5 %.
 */
async function makePlans(db: pg.Client): Promise<void> {
  const plans = [
    {
      ...{ fee_plan_id: 'T', rate_bps: 100, flat_minor: 0, flat_waived_below_minor: 0 },
      ...{ cap_minor: 30_000, vat_bps: 750 },
    },
    {
      ...{ fee_plan_id: 'C', rate_bps: 150, flat_minor: 10_000, flat_waived_below_minor: 250_000 },
      ...{ cap_minor: 200_000, vat_bps: 750 },
    },
  ];
  for (const plan of plans) {
    const values = [JSON.stringify(plan), by];
    await db.query('select create_fee_plan(jsonb_populate_record(null::fee_plan, $1), $2)', values);
  }
}

/**
 * Returns the bank of the merchant's accounts and payouts: the first that MANILLA_PROVIDERS names, or the simulated
 * one.
 */
function providerOf({ providers }: SeedSettings): ProviderFolder {
  const name = providers.names[0] ?? 'simulator';
  const folder = providerFolders.find((each) => each.name === name);
  if (!folder?.bank) throw new Error(`There is no bank ${name} (MANILLA_PROVIDERS).`);
  return folder;
}

async function findPrefix(
  db: pg.Client,
  merchantId: string,
  { name }: ProviderFolder,
): Promise<string | undefined> {
  const { rows } = await db.query<{ prefix: string }>(
    `select prefix from merchant_prefix m join number_prefix n using (prefix)
      where m.merchant_id = $1 and n.provider = $2 order by prefix limit 1`,
    [merchantId, name],
  );
  return rows[0]?.prefix;
}

/** Makes the first free prefix from 501 on. */
async function makePrefix(
  db: pg.Client,
  merchantId: string,
  { name: provider, bank }: ProviderFolder,
): Promise<string> {
  const { rows } = await db.query<{ prefix: string }>(
    `select p::text as prefix from generate_series(501, 999) p
      where not exists (select from number_prefix n where n.prefix = p::text) order by p limit 1`,
  );
  const prefix = rows[0]?.prefix;
  if (prefix === undefined) throw new Error('Every prefix from 501 to 999 is taken.');
  const asked = {
    ...{ prefix, provider, bank_code: bank?.cbnCode, bank_name: bank?.name },
    ...{ nip_institution_code: bank?.nipCode, numbers: whoseNumbers(provider) },
  };
  await db.query('select create_prefix(jsonb_populate_record(null::number_prefix, $1), $2)', [
    JSON.stringify(asked),
    by,
  ]);
  await db.query("select assign_prefix($1, $2, true, 'ACTIVE', $3)", [merchantId, prefix, by]);
  return prefix;
}

/**
 * Makes the account at which the bank pays the merchant, unless the merchant has an account, or ever had
 * one.
 */
async function makeSettlementAccount(
  db: pg.Client,
  merchantId: string,
  prefix: string,
  { name: provider }: ProviderFolder,
): Promise<void> {
  const bankCode = '999998';
  const serial = `000000${prefix}`;
  const accountNumber = serial + checkDigit(bankCode, serial);
  // The row is inserted directly, so that no event is sent about the account.
  await db.query(
    `with made as (
       insert into settlement_account (settlement_account_id, merchant_id, account_number, bank_code, bank_name, account_name,
                                       provider, is_default, status, usable_from)
         select $2, $1, $3, $4, $5, $6, $7, true, 'ACTIVE', now()
          where not exists (select from settlement_account where merchant_id = $1)
       returning settlement_account_id
     )
     insert into settlement_account_change (settlement_account_id, merchant_id, what, actor)
       select settlement_account_id, $1, 'REGISTERED', 'seed' from made`,
    [
      merchantId,
      newId('sta'),
      accountNumber,
      bankCode,
      bankNameOf(bankCode),
      holderOf(bankCode, accountNumber),
      provider,
    ],
  );
}

async function makeSecret(
  db: pg.Client,
  settings: SeedSettings,
  merchantId: string,
  wantedSecret: string | undefined,
) {
  const { peppers, environment } = settings;
  const known = await db.query<{ client_id: string; secret_hash: Buffer }>(
    'select client_id, secret_hash from merchant_secret where merchant_id = $1 order by created_at',
    [merchantId],
  );
  const clientId = known.rows[0]?.client_id ?? mintClientId();
  const clientSecret = wantedSecret ?? mintClientSecret(environment);
  const hash = hashSecret(peppers.first.key, clientSecret);
  const secret = [hash, peppers.first.kid];
  if (known.rows.length === 0) {
    const key = {
      ...{ client_id: clientId, merchant_id: merchantId, name: 'First key' },
      ...{ groups: keyGroupNames, addresses: [] },
    };
    await db.query('select create_key(jsonb_populate_record(null::merchant_key, $1), $2, $3, $4)', [
      ...[JSON.stringify(key), ...secret, by],
    ]);
  } else if (!known.rows.some(({ secret_hash }) => secret_hash.equals(hash))) {
    await db.query("select rotate_key($1, $2, $3, $4, interval '10 years', $5)", [
      ...[merchantId, clientId, ...secret, by],
    ]);
    await keepNewestTwo(db, clientId);
  }
  return { clientId, clientSecret };
}

async function keepNewestTwo(db: pg.Client, clientId: string): Promise<void> {
  await db.query(
    `delete from merchant_secret where client_id = $1 and secret_id not in (
       select secret_id from merchant_secret where client_id = $1
        order by created_at desc, secret_id limit 2)`,
    [clientId],
  );
}
