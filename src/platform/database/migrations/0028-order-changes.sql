-- Up Migration
-- The amounts that an order had before money came for it, so that its timeline can show which amount was asked when.
create table order_change (
  checkout_id  text        not null references checkout,
  version      integer     not null,   -- the checkout's, after the change
  changed_at   timestamptz not null,
  before_minor bigint      not null,
  after_minor  bigint      not null,
  primary key (checkout_id, version)
);
