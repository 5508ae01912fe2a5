-- Up Migration
-- The keys of the installation that are in use, by their names: a key itself is never here.

-- A running program, and the keys that it has, the first of which it writes with.
create table ring_holder (
  process text        not null,   -- program@host:pid
  ring    text        not null,   -- src/platform/config/key-ring.ts
  kids    text[]      not null check (cardinality(kids) > 0),
  seen_at timestamptz not null default now(),
  primary key (process, ring)
) with (fillfactor = 50);

create table ring_key (
  ring          text        not null,
  kid           text        not null,
  first_seen_at timestamptz not null default now(),
  written_until timestamptz,   -- when a program that writes with it was seen the last time
  read_until    timestamptz,   -- when something was read that was written with it, as far as programs tell
  primary key (ring, kid)
) with (fillfactor = 50);
