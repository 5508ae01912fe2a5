-- Up Migration
-- Operators are people as well: their rows move to those of all who sign in. Sessions of operators end with this version.

-- contracts: nothing has been released yet, and the table is as new as the release
alter table person
  -- A machine has tokens only; merchants' programs have keys.
  add column kind text not null default 'PERSON' check (kind in ('PERSON', 'MACHINE')),
  -- An operator's name as people read it: no two look alike.
  add column folded_name text,
  -- The operator who let this one in, alone, or who stands behind that one. The two count as one person until another
  -- administrator vouches for this one. Null: nobody stands behind this one.
  add column stands_for text references person,
  -- The time from which the person may decide as one of two.
  add column decides_from timestamptz not null default now(),
  add constraint person_machine check (kind = 'PERSON' or realm = 'OPERATOR'),
  add constraint person_folded_name check ((realm = 'OPERATOR') = (folded_name is not null)),
  add constraint person_operator_role check (
    realm = 'MERCHANT' or role in ('viewer', 'support', 'operations', 'finance', 'administrator'));
-- contracts: nothing has been released yet, and the table is empty until the next statement
create unique index person_operator_name on person (name) where realm = 'OPERATOR';
-- contracts: nothing has been released yet, and the table is empty until the next statement
create unique index person_operator_folded_name on person (folded_name) where realm = 'OPERATOR';

insert into person (person_id, realm, name, role, password_hash, second_factor_sealed, second_factor_step, created_at,
                    signed_up_at, disabled_at, kind, folded_name, stands_for, decides_from)
  select operator_id, 'OPERATOR', name, role, password_hash, second_factor_sealed, second_factor_step, created_at,
         signed_up_at, disabled_at, kind, folded_name, stands_for, decides_from from operator;

-- A link that is used once. SIGN_UP: sets a password and a second factor. ENROL: sets a second factor anew, and was given to
-- somebody who had the password. APP: sets another app, for somebody who has proven to be the person. The link's secret is
-- shown once; its SHA-256 is kept.
create table person_invitation (
  invitation_id text        primary key,   -- inv_ + ULID
  person_id     text        not null references person,
  kind          text        not null check (kind in ('SIGN_UP', 'ENROL', 'APP')),
  link_hash     bytea       not null unique check (length(link_hash) = 32),
  -- The secret that the page shows, sealed; made when the page is opened first.
  second_factor_sealed bytea,
  -- The link itself, sealed, until its mail is sent; null: the link was shown to the person who asked for it.
  link_sealed   bytea,
  created_at    timestamptz not null default now(),
  usable_from   timestamptz not null default now(),
  expires_at    timestamptz not null,
  used_at       timestamptz
);
-- A new link takes the place of the one before.
create unique index person_invitation_open on person_invitation (person_id) where used_at is null;
insert into person_invitation (invitation_id, person_id, kind, link_hash, second_factor_sealed, created_at, expires_at, used_at)
  select invitation_id, operator_id, kind, link_hash, second_factor_sealed, created_at, expires_at, used_at from operator_invitation;

-- Codes for somebody who has lost the app. Each is used once.
create table person_recovery_code (
  person_id text  not null references person,
  code_hash bytea not null check (length(code_hash) = 32),
  used_at   timestamptz,
  primary key (person_id, code_hash)
);
insert into person_recovery_code (person_id, code_hash, used_at) select operator_id, code_hash, used_at from operator_recovery_code;

-- A key pair of a phone, a computer or a stick. The private half never leaves it.
create table person_passkey (
  passkey_id    text        primary key,   -- pky_ + ULID
  person_id     text        not null references person,
  credential_id text        not null unique,   -- base64url, as browsers name it
  public_key    bytea       not null,
  -- The last count of the passkey. A lower count comes from a copy of it.
  counter       bigint      not null,
  label         text        not null check (length(label) between 1 and 60),
  created_at    timestamptz not null default now(),
  last_used_at  timestamptz
);
create index person_passkey_of on person_passkey (person_id);

-- What a browser was asked to sign. Each is used once.
create table passkey_challenge (
  challenge  text        primary key,
  -- Null: anybody who signs in.
  person_id  text        references person,
  expires_at timestamptz not null
);
create index passkey_challenge_end on passkey_challenge (expires_at);

-- PERSON: one of a merchant's people.
-- contracts: nothing has been released yet, and messages go after some days
alter table message
  drop constraint message_recipient_check,
  add constraint message_recipient_check
    check (recipient in ('PAYER', 'COPY', 'BUSINESS', 'TECHNICAL', 'SETTLEMENT', 'FORMER', 'OPERATOR', 'PERSON'));

-- contracts: nothing has been released yet, and the table has a few rows
alter table operator_token drop constraint operator_token_operator_id_fkey, add foreign key (operator_id) references person;
-- contracts: nothing has been released yet, and the table has a few rows
alter table journal_proposal drop constraint journal_proposal_operator_id_fkey, drop constraint journal_proposal_partner_id_fkey,
  add foreign key (operator_id) references person, add foreign key (partner_id) references person;
-- contracts: nothing has been released yet, and the table has a few rows
alter table merchant_secret drop constraint merchant_secret_operator_id_fkey, add foreign key (operator_id) references person;
-- contracts: nothing has been released yet, and the table has a few rows
alter table merchant_proposal drop constraint merchant_proposal_operator_id_fkey, drop constraint merchant_proposal_partner_id_fkey,
  add foreign key (operator_id) references person, add foreign key (partner_id) references person;
-- contracts: nothing has been released yet, and the table has a few rows
alter table saved_view drop constraint saved_view_operator_id_fkey, add foreign key (operator_id) references person;
-- contracts: nothing has been released yet, and the table has a few rows
alter table errand drop constraint errand_operator_id_fkey, add foreign key (operator_id) references person;
-- contracts: nothing has been released yet, so no release reads them
drop table operator_session, operator_recovery_code, operator_invitation;
-- contracts: nothing has been released yet, so no release reads it
drop table operator cascade;
