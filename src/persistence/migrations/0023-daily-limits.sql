-- Up Migration
-- How much a merchant may take, and have paid out on demand, in a day of Lagos. Null: as much as there is.

alter table merchant
  add column daily_limit_minor            bigint check (daily_limit_minor > 0),
  add column daily_settlement_limit_minor bigint check (daily_settlement_limit_minor > 0);

-- Down Migration
alter table merchant drop column daily_limit_minor, drop column daily_settlement_limit_minor;
