-- Up Migration
-- Until this time, a case that somebody has put off is not in the queue. The case still waits, and still has its deadline.
alter table attention_case add column snoozed_until timestamptz;

alter table case_event drop constraint case_event_type_check;
alter table case_event add constraint case_event_type_check check (type in
  ('OPENED', 'CHANGED', 'PROPOSED', 'WITHDRAWN', 'DECIDED', 'DONE', 'HEALED', 'NOTED', 'ASSIGNED', 'SNOOZED')) not valid;

-- A view of the queue that an operator has kept: the filters, as they stand in the address.
create table saved_view (
  operator_id text        not null references operator,
  name        text        not null check (length(name) between 1 and 40),
  query       text        not null check (length(query) <= 500),
  created_at  timestamptz not null default now(),
  primary key (operator_id, name)
);
