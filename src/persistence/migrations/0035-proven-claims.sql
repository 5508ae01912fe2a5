-- Up Migration
-- When each claim of the proof of the books was last looked at by itself, and what came of it.
create table proven_claim (
  claim     text        primary key,
  proven_at timestamptz not null,
  took_ms   integer     not null,
  faults    bigint      not null
);

-- Down Migration
drop table proven_claim;
