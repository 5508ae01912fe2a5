-- Up Migration
-- The progress of the erasure of payers by age: orders up to this one were looked at. An order that had to stay then is looked at
-- each day.
create table erasure_progress (
  only_row boolean primary key default true check (only_row),
  position text    not null default ''
);
insert into erasure_progress default values;

create table erasure_waiting (
  checkout_id text        primary key,
  held_by     text        not null,   -- docs/retention.md says what ends each
  look_at     timestamptz not null
);
create index erasure_waiting_due on erasure_waiting (look_at);
