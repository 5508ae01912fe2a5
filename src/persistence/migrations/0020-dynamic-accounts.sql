-- Up Migration
-- Accounts for one payment that a merchant makes by a call of their own, what amounts they accept, and how full prefixes are.

alter table checkout
  add column origin      text not null default 'CHECKOUT' check (origin in ('CHECKOUT', 'VIRTUAL_ACCOUNT')),
  add column amount_rule text not null default 'EXACT' check (amount_rule in ('EXACT', 'AT_LEAST', 'AT_MOST', 'ANY'));

alter table number_prefix
  add column capacity integer not null default 1000000 check (capacity between 1 and 1000000),  -- numbers there are
  add column swept_at timestamptz;                -- since then each of them is an account's or in free_number

alter table merchant_prefix add column is_default boolean not null default false;
update merchant_prefix p set is_default = true
 where p.prefix = (select min(q.prefix) from merchant_prefix q where q.merchant_id = p.merchant_id and q.status = 'ACTIVE');
create unique index merchant_prefix_default on merchant_prefix (merchant_id) where is_default;

create index virtual_account_listed on virtual_account (merchant_id, created_at, virtual_account_id) where checkout_id is not null;
-- Numbers that are not free, by prefix: what quarantines and counts are read by.
create index virtual_account_held on virtual_account (prefix, expires_at) where released_at is null;
drop index virtual_account_expiry;

-- The last count of each prefix, and how long it took; functions/numbers/prefixes.sql.
create table prefix_usage (
  prefix      text primary key references number_prefix,
  in_use      integer not null,
  quarantined integer not null,
  counted_at  timestamptz not null,
  took        interval not null
);

-- Down Migration
drop table prefix_usage;
create index virtual_account_expiry on virtual_account (expires_at) where released_at is null;
drop index virtual_account_held, virtual_account_listed, merchant_prefix_default;
alter table merchant_prefix drop column is_default;
alter table number_prefix drop column capacity, drop column swept_at;
alter table checkout drop column origin, drop column amount_rule;
