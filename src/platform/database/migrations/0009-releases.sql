-- Up Migration
-- The releases whose functions are in this database, each in a schema of its own (src/platform/database/releases.ts).
create table release (
  name        text        primary key check (name ~ '^release_[0-9a-f]{12}$'),
  made_at     timestamptz not null default now(),
  migrated_at timestamptz not null default now()   -- the last time that its migrate was run
);

-- The release whose functions a running program calls; null: a program from before releases had schemas.
alter table ring_holder add column release text;
