-- People who operate: how they are invited, sign up, lose a phone, change their role and go. Each change is in the audit.

-- The one person that an operator is for the rule of two: whoever let the operator in alone, or the operator.
create function person_of(o operator) returns text language sql immutable as $$
  select coalesce(o.stands_for, o.operator_id)
$$;

-- Returns the reason that two operators are not two people; null: they are. SAME_OPERATOR; LET_IN: one has let the
-- other in, or one person both; NEW_OPERATOR: one of them may not decide as one of two yet.
create function why_not_two(p_one text, p_other text) returns text language sql stable as $$
  select case
    when one.operator_id is null or other.operator_id is null or one.operator_id = other.operator_id then 'SAME_OPERATOR'
    when person_of(one) = person_of(other) then 'LET_IN'
    when greatest(one.decides_from, other.decides_from) > now() then 'NEW_OPERATOR' end
    from (values (p_one, p_other)) asked (one_id, other_id)
    left join operator one on one.operator_id = asked.one_id
    left join operator other on other.operator_id = asked.other_id
$$;

-- Returns the person behind a change by p_by. Null: somebody who runs the database and can make the change without any
-- operator.
create function person_behind(p_by jsonb) returns text language plpgsql stable as $$
declare
  person constant text := (select person_of(o) from operator o where o.operator_id = p_by ->> 'operatorId');
begin
  if person is null and p_by ->> 'kind' <> 'COMMAND' then
    raise 'nobody is behind this change of an operator';
  end if;
  return person;
end $$;

-- Returns the time from which somebody whom p_person has let in decides as one of two.
create function decides_after(p_person text) returns timestamptz language sql stable as $$
  select now() + case when p_person is null then interval '0' else interval '1 day' end
$$;

-- An operator as the audit shows one: neither a hash nor a secret.
create function operator_facts(p_operator operator) returns jsonb language sql immutable as $$
  select jsonb_build_object('name', p_operator.name, 'role', p_operator.role, 'kind', p_operator.kind,
                            'isDisabled', p_operator.disabled_at is not null,
                            'hasPassword', p_operator.password_hash is not null,
                            'hasSecondFactor', p_operator.second_factor_sealed is not null,
                            'signedUpAt', p_operator.signed_up_at, 'standsFor', p_operator.stands_for,
                            'decidesFrom', nullif(p_operator.decides_from, 'infinity'))
$$;

-- Writes a change of an operator into the audit.
create function audit_operator(p_by jsonb, p_action text, p_before operator, p_after operator) returns void language sql as $$
  select record_audit(p_by, p_action, 'operator', p_after.operator_id, null,
                      case when p_before.operator_id is not null then operator_facts(p_before) end, operator_facts(p_after))
$$;

-- Tells whether somebody but this operator can sign in as administrator. Without one nobody could invite another.
create function has_other_administrator(p_operator_id text) returns boolean language sql stable as $$
  select exists (select from operator o where o.role = 'administrator' and o.kind = 'PERSON' and o.disabled_at is null
                   and o.password_hash is not null and o.operator_id <> p_operator_id)
$$;

-- Gives an operator a link that is used once, in place of the one before.
create function give_link(p_operator_id text, p_kind text, p_link jsonb) returns void language plpgsql as $$
begin
  delete from operator_invitation i where i.operator_id = p_operator_id and i.used_at is null;
  insert into operator_invitation (invitation_id, operator_id, kind, link_hash, expires_at)
    values (p_link ->> 'invitationId', p_operator_id, p_kind, decode(p_link ->> 'linkHash', 'hex'),
            (p_link ->> 'expiresAt')::timestamptz);
end $$;

-- Tells whether the name looks like another operator's.
create function is_name_taken(p_operator_id text, p_folded_name text) returns boolean language sql stable as $$
  select exists (select from operator o where o.folded_name = p_folded_name and o.operator_id <> p_operator_id)
$$;

-- Invites a person by a link. p_wish: {operatorId, name, foldedName, role}; p_link: {invitationId, linkHash,
-- expiresAt}. Somebody who has signed up is invited anew only with p_anew, because the holder of the link becomes that
-- person. The inviter stands behind the person until another administrator vouches. Outcomes: INVITED, SIGNED_UP,
-- MACHINE, NAME_TAKEN.
create function invite_operator(
  p_by jsonb, p_wish jsonb, p_link jsonb, p_anew boolean, out outcome text, out invited text
) language plpgsql as $$
declare
  before operator;
  after operator;
