-- Up Migration
-- Merchants' contacts and operators get messages as payers do. FORMER: a contact that was replaced not long ago.
-- contracts: there was no release yet that wrote messages.
alter table message
  drop constraint message_recipient_check,
  add constraint message_recipient_check
    check (recipient in ('PAYER', 'COPY', 'BUSINESS', 'TECHNICAL', 'SETTLEMENT', 'FORMER', 'OPERATOR')),
  alter column merchant_id drop not null,
  add column person    text,          -- FORMER: former_contact; OPERATOR: told_operator
  add column tell_at   timestamptz,   -- when the message is to be sent, if it was written long before
  add column digest_id text,          -- the message that stands for this one and for others
  drop constraint message_cause_kind_recipient_channel_repeat_key,
  add constraint message_once unique nulls not distinct (cause, kind, recipient, channel, repeat, person);
-- contracts: there was no release yet that wrote messages.
create index message_to_contact on message (merchant_id, message_id) where recipient not in ('PAYER', 'COPY');
-- contracts: there was no release yet that wrote messages.
create index message_in_digest on message (digest_id) where digest_id is not null;

-- The contacts that a merchant has replaced. They are notified too, so that a thief who changes the contacts first is
-- noticed.
create table former_contact (
  former_contact_id bigint      generated always as identity primary key,
  merchant_id       text        not null references merchant,
  kind              text        not null,
  email             text        not null,
  replaced_at       timestamptz not null default now()
);
create index former_contact_of on former_contact (merchant_id, replaced_at);

-- The networks that a key was used from: /24, and /48 of IPv6.
create table key_network (
  client_id text        not null references merchant_key,
  network   cidr        not null,
  first_at  timestamptz not null default now(),
  primary key (client_id, network)
);

-- The days in Lagos whose summaries are written.
create table summarized_day (
  day date primary key
);

-- The addresses at which operators are notified: the setting, as workers have written it.
create table told_operator (
  told_operator_id text primary key,
  email            text not null
);
create unique index told_operator_email on told_operator (lower(email));

-- Things that operators were notified of and that still wait. Operators are notified anew when one comes back.
create table operators_told (
  kind    text        not null,
  subject text        not null,
  since   timestamptz not null,
  cause   text        not null,   -- of the message
  primary key (kind, subject)
);
create index operators_told_by on operators_told (cause);

-- When a bank's statement was last read to its end.
create table statement_read (
  provider text        primary key,
  read_at  timestamptz not null
);
