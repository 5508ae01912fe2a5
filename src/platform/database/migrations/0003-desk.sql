-- Up Migration
-- The operators' desk: who is signed in, and journals that wait for a second operator.

-- A browser that an operator has signed in with. Only the SHA-256 of its cookie is kept. The session ends with its token.
create table operator_session (
  session_hash bytea       primary key check (length(session_hash) = 32),
  token_id     text        not null references operator_token,
  created_at   timestamptz not null default now(),
  expires_at   timestamptz not null
);
create index operator_session_end on operator_session (expires_at);

-- A journal that an operator proposes and another one posts. It is kept for good: it says who, why, and which journal.
create table journal_proposal (
  proposal_id text        primary key,   -- jnp_ + ULID
  reverses    bigint      references journal,   -- the journal that it takes back; null: legs of its own
  legs        jsonb       not null,      -- [{account, amountMinor}], debits positive
  reason      text        not null check (length(reason) between 1 and 500),
  status      text        not null default 'PROPOSED' check (status in ('PROPOSED', 'POSTED', 'WITHDRAWN')),
  operator    text        not null,
  partner     text        check (partner <> operator),   -- the second operator
  journal_id  bigint      references journal,
  created_at  timestamptz not null default now(),
  decided_at  timestamptz,
  check ((status = 'POSTED') = (journal_id is not null)),
  check ((status = 'POSTED') = (partner is not null)),
  check ((status = 'PROPOSED') = (decided_at is null))
);
-- A journal can be taken back only once.
create unique index journal_proposal_reverses on journal_proposal (reverses) where status <> 'WITHDRAWN';
create index journal_proposal_queue on journal_proposal (created_at);

-- The desk's record of decisions.
create index case_event_decided on case_event (event_id) where type = 'DECIDED';
