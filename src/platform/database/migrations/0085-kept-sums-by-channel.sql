-- Up Migration
-- Sums of past hours are kept by channel and by bank or acquirer as well: a large installation's day takes seconds to add up.
-- contracts: nothing has been released yet, so no release reads it
drop table kept_sum;
create table kept_sum (
  merchant_id      text        not null,   -- empty: of all merchants
  currency         text        not null,
  split            text        not null check (split in ('', 'channel', 'provider')),   -- what the hour is split by; empty: by nothing
  hour             timestamptz not null,   -- its beginning
  key              text        not null,   -- the channel, or the provider; empty: there is none, as for payouts and unpaid orders
  payments         integer     not null,
  gross_minor      bigint      not null,
  fee_minor        bigint      not null,
  refunds          integer     not null,
  refund_minor     bigint      not null,
  dispute_minor    bigint      not null,
  adjustment_minor bigint      not null,
  settled_minor    bigint      not null,
  change_minor     bigint      not null,
  initiated        integer     not null,
  paid             integer     not null,
  wait_seconds     integer[]   not null,   -- how long orders took to be paid, in steps (wait_step),
  wait_orders      integer[]   not null,   -- and how many took so long
  primary key (merchant_id, currency, split, hour, key)
);

-- All hours are kept anew.
update kept_sum_state set since = null, kept_until = null, seen_until = null;
