-- Up Migration
-- No row is ever taken out of these parents while it has children, and each child is written by one function that has just
-- written or read its parent. Keeping the keys would look up, and lock, the row of a merchant or of a prefix for each payment.
alter table fact drop constraint fact_checkout_id_fkey;
alter table event drop constraint event_merchant_id_fkey, drop constraint event_checkout_id_fkey;
alter table webhook_delivery drop constraint webhook_delivery_event_id_fkey;
alter table webhook_attempt drop constraint webhook_attempt_delivery_id_fkey;
alter table virtual_account drop constraint virtual_account_prefix_fkey;
