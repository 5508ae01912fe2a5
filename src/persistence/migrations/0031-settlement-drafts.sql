-- Up Migration
-- The transactions of a large settlement are frozen in steps, before the merchant's accounts are locked.

-- Transactions that bear the id of a merchant's next settlement already, and what they come to.
create table settlement_draft (
  merchant_id       text primary key references merchant,
  settlement_id     text    not null,
  run_on            date    not null,            -- nothing in it was due later
  transaction_count integer not null default 0,
  gross_minor       bigint  not null default 0,
  fee_minor         bigint  not null default 0,
  vat_minor         bigint  not null default 0,
  refund_minor      bigint  not null default 0,
  chargeback_minor  bigint  not null default 0,
  reversal_minor    bigint  not null default 0,
  duty_minor        bigint  not null default 0,
  adjustment_minor  bigint  not null default 0
);

-- Down Migration
drop table settlement_draft;
