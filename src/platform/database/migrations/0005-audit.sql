-- Up Migration
-- The audit log: every change by an operator, by a merchant's key, or by a command of somebody who runs the database.

create table audit_entry (
  audit_id     bigint      generated always as identity primary key,
  at           timestamptz not null default now(),
  actor_kind   text        not null check (actor_kind in ('OPERATOR', 'KEY', 'COMMAND')),
  actor        text        not null,   -- an operator's name, a client id, or the login of the database
  action       text        not null check (action ~ '^[a-z][a-z-]*\.[a-z][a-z-]*$'),   -- merchant.suspend
  subject_kind text        not null,   -- merchant, key, operator, ...
  subject      text        not null,
  merchant_id  text        references merchant,
  before       jsonb,   -- the changed fields, as they stood; nothing that is secret or a payer's
  after        jsonb,
  reason       text,
  partner      text,   -- the second operator of a change that takes two
  door         text        not null check (door in ('API', 'CLI', 'DESK', 'COMMAND')),
  address      inet
);
create index audit_entry_subject on audit_entry (subject_kind, subject, audit_id);
create index audit_entry_actor on audit_entry (actor, audit_id);
create index audit_entry_merchant on audit_entry (merchant_id, audit_id) where merchant_id is not null;
create index audit_entry_day on audit_entry (at);
create trigger audit_entry_append_only before update or delete or truncate on audit_entry
  for each statement execute function refuse_change();

-- An operator's role has permissions; src/operators/people/permissions.ts. Operators from before the roles could do everything.
alter table operator add column role text not null default 'administrator'
  check (role in ('viewer', 'support', 'operations', 'finance', 'administrator'));
alter table operator alter column role set default 'viewer';
