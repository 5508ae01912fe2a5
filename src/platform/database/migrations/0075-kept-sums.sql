-- Up Migration
-- Sums of the hours that are over, by merchant, so that sums of days do not read each payment again (src/reports/sums). Nothing on the
-- way of a payment writes them: the worker makes them afterwards, from balance transactions and orders.
create table kept_sum (
  merchant_id      text        not null,   -- empty: of all merchants
  currency         text        not null,
  hour             timestamptz not null,   -- its beginning
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
  primary key (merchant_id, currency, hour)
);

-- One row. Hours from since until kept_until are kept; an hour without a row had nothing in it.
create table kept_sum_state (
  only_one   boolean primary key default true check (only_one),
  since      timestamptz,   -- null: nothing was kept yet
  kept_until timestamptz,
  seen_until timestamptz    -- changes of orders before this are in the sums
);
insert into kept_sum_state default values;
