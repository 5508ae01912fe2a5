-- Up Migration
-- What payers get wrong and what becomes of the money: policies, returns and refunds, cards, disputes, the bank's statement.

-- It shows columns that go; it is made anew with the functions.
drop view if exists checkout_read cascade;

alter table merchant
  add column policies         jsonb not null default '{}',   -- src/domain/policies.ts; what is missing has its default
  add column card_fee_plan_id text references fee_plan;      -- null: the plan of the bank channel
update merchant set policies = jsonb_build_object('onAccountExpiry', on_account_expiry);
alter table merchant drop column on_account_expiry;

alter table checkout
  add column policies            jsonb not null default '{}',  -- resolved at initiate, whole
  add column bank_fee_plan_id    text,                         -- as agreed at initiate
  add column card_fee_plan_id    text,
  add column card_expected_minor bigint,                       -- what a card is charged; null without the channel
  add column card_declines       integer not null default 0,
  add column refunded_minor      bigint not null default 0;    -- sent back by the merchant's refunds, confirmed
update checkout c
   set policies = jsonb_build_object('onAccountExpiry', on_account_expiry),
       bank_fee_plan_id = (select m.bank_fee_plan_id from merchant m where m.merchant_id = c.merchant_id);
alter table checkout drop column on_account_expiry;

-- A number may be given to another checkout once its quarantine is over: the next generation of it.
alter table virtual_account
  add column generation  integer not null default 0,
  add column released_at timestamptz,            -- the number is nobody's since
  drop constraint virtual_account_account_number_key,
  add constraint virtual_account_number_generation unique (account_number, generation),
  drop constraint virtual_account_status_check,
  add constraint virtual_account_status_check check (status in ('ACTIVE', 'EXPIRED', 'USED', 'CLOSED', 'RELEASED'));
create index virtual_account_expiry on virtual_account (expires_at) where released_at is null;

create table free_number (
  account_number text primary key,
  prefix         text not null references number_prefix,
  generation     integer not null,               -- of the account that takes it
  freed_at       timestamptz not null default now(),
  taken_at       timestamptz                     -- by a process that will give it away
);
create index free_number_oldest on free_number (prefix, freed_at);

alter table inward_credit
  alter column account_number drop not null,
  add column channel        text not null default 'Bank' check (channel in ('Bank', 'Card')),
  add column policy_applied text,
  add column fee_minor      bigint not null default 0,  -- charged on this credit
  add column vat_minor      bigint not null default 0,
  add column refunded_minor bigint not null default 0,  -- on its way back, or there
  add column resolution     text check (resolution in ('ACCEPTED', 'RETURNED', 'KEPT')),  -- of a credit that was held
  add column in_time        boolean,
  add column event_sequence integer not null default 0,  -- of a credit that has no checkout to count its events
  add constraint refunded_of_received check (refunded_minor between 0 and amount_minor);

alter table fact
  alter column checkout_id drop not null,
  drop constraint fact_kind_check,
  add constraint fact_kind_check check (kind in
    ('INITIATED', 'ACCOUNT_ISSUED', 'CREDIT_RECEIVED', 'CANCEL_REQUESTED', 'CREDIT_HELD', 'REFUND_REQUESTED', 'CARD_ATTEMPTED'));
create index fact_subject on fact (subject_id) where applied_at is null and kind in ('CREDIT_HELD', 'REFUND_REQUESTED', 'CARD_ATTEMPTED');

-- Money that goes back to a payer, whoever decided it.
create table refund (
  refund_id        text primary key,
  merchant_id      text references merchant,            -- null: of an unmatched credit that is nobody's
  checkout_id      text references checkout,
  credit_id        text not null references inward_credit,
  refund_reference text not null,                       -- the merchant's, or the refund id
  request_hash     bytea,                               -- of the merchant's request: the same again is a replay
  origin           text not null check (origin in ('POLICY', 'MERCHANT', 'OPERATOR')),
  reason           text not null,                       -- UNDERPAID, OVERPAID, LATE, DUPLICATE, UNMATCHED, CANCELLED, MERCHANT_REQUEST...
  note             text,
  amount_minor     bigint not null check (amount_minor > 0),
  currency         text not null default 'NGN',
  duty_minor       bigint not null default 0,
  duty_bearer      text not null check (duty_bearer in ('PLATFORM', 'MERCHANT')),
  channel          text not null check (channel in ('Bank', 'Card')),
  provider         text not null,                       -- the rail it goes out by
  destination      jsonb not null,                      -- {accountNumber, accountName, bankCode, bankName}; {} for a card
  status           text not null default 'REQUESTED',   -- src/domain/refund-state.ts
  response_code    text,
  failure          text,
  attempts         integer not null default 0,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  completed_at     timestamptz,
  unique (merchant_id, refund_reference)
) with (fillfactor = 80);
create index refund_credit on refund (credit_id);
create index refund_checkout on refund (checkout_id);
create index refund_open on refund (updated_at) where status not in ('SUCCESSFUL', 'FAILED');

