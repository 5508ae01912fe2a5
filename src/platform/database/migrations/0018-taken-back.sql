-- Up Migration
-- The parts of the amount that a rail has taken back of a payment: money of the merchant, and held money that was nobody's
-- yet. The rest was ours. A dispute that was won keeps the parts that had been put aside.
alter table dispute add column merchant_minor bigint not null default 0;
alter table dispute add column held_minor bigint not null default 0;
alter table dispute
  add constraint dispute_parts check (merchant_minor >= 0 and held_minor >= 0 and merchant_minor + held_minor <= amount_minor) not valid;
-- The part that was taken back of the money for which the merchant may give value (accepted_minor).
alter table checkout add column taken_back_minor bigint not null default 0;
