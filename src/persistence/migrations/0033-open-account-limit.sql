-- Up Migration
-- How many accounts that wait for money a merchant may have at once, so that none uses up a prefix that others share.

alter table merchant add column open_account_limit integer not null default 100000 check (open_account_limit > 0);

-- Down Migration
alter table merchant drop column open_account_limit;
