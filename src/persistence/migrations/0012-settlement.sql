-- Up Migration
-- When money is a merchant's to have, what it is paid with, and how every kobo of a payout is explained.

alter table merchant
  -- T0_INSTANT, T1, T2, WEEKLY:MON..FRI, MONTHLY:1..31, MANUAL; src/domain/settlement-schedule.ts
  add column settlement_schedule  text   not null default 'T1',
  add column minimum_payout_minor bigint not null default 100000 check (minimum_payout_minor >= 0),
  add column payout_fee_minor     bigint not null default 0 check (payout_fee_minor >= 0);  -- per transfer, VAT comes on top

-- What ops declare about a day, either way; fixed feasts and Easter are worked out (functions/base/calendar.sql).
create table holiday (
  day        date primary key,
  is_holiday boolean not null,
  name       text not null,
  changed_at timestamptz not null default now()
);

create table holiday_change (
  holiday_change_id bigint generated always as identity primary key,
  day        date not null,
  is_holiday boolean,                              -- null: the declaration was withdrawn
  name       text,
  operator   text not null,
  reason     text not null,
  replanned  integer not null,                     -- due dates that it moved
  changed_at timestamptz not null default now()
);

-- One row for each journal that changes what a merchant has: 2100 + 2110 - 1300. Written by post_journals.
create table balance_transaction (
  balance_transaction_id bigint generated always as identity primary key,
  merchant_id   text   not null,
  currency      text   not null default 'NGN',
  type          text   not null check (type in ('COLLECTION', 'REFUND', 'CHARGEBACK', 'SETTLEMENT', 'SETTLEMENT_REVERSAL', 'ADJUSTMENT')),
  source_type   text   not null,                   -- of the journal
  source_id     text   not null,
  purpose       text   not null,
  gross_minor   bigint not null,                   -- what comes in is positive
  fee_minor     bigint not null default 0,
  vat_minor     bigint not null default 0,
  duty_minor    bigint not null default 0,
  net_minor     bigint not null,
  due_on        date   not null,                   -- the Lagos date of the run that may pay it out
  settlement_id text,                              -- the settlement whose statement it is on; null: of none yet
  created_at    timestamptz not null default now(),
  unique (source_type, source_id, purpose),
  constraint balance_transaction_net check (net_minor = gross_minor - fee_minor - vat_minor - duty_minor)
) with (fillfactor = 90);
create index balance_transaction_open on balance_transaction (merchant_id, due_on) where settlement_id is null;
create index balance_transaction_settled on balance_transaction (settlement_id, balance_transaction_id) where settlement_id is not null;
create index balance_transaction_merchant on balance_transaction (merchant_id, balance_transaction_id);

-- Where a merchant is paid. Never changed but in status, and in a name that an operator accepts: another account is another row.
create table settlement_account (
  settlement_account_id text primary key,
  merchant_id    text not null references merchant,
  account_number text not null,
  bank_code      text not null,                    -- NIP institution code
  bank_name      text,
  account_name   text not null,                    -- as name enquiry told it when it was registered
  provider       text not null,                    -- the rail that pays it
  is_default     boolean not null default false,
  status         text not null check (status in ('ACTIVE', 'REMOVED')),
  usable_from    timestamptz not null,             -- after the cooling period
  created_at     timestamptz not null default now(),
  removed_at     timestamptz
);
create unique index settlement_account_default on settlement_account (merchant_id) where is_default and status = 'ACTIVE';
create unique index settlement_account_number on settlement_account (merchant_id, bank_code, account_number) where status = 'ACTIVE';

create table settlement_account_change (
  change_id             bigint generated always as identity primary key,
  settlement_account_id text not null references settlement_account,
  merchant_id           text not null,
  what                  text not null check (what in ('REGISTERED', 'MADE_DEFAULT', 'REMOVED', 'NAME_ACCEPTED')),
  actor                 text not null,             -- client id of the token, or the operator
  detail                jsonb not null default '{}',
  changed_at            timestamptz not null default now()
);
create index settlement_account_change_account on settlement_account_change (settlement_account_id);

-- One cycle of the schedule, over all merchants.
create table settlement_run (
  cycle       text not null check (cycle in ('DAILY', 'INSTANT')),
  cut_off     timestamptz not null,                -- what was received before it may be due
  started_at  timestamptz not null default now(),
  finished_at timestamptz,
  result      jsonb not null default '{}',         -- counts by outcome, amounts as strings
  primary key (cycle, cut_off)
);

