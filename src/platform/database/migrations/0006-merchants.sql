-- Up Migration
-- Merchants are made, checked and closed by operators, and have any number of keys.

-- PENDING: made, and not yet allowed to take payments. CLOSED: for good.
alter table merchant drop constraint merchant_status_check;
alter table merchant add constraint merchant_status_check check (status in ('PENDING', 'ACTIVE', 'SUSPENDED', 'CLOSED'));
alter table merchant add column status_reason text;   -- why it is SUSPENDED or CLOSED
alter table merchant add column status_changed_at timestamptz not null default now();

create table merchant_contact (
  merchant_id  text not null references merchant,
  kind         text not null check (kind in ('BUSINESS', 'TECHNICAL', 'SETTLEMENT')),
  name         text not null check (length(name) between 1 and 100),
  email        text not null,
  phone_number text not null,
  primary key (merchant_id, kind)
);

alter table fee_plan add column created_at timestamptz not null default now();
-- Null: the merchant's own applies.
alter table merchant_channel add column fee_bearer text check (fee_bearer in ('MERCHANT', 'CUSTOMER'));
-- Null: the merchant's first plan for the channel stands in merchant_fee_plan.
alter table merchant_channel alter column fee_plan_id drop not null;

-- Plans that follow the one of merchant_channel, each from its date on. ledger/fees-and-policies.sql reads both.
create table merchant_fee_plan (
  merchant_id text        not null,
  channel     text        not null,
  holds_from  timestamptz not null,
  fee_plan_id text        not null references fee_plan,
  primary key (merchant_id, channel, holds_from),
  foreign key (merchant_id, channel) references merchant_channel
);

-- A key of a merchant: what its tokens may do, and from where. Its secrets are the rows of merchant_secret with its client id.
create table merchant_key (
  client_id    text        primary key,
  merchant_id  text        not null references merchant,
  name         text        not null check (length(name) between 1 and 100),
  groups       text[]      not null check (cardinality(groups) > 0),   -- src/http/access/scopes.ts
  addresses    cidr[]      not null default '{}',   -- empty: from everywhere
  created_at   timestamptz not null default now(),
  expires_at   timestamptz,
  revoked_at   timestamptz,
  last_used_at timestamptz   -- to the minute
);
create index merchant_key_merchant on merchant_key (merchant_id, created_at);

-- Existing clients keep all rights that they had.
insert into merchant_key (client_id, merchant_id, name, groups, created_at)
  select s.client_id, min(s.merchant_id), 'First key',
         '{payments,reads,refunds,settlement,personal-data,settings}', min(s.created_at)
    from merchant_secret s group by s.client_id;
