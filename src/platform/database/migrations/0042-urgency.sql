-- Up Migration
-- Cases in the order in which they should be decided.
-- due_at: the time at which something happens by itself, or can no longer be done. decide_by: due_at, or the time after
-- which the case has waited too long for its kind and amount.
alter table attention_case
  add column due_at timestamptz,
  add column decide_by timestamptz not null default now() + interval '4 hours';
update attention_case set decide_by = opened_at + interval '4 hours';
