-- Up Migration

-- Banks and acquirers that have left several calls in a row without an answer. Workers write these rows.
create table silent_provider (
  provider text        primary key,
  since    timestamptz not null,   -- of the first call that was not answered
  seen_at  timestamptz not null    -- of the last one
);
