-- Up Migration
-- A period's statement finds its lines by when they were booked; so does whoever reads a merchant's lines from first to last.
create index balance_transaction_booked on balance_transaction (merchant_id, created_at, balance_transaction_id);
drop index balance_transaction_merchant;

-- Down Migration
create index balance_transaction_merchant on balance_transaction (merchant_id, balance_transaction_id);
drop index balance_transaction_booked;
