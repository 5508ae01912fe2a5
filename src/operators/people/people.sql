-- Operators: how they are invited, change their role and leave. Each change is in the audit. Signing up and signing in are in src/people.

-- Returns the person behind a change by p_by. Null: somebody who runs the database and could make the change without any operator.
create function person_behind(p_by jsonb) returns text language plpgsql stable as $$
declare
  behind constant text := (select person_of(o) from person o where o.person_id = p_by ->> 'operatorId' and o.realm = 'OPERATOR');
begin
  if behind is null and p_by ->> 'kind' <> 'COMMAND' then
    raise 'nobody is behind this change of an operator';
  end if;
  return behind;
end $$;

-- Tells whether somebody other than this operator can sign in as administrator. Without an administrator nobody could be invited.
create function has_other_administrator(p_operator_id text) returns boolean language sql stable as $$
  select exists (select from person o where o.realm = 'OPERATOR' and o.role = 'administrator' and o.kind = 'PERSON' and o.disabled_at is null
                   and o.password_hash is not null and o.person_id <> p_operator_id)
$$;

-- Tells whether the name looks like another operator's.
create function is_name_taken(p_operator_id text, p_folded_name text) returns boolean language sql stable as $$
  select exists (select from person o where o.realm = 'OPERATOR' and o.folded_name = p_folded_name and o.person_id <> p_operator_id)
$$;

-- Invites a person by a link. p_wish: {operatorId, name, foldedName, role}; p_link: {invitationId, linkHash, expiresAt}. A person who has
-- signed up is invited again only with p_anew, because the holder of the link becomes that person. A person who was shut out can then sign in
-- by the link alone: the former password, second factor and recovery codes are deleted. The inviter and the person count as one person
-- until another administrator vouches. Outcomes: INVITED, SIGNED_UP, MACHINE, NAME_TAKEN.
create function invite_operator(
  p_by jsonb, p_wish jsonb, p_link jsonb, p_anew boolean, out outcome text, out invited text
) language plpgsql as $$
declare
  before person;
  after person;
begin
  select * into before from person o where o.realm = 'OPERATOR' and o.name = p_wish ->> 'name' for update;
  invited := coalesce(before.person_id, p_wish ->> 'operatorId');
  outcome := case
    when is_name_taken(invited, p_wish ->> 'foldedName') then 'NAME_TAKEN'
    when before.kind = 'MACHINE' then 'MACHINE'
    when before.password_hash is not null and not p_anew then 'SIGNED_UP'
    else 'INVITED' end;
  if outcome <> 'INVITED' then
    return;
  end if;
  insert into person as p (person_id, realm, name, folded_name, role, stands_for, decides_from)
    values (invited, 'OPERATOR', p_wish ->> 'name', p_wish ->> 'foldedName', p_wish ->> 'role', person_behind(p_by), 'infinity')
    on conflict (person_id) do update
      set role = excluded.role, disabled_at = null, stands_for = excluded.stands_for, decides_from = excluded.decides_from,
          password_hash = case when p.disabled_at is null then p.password_hash end,
          second_factor_sealed = case when p.disabled_at is null then p.second_factor_sealed end
    returning * into after;
  if before.disabled_at is not null then
    delete from person_recovery_code c where c.person_id = invited;
  end if;
  perform give_link(invited, 'SIGN_UP', p_link);
  perform record_audit(p_by, 'operator.invite', 'operator', invited, null,
                       case when before.person_id is not null then person_facts(before) end,
                       person_facts(after) || jsonb_build_object('linkEndsAt', p_link -> 'expiresAt'));
end $$;

-- Adds an operator without a link: a machine user, or an operator of the local stack. Returns false when the name is taken.
create function add_operator(
  p_by jsonb, p_operator_id text, p_name text, p_folded_name text, p_role text, p_kind text
) returns boolean language plpgsql as $$
declare
  after person;
begin
  insert into person (person_id, realm, name, folded_name, role, kind, stands_for)
    values (p_operator_id, 'OPERATOR', p_name, p_folded_name, p_role, p_kind, person_behind(p_by))
    on conflict do nothing returning * into after;
  if after.person_id is null then
    return false;
  end if;
  perform audit_person(p_by, 'operator.add', null, after);
  return true;
end $$;

-- Changes an operator. p_change: {role, noMoreThan: the roles that already include all rights of the new one}, {isDisabled} or
-- {resetSecondFactor: true}. A person who is disabled or loses the second factor is signed out everywhere at once and loses all tokens. An
-- operator who enables a person again, resets the second factor or gives more rights counts as one person with them, as an inviter does.
-- Outcomes: CHANGED, SAME, UNKNOWN, LAST_ADMINISTRATOR.
create function change_operator(
  p_by jsonb, p_operator_id text, p_action text, p_change jsonb, p_may_be_last boolean
) returns text language plpgsql as $$
declare
  before person;
  after person;
begin
  -- one at a time, so that two administrators cannot disable each other
  perform pg_advisory_xact_lock(hashtextextended('administrators', 0));
  select * into before from person o where o.person_id = p_operator_id and o.realm = 'OPERATOR' for update;
  if before.person_id is null then
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
  update person o
     set role = after.role, disabled_at = after.disabled_at, second_factor_sealed = after.second_factor_sealed,
         stands_for = after.stands_for, decides_from = after.decides_from
   where o.person_id = p_operator_id;
  if after.disabled_at is not null or p_change ? 'resetSecondFactor' then
    perform end_sessions_of(p_operator_id);
    perform end_tokens_of(p_operator_id);
  end if;
  if p_change ? 'resetSecondFactor' then
    delete from person_recovery_code c where c.person_id = p_operator_id;
  end if;
  if after.disabled_at is not null then
    delete from person_invitation i where i.person_id = p_operator_id and i.used_at is null;
  end if;
  perform audit_person(p_by, p_action, before, after);
  return 'CHANGED';
end $$;

-- Records that another administrator knows the person, so that the person and the operator who let them in count as two. Outcomes: VOUCHED,
-- SAME (nobody counts as one person with this one), UNKNOWN, NOT_SIGNED_UP, or the reason that this administrator may not vouch (as in
-- why_not_two).
create function vouch_for_operator(p_by jsonb, p_operator_id text) returns text language plpgsql as $$
declare
  before person;
  after person;
  refusal text;
begin
  select * into before from person o where o.person_id = p_operator_id and o.realm = 'OPERATOR' and o.kind = 'PERSON' for update;
  refusal := case
    when before.person_id is null then 'UNKNOWN'
    when before.stands_for is null then 'SAME'
    when before.password_hash is null or before.second_factor_sealed is null then 'NOT_SIGNED_UP'
    when person_behind(p_by) in (before.stands_for, p_operator_id) then 'LET_IN'
    when (select o.decides_from > now() from person o where o.person_id = p_by ->> 'operatorId') then 'NEW_OPERATOR' end;
  if refusal is not null then
    return refusal;
  end if;
  update person o
     set stands_for = null, decides_from = case when person_behind(p_by) is null then least(o.decides_from, now()) else o.decides_from end
   where o.person_id = p_operator_id
  returning * into after;
  perform audit_person(p_by, 'operator.vouch', before, after);
  return 'VOUCHED';
end $$;
