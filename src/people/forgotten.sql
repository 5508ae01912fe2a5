-- Passwords that merchants' people have forgotten: a link by mail sets another one, for a person who has the second factor
-- as well.

-- Mails a person a link that sets another password. False: the person has no password or no second factor, has left, or no mail is sent.
create function give_password_link(p_by jsonb, p_realm text, p_person_id text, p_link jsonb) returns boolean language plpgsql as $$
declare
  who person;
begin
  select p.* into who from person p join merchant m on m.merchant_id = p.merchant_id and m.status <> 'CLOSED'
   where p.person_id = p_person_id and p.realm = p_realm and p.disabled_at is null and p.password_hash is not null
     and p.second_factor_sealed is not null for update of p;
  if who.person_id is null or not exists (select from message_channel x where x.channel = 'EMAIL') then
    return false;
  end if;
  perform give_link(p_person_id, 'PASSWORD', p_link);
  perform mail_link(who, p_link ->> 'invitationId');
  perform record_audit(p_by, person_action(who, 'ask-password'), 'person', p_person_id, who.merchant_id, null,
                       jsonb_build_object('name', who.name, 'endsAt', p_link -> 'expiresAt'));
  return true;
end $$;

-- The person of a link that sets another password.
create function person_of_password_link(p_realm text, p_link_hash bytea)
returns table (person_id text, name text, email text, merchant_name text) language sql stable as $$
  select p.person_id, p.name, p.email, m.trade_name
    from person_invitation i
    join person p on p.person_id = i.person_id and p.realm = p_realm and p.disabled_at is null
    join merchant m on m.merchant_id = p.merchant_id and m.status <> 'CLOSED'
   where i.link_hash = p_link_hash and i.kind = 'PASSWORD' and i.used_at is null and i.expires_at > now()
$$;

-- Uses the link of a person who has shown the second factor: sets another password, and signs the person out everywhere.
-- False: the link may not be used any more.
create function reset_password(p_by jsonb, p_realm text, p_link_hash bytea, p_new_hash text) returns boolean language plpgsql as $$
declare
  link person_invitation;
  before person;
  after person;
begin
  select * into link from person_invitation i
   where i.link_hash = p_link_hash and i.kind = 'PASSWORD' and i.used_at is null and i.expires_at > now() for update;
  select * into before from person p
   where p.person_id = link.person_id and p.realm = p_realm and p.disabled_at is null and p.second_factor_sealed is not null for update;
  if before.person_id is null then
    return false;
  end if;
  update person p set password_hash = p_new_hash, signed_up_at = now() where p.person_id = before.person_id returning * into after;
  update person_invitation i set used_at = now(), link_sealed = null where i.invitation_id = link.invitation_id;
  perform end_sessions_of(after.person_id);
  perform audit_person(p_by, person_action(after, 'password-reset'), before, after);
  return true;
end $$;
