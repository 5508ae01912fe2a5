-- Up Migration
-- Two operators may give a refund another account. A merchant needs a scope for that; operators need none of the merchant's.

-- Who named the other account; null: the merchant.
alter table refund add column redirected_by text check (redirected_by = 'OPERATORS');