-- Filled by the migrator from src/domain/refund-state.ts.
create table refund_transition (
  from_status text not null,
  event       text not null,
  to_status   text not null,
  primary key (from_status, event)
);

-- Each sending of money through a rail, under the session id that the bank knows it by. Refunds now, payouts later.
create table outward_transfer (
  session_id    text primary key,
  provider      text not null,
  purpose       text not null check (purpose in ('REFUND', 'PAYOUT')),
  purpose_id    text not null,
  attempt       integer not null,
  amount_minor  bigint not null check (amount_minor > 0),
  currency      text not null default 'NGN',
  status        text not null default 'SENT' check (status in ('SENT', 'UNKNOWN', 'SUCCESSFUL', 'FAILED', 'RETURNED')),
  response_code text,
  failure       text,
  sent_at       timestamptz not null default now(),
  settled_at    timestamptz,
  unique (purpose, purpose_id, attempt)
);
create index outward_transfer_open on outward_transfer (sent_at) where status in ('SENT', 'UNKNOWN');

create table stamp_duty (
  effective_from  timestamptz primary key,
  threshold_minor bigint not null,
  duty_minor      bigint not null
);
-- Nigeria Tax Act 2025: 50 naira on transfers of 10,000 naira and more, borne by the sender.
insert into stamp_duty values ('2026-01-01T00:00:00+01', 1000000, 5000);

create table card_attempt (
  attempt_id   text primary key,                        -- also the charge's id at the acquirer
  checkout_id  text not null references checkout,
  merchant_id  text not null,
  provider     text not null,
  token_sealed bytea not null,
  token_hash   bytea not null,                          -- the same token again is a replay
  amount_minor bigint not null check (amount_minor > 0),
  status       text not null default 'PENDING' check (status in
    ('PENDING', 'REQUIRES_ACTION', 'PROCESSING', 'SUCCEEDED', 'FAILED', 'EXPIRED', 'CANCELLED', 'UNKNOWN')),
  response_code text,
  failure      text,
  action       jsonb,                                   -- {type, url}
  card         jsonb,                                   -- {brand, first6, last4, expMonth, expYear, issuer}
  credit_id    text references inward_credit,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now()
);
create index card_attempt_checkout on card_attempt (checkout_id);
create unique index card_attempt_one_open on card_attempt (checkout_id)
  where status in ('PENDING', 'REQUIRES_ACTION', 'PROCESSING', 'UNKNOWN');

-- A chargeback of a card payment, or a sender bank's recall of a transfer.
create table dispute (
  dispute_id         text primary key,
  provider           text not null,
  provider_reference text not null,
  kind               text not null check (kind in ('CHARGEBACK', 'RECALL')),
  credit_id          text not null references inward_credit,
  checkout_id        text references checkout,
  merchant_id        text references merchant,
  amount_minor       bigint not null check (amount_minor > 0),
  status             text not null check (status in ('OPENED', 'WON', 'LOST')),
  opened_at          timestamptz not null default now(),
  closed_at          timestamptz,
  unique (provider, provider_reference)
);
create index dispute_credit on dispute (credit_id);

-- What rails told us besides credits, each once.
create table rail_event (
  provider    text not null,
  event_id    text not null,
  kind        text not null,
  subject     text not null,
  amount_minor bigint,
  outcome     text not null,
  received_at timestamptz not null default now(),
  primary key (provider, event_id)
);

-- The bank's own statement as it was pulled, and what it was matched with.
create table statement_line (
  provider      text not null,
  line_id       bigint not null,
  kind          text not null,
  session_id    text,
  amount_minor  bigint not null,
  balance_minor bigint not null,
  booked_at     timestamptz not null,
  matched       text not null,                          -- MATCHED, MISSED_CREDIT, FATE_DIFFERS, CHARGED, UNEXPLAINED
  imported_at   timestamptz not null default now(),
  primary key (provider, line_id)
);
create index statement_line_session on statement_line (session_id);

-- What a reconciliation or a sweep found and did about it; one row per thing found.
create table finding (
  finding_id  bigint generated always as identity primary key,
  kind        text not null,
  subject     text not null,
  detail      jsonb not null default '{}',
  action      text not null,
  times       integer not null default 1,
  found_at    timestamptz not null default now(),
  last_at     timestamptz not null default now(),
  unique (kind, subject)
);

insert into setting (name, value) values
  ('quarantine_hours', '72'),
  ('dispute_fee_minor', '0'),                                 -- what a merchant pays for a chargeback it loses
  ('settlement_bank.simulator-acquirer', 'simulator')         -- where the acquirer pays
  on conflict do nothing;
