-- Up Migration
-- What a rail has taken back of a payment, by whose money it was: the merchant's, or money that was held for nobody yet. The rest
-- was ours. Of a dispute that was won it is what had been put aside.
alter table dispute add column merchant_minor bigint not null default 0;
alter table dispute add column held_minor bigint not null default 0;
alter table dispute
  add constraint dispute_parts check (merchant_minor >= 0 and held_minor >= 0 and merchant_minor + held_minor <= amount_minor) not valid;
-- Of what the merchant may give value for, what was taken back.
alter table checkout add column taken_back_minor bigint not null default 0;
