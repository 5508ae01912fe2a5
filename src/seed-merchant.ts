import type pg from 'pg';
import { hashSecret, mintClientId, mintClientSecret } from './auth/client-secret.js';
import type { Config } from './config/config.js';
import { checkDigit } from './domain/nuban.js';
import { newId } from './persistence/new-id.js';
import { bankNameOf } from './simulator/bank/banks.js';
import { holderOf } from './simulator/bank/books.js';

/** A sandbox merchant and its credentials; the secret is known only here. */
export interface SeededMerchant {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly merchantId: string;
  readonly prefix: string;
}

type SeedSettings = Pick<Config, 'peppers' | 'environment'>;

/**
 * Makes the sandbox merchant of this name with a prefix of its own, or finds it and gives it another secret (the one
 * before stays valid). `clientSecret`: the secret to give it; a new one when left out.
 */
export async function seedMerchant(
  db: pg.Client,
  settings: SeedSettings,
  name: string,
  clientSecret?: string,
): Promise<SeededMerchant> {
  await db.query('begin');
  // Two seeds at once must not make two merchants of one name, nor take one prefix.
  await db.query('select pg_advisory_xact_lock(6014215309)');
  await makePlans(db);
  const merchantId = (await findMerchant(db, name)) ?? (await makeMerchant(db, name));
  const prefix = (await findPrefix(db, merchantId)) ?? (await makePrefix(db, merchantId));
  await makeSettlementAccount(db, merchantId, prefix);
  const credentials = await makeSecret(db, settings, merchantId, clientSecret);
  await db.query('commit');
  return { ...credentials, merchantId, prefix };
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
  await db.query(
    `with made as (insert into merchant (merchant_id, name, trade_name) values ($1, $2, $3) returning merchant_id)
     insert into merchant_channel (merchant_id, channel, fee_plan_id, place)
       select m.merchant_id, c.channel, c.plan, c.place
         from made m cross join (values ('Bank', 'T', 1), ('Card', 'C', 2)) c (channel, plan, place)`,
    [merchantId, name, name.toUpperCase()],
  );
  return merchantId;
}

/**
 * Transfers, plan T: 1 % and at most ₦300. Cards, plan C: 1.5 % and, from ₦2,500 on, ₦100; at most ₦2,000. VAT 7.5 %.
 */
async function makePlans(db: pg.Client): Promise<void> {
  await db.query(
    `insert into fee_plan (fee_plan_id, rate_bps, flat_minor, flat_waived_below_minor, cap_minor, vat_bps)
     values ('T', 100, 0, 0, 30000, 750), ('C', 150, 10000, 250000, 200000, 750)
     on conflict do nothing`,
  );
}

async function findPrefix(db: pg.Client, merchantId: string): Promise<string | undefined> {
  const { rows } = await db.query<{ prefix: string }>(
    'select prefix from merchant_prefix where merchant_id = $1 order by prefix limit 1',
    [merchantId],
  );
  return rows[0]?.prefix;
}

/** The first free one from 501 on, at the simulated bank. */
async function makePrefix(db: pg.Client, merchantId: string): Promise<string> {
  const { rows } = await db.query<{ prefix: string }>(
    `select p::text as prefix from generate_series(501, 999) p
      where not exists (select from number_prefix n where n.prefix = p::text) order by p limit 1`,
  );
  const prefix = rows[0]?.prefix;
  if (prefix === undefined) throw new Error('Every prefix from 501 to 999 is taken.');
  await db.query("select add_prefix($1, 'simulator', '50547', 'Simulator MFB', '090547')", [
    prefix,
  ]);
  await db.query(
    'insert into merchant_prefix (merchant_id, prefix, is_default) values ($1, $2, true)',
    [merchantId, prefix],
  );
  return prefix;
}

/** Where the simulator's bank pays the merchant, unless it has an account, or ever had one. */
async function makeSettlementAccount(
  db: pg.Client,
  merchantId: string,
  prefix: string,
): Promise<void> {
  const bankCode = '999998';
  const serial = `000000${prefix}`;
  const accountNumber = serial + checkDigit(bankCode, serial);
  // Not registered by anybody, so that nobody is told of it.
  await db.query(
    `with made as (
       insert into settlement_account (settlement_account_id, merchant_id, account_number, bank_code, bank_name, account_name,
                                       provider, is_default, status, usable_from)
         select $2, $1, $3, $4, $5, $6, 'simulator', true, 'ACTIVE', now()
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
  if (!known.rows.some(({ secret_hash }) => secret_hash.equals(hash))) {
    await db.query(
      `insert into merchant_secret (secret_id, client_id, merchant_id, secret_hash, pepper_kid)
       values ($1, $2, $3, $4, $5)`,
      [crypto.randomUUID(), clientId, merchantId, hash, peppers.first.kid],
    );
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
