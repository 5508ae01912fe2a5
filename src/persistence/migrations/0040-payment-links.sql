-- Up Migration
-- Payment links: an address that a merchant gives to payers, each of whom gets a checkout of their own.
create table payment_link (
  payment_link_id  text        primary key,
  merchant_id      text        not null references merchant,
  slug             text        not null unique,
  description      text        not null,
  -- null: the payer writes the amount, between the bounds that are not null
  amount_minor     bigint      check (amount_minor > 0),
  min_amount_minor bigint      check (min_amount_minor > 0),
  max_amount_minor bigint      check (max_amount_minor >= coalesce(min_amount_minor, 1)),
  usage            text        not null check (usage in ('ONCE', 'MANY')),
  redirect_url     text,
  metadata         jsonb       not null default '{}',
  channels         text[],
  page             jsonb,
  expires_at       timestamptz,
  deactivated_at   timestamptz,
  created_at       timestamptz not null default date_trunc('milliseconds', now()),
  check (amount_minor is null or (min_amount_minor is null and max_amount_minor is null))
);
create index payment_link_list on payment_link (merchant_id, created_at desc, payment_link_id desc);

-- Null for all that are begun by initiate, so that they have no entry in the index. No key to the link: links stay.
alter table checkout add column payment_link_id text;
create index checkout_payment_link on checkout (payment_link_id, created_at desc, checkout_id desc) where payment_link_id is not null;

-- Down Migration
drop index checkout_payment_link;
alter table checkout drop column payment_link_id;
drop table payment_link;
