-- Up Migration
-- Closed months of the books. The proof of the books begins where the last of them ends. No closed month changes, and
-- nothing is added to one.
create table period (
  month           date        primary key check (extract(day from month) = 1),   -- a month of Lagos
  closed_through  bigint      not null,   -- its last journal; the month begins behind the last journal of the month before
  journals        bigint      not null,
  digest          bytea       not null check (length(digest) = 32),   -- covers its journals and entries, and the month before
  closed_at       timestamptz not null default now()
);
create trigger period_append_only before update or delete or truncate on period
  for each statement execute function refuse_change();

-- The balance of each account at the end of a month; an account that held nothing has no row.
create table period_balance (
  month         date   not null references period,
  account_id    text   collate "C" not null,
  currency      text   generated always as (right(account_id, 3)) virtual,
  balance_minor bigint not null check (balance_minor <> 0),
  primary key (month, account_id)
);
create trigger period_balance_append_only before update or delete or truncate on period_balance
  for each statement execute function refuse_change();