begin
  select * into before from operator o where o.name = p_wish ->> 'name' for update;
  invited := coalesce(before.operator_id, p_wish ->> 'operatorId');
  outcome := case
    when is_name_taken(invited, p_wish ->> 'foldedName') then 'NAME_TAKEN'
    when before.kind = 'MACHINE' then 'MACHINE'
    when before.password_hash is not null and not p_anew then 'SIGNED_UP'
    else 'INVITED' end;
  if outcome <> 'INVITED' then
    return;
  end if;
  insert into operator (operator_id, name, folded_name, role, stands_for, decides_from)
    values (invited, p_wish ->> 'name', p_wish ->> 'foldedName', p_wish ->> 'role', person_behind(p_by), 'infinity')
    on conflict (operator_id) do update set role = excluded.role, disabled_at = null, stands_for = excluded.stands_for,
                                            decides_from = excluded.decides_from
    returning * into after;
  perform give_link(invited, 'SIGN_UP', p_link);
  perform record_audit(p_by, 'operator.invite', 'operator', invited, null,
                       case when before.operator_id is not null then operator_facts(before) end,
                       operator_facts(after) || jsonb_build_object('linkEndsAt', p_link -> 'expiresAt'));
end $$;

-- Makes an operator without a link: a machine user, or whom the local stack knows. False: the name is taken.
create function add_operator(
  p_by jsonb, p_operator_id text, p_name text, p_folded_name text, p_role text, p_kind text
) returns boolean language plpgsql as $$
declare
  after operator;
begin
  insert into operator (operator_id, name, folded_name, role, kind, stands_for)
    values (p_operator_id, p_name, p_folded_name, p_role, p_kind, person_behind(p_by))
    on conflict do nothing returning * into after;
  if after.operator_id is null then
    return false;
  end if;
  perform audit_operator(p_by, 'operator.add', null, after);
  return true;
end $$;

-- Lets who had the right password set a second factor anew; only when there is none.
create function begin_enrolment(p_operator_id text, p_link jsonb) returns boolean language plpgsql as $$
begin
  perform from operator o where o.operator_id = p_operator_id and o.second_factor_sealed is null and o.disabled_at is null for update;
  if not found then
    return false;
  end if;
  perform give_link(p_operator_id, 'ENROL', p_link);
  return true;
end $$;

-- The invitation of a link that may be used now. The first one who opens it brings the secret that it shows.
create function open_invitation(p_link_hash bytea, p_sealed bytea) returns table (
  operator_id text, name text, kind text, second_factor_sealed bytea
) language sql as $$
  update operator_invitation i set second_factor_sealed = coalesce(i.second_factor_sealed, p_sealed)
    from operator o
   where i.link_hash = p_link_hash and i.used_at is null and i.expires_at > now()
     and o.operator_id = i.operator_id and o.disabled_at is null
     and (i.kind = 'SIGN_UP' or o.second_factor_sealed is null)
  returning o.operator_id, o.name, i.kind, i.second_factor_sealed
$$;

-- Uses a link: the person has a password (of SIGN_UP), a second factor and recovery codes from now on, and is signed in nowhere.
-- p_codes: SHA-256 of the recovery codes. False: the link may not be used any more.
create function take_invitation(
  p_by jsonb, p_link_hash bytea, p_password_hash text, p_step bigint, p_codes bytea[]
) returns boolean language plpgsql as $$
declare
  link operator_invitation;
  before operator;
  after operator;
begin
  select * into link from operator_invitation i
   where i.link_hash = p_link_hash and i.used_at is null and i.expires_at > now() for update;
  select * into before from operator o where o.operator_id = link.operator_id and o.disabled_at is null for update;
  if before.operator_id is null or (link.kind = 'ENROL' and before.second_factor_sealed is not null) then
    return false;
  end if;
  update operator o
     set password_hash = case link.kind when 'SIGN_UP' then p_password_hash else o.password_hash end,
         second_factor_sealed = link.second_factor_sealed, second_factor_step = p_step, signed_up_at = now(),
         decides_from = decides_after(o.stands_for)
   where o.operator_id = before.operator_id
  returning * into after;
  update operator_invitation i set used_at = now(), second_factor_sealed = null where i.invitation_id = link.invitation_id;
  delete from operator_recovery_code c where c.operator_id = after.operator_id;
  insert into operator_recovery_code (operator_id, code_hash) select after.operator_id, code from unnest(p_codes) code;
  perform end_sessions_of(after.operator_id);
  perform audit_operator(p_by, case link.kind when 'SIGN_UP' then 'operator.sign-up' else 'operator.enrol' end, before, after);
  return true;
end $$;

-- Uses a code of the app, whose step must be later than the step of the last code. False: it, or a later one, was used
-- before.
create function use_second_factor(p_operator_id text, p_step bigint) returns boolean language plpgsql as $$
begin
  update operator o set second_factor_step = p_step
   where o.operator_id = p_operator_id and coalesce(o.second_factor_step, 0) < p_step;
  return found;
end $$;

-- Uses a recovery code. False: it is none, or was used before.
create function use_recovery_code(p_by jsonb, p_operator_id text, p_code bytea) returns boolean language plpgsql as $$
begin
  update operator_recovery_code c set used_at = now()
   where c.operator_id = p_operator_id and c.code_hash = p_code and c.used_at is null;
  if not found then
    return false;
  end if;
  perform record_audit(p_by, 'operator.recover', 'operator', p_operator_id, null, null, jsonb_build_object('recoveryCodesLeft', (
    select count(*) from operator_recovery_code c where c.operator_id = p_operator_id and c.used_at is null)));
  return true;
