-- Up Migration
-- Two operators give a sole owner who has lost everything a new way in.
-- contracts: nothing has been released yet, and the table has a few rows
alter table errand
  drop constraint errand_kind_check,
  add constraint errand_kind_check check (kind in ('SCHEDULE', 'REFUND', 'OWNER'));
