-- Up Migration
-- Who may call the API, what they pay for it, and which account numbers they may hand out.

create table fee_plan (
  fee_plan_id             text primary key,
  rate_bps                integer not null check (rate_bps between 0 and 10000),
  flat_minor              bigint  not null default 0 check (flat_minor >= 0),
  flat_waived_below_minor bigint  not null default 0 check (flat_waived_below_minor >= 0),
  cap_minor               bigint  not null check (cap_minor >= 0),
  vat_bps                 integer not null check (vat_bps between 0 and 10000)
);

create table merchant (
  merchant_id      text primary key,
  name             text not null,
  trade_name       text not null,
  status           text not null default 'ACTIVE' check (status in ('ACTIVE', 'SUSPENDED')),
  -- raised to refuse every token issued so far
  token_version    integer not null default 1,
  fee_bearer       text not null default 'MERCHANT' check (fee_bearer in ('MERCHANT', 'CUSTOMER')),
  bank_fee_plan_id text not null references fee_plan,
  channels         text[] not null default '{Bank}',
  min_amount_minor bigint not null default 10000,
  max_amount_minor bigint not null default 1000000000,
  on_account_expiry text not null default 'REISSUE' check (on_account_expiry in ('REISSUE', 'EXPIRE')),
  created_at       timestamptz not null default now()
);

-- Two rows of one client may live at once, so that a secret can be changed without downtime.
create table merchant_secret (
  secret_id   text primary key,
  client_id   text not null,
  merchant_id text not null references merchant,
  secret_hash bytea not null,
  pepper_kid  text not null,
  created_at  timestamptz not null default now(),
  expires_at  timestamptz
);
create index merchant_secret_client on merchant_secret (client_id);

create table number_prefix (
  prefix               text primary key check (prefix ~ '^\d{3}$'),
  provider             text not null,
  bank_code            text not null,
  bank_name            text not null,
  nip_institution_code text not null
);

create table merchant_prefix (
  merchant_id text not null references merchant,
  prefix      text not null references number_prefix,
  status      text not null default 'ACTIVE' check (status in ('ACTIVE', 'SUSPENDED')),
  primary key (merchant_id, prefix)
);

-- Down Migration
drop table merchant_prefix, number_prefix, merchant_secret, merchant, fee_plan cascade;
