-- Up Migration
-- A refund to another account than the one that paid waits before it is sent, and counts towards the day's limit.

alter table refund add column redirected_at timestamptz;  -- when the merchant named the other account; null: back to the payer's
create index refund_redirected on refund (merchant_id, redirected_at) where redirected_at is not null;

-- Down Migration
drop index refund_redirected;
alter table refund drop column redirected_at;
