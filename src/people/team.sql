-- The people of a merchant and their roles. p_roles: the rights of the roles that every merchant has (src/people/rights.ts).
-- Nobody gives a right that they lack, and a merchant keeps an owner who can sign in.

-- The rights of a role: one that every merchant has, or the merchant's own.
create function role_rights(p_roles jsonb, p_merchant_id text, p_role text) returns jsonb language sql stable as $$
  select coalesce(p_roles -> p_role, (select to_jsonb(r.rights) from merchant_role r
                                       where r.role_id = p_role and r.merchant_id = p_merchant_id and r.ended_at is null))
$$;

-- Tells whether the one who asks has all of these rights. An operator, and somebody who runs the database, makes owners and
-- needs no right.
create function has_rights(p_by jsonb, p_roles jsonb, p_merchant_id text, p_rights jsonb) returns boolean language sql stable as $$
  select p_by ->> 'kind' <> 'PERSON' or exists (
    select from person p
     where p.person_id = p_by ->> 'personId' and p.merchant_id = p_merchant_id and p.disabled_at is null
       and role_rights(p_roles, p_merchant_id, p.role) @> p_rights)
$$;

-- Tells whether somebody but this person can sign in as owner of the merchant.
create function has_other_owner(p_merchant_id text, p_person_id text) returns boolean language sql stable as $$
  select exists (select from person p where p.merchant_id = p_merchant_id and p.role = 'owner' and p.disabled_at is null
                   and p.password_hash is not null and p.person_id <> p_person_id)
$$;

-- Sends a link to its person by mail. False: no mail is sent.
create function mail_link(p_person person, p_invitation_id text) returns boolean language plpgsql as $$
begin
  insert into message (message_id, kind, cause, recipient, person, channel, merchant_id, tell_at, due_at)
    select new_id('msg_'), case i.kind when 'PASSWORD' then 'PASSWORD_LINK' else 'INVITATION' end, i.invitation_id, 'PERSON', p_person.person_id, 'EMAIL', p_person.merchant_id,
           i.usable_from, i.usable_from
      from person_invitation i
     where i.invitation_id = p_invitation_id and i.link_sealed is not null
       and exists (select from message_channel x where x.channel = 'EMAIL');
  return found;
end $$;

-- Tells whether an operator may have put in this contact to become the owner: it is at no address that was a contact's a day ago. Those
-- who were contacts are told at once. A merchant that has not begun has nothing to take.
create function is_new_contact(p_merchant_id text, p_email text) returns boolean language sql stable as $$
  select m.status <> 'PENDING' and not exists (
    select from merchant_contact c
     where c.merchant_id = m.merchant_id and lower(c.email) = p_email
       and not exists (select from former_contact f
                        where f.merchant_id = c.merchant_id and f.kind = c.kind and f.replaced_at > now() - interval '1 day'))
   and exists (select from merchant_contact c where c.merchant_id = m.merchant_id)
    from merchant m where m.merchant_id = p_merchant_id
$$;

