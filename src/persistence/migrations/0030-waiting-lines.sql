-- Up Migration
-- Lines of a bank's statement that are not imported yet: something has to be done first, or importing them has failed.

create table statement_line_waiting (
  provider text        not null,
  line_id  bigint      not null,
  line     jsonb       not null,                 -- as the bank's adapter tells it, amounts as strings
  tries    integer     not null default 0,       -- that failed
  due_at   timestamptz not null default now(),
  primary key (provider, line_id)
);

-- Cases that are told to look again, because a finding was put right without a person.
create index finding_righted on finding (kind) where action = 'RESOLVED' and resolved_at is null and case_opened_at is not null;

-- Down Migration
drop table statement_line_waiting;
drop index finding_righted;
