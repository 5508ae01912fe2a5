-- Up Migration
-- A list of the portal with its filters, as one of a merchant’s people has kept it: the filters as they stand in the address.
create table portal_view (
  person_id  text        not null references person,
  page       text        not null check (page in ('PAYMENTS', 'REFUNDS', 'DISPUTES')),
  name       text        not null check (length(name) between 1 and 40),
  query      text        not null check (length(query) <= 500),
  created_at timestamptz not null default now(),
  primary key (person_id, page, name)
);

-- The proof that a merchant asks for before one of its people refunds more than an amount (kobo). The newest row that has
-- begun holds.
create table refund_rule (
  merchant_id text        not null references merchant,
  -- Weakening a rule of two takes effect a day later, so that one person alone cannot remove the rule and use that at once
  holds_from  timestamptz not null,
  over_minor  bigint      not null check (over_minor >= 0),
  -- FRESH: the person proves again who it is. TWO: another person confirms
  asks        text        not null check (asks in ('NOTHING', 'FRESH', 'TWO')),
  primary key (merchant_id, holds_from)
);

-- A refund that one of a merchant’s people asks for. Above the merchant’s limit, another person confirms it. The row is kept
-- for good: it says who, what and when.
create table refund_proposal (
  proposal_id           text        primary key,   -- rfp_ + ULID
  merchant_id           text        not null references merchant,
  transaction_reference text        not null,
  payment_reference     text,
  amount_minor          bigint      not null check (amount_minor > 0),
  reason                text        not null check (length(reason) between 1 and 200),
  status                text        not null default 'PROPOSED' check (status in ('PROPOSED', 'DONE', 'WITHDRAWN')),
  person_id             text        not null references person,
  person                text        not null,
  partner_id            text        references person check (partner_id <> person_id),
  partner               text,
  created_at            timestamptz not null default now(),
  decided_at            timestamptz
);
create index refund_proposal_waiting on refund_proposal (merchant_id, created_at) where status = 'PROPOSED';
create index refund_proposal_of on refund_proposal (transaction_reference);
