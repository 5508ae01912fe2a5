-- Up Migration
-- The one row that a readiness check writes to, to see that the database takes writes.
create table readiness (
  only_row boolean     primary key default true check (only_row),
  asked_at timestamptz not null default now()
) with (fillfactor = 50);
insert into readiness default values;

-- Down Migration
drop table readiness;
