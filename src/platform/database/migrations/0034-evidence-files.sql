-- Up Migration
-- Files that merchants upload as evidence for a dispute, each sealed for itself. They are deleted with the payer's data.
-- Files that no answer names are deleted when the dispute is closed.
create table evidence_file (
  file_id     text        primary key,
  dispute_id  text        not null references dispute,
  merchant_id text        not null references merchant,
  media_type  text        not null check (media_type in ('application/pdf', 'image/jpeg', 'image/png')),
  bytes       integer     not null,   -- of the content, before it is sealed
  upload_hash bytea       not null,   -- SHA-256 of what was uploaded
  content_sealed bytea       not null,
  created_at  timestamptz not null default now(),
  -- A repeated upload of a file finds the row of the first upload.
  unique (dispute_id, upload_hash)
);
-- Sealed bytes cannot be compressed, and a key rotation reads only the first of them.
alter table evidence_file alter column content_sealed set storage external;
