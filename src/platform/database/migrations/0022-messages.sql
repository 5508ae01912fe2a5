-- Up Migration
-- What people are told by e-mail and SMS. A row for each cause and person: it holds ids, and no address and no text. Both are read
-- when the message is sent.
create table message (
  message_id   text        primary key,
  kind         text        not null,   -- src/domain/message-kinds.ts
  cause        text        not null,   -- the id of what it tells of
  recipient    text        not null check (recipient in ('PAYER', 'COPY', 'BUSINESS', 'TECHNICAL', 'SETTLEMENT')),
  channel      text        not null check (channel in ('EMAIL', 'SMS')),
  repeat       integer     not null default 0,   -- how often an operator has asked for it again
  merchant_id  text        not null,
  checkout_id  text,
  status       text        not null default 'PENDING'
                           check (status in ('PENDING', 'SENDING', 'ACCEPTED', 'DELIVERED', 'REFUSED', 'BOUNCED', 'GIVEN_UP', 'NOT_SENT')),
  reason       text,   -- why it waits, was refused or is not sent
  attempts     integer     not null default 0,
  due_at       timestamptz not null default now(),   -- while it is SENDING: when another may take it over
  sender       text,
  reference    text,   -- the sender's own, by which it reports what became of the message
  address_hash bytea,   -- of the last address that it was sent to; null: it was not sent, or its payer is forgotten
  sent_at      timestamptz,   -- of the first attempt
  ended_at     timestamptz,
  created_at   timestamptz not null default now(),
  -- One message for each cause and person, whatever is told twice. The cause comes first: an order's messages are found by it.
  unique (cause, kind, recipient, channel, repeat)
) with (fillfactor = 80);
create index message_due on message (due_at) where status in ('PENDING', 'SENDING');
create index message_to_address on message (address_hash, sent_at) where address_hash is not null;
create index message_reference on message (sender, reference) where reference is not null;

-- By which sender each channel goes. Without a row nothing is written for it. Workers write it when they start.
create table message_channel (
  channel text primary key check (channel in ('EMAIL', 'SMS')),
  sender  text not null
);

-- Addresses that take no messages. The hash is that of src/domain/message-address.ts.
create table refused_address (
  address_hash bytea       primary key,
  reason       text        not null check (reason in ('REFUSED', 'BOUNCED', 'COMPLAINED')),
  message_id   text,   -- that has told us
  refused_at   timestamptz not null default now()
);

-- How many messages a merchant has caused on a day in Lagos.
create table message_count (
  merchant_id text    not null,
  day         date    not null,
  messages    integer not null,
  primary key (merchant_id, day)
);

-- What a sender has told of a message that we do not know yet: its report may come before its answer.
create table message_report (
  sender      text        not null,
  reference   text        not null,
  outcome     text        not null check (outcome in ('DELIVERED', 'REFUSED', 'BOUNCED', 'COMPLAINED')),
  reported_at timestamptz not null default now(),
  primary key (sender, reference)
);

-- In the sandbox: messages as they would have been sent, sealed.
create table message_copy (
  message_id text        primary key,
  sealed     bytea       not null,
  created_at timestamptz not null default now()
);

-- {senderName, replyTo, copyTo, locale, kinds: {RECEIPT: {email, sms, copy}}}, those that were chosen.
alter table merchant add column messages jsonb not null default '{}';
