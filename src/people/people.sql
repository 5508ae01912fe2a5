-- People who sign in, of operators and of merchants: how they sign up, lose a phone and change a password. Each change is in
-- the audit. p_realm is the realm of the program that asks: a person of the other realm does not exist for it.

-- The person who counts for the rule of two: the one who let this person in alone, or else this person.
create function person_of(p person) returns text language sql immutable as $$
  select coalesce(p.stands_for, p.person_id)
$$;

-- Returns the reason that one of two people may not confirm what the other one proposed; null: they may. SAME_OPERATOR: they are the same
-- person, one of them does not exist, or they do not belong to the same merchant (or both to the operators). LET_IN: one has let the other
-- in, or the same person has let both in. NEW_OPERATOR: one of them may not decide as one of two yet.
create function why_not_two(p_one text, p_other text) returns text language sql stable as $$
  select case
    when one.person_id is null or other.person_id is null or one.person_id = other.person_id then 'SAME_OPERATOR'
    when one.merchant_id is distinct from other.merchant_id then 'SAME_OPERATOR'
    when person_of(one) = person_of(other) then 'LET_IN'
    when greatest(one.decides_from, other.decides_from) > now() then 'NEW_OPERATOR' end
    from (values (p_one, p_other)) asked (one_id, other_id)
    left join person one on one.person_id = asked.one_id
    left join person other on other.person_id = asked.other_id
$$;

-- Returns why a person of a merchant may not confirm what another one has asked for; null: they may. SAME_PERSON, or TOO_NEW: one of them
-- joined less than a day ago. Both count, because a thief who takes over one person's account can invite a second person.
create function why_not_two_of_team(p_one text, p_other text) returns text language sql stable as $$
  select case x.why when 'SAME_OPERATOR' then 'SAME_PERSON' when 'NEW_OPERATOR' then 'TOO_NEW' end
    from why_not_two(p_one, p_other) x (why)
$$;

-- Returns the time from which somebody whom p_person has let in decides as one of two. Null: somebody who runs the database
-- has let them in, and they decide at once.
create function decides_after(p_person text) returns timestamptz language sql stable as $$
  select now() + case when p_person is null then interval '0' else interval '1 day' end
$$;

-- A person as the audit shows one: neither a hash nor a secret.
create function person_facts(p person) returns jsonb language sql immutable as $$
  select jsonb_build_object('name', p.name, 'role', p.role, 'isDisabled', p.disabled_at is not null,
                            'hasPassword', p.password_hash is not null, 'hasSecondFactor', p.second_factor_sealed is not null,
                            'signedUpAt', p.signed_up_at, 'decidesFrom', nullif(p.decides_from, 'infinity'))
         || case p.realm when 'OPERATOR' then jsonb_build_object('kind', p.kind, 'standsFor', p.stands_for)
                         else jsonb_build_object('email', p.email) end
$$;

-- Names an action of a person on their own account, by the realm.
create function person_action(p person, p_verb text) returns text language sql immutable as $$
  select case p.realm when 'OPERATOR' then 'operator.' else 'person.' end || p_verb
$$;

-- Writes a change of a person into the audit. A change of a merchant's person is reported to the merchant's owners and to
-- the person.
create function audit_person(p_by jsonb, p_action text, p_before person, p_after person) returns void language plpgsql as $$
declare
  audit_id bigint;
begin
  audit_id := record_audit(p_by, p_action, case p_after.realm when 'OPERATOR' then 'operator' else 'person' end, p_after.person_id,
                           p_after.merchant_id, case when p_before.person_id is not null then person_facts(p_before) end,
                           person_facts(p_after));
  if p_after.realm = 'MERCHANT' then
    perform notify_people(p_after.merchant_id, p_after.person_id, audit_id);
  end if;
end $$;