-- A statement of one merchant: the balance transactions frozen into it, and what of it is paid out.
create table settlement (
  settlement_id         text primary key,          -- stl_ + ULID
  merchant_id           text not null references merchant,
  number                integer not null,          -- 1, 2, 3... per merchant and currency
  settlement_reference  text not null,             -- the merchant's, or the settlement id
  request_hash          bytea,                     -- of the merchant's request: the same again is a replay
  type                  text not null check (type in ('SCHEDULED', 'ON_DEMAND')),
  cycle                 text check (cycle in ('DAILY', 'INSTANT')),
  cut_off               timestamptz not null,
  run_on                date not null,             -- Lagos
  currency              text not null default 'NGN',
  settlement_account_id text references settlement_account,
  status                text not null check (status in
    ('SCHEDULED', 'PROCESSING', 'UNKNOWN', 'SUCCESSFUL', 'FAILED', 'REVERSED', 'ON_HOLD', 'CANCELLED')),
  hold_reason           text,                      -- NEGATIVE_BALANCE, NAME_CHANGED, ACCOUNT_REFUSED, MERCHANT_INACTIVE...
  failure               text,
  noted_name            text,                      -- what the bank calls the account's holder, when that is not what was registered
  narration             text,
  transaction_count     integer not null,
  opening_minor         bigint not null,           -- closing of the one before
  gross_minor           bigint not null,           -- collections
  fee_minor             bigint not null,           -- on them, and dispute fees
  vat_minor             bigint not null,
  refund_minor          bigint not null,
  chargeback_minor      bigint not null,
  reversal_minor        bigint not null,           -- payouts that failed or came back
  duty_minor            bigint not null,           -- on refunds
  adjustment_minor      bigint not null default 0, -- whatever else changed the balance
  payout_fee_minor      bigint not null,           -- with its VAT
  payout_duty_minor     bigint not null,
  net_minor             bigint not null check (net_minor >= 0),  -- what is sent
  closing_minor         bigint not null,
  paid_minor            bigint not null default 0, -- of net, what has arrived
  event_sequence        integer not null default 0,
  version               integer not null default 1,
  created_at            timestamptz not null default now(),
  updated_at            timestamptz not null default now(),
  completed_at          timestamptz,
  unique (merchant_id, currency, number),
  unique (merchant_id, settlement_reference),
  constraint settlement_once_per_cut_off unique (merchant_id, currency, cycle, cut_off),
  constraint settlement_adds_up check (opening_minor + gross_minor - fee_minor - vat_minor - refund_minor - chargeback_minor
    + reversal_minor - duty_minor + adjustment_minor - payout_fee_minor - payout_duty_minor = net_minor + closing_minor)
) with (fillfactor = 80);
create index settlement_history on settlement (merchant_id, created_at desc, settlement_id desc);
create index settlement_open on settlement (updated_at) where status in ('SCHEDULED', 'PROCESSING', 'UNKNOWN', 'ON_HOLD');

-- Each transfer of a settlement; more than one where the rail's limit is lower than what is due.
create table payout (
  payout_id     text primary key,                  -- pay_ + ULID
  settlement_id text not null references settlement,
  merchant_id   text not null,
  part          integer not null check (part >= 1),
  provider      text not null,
  amount_minor  bigint not null check (amount_minor > 0),  -- what is sent
  duty_minor    bigint not null default 0,
  fee_minor     bigint not null default 0,
  vat_minor     bigint not null default 0,
  currency      text not null default 'NGN',
  status        text not null default 'SCHEDULED', -- src/domain/payout-state.ts
  response_code text,
  failure       text,
  attempts      integer not null default 0,
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now(),
  completed_at  timestamptz,
  unique (settlement_id, part)
) with (fillfactor = 80);
create index payout_open on payout (updated_at) where status in ('SCHEDULED', 'PROCESSING', 'UNKNOWN');

-- Filled by the migrator from src/domain/payout-state.ts.
create table payout_transition (
  from_status text not null,
  event       text not null,
  to_status   text not null,
  primary key (from_status, event)
);

alter table fact
  drop constraint fact_kind_check,
  add constraint fact_kind_check check (kind in
    ('INITIATED', 'ACCOUNT_ISSUED', 'CREDIT_RECEIVED', 'CANCEL_REQUESTED', 'CREDIT_HELD', 'REFUND_REQUESTED', 'CARD_ATTEMPTED',
     'SETTLEMENT_FROZEN'));
drop index fact_subject;
create index fact_subject on fact (subject_id) where applied_at is null
  and kind in ('CREDIT_HELD', 'REFUND_REQUESTED', 'CARD_ATTEMPTED', 'SETTLEMENT_FROZEN');

insert into setting (name, value) values
  ('payout_limit_minor', '1000000000'),            -- a larger payout is split: what one transfer may be
  ('settlement_cooling_hours', '24')               -- before a changed settlement account is paid
  on conflict do nothing;

-- What merchants have from before: one transaction each, due at the next run, so that the statements add up from the start.
insert into balance_transaction (merchant_id, type, source_type, source_id, purpose, gross_minor, net_minor, due_on)
  select a.owner, 'ADJUSTMENT', 'opening', a.owner, 'balance', -sum(a.balance_minor), -sum(a.balance_minor),
         (now() at time zone 'Africa/Lagos')::date
    from ledger_account a where a.code in ('2100', '2110', '1300') group by a.owner having sum(a.balance_minor) <> 0;
