-- Up Migration
-- Account numbers that belong to a customer for ever, whose they are, and how that changed.

alter table virtual_account
  add column type text not null default 'DYNAMIC' check (type in ('DYNAMIC', 'STATIC')),
  alter column checkout_id drop not null,
  alter column amount_minor drop not null,
  alter column validity_minutes drop not null,
  alter column expires_at drop not null,
  add constraint virtual_account_form check (case type
    when 'DYNAMIC' then num_nulls(checkout_id, amount_minor, validity_minutes, expires_at) = 0
    else num_nonnulls(checkout_id, amount_minor, validity_minutes, expires_at) = 0 end),
  drop constraint virtual_account_status_check,
  add constraint virtual_account_status_check check (case type
    when 'DYNAMIC' then status in ('ACTIVE', 'EXPIRED', 'USED', 'CLOSED', 'RELEASED')
    else status in ('ACTIVE', 'SUSPENDED', 'CLOSED') end);

-- What a static account has beyond its number. No identity number is kept: only its hash under a key of ours, to see
-- whether a request names the same one, and its last four digits.
create table static_account (
  virtual_account_id text        primary key references virtual_account,
  merchant_id        text        not null references merchant,
  reference          text        not null,
  request_hash       bytea       not null,   -- of the request without the identity: the same again is a replay
  prefix             text        not null references number_prefix,
  owner              jsonb       not null,   -- {accountName, firstName, lastName, email, phoneNumber}
  name_words         tsvector    not null,   -- src/domain/name-words.ts
  identity_type      text        not null check (identity_type in ('BVN', 'NIN')),
  identity_hash      bytea       not null check (length(identity_hash) = 32),
  identity_kid       text        not null,   -- names the key
  identity_last4     text        not null check (identity_last4 ~ '^\d{4}$'),
  metadata           jsonb       not null default '{}',
  created_at         timestamptz not null,
  stopped_at         timestamptz,            -- it takes no money since then; null while it is ACTIVE
  unique (merchant_id, reference)
);
create index static_account_listed on static_account (merchant_id, created_at, virtual_account_id);
create index static_account_of_prefix on static_account (merchant_id, prefix, created_at, virtual_account_id);
create index static_account_stopped on static_account (merchant_id, created_at, virtual_account_id) where stopped_at is not null;
create index static_account_name on static_account using gin (name_words);

create table static_account_change (
  change_id          bigint      generated always as identity primary key,
  virtual_account_id text        not null references static_account,
  status             text        not null,
  actor              text        not null,   -- the client that asked
  reason             text,
  changed_at         timestamptz not null
);
create index static_account_change_of on static_account_change (virtual_account_id, change_id);

-- What came to a number without a checkout; with it what a static account's totals are summed from. As before, no column
-- that changes.
create index inward_credit_of_number on inward_credit (account_number, received_at)
  include (virtual_account_id, amount_minor, in_time) where checkout_id is null and channel = 'Bank';
drop index inward_credit_stray_number;
