-- Up Migration
-- A merchant may want that two of its people change the accounts that it is paid to. Then one of them proposes a change, and another
-- one confirms it. Kept for good: it says who, what and when.
alter table merchant add column accounts_by_two boolean not null default false;

create table account_proposal (
  proposal_id           text        primary key,   -- acp_ + ULID
  merchant_id           text        not null references merchant,
  -- ALONE: one person is enough from then on
  what                  text        not null check (what in ('REGISTER', 'MAKE_DEFAULT', 'REMOVE', 'ALONE')),
  settlement_account_id text        references settlement_account,   -- of MAKE_DEFAULT and REMOVE
  asked                 jsonb,      -- of REGISTER: the settlement_account as it would be stored
  name_score            integer,
  status                text        not null default 'PROPOSED' check (status in ('PROPOSED', 'DONE', 'WITHDRAWN')),
  person_id             text        not null,
  person                text        not null,
  partner_id            text        check (partner_id <> person_id),
  partner               text,
  created_at            timestamptz not null default now(),
  decided_at            timestamptz,
  check ((what = 'REGISTER') = (asked is not null)),
  check ((what in ('MAKE_DEFAULT', 'REMOVE')) = (settlement_account_id is not null))
);
create index account_proposal_list on account_proposal (merchant_id, created_at desc);
-- The same change cannot be proposed twice at a time.
create unique index account_proposal_open on account_proposal
  (merchant_id, what, coalesce(settlement_account_id, (asked ->> 'bank_code') || (asked ->> 'account_number'), ''))
  where status = 'PROPOSED';

-- Secrets that a page shows once. A secret lies here, sealed, from the form that makes it until the next page has shown it.
create table shown_once (
  shown_id   text        primary key,   -- SHA-256 of the session and the form
  sealed     bytea       not null,      -- AES-256-GCM, for its session
  expires_at timestamptz not null
);
create index shown_once_end on shown_once (expires_at);