end $$;

-- Gives a person another password, and ends all other sessions. p_old_hash: the one that the person has shown to know. p_kept: the
-- session that asks. False: the password is another one by now, or the person is shut out.
create function change_password(
  p_by jsonb, p_operator_id text, p_old_hash text, p_new_hash text, p_kept text
) returns boolean language plpgsql as $$
declare
  before operator;
  after operator;
begin
  select * into before from operator o
   where o.operator_id = p_operator_id and o.password_hash = p_old_hash and o.disabled_at is null for update;
  if before.operator_id is null then
    return false;
  end if;
  update operator o set password_hash = p_new_hash, signed_up_at = now() where o.operator_id = p_operator_id returning * into after;
  perform end_sessions_of(p_operator_id, p_kept);
  perform audit_operator(p_by, 'operator.password', before, after);
  return true;
end $$;

-- Changes an operator. p_change: {role, noMoreThan: roles that may do all that it may}, {isDisabled} or
-- {resetSecondFactor: true}. A person who is disabled or has no second factor any more is signed out everywhere at
-- once, and has no token any more. An operator who lets somebody in again, or gives somebody more rights, stands behind
-- that person as an inviter does. Outcomes: CHANGED, SAME, UNKNOWN, LAST_ADMINISTRATOR.
create function change_operator(
  p_by jsonb, p_operator_id text, p_action text, p_change jsonb, p_may_be_last boolean
) returns text language plpgsql as $$
declare
  before operator;
  after operator;
begin
  -- one at a time, so that two administrators cannot disable each other
  perform pg_advisory_xact_lock(hashtextextended('administrators', 0));
  select * into before from operator o where o.operator_id = p_operator_id for update;
  if before.operator_id is null then
    return 'UNKNOWN';
  end if;
  after := before;
  after.role := coalesce(p_change ->> 'role', before.role);
  if p_change ? 'isDisabled' then
    after.disabled_at := case when (p_change ->> 'isDisabled')::boolean then coalesce(before.disabled_at, now()) end;
  end if;
  if p_change ? 'resetSecondFactor' then
    after.second_factor_sealed := null;
  end if;
  if after = before then
    return 'SAME';
  end if;
  if before.role = 'administrator' and (after.role <> 'administrator' or after.disabled_at is not null)
     and not p_may_be_last and not has_other_administrator(p_operator_id) then
    return 'LAST_ADMINISTRATOR';
  end if;
  if (case when p_change ? 'role' then not p_change -> 'noMoreThan' ? before.role else after.disabled_at is null end) then
    after.stands_for := nullif(person_behind(p_by), p_operator_id);
    after.decides_from := case when p_change ? 'resetSecondFactor' then 'infinity' else decides_after(after.stands_for) end;
  end if;
  update operator o
     set role = after.role, disabled_at = after.disabled_at, second_factor_sealed = after.second_factor_sealed,
         stands_for = after.stands_for, decides_from = after.decides_from
   where o.operator_id = p_operator_id;
  if after.disabled_at is not null or after.second_factor_sealed is null then
    perform end_sessions_of(p_operator_id);
    perform end_tokens_of(p_operator_id);
  end if;
  if after.second_factor_sealed is null then
    delete from operator_recovery_code c where c.operator_id = p_operator_id;
  end if;
  if after.disabled_at is not null then
    delete from operator_invitation i where i.operator_id = p_operator_id and i.used_at is null;
  end if;
  perform audit_operator(p_by, p_action, before, after);
  return 'CHANGED';
end $$;

-- Another administrator knows the person: nobody stands behind the person any more. Outcomes: VOUCHED, SAME (nobody did), UNKNOWN,
-- NOT_SIGNED_UP, or why the one who vouches is none (why_not_two).
create function vouch_for_operator(p_by jsonb, p_operator_id text) returns text language plpgsql as $$
declare
  before operator;
  after operator;
  refusal text;
begin
  select * into before from operator o where o.operator_id = p_operator_id and o.kind = 'PERSON' for update;
  refusal := case
    when before.operator_id is null then 'UNKNOWN'
    when before.stands_for is null then 'SAME'
    when before.password_hash is null or before.second_factor_sealed is null then 'NOT_SIGNED_UP'
    when person_behind(p_by) in (before.stands_for, p_operator_id) then 'LET_IN'
    when (select o.decides_from > now() from operator o where o.operator_id = p_by ->> 'operatorId') then 'NEW_OPERATOR' end;
  if refusal is not null then
    return refusal;
  end if;
  update operator o
     set stands_for = null, decides_from = case when person_behind(p_by) is null then least(o.decides_from, now()) else o.decides_from end
   where o.operator_id = p_operator_id
  returning * into after;
  perform audit_operator(p_by, 'operator.vouch', before, after);
  return 'VOUCHED';
end $$;
