-- Up Migration
-- Messages to people by e-mail and SMS, a row for each cause and person. A row holds ids, and neither an address nor a text.
-- Both are read when the message is sent.
create table message (
  message_id   text        primary key,
  kind         text        not null,   -- src/domain/message-kinds.ts
  cause        text        not null,   -- the id of the thing that the message is about
  recipient    text        not null check (recipient in ('PAYER', 'COPY', 'BUSINESS', 'TECHNICAL', 'SETTLEMENT')),
  channel      text        not null check (channel in ('EMAIL', 'SMS')),
  repeat       integer     not null default 0,   -- how often an operator has asked for it again
  merchant_id  text        not null,
  checkout_id  text,
  status       text        not null default 'PENDING'
                           check (status in ('PENDING', 'SENDING', 'ACCEPTED', 'DELIVERED', 'REFUSED', 'BOUNCED', 'GIVEN_UP', 'NOT_SENT')),
  reason       text,   -- why it waits, was refused or is not sent
  attempts     integer     not null default 0,
  due_at       timestamptz not null default now(),   -- while it is SENDING: when another process may take it over
  sender       text,
  reference    text,   -- the sender's own id, by which it reports what became of the message
  address_hash bytea,   -- of the last address that it was sent to; null: it was not sent, or its payer is forgotten
  sent_at      timestamptz,   -- time of the first attempt
  ended_at     timestamptz,
  created_at   timestamptz not null default now(),
  -- One message for each cause and person, even if a cause is reported twice. The cause comes first, because an order's
  -- messages are found by it.
  unique (cause, kind, recipient, channel, repeat)
) with (fillfactor = 80);
create index message_due on message (due_at) where status in ('PENDING', 'SENDING');
create index message_to_address on message (address_hash, sent_at) where address_hash is not null;
create index message_reference on message (sender, reference) where reference is not null;

-- The sender of each channel. For a channel without a row, no message is written. Workers write the rows when they start.
create table message_channel (
  channel text primary key check (channel in ('EMAIL', 'SMS')),
  sender  text not null
);

-- Addresses that take no messages. The hash is that of src/domain/message-address.ts.
create table refused_address (
  address_hash bytea       primary key,
  reason       text        not null check (reason in ('REFUSED', 'BOUNCED', 'COMPLAINED')),
  message_id   text,   -- the message by which we learned it
  refused_at   timestamptz not null default now()
);

-- How many messages a merchant has caused on a day in Lagos.
create table message_count (
  merchant_id text    not null,
  day         date    not null,
  messages    integer not null,
  primary key (merchant_id, day)
);

-- A sender's report about a message that we do not know yet. The report may come before the sender's answer.
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
