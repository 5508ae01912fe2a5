-- Up Migration
-- The outbox: what happened, and to whom it must be told.

-- What the functions must know of the installation; written by the migrator.
create table setting (
  name  text primary key,
  value text not null
);

create table webhook_endpoint (
  merchant_id       text primary key references merchant,
  url               text not null,
  secret_sealed     bytea not null,           -- AES-256-GCM: it signs, so it must be readable again
  secret_version    integer not null default 1,
  events            text[],                   -- null: all of them
  status            text not null default 'ACTIVE' check (status in ('ACTIVE', 'DISABLED', 'SUPPRESSED')),
  disabled_reason   text,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now()
);

create table event (
  event_id    text primary key,
  merchant_id text not null references merchant,
  checkout_id text references checkout,
  sequence    integer not null,
  type        text not null,
  body        text not null,                  -- the exact bytes that are signed and sent, at every attempt
  created_at  timestamptz not null default now(),
  unique (checkout_id, sequence)
);

create table webhook_delivery (
  delivery_id text primary key,
  event_id    text not null references event,
  merchant_id text not null,
  url         text,                           -- null: no endpoint was set when it happened
  status      text not null check (status in ('PENDING', 'DELIVERING', 'DELIVERED', 'RETRYING', 'DEAD', 'SUPPRESSED')),
  attempts    integer not null default 0,
  lease_until timestamptz,                    -- DELIVERING: whose claim is over after this may be claimed again; RETRYING: see revive_deliveries
  created_at  timestamptz not null default now(),
  finished_at timestamptz
) with (fillfactor = 70);
create index webhook_delivery_due on webhook_delivery (delivery_id) where status in ('PENDING', 'DELIVERING');
create index webhook_delivery_stalled on webhook_delivery (lease_until) where status = 'RETRYING';
create index webhook_delivery_event on webhook_delivery (event_id);

create table webhook_attempt (
  delivery_id text not null references webhook_delivery,
  attempt     integer not null,
  started_at  timestamptz not null,
  duration_ms integer not null,
  http_status integer,
  failure     text,                           -- named reason when there was no 2xx
  response    text,                           -- the head of the answer's body
  primary key (delivery_id, attempt)
);

-- Down Migration
drop table webhook_attempt, webhook_delivery, event, webhook_endpoint, setting;
