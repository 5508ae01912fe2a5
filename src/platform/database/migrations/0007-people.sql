-- Up Migration
-- People have passwords and second factors, links by which they sign up, and sessions of their own. Machines have tokens
-- only.

alter table operator
  add column kind text not null default 'PERSON' check (kind in ('PERSON', 'MACHINE')),
  -- Null: the person has not signed up. argon2id, as a PHC string.
  add column password_hash text,
  -- The secret of the authenticator app, sealed. Null: none, or an administrator has reset it.
  add column second_factor_sealed bytea,
  -- The step of the last code that was used: neither that code nor an earlier one is taken again.
  add column second_factor_step bigint,
  -- When the person last set a password or a second factor.
  add column signed_up_at timestamptz;

-- A link that is used once. SIGN_UP: sets a password and a second factor. ENROL: sets a second factor anew, and was given to
-- somebody who had the password. The link's secret is shown once; its SHA-256 is kept.
create table operator_invitation (
  invitation_id text        primary key,   -- inv_ + ULID
  operator_id   text        not null references operator,
  kind          text        not null check (kind in ('SIGN_UP', 'ENROL')),
  link_hash     bytea       not null unique check (length(link_hash) = 32),
  -- The secret that the page shows, sealed; made when the page is opened first.
  second_factor_sealed bytea,
  created_at    timestamptz not null default now(),
  expires_at    timestamptz not null,
  used_at       timestamptz
);
-- A new link takes the place of the one before.
create unique index operator_invitation_open on operator_invitation (operator_id) where used_at is null;

-- Codes for somebody who has lost the app. Each is used once.
create table operator_recovery_code (
  operator_id text        not null references operator,
  code_hash   bytea       not null check (length(code_hash) = 32),
  used_at     timestamptz,
  primary key (operator_id, code_hash)
);

-- A session that was opened by a password and a code has an operator. Sessions that a token has opened end with this
-- version.
alter table operator_session
  alter column token_id drop not null,
  add column session_id  text unique,   -- ose_ + ULID
  add column operator_id text references operator,
  add column seen_at     timestamptz not null default now(),
  add column address     text,
  add column agent       text;
create index operator_session_of on operator_session (operator_id);

alter table operator_token
  add column label text,
  -- Null: the operator's own. A token may do what both its role and its operator's may.
  add column role  text;

-- Operators' actions on cases are in the audit as well; engineers of the sandbox decide in the Temporal UI.
alter table audit_entry drop constraint audit_entry_door_check,
  add constraint audit_entry_door_check check (door in ('API', 'CLI', 'DESK', 'COMMAND', 'TEMPORAL'));
create function audit_case_event() returns trigger language plpgsql as $$ begin raise 'the functions are not made yet'; end $$;
create trigger case_event_audited after insert on case_event
  for each row when (new.operator is not null) execute function audit_case_event();

-- Decisions of two operators must be taken by two different people. These columns and tables say who stands behind an
-- operator, since when an operator decides as one of two, and what the two were shown.

alter table operator
  -- The operator who let this one in, alone, or who stands behind that one. The two count as one person until another
  -- administrator vouches for this one. Null: nobody stands behind this one.
  add column stands_for text references operator,
  -- The time from which the person may decide as one of two.
  add column decides_from timestamptz not null default now(),
  -- The name as people read it: no two look alike.
  add column folded_name text;
update operator set folded_name = lower(name);
alter table operator alter column folded_name set not null;
create unique index operator_folded_name on operator (folded_name);

-- The time until which a token may change operators, because its holder has typed password and code.
alter table operator_token add column proven_until timestamptz;

-- The facts that were shown of a proposal, by their hash. A payer's name is removed when the payer is erased.
create table shown_proposal (
  shown_hash  text        primary key check (shown_hash ~ '^[0-9a-f]{32}$'),
  case_number bigint      references attention_case,
  rows        jsonb       not null,   -- [[name, value], ...]
  created_at  timestamptz not null default now()
);
create index shown_proposal_of on shown_proposal (case_number);
alter table case_event add column shown_hash text;

-- Names are for people; ids decide who is who.
alter table journal_proposal
  add column operator_id text references operator,
  add column partner_id  text references operator;

-- Says who knows a secret of a merchant's key. OPERATOR: it was shown to an operator. CLAIMED: somebody has made it at the
-- merchants' API with an OPERATOR secret. OWN: only the merchant knows it. Only an OWN secret moves money.
alter table merchant_secret
  add column trust text not null default 'OWN' check (trust in ('OWN', 'OPERATOR', 'CLAIMED')),
  -- The operator to whom this secret, or the one that it replaced, was shown.
  add column operator_id text references operator;

-- A change of a merchant by which one person alone could take its money: one operator proposes it, another one confirms it.
create table merchant_proposal (
  proposal_id text        primary key,   -- mcp_ + ULID
  merchant_id text        not null references merchant,
  kind        text        not null check (kind in ('GRANTS', 'LIMITS', 'SETTLEMENT_ACCOUNT', 'DEFAULT_ACCOUNT', 'KEY')),
  wish        jsonb       not null,   -- the change, and in `before` the state that must still hold
  shown       jsonb       not null,   -- [[name, value], ...]
  shown_hash  text        not null check (shown_hash ~ '^[0-9a-f]{32}$'),
  operator    text        not null,
  operator_id text        not null references operator,
  status      text        not null default 'PROPOSED' check (status in ('PROPOSED', 'DONE', 'WITHDRAWN')),
  partner     text,
  partner_id  text        references operator check (partner_id <> operator_id),
  created_at  timestamptz not null default now(),
  decided_at  timestamptz,
  check ((status = 'PROPOSED') = (decided_at is null)),
  check (status <> 'DONE' or partner_id is not null)
);
create index merchant_proposal_queue on merchant_proposal (created_at) where status = 'PROPOSED';
create index merchant_proposal_of on merchant_proposal (merchant_id);

-- Counts the notices to a merchant about its keys and rights.
create table merchant_told (
  merchant_id text    primary key references merchant,
  changes     integer not null
);

-- A delivery to a URL that an operator has replaced, signed with the secret of that time, so that the merchant gets the
-- event there too.
alter table webhook_delivery
  add column pinned_url           text,
  add column pinned_secret_sealed bytea,
  add constraint webhook_delivery_pinned check ((pinned_url is null) = (pinned_secret_sealed is null));
