-- Up Migration
-- The progress of the proof of the books. It is unlogged like the sums of the proof: a crash loses both together, and the proof begins
-- anew.
create unlogged table proof_run (
  one          boolean     primary key default true check (one),
  is_whole     boolean     not null,   -- all closed months, or the one that was proven longest ago
  started_at   timestamptz not null default clock_timestamp(),
  told_at      timestamptz not null default clock_timestamp(),
  -- Transactions from before the proof may still write into the tables that it reads: the proof waits until they have ended.
  writes_until xid8        not null,
  months       date[]      not null,   -- closed months that are still to be proven, the one at work first
  part         integer     not null default 0,
  position     text,   -- the last key of the part that was looked at; null: none yet
  from_journal bigint      not null,   -- the last journal of the closed months
  to_journal   bigint      not null,   -- the last journal when the proof began
  to_line      bigint      not null,   -- the last balance transaction when the proof began
  digest       bytea       not null default '',   -- the digest of the month at work, so far
  faults       jsonb       not null default '{}',   -- by claim
  took_ms      jsonb       not null default '{}',   -- by claim
  ended_at     timestamptz
);

-- The sum of the entries of an account, or of the balance transactions of a merchant, up to the position.
create unlogged table proof_sum (
  subject text   collate "C" primary key,
  minor   bigint not null
) with (fillfactor = 50);

-- When each closed month was last proven.
create table period_proof (
  month     date        primary key references period,
  proven_at timestamptz not null
);
