-- Up Migration
-- The cases that wait for a person, the decisions about them, and the operators who decide.

-- A person who decides. Names are what histories and pages show.
create table operator (
  operator_id text        primary key,   -- opr_ + ULID
  name        text        not null unique check (length(name) between 1 and 100),
  created_at  timestamptz not null default now(),
  disabled_at timestamptz
);

-- An operator's token. It is shown once, when it is made; only its SHA-256 is kept.
create table operator_token (
  token_id    text        primary key,   -- otk_ + ULID
  operator_id text        not null references operator,
  token_hash  bytea       not null unique check (length(token_hash) = 32),
  created_at  timestamptz not null default now(),
  expires_at  timestamptz not null,
  revoked_at  timestamptz,
  last_used_at timestamptz
);

-- One thing that needs a person. The workflow that waits opens a case. A decision closes it, or it closes by itself. Nothing
-- here is personal: personal data is read from the credit, refund or settlement when the case is shown.
create table attention_case (
  case_number       bigint      generated always as identity primary key,
  kind              text        not null check (kind in
    ('CHECKOUT', 'CREDIT', 'REFUND', 'PAYOUT', 'CHARGE', 'DISPUTE', 'SETTLEMENT', 'FINDING', 'ENDPOINT', 'PREFIX')),
  subject           text        not null,   -- the checkout, credit, refund, settlement, attempt, ..., or KIND:SUBJECT of a finding
  workflow_id       text        not null,
  update_name       text        not null,   -- the update by which the workflow takes a decision
  reason            text        not null,   -- WHAT: WHY, as AttentionReason has it
  decisions         text[]      not null,   -- the decisions that are valid now
  -- {title, happened, safe, todo}: the page, in Markdown
  page              jsonb       not null,
  status            text        not null default 'OPEN' check (status in ('OPEN', 'CLOSED')),
  merchant_id       text,
  checkout_id       text,
  payment_reference text,
  account_number    text,   -- our account number that the payer's transfer, or the order, has
  session_id        text,
  provider          text,
  amount_minor      bigint,
  currency          text        not null default 'NGN',
  assignee          text,   -- an operator's name
  -- {decision, operator, reason, input, proposedAt}: waits for a second operator
  proposal          jsonb,
  opened_at         timestamptz not null default now(),   -- the time since which it waits this time
  closed_at         timestamptz,
  check ((closed_at is null) = (status = 'OPEN'))
) with (fillfactor = 70);
create unique index attention_case_open on attention_case (kind, subject) where status = 'OPEN';
create index attention_case_subject on attention_case (kind, subject, case_number);
create index attention_case_queue on attention_case (opened_at) where status = 'OPEN';
create index attention_case_account on attention_case (account_number) where account_number is not null;
create index attention_case_session on attention_case (session_id) where session_id is not null;
create index attention_case_reference on attention_case (payment_reference) where payment_reference is not null;
create index attention_case_closed on attention_case (closed_at) where status = 'CLOSED';

-- All that happened to a case, kept for good: who decided what, why, and how its subject stood before and after.
create table case_event (
  event_id    bigint      generated always as identity primary key,
  case_number bigint      not null references attention_case,
  step_id     text        unique,   -- the id of the workflow's step: a step that is taken again writes nothing
  type        text        not null check (type in
    ('OPENED', 'CHANGED', 'PROPOSED', 'WITHDRAWN', 'DECIDED', 'DONE', 'HEALED', 'NOTED', 'ASSIGNED')),
  at          timestamptz not null default now(),
  operator    text,
  partner     text,   -- the second operator of a decision that asks for two
  decision    text,
  reason      text,
  door        text        check (door in ('TEMPORAL', 'API', 'CLI', 'DESK')),
  before      jsonb,
  after       jsonb
);
create index case_event_of on case_event (case_number, event_id);
create trigger case_event_append_only before update or delete or truncate on case_event
  for each statement execute function refuse_change();
