-- Up Migration
-- The keys of the installation that are in use, by their names: a key itself is never here.

-- A running program, and the keys that it has. It writes with the first.
create table ring_holder (
  process text        not null,   -- program@host:pid
  ring    text        not null,   -- src/platform/config/key-set.ts
  kids    text[]      not null check (cardinality(kids) > 0),
  seen_at timestamptz not null default now(),
  primary key (process, ring)
) with (fillfactor = 50);

create table ring_key (
  ring          text        not null,
  kid           text        not null,
  first_seen_at timestamptz not null default now(),
  written_until timestamptz,   -- when a program that writes with the key was last seen
  read_until    timestamptz,   -- when something that was written with the key was last read, as far as programs report
  primary key (ring, kid)
) with (fillfactor = 50);
