-- Up Migration
-- PASSWORD: sets another password, for a person who has forgotten it and has the second factor. Such a link stands beside
-- an open one of another kind, because anybody can ask for it.
-- contracts: nothing has been released yet, and the table has a few rows
alter table person_invitation
  drop constraint person_invitation_kind_check,
  add constraint person_invitation_kind_check check (kind in ('SIGN_UP', 'ENROL', 'APP', 'PASSWORD'));
drop index person_invitation_open;
-- contracts: nothing has been released yet, and the table has a few rows
create unique index person_invitation_open on person_invitation (person_id, (kind = 'PASSWORD')) where used_at is null;
