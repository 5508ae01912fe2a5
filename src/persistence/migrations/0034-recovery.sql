-- Up Migration
-- A database that was restored from a backup: what is done about it, and how it is noticed.

-- Until it has ended nothing leaves through the bank: its statement has to be read first.
create table recovery (
  provider  text not null,
  began_at  timestamptz not null default now(),
  reason    text not null check (reason in ('BEHIND', 'BY_HAND')),
  read_from timestamptz not null,                -- a statement that is read to its end after this ends it
  ended_at  timestamptz,
  primary key (provider, began_at)
);
create unique index recovery_open on recovery (provider) where ended_at is null;

-- Rises while a worker runs, which keeps the last mark outside of the database. A sequence would not do: after a crash, and
-- in a copy that is brought forward by the write-ahead log, it goes on up to 32 numbers later, and so hides what was lost.
create table progress_mark (
  only_row    boolean primary key default true check (only_row),
  mark        bigint  not null default 0,
  database_id text    not null default gen_random_uuid()::text   -- another database has marks of its own
) with (fillfactor = 50);
insert into progress_mark default values;

-- Down Migration
drop table progress_mark;
drop table recovery;
