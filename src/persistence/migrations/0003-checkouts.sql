-- Up Migration
-- Checkouts, their account numbers, the credits they receive, and the facts their workflows are told.

-- Filled by the migrator from src/domain/checkout-state.ts, the only place where transitions are written down.
create table checkout_transition (
  from_status text not null,
  event       text not null,
  to_status   text not null,
  primary key (from_status, event)
);

create table checkout (
  checkout_id       text primary key,
  merchant_id       text not null references merchant,
  payment_reference text not null,
  request_hash      bytea not null,        -- sha-256 of the canonical request: the same body again is a replay
  status            text not null default 'INITIATED',
  exception         text,
  exceptions        text[] not null default '{}',
  status_reason     text,
  currency          text not null default 'NGN',
  amount_minor      bigint not null check (amount_minor > 0),    -- what the merchant asked
  expected_minor    bigint not null check (expected_minor > 0),  -- what the payer owes: with the fee if the customer bears it
  fee_minor         bigint not null,
  vat_minor         bigint not null,
  fee_bearer        text not null,
  paid_minor        bigint not null default 0,  -- everything that arrived
  applied_minor     bigint not null default 0,  -- of it, what counts towards expected_minor
  accepted_minor    bigint not null default 0,  -- of it, what the merchant may give value for
  channels          text[] not null,
  customer          jsonb not null,             -- {email, phoneNumber, firstName, lastName}
  metadata          jsonb not null default '{}',
  description       text,
  redirect_url      text,
  on_account_expiry text not null default 'REISSUE',
  bad_code_tries    integer not null default 0,
  event_sequence    integer not null default 0,
  version           integer not null default 1,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  expires_at        timestamptz not null,
  unique (merchant_id, payment_reference)
) with (fillfactor = 70);

create table virtual_account (
  virtual_account_id text primary key,
  account_number     text not null unique,
  prefix             text not null references number_prefix,
  checkout_id        text not null references checkout,
  merchant_id        text not null,
  account_name       text not null,
  amount_minor       bigint not null,
  validity_minutes   integer not null,
  status             text not null default 'ACTIVE' check (status in ('ACTIVE', 'EXPIRED', 'USED', 'CLOSED')),
  created_at         timestamptz not null default now(),
  expires_at         timestamptz not null
) with (fillfactor = 80);
create index virtual_account_checkout on virtual_account (checkout_id);

-- One row per transfer. Its id is the transactionReference that the merchant sees.
create table inward_credit (
  credit_id          text primary key,
  provider           text not null,
  session_id         text not null,
  account_number     text not null,
  virtual_account_id text references virtual_account,
  checkout_id        text references checkout,
  merchant_id        text,
  amount_minor       bigint not null check (amount_minor > 0),
  currency           text not null default 'NGN',
  source             jsonb not null default '{}',   -- {accountNumber, accountName, bankCode, bankName}
  narration          text,
  sent_at            timestamptz,                   -- by the sender's bank, when it can be believed
  received_at        timestamptz not null default now(),
  outcome            text check (outcome in ('EXACT', 'UNDERPAID', 'OVERPAID', 'LATE', 'DUPLICATE', 'UNMATCHED')),
  applied_minor      bigint not null default 0,
  excess_minor       bigint not null default 0,
  applied_at         timestamptz,
  unique (provider, session_id)
) with (fillfactor = 80);
create index inward_credit_checkout on inward_credit (checkout_id);

-- What a workflow must be told. A row is re-sent from due_at on until it is marked applied.
create table fact (
  fact_id     bigint generated always as identity primary key,
  checkout_id text not null references checkout,
  kind        text not null check (kind in ('INITIATED', 'ACCOUNT_ISSUED', 'CREDIT_RECEIVED', 'CANCEL_REQUESTED')),
  subject_id  text,                                 -- the virtual account or the credit it speaks of
  deadline    timestamptz,                          -- when the workflow will act on it by itself, if it will
  due_at      timestamptz default now() + interval '3 seconds',  -- null once applied
  attempts    integer not null default 0,
  created_at  timestamptz not null default now(),
  applied_at  timestamptz,
  constraint fact_due_until_applied check ((applied_at is null) = (due_at is not null))
) with (fillfactor = 80);
create index fact_due on fact (due_at) where due_at is not null;
create index fact_open on fact (checkout_id) where applied_at is null;

-- Down Migration
drop table fact, inward_credit, virtual_account, checkout, checkout_transition cascade;
