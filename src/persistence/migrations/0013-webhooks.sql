-- Up Migration
-- What merchants see and repeat of their notifications, secrets that change, and endpoints that never answer.

-- The first failed attempt since the last success; null: the last one succeeded, or there was none.
alter table webhook_endpoint add column failing_since timestamptz;

-- Secrets that were replaced and sign beside the present one until they expire.
create table webhook_former_secret (
  merchant_id    text not null references webhook_endpoint,
  secret_version integer not null,
  secret_sealed  bytea not null,
  expires_at     timestamptz not null,
  primary key (merchant_id, secret_version)
);

-- Sends events of a range once more, page by page.
create table webhook_replay (
  replay_id   text primary key,
  merchant_id text not null references merchant,
  since       timestamptz not null,
  before      timestamptz not null,
  event_types text[],                         -- null: all of them
  only_failed boolean not null,
  status      text not null default 'RUNNING' check (status in ('RUNNING', 'DONE', 'STOPPED')),
  stop_reason text,
  position    text not null default '',       -- the last event that was looked at
  queued      integer not null default 0,
  created_at  timestamptz not null default now(),
  moved_at    timestamptz not null default now(),
  finished_at timestamptz
);
create unique index webhook_replay_running on webhook_replay (merchant_id) where status = 'RUNNING';

alter table webhook_delivery
  add column claimed_by    text,              -- the dispatcher that has it
  add column redelivery_of text,              -- the delivery that a merchant asked to have made again
  add column replay_id     text;
alter table webhook_attempt
  add column url            text,             -- where it was sent; the endpoint may have changed since
  add column first_byte_ms  integer,          -- until the answer's headers were there
  add column signature      text,             -- webhook-signature
  add column body_signature text;             -- x-notification-signature

-- Claims take a few of each merchant, so each merchant's are together.
drop index webhook_delivery_due;
create index webhook_delivery_due on webhook_delivery (merchant_id, delivery_id) where status in ('PENDING', 'DELIVERING');
-- Lists and replays go along the events, whose rows never change; what failed is looked for apart from all that arrived.
create index event_of_merchant on event (merchant_id, event_id);
create index webhook_delivery_failed on webhook_delivery (merchant_id, event_id) where status in ('RETRYING', 'DEAD', 'SUPPRESSED');
create index webhook_delivery_replay on webhook_delivery (replay_id) where replay_id is not null;
create index webhook_delivery_replaying on webhook_delivery (replay_id)
  where replay_id is not null and status in ('PENDING', 'DELIVERING', 'RETRYING');

-- Down Migration
drop index webhook_delivery_replaying, webhook_delivery_replay, webhook_delivery_failed, event_of_merchant, webhook_delivery_due;
create index webhook_delivery_due on webhook_delivery (delivery_id) where status in ('PENDING', 'DELIVERING');
alter table webhook_attempt drop column url, drop column first_byte_ms, drop column signature, drop column body_signature;
alter table webhook_delivery drop column claimed_by, drop column redelivery_of, drop column replay_id cascade;
drop table webhook_replay, webhook_former_secret;
alter table webhook_endpoint drop column failing_since cascade;
