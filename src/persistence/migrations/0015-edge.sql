-- Up Migration
-- What all API processes must agree on: requests that carry an Idempotency-Key, and how much somebody has used up.

-- A request is taken by inserting its key, and has its answer once it is carried out. `attempt` names the one request that
-- may write the answer; one that dies leaves the key to the next after its lease.
create table idempotent_request (
  merchant_id text        not null,
  key         text        collate "C" not null check (length(key) between 1 and 255),
  fingerprint bytea       not null check (length(fingerprint) = 32),
  attempt     text        not null,
  lease_until timestamptz not null,
  http_status smallint,
  body_sealed bytea,
  created_at  timestamptz not null default now(),
  primary key (merchant_id, key),
  check ((http_status is null) = (body_sealed is null))
);
create index idempotent_request_age on idempotent_request (created_at);

-- What was used of a quota in the window that ends then. Losing it in a crash forgives a window; that is all.
create unlogged table quota_window (
  name    text        collate "C" primary key,
  ends_at timestamptz not null,
  used    bigint      not null
);
create index quota_window_end on quota_window (ends_at);
