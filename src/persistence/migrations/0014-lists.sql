-- Up Migration
-- What lists are read by. Every index is on columns that never change, so that a payment's updates stay in their pages.

create index inward_credit_listed on inward_credit (merchant_id, received_at, credit_id, amount_minor, channel);
create index inward_credit_stray_number on inward_credit (account_number) where checkout_id is null and channel = 'Bank';
create index refund_listed on refund (merchant_id, created_at, refund_id);

-- The same order as before, and with it what a balance is summed from: no row of the books is visited for that.
create index entry_of_account on entry (account_id, journal_id) include (amount_minor, leg);
drop index entry_account;

-- Credits that are more than an exact payment: something did not fit, goes back, or is disputed. Lists of these few read
-- this table instead of all that the merchant has received.
create table noted_credit (
  merchant_id text        not null,
  received_at timestamptz not null,
  credit_id   text        not null references inward_credit,
  primary key (merchant_id, received_at, credit_id)
);
insert into noted_credit (merchant_id, received_at, credit_id)
  select k.merchant_id, k.received_at, k.credit_id from inward_credit k
   where k.merchant_id is not null
     and (k.outcome <> 'EXACT' or k.refunded_minor > 0 or exists (select from dispute d where d.credit_id = k.credit_id));

-- Scopes that not every merchant's tokens have; src/auth/scopes.ts.
alter table merchant add column granted_scopes text[] not null default '{}';

-- When a merchant last had a bank asked about a transfer.
create table bank_asked (
  merchant_id text primary key references merchant,
  asked_at    timestamptz not null
);
