-- Up Migration

-- Payments that a bank without a statement was asked about, one by one: that is how our books are compared with it.
create table asked_at_bank (
  provider  text        not null,
  what      text        not null check (what in ('CREDIT', 'TRANSFER')),
  subject   text        not null,   -- of a credit its id, of a transfer our session id
  outcome   text        not null check (outcome in ('SAME', 'OTHER', 'ABSENT')),
  times     integer     not null default 1,   -- that it was known
  denials   integer     not null default 0,   -- in a row
  asked_at  timestamptz not null default now(),
  primary key (provider, what, subject)
);
create index asked_at_bank_old on asked_at_bank (asked_at);