-- Gives a person a link that is used once, in place of the one before. A link to another password takes the place of no
-- other kind, because anybody can ask for one. p_link: {invitationId, linkHash, expiresAt}, with APP {sessionId}, and when the
-- link is sent by mail {linkSealed, usableFrom}.
create function give_link(p_person_id text, p_kind text, p_link jsonb) returns void language plpgsql as $$
begin
  delete from person_invitation i
   where i.person_id = p_person_id and i.used_at is null and (i.kind = 'PASSWORD') = (p_kind = 'PASSWORD');
  insert into person_invitation (invitation_id, person_id, kind, link_hash, expires_at, link_sealed, usable_from, session_id)
    values (p_link ->> 'invitationId', p_person_id, p_kind, decode(p_link ->> 'linkHash', 'hex'),
            (p_link ->> 'expiresAt')::timestamptz, decode(p_link ->> 'linkSealed', 'hex'),
            coalesce((p_link ->> 'usableFrom')::timestamptz, now()), p_link ->> 'sessionId');
end $$;

-- Tells whether the session that asked for a link of kind APP is open. The link signs in whoever uses it, so a thief who asked for
-- one in a stolen session would otherwise come back after the session was ended.
create function has_its_session(p_link person_invitation) returns boolean language sql stable as $$
  select p_link.kind <> 'APP' or exists (
    select from person_session s
     where s.session_id = p_link.session_id and s.person_id = p_link.person_id and s.expires_at > now())
$$;

-- Gives a link that sets a second factor. Without APP, it is for somebody who had the right password, and only when there is
-- no second factor. With APP, it is for somebody who has proven to be the person, and sets another one.
create function begin_enrolment(p_realm text, p_person_id text, p_kind text, p_link jsonb) returns boolean language plpgsql as $$
begin
  perform from person p
    where p.person_id = p_person_id and p.realm = p_realm and p.disabled_at is null
      and (p_kind = 'APP' or p.second_factor_sealed is null) for update;
  if not found then
    return false;
  end if;
  perform give_link(p_person_id, p_kind, p_link);
  return true;
end $$;

-- Opens the invitation of a link that may be used now. The first opening stores the secret that the page shows.
create function open_invitation(p_realm text, p_link_hash bytea, p_sealed bytea) returns table (
  person_id text, name text, merchant_name text, kind text, second_factor_sealed bytea
) language sql as $$
  update person_invitation i set second_factor_sealed = coalesce(i.second_factor_sealed, p_sealed)
    from person p left join merchant m on m.merchant_id = p.merchant_id
   where i.link_hash = p_link_hash and i.kind <> 'PASSWORD' and i.used_at is null and i.expires_at > now() and i.usable_from <= now()
     and p.person_id = i.person_id and p.realm = p_realm and p.disabled_at is null
     and (i.kind <> 'ENROL' or p.second_factor_sealed is null) and has_its_session(i)
  returning p.person_id, p.name, m.trade_name, i.kind, i.second_factor_sealed
$$;

-- Uses a link: sets a password (SIGN_UP), a second factor and recovery codes, and signs the person out everywhere. p_codes:
-- SHA-256 of the recovery codes. False: the link may not be used any more.
create function take_invitation(
  p_by jsonb, p_realm text, p_link_hash bytea, p_password_hash text, p_step bigint, p_codes bytea[]
) returns boolean language plpgsql as $$
declare
  link person_invitation;
  before person;
  after person;
begin
  select * into link from person_invitation i
   where i.link_hash = p_link_hash and i.used_at is null and i.expires_at > now() and i.usable_from <= now() for update;
  select * into before from person p
   where p.person_id = link.person_id and p.realm = p_realm and p.disabled_at is null for update;
  if before.person_id is null or link.kind = 'PASSWORD' or (link.kind = 'ENROL' and before.second_factor_sealed is not null)
     or not has_its_session(link) then
    return false;
  end if;
  update person p
     set password_hash = case link.kind when 'SIGN_UP' then p_password_hash else p.password_hash end,
         second_factor_sealed = link.second_factor_sealed, second_factor_step = p_step, signed_up_at = now(),
         decides_from = case when link.kind = 'APP' then p.decides_from
                             when p.realm = 'MERCHANT' then now() + interval '1 day' else decides_after(p.stands_for) end
   where p.person_id = before.person_id
  returning * into after;
  update person_invitation i set used_at = now(), second_factor_sealed = null, link_sealed = null
   where i.invitation_id = link.invitation_id;
  -- Former passkeys are deleted: only the person who signs up by the link may sign in from now on.
  if link.kind <> 'APP' then
    delete from person_passkey k where k.person_id = after.person_id;
  end if;
  perform put_recovery_codes(after.person_id, p_codes);
  perform end_sessions_of(after.person_id);
  perform audit_person(p_by, person_action(after, case link.kind when 'SIGN_UP' then 'sign-up' else 'enrol' end), before, after);
  return true;
