-- Up Migration

-- Payments that a bank without a statement was asked about, one by one. This is how our books are compared with those of
-- the bank.
create table asked_at_bank (
  provider  text        not null,
  what      text        not null check (what in ('CREDIT', 'TRANSFER')),
  subject   text        not null,   -- the id of a credit, or our session id of a transfer
  outcome   text        not null check (outcome in ('SAME', 'OTHER', 'ABSENT')),
  times     integer     not null default 1,   -- how often the bank knew it
  denials   integer     not null default 0,   -- how often in a row the outcome was not SAME
  asked_at  timestamptz not null default now(),
  primary key (provider, what, subject)
);
create index asked_at_bank_old on asked_at_bank (asked_at);
