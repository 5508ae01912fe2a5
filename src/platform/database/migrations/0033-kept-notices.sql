-- Up Migration

-- Notices of providers that could not be booked, as they came, so that none is lost. A repeated notice is the same row.
create table kept_notice (
  notice_id  bigint      generated always as identity primary key,
  provider   text        not null,
  digest     bytea       not null,   -- of the body
  body       text        not null,
  reason     text        not null check (reason in ('UNREADABLE', 'NOT_CONFIRMED')),
  why        text        not null,
  times      integer     not null default 1,
  kept_at    timestamptz not null default now(),
  last_at    timestamptz not null default now(),
  booked_at  timestamptz,   -- since then its credit is in the books
  unique (provider, digest)
);
create index kept_notice_open on kept_notice (last_at) where booked_at is null;