end $$;

-- Gives a person these recovery codes in place of those before.
create function put_recovery_codes(p_person_id text, p_codes bytea[]) returns void language sql as $$
  delete from person_recovery_code c where c.person_id = p_person_id;
  insert into person_recovery_code (person_id, code_hash) select p_person_id, code from unnest(p_codes) code
$$;

-- Gives a person other recovery codes, because the person asks for them. False: the person is disabled.
create function change_recovery_codes(p_by jsonb, p_realm text, p_person_id text, p_codes bytea[]) returns boolean language plpgsql as $$
declare
  who person;
begin
  select * into who from person p
   where p.person_id = p_person_id and p.realm = p_realm and p.disabled_at is null for update;
  if who.person_id is null then
    return false;
  end if;
  perform put_recovery_codes(p_person_id, p_codes);
  perform record_audit(p_by, person_action(who, 'recovery-codes'), case who.realm when 'OPERATOR' then 'operator' else 'person' end,
                       p_person_id, who.merchant_id, null, jsonb_build_object('recoveryCodes', cardinality(p_codes)));
  return true;
end $$;

-- Uses a code of the app, whose step must be later than the step of the last code. False: it, or a later one, was used
-- before.
create function use_second_factor(p_realm text, p_person_id text, p_step bigint) returns boolean language plpgsql as $$
begin
  update person p set second_factor_step = p_step
   where p.person_id = p_person_id and p.realm = p_realm and coalesce(p.second_factor_step, 0) < p_step;
  return found;
end $$;

-- Uses a recovery code. False: the person has no such code, or it was used before.
create function use_recovery_code(p_by jsonb, p_realm text, p_person_id text, p_code bytea) returns boolean language plpgsql as $$
declare
  who person;
begin
  select * into who from person p where p.person_id = p_person_id and p.realm = p_realm;
  update person_recovery_code c set used_at = now()
   where c.person_id = who.person_id and c.code_hash = p_code and c.used_at is null;
  if not found then
    return false;
  end if;
  perform notify_people(who.merchant_id, who.person_id, record_audit(
    p_by, person_action(who, 'recover'), case who.realm when 'OPERATOR' then 'operator' else 'person' end, p_person_id, who.merchant_id,
    null, jsonb_build_object('recoveryCodesLeft', (
      select count(*) from person_recovery_code c where c.person_id = p_person_id and c.used_at is null))));
  return true;
end $$;

-- Gives a person another password, and ends all other sessions. p_old_hash: the hash of the password that the person has
-- proven to know. p_kept: the session that asks. False: the password has changed meanwhile, or the person is disabled.
create function change_password(
  p_by jsonb, p_realm text, p_person_id text, p_old_hash text, p_new_hash text, p_kept text
) returns boolean language plpgsql as $$
declare
  before person;
  after person;
begin
  select * into before from person p
   where p.person_id = p_person_id and p.realm = p_realm and p.password_hash = p_old_hash and p.disabled_at is null for update;
  if before.person_id is null then
    return false;
  end if;
  update person p set password_hash = p_new_hash, signed_up_at = now() where p.person_id = p_person_id returning * into after;
  -- A person who has set a password needs no link for another one. A link for another app may be a thief's, who has a copy of p_kept.
  delete from person_invitation i where i.person_id = p_person_id and i.kind in ('PASSWORD', 'APP') and i.used_at is null;
  perform end_sessions_of(p_person_id, p_kept);
  perform audit_person(p_by, person_action(after, 'password'), before, after);
  return true;
end $$;
