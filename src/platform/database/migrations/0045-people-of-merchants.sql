-- Up Migration
-- People: one model for all who sign in. The realm tells those of the operator from those of a merchant; a row of one
-- realm is never read for the other.

-- A role that a merchant has made for its people. The roles that every merchant has are in src/people/rights.ts.
create table merchant_role (
  role_id     text        primary key,   -- rol_ + ULID
  merchant_id text        not null references merchant,
  name        text        not null check (length(name) between 1 and 50),
  rights      text[]      not null check (cardinality(rights) > 0),
  created_at  timestamptz not null default now(),
  ended_at    timestamptz
);
create unique index merchant_role_name on merchant_role (merchant_id, lower(name)) where ended_at is null;

create table person (
  person_id     text        primary key,   -- psn_ + ULID
  realm         text        not null check (realm in ('OPERATOR', 'MERCHANT')),
  merchant_id   text        references merchant,
  name          text        not null check (length(name) between 1 and 100),
  email         text        check (email = lower(email) and length(email) <= 254),
  role          text        not null,
  -- Null: the person has not signed up. argon2id, as a PHC string.
  password_hash text,
  -- The secret of the authenticator app, sealed. Null: none, or it was reset.
  second_factor_sealed bytea,
  -- The step of the last code that was used: neither that code nor an earlier one is taken again.
  second_factor_step   bigint,
  created_at    timestamptz not null default now(),
  signed_up_at  timestamptz,
  disabled_at   timestamptz,
  check ((realm = 'MERCHANT') = (merchant_id is not null)),
  check ((realm = 'MERCHANT') = (email is not null)),
  unique (person_id, realm)
);
-- An address belongs to one person of a merchant at a time. Another merchant does not learn of it.
create unique index person_email on person (merchant_id, email) where realm = 'MERCHANT' and disabled_at is null;
create index person_by_email on person (email) where realm = 'MERCHANT';

-- A browser that somebody has signed in with. Only the SHA-256 of its cookie is kept.
create table person_session (
  session_id   text        primary key,   -- pse_ + ULID
  person_id    text        not null,
  realm        text        not null,
  session_hash bytea       not null unique check (length(session_hash) = 32),
  created_at   timestamptz not null default now(),
  seen_at      timestamptz not null default now(),
  expires_at   timestamptz not null,
  -- Until this time the person need not prove again who they are.
  fresh_until  timestamptz,
  -- How the person has signed in: PASSWORD (with a code), PASSKEY, LINK (of the sandbox).
  way          text        not null check (way in ('PASSWORD', 'PASSKEY', 'LINK')),
  address      text,
  agent        text,
  foreign key (person_id, realm) references person (person_id, realm)
);
create index person_session_of on person_session (person_id);
create index person_session_end on person_session (expires_at);

-- The link that `npm start` prints in the sandbox: it signs the owner in once. Only its SHA-256 is kept.
create table sandbox_link (
  link_hash  bytea       primary key check (length(link_hash) = 32),
  person_id  text        not null references person,
  created_at timestamptz not null default now()
);

-- The audit log names the person of a merchant who has done something.
-- contracts: nothing has been released yet, so no release writes an entry that the checks refuse
alter table audit_entry
  add column person_id text references person,
  drop constraint audit_entry_actor_kind_check,
  add constraint audit_entry_actor_kind_check check (actor_kind in ('OPERATOR', 'KEY', 'COMMAND', 'PERSON')),
  drop constraint audit_entry_door_check,
  add constraint audit_entry_door_check check (door in ('API', 'CLI', 'DESK', 'COMMAND', 'TEMPORAL', 'PORTAL')),
  add constraint audit_entry_person_check check ((actor_kind = 'PERSON') = (person_id is not null));
