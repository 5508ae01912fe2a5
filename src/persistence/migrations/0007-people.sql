-- Up Migration
-- People: passwords and second factors, the links by which they sign up, sessions of their own; machines, which have tokens only.

alter table operator
  add column kind text not null default 'PERSON' check (kind in ('PERSON', 'MACHINE')),
  -- Null: the person has not signed up. argon2id, as a PHC string.
  add column password_hash text,
  -- The secret of the authenticator app, sealed. Null: none, or an administrator has reset it.
  add column second_factor_sealed bytea,
  -- Of the last code that was used: neither it nor an earlier one is used again.
  add column second_factor_step bigint,
  -- When the person has set a password or a second factor last.
  add column signed_up_at timestamptz;

-- A link that is used once. SIGN_UP: sets a password and a second factor. ENROL: sets a second factor anew, and was given to who
-- had the password. The link's secret is shown once; its SHA-256 is kept.
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

-- For who has lost the app. Each is used once.
create table operator_recovery_code (
  operator_id text        not null references operator,
  code_hash   bytea       not null check (length(code_hash) = 32),
  used_at     timestamptz,
  primary key (operator_id, code_hash)
);

-- A session that a password and a code have opened has an operator; those that a token has opened end with this version.
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

-- What operators do with cases is in the audit as well; engineers of the sandbox decide in the Temporal UI.
alter table audit_entry drop constraint audit_entry_door_check,
  add constraint audit_entry_door_check check (door in ('API', 'CLI', 'DESK', 'COMMAND', 'TEMPORAL'));
create function audit_case_event() returns trigger language plpgsql as $$ begin raise 'the functions are not made yet'; end $$;
create trigger case_event_audited after insert on case_event
  for each row when (new.operator is not null) execute function audit_case_event();