-- Invites a person of a merchant by a link. p_wish: {personId, merchantId, name, email, role}; p_link as in give_link. Somebody who has
-- not signed up yet gets another link. An operator invites to the address of a contact,
-- where the merchant has contacts: else one operator alone could become the owner. Outcomes: INVITED, SIGNED_UP, UNKNOWN_ROLE,
-- RIGHT_MISSING, TOO_MANY, NO_CONTACT, NEW_CONTACT (the address took another's place less than a day ago). is_mailed: the link is on its way by mail.
create function invite_member(
  p_by jsonb, p_wish jsonb, p_link jsonb, p_roles jsonb, out outcome text, out invited text, out is_mailed boolean
) language plpgsql as $$
declare
  of_merchant constant text := p_wish ->> 'merchantId';
  rights constant jsonb := role_rights(p_roles, of_merchant, p_wish ->> 'role');
  before person;
  after person;
begin
  perform pg_advisory_xact_lock(hashtextextended('team ' || of_merchant, 0));
  select * into before from person p
   where p.merchant_id = of_merchant and p.realm = 'MERCHANT' and p.email = p_wish ->> 'email' and p.disabled_at is null for update;
  invited := coalesce(before.person_id, p_wish ->> 'personId');
  outcome := case
    when rights is null then 'UNKNOWN_ROLE'
    when p_by ->> 'kind' = 'OPERATOR' and exists (select from merchant_contact c where c.merchant_id = of_merchant)
     and not exists (select from merchant_contact c where c.merchant_id = of_merchant and lower(c.email) = p_wish ->> 'email') then 'NO_CONTACT'
    when p_by ->> 'kind' = 'OPERATOR' and is_new_contact(of_merchant, p_wish ->> 'email') then 'NEW_CONTACT'
    when not has_rights(p_by, p_roles, of_merchant, rights) then 'RIGHT_MISSING'
    when before.password_hash is not null then 'SIGNED_UP'
    when before.person_id is not null and not has_rights(p_by, p_roles, of_merchant, role_rights(p_roles, of_merchant, before.role)) then 'RIGHT_MISSING'
    when (select count(*) from person p where p.merchant_id = of_merchant and p.disabled_at is null) >= 500 then 'TOO_MANY'
    else 'INVITED' end;
  if outcome <> 'INVITED' then
    return;
  end if;
  insert into person (person_id, realm, merchant_id, name, email, role, decides_from)
    values (invited, 'MERCHANT', of_merchant, p_wish ->> 'name', p_wish ->> 'email', p_wish ->> 'role', 'infinity')
    on conflict (person_id) do update set name = excluded.name, role = excluded.role
    returning * into after;
  perform give_link(invited, 'SIGN_UP', p_link);
  is_mailed := mail_link(after, p_link ->> 'invitationId');
  perform audit_person(p_by, 'person.invite', before, after);
end $$;

-- Changes a person of a merchant: p_change is {role}, {isDisabled: true} or {resetSecondFactor: true}. Somebody who leaves, or has no
-- second factor any more, is signed out everywhere at once and has no passkey any more. Outcomes: CHANGED, SAME, UNKNOWN, UNKNOWN_ROLE,
-- RIGHT_MISSING, LAST_OWNER.
create function change_member(
  p_by jsonb, p_merchant_id text, p_person_id text, p_action text, p_change jsonb, p_roles jsonb
) returns text language plpgsql as $$
declare
  before person;
  after person;
begin
  -- one at a time, so that two owners cannot remove each other
  perform pg_advisory_xact_lock(hashtextextended('team ' || p_merchant_id, 0));
  select * into before from person p
   where p.person_id = p_person_id and p.merchant_id = p_merchant_id and p.disabled_at is null for update;
  if before.person_id is null then
    return 'UNKNOWN';
  end if;
  after := before;
  after.role := coalesce(p_change ->> 'role', before.role);
  if p_change ? 'isDisabled' then
    after.disabled_at := now();
  end if;
  if p_change ? 'resetSecondFactor' then
    after.second_factor_sealed := null;
  end if;
  if after = before then
    return 'SAME';
  end if;
  if role_rights(p_roles, p_merchant_id, after.role) is null then
    return 'UNKNOWN_ROLE';
  end if;
  -- Only somebody with all rights of the person's role, before the change and after it, may change a person. Everybody may leave.
  if not (p_change ? 'isDisabled' and p_person_id = p_by ->> 'personId') and not (
       has_rights(p_by, p_roles, p_merchant_id, role_rights(p_roles, p_merchant_id, after.role))
       and has_rights(p_by, p_roles, p_merchant_id, coalesce(role_rights(p_roles, p_merchant_id, before.role), '[]'))) then
    return 'RIGHT_MISSING';
  end if;
  if before.role = 'owner' and before.password_hash is not null
     and (after.role <> 'owner' or after.disabled_at is not null or after.second_factor_sealed is null)
     and not has_other_owner(p_merchant_id, p_person_id) then
    return 'LAST_OWNER';
  end if;
  update person p
     set role = after.role, disabled_at = after.disabled_at, second_factor_sealed = after.second_factor_sealed
   where p.person_id = p_person_id;
  if after.disabled_at is not null or p_change ? 'resetSecondFactor' then
    perform end_sessions_of(p_person_id);
    delete from person_passkey k where k.person_id = p_person_id;
    delete from person_recovery_code c where c.person_id = p_person_id;
  end if;
  if after.disabled_at is not null then
    delete from person_invitation i where i.person_id = p_person_id and i.used_at is null;
  end if;
  perform audit_person(p_by, p_action, before, after);
  return 'CHANGED';
end $$;

-- A role as the audit shows one.
create function role_facts(p_role merchant_role) returns jsonb language sql immutable as $$
  select jsonb_build_object('name', p_role.name, 'rights', to_jsonb(p_role.rights), 'isEnded', p_role.ended_at is not null)
$$;

-- Makes a role of a merchant, or changes one. p_wish: {roleId, merchantId, name, rights, isNew}. Outcomes: PUT, SAME, UNKNOWN, NAME_TAKEN,
-- RIGHT_MISSING, TOO_MANY.
create function put_merchant_role(p_by jsonb, p_wish jsonb, p_roles jsonb) returns text language plpgsql as $$
declare
  of_merchant constant text := p_wish ->> 'merchantId';
  before merchant_role;
  after merchant_role;
  refusal text;
begin
  perform pg_advisory_xact_lock(hashtextextended('team ' || of_merchant, 0));
  select * into before from merchant_role r
   where r.role_id = p_wish ->> 'roleId' and r.merchant_id = of_merchant and r.ended_at is null for update;
  refusal := case
    when before.role_id is null and not (p_wish ->> 'isNew')::boolean then 'UNKNOWN'
    when p_roles ? lower(p_wish ->> 'name') or exists (
      select from merchant_role r where r.merchant_id = of_merchant and r.ended_at is null
         and lower(r.name) = lower(p_wish ->> 'name') and r.role_id <> p_wish ->> 'roleId') then 'NAME_TAKEN'
    when not has_rights(p_by, p_roles, of_merchant, p_wish -> 'rights')
      or not has_rights(p_by, p_roles, of_merchant, to_jsonb(coalesce(before.rights, '{}'))) then 'RIGHT_MISSING'
    when before.role_id is null and (select count(*) from merchant_role r where r.merchant_id = of_merchant and r.ended_at is null) >= 50 then 'TOO_MANY'
  end;
  if refusal is not null then
    return refusal;
  end if;
  insert into merchant_role (role_id, merchant_id, name, rights)
    values (p_wish ->> 'roleId', of_merchant, p_wish ->> 'name', array(select jsonb_array_elements_text(p_wish -> 'rights') order by 1))
    on conflict (role_id) do update set name = excluded.name, rights = excluded.rights
    returning * into after;
  return case when record_audit(p_by, 'role.put', 'role', after.role_id, of_merchant,
                                case when before.role_id is not null then role_facts(before) end, role_facts(after)) is null
              then 'SAME' else 'PUT' end;
end $$;

-- Ends a role of a merchant. Outcomes: ENDED, UNKNOWN, IN_USE, RIGHT_MISSING.
create function end_merchant_role(p_by jsonb, p_merchant_id text, p_role_id text, p_roles jsonb) returns text language plpgsql as $$
declare
  before merchant_role;
  after merchant_role;
begin
  perform pg_advisory_xact_lock(hashtextextended('team ' || p_merchant_id, 0));
  select * into before from merchant_role r
   where r.role_id = p_role_id and r.merchant_id = p_merchant_id and r.ended_at is null for update;
  if before.role_id is null then
    return 'UNKNOWN';
  end if;
  if exists (select from person p where p.merchant_id = p_merchant_id and p.role = p_role_id and p.disabled_at is null) then
    return 'IN_USE';
  end if;
  if not has_rights(p_by, p_roles, p_merchant_id, to_jsonb(before.rights)) then
    return 'RIGHT_MISSING';
  end if;
  update merchant_role r set ended_at = now() where r.role_id = p_role_id returning * into after;
  perform record_audit(p_by, 'role.end', 'role', p_role_id, p_merchant_id, role_facts(before), role_facts(after));
  return 'ENDED';
end $$;

-- Gives a sole owner who has lost everything another link, after two operators have confirmed it. The link works from
-- p_link's usableFrom on. Until then, somebody who still signs in as the owner sees it and stops it. Outcomes: GIVEN,
-- UNKNOWN, OTHER_OWNER (another owner can help).
create function give_owner_back(p_by jsonb, p_merchant_id text, p_person_id text, p_link jsonb) returns text language plpgsql as $$
declare
  who person;
  audit_id bigint;
begin
  select * into who from person p
   where p.person_id = p_person_id and p.merchant_id = p_merchant_id and p.role = 'owner' and p.disabled_at is null for update;
  if who.person_id is null then
    return 'UNKNOWN';
  end if;
  if has_other_owner(p_merchant_id, p_person_id) then
    return 'OTHER_OWNER';
  end if;
  perform give_link(p_person_id, 'SIGN_UP', p_link);
  perform mail_link(who, p_link ->> 'invitationId');
  audit_id := record_audit(p_by, 'person.give-back', 'person', p_person_id, p_merchant_id, null,
                           jsonb_build_object('name', who.name, 'email', who.email, 'linkUsableFrom', p_link -> 'usableFrom'));
  perform notify_people(p_merchant_id, p_person_id, audit_id);
  perform notify_security(p_merchant_id, 'PEOPLE_CHANGED', '{TECHNICAL,SETTLEMENT}', audit_id);
  return 'GIVEN';
end $$;
