-- Up Migration
-- Files that merchants upload as evidence for a dispute, each sealed for itself. They go with the payer's data, and those that no answer
-- names when the dispute is closed.
create table evidence_file (
  file_id     text        primary key,
  dispute_id  text        not null references dispute,
  merchant_id text        not null references merchant,
  media_type  text        not null check (media_type in ('application/pdf', 'image/jpeg', 'image/png')),
  bytes       integer     not null,   -- of the content, before it is sealed
  upload_hash bytea       not null,   -- SHA-256 of what was uploaded
  content_sealed bytea       not null,
  created_at  timestamptz not null default now(),
  -- The same file once more is the one that is there.
  unique (dispute_id, upload_hash)
);
-- What is sealed cannot be made smaller, and a key rotation reads its first bytes only.
alter table evidence_file alter column content_sealed set storage external;
