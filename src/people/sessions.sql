-- Sessions of browsers that people have signed in with, and notices of changes of people.

-- Notifies a merchant's owners of an entry of the audit, by e-mail, and also the person whom the entry is about.
-- p_person_id: null when the entry is about nobody.
create function notify_owners(p_merchant_id text, p_person_id text, p_kind text, p_audit_id bigint) returns void language sql as $$
  insert into message (message_id, kind, cause, recipient, person, channel, merchant_id)
    select new_id('msg_'), p_kind, 'aud_' || p_audit_id, 'PERSON', t.person_id, 'EMAIL', p_merchant_id
      from (select distinct on (p.email) p.person_id from person p
             where p.merchant_id = p_merchant_id and p.realm = 'MERCHANT' and p.password_hash is not null
               and (p.role = 'owner' or p.person_id = p_person_id) and (p.disabled_at is null or p.person_id = p_person_id)
             order by p.email, p.person_id) t
     where p_audit_id is not null and exists (select from message_channel x where x.channel = 'EMAIL')
    on conflict do nothing
$$;

-- Asks the people of a merchant who may confirm a change to look at it, by e-mail, except the one who proposes it. p_roles:
-- the roles that every merchant has and that have the right. A merchant has a few such people; the number is bounded all the
-- same.
create function ask_second_people(p_merchant_id text, p_by jsonb, p_right text, p_roles text[], p_audit_id bigint) returns void
language sql as $$
  insert into message (message_id, kind, cause, recipient, person, channel, merchant_id)
    select new_id('msg_'), 'CONFIRMATION_ASKED', 'aud_' || p_audit_id, 'PERSON', t.person_id, 'EMAIL', p_merchant_id
      from (select p.person_id from person p
              left join merchant_role r on r.role_id = p.role and r.merchant_id = p.merchant_id and r.ended_at is null
             where p.merchant_id = p_merchant_id and p.realm = 'MERCHANT' and p.password_hash is not null and p.disabled_at is null
               and p.person_id is distinct from p_by ->> 'personId' and (p.role = any (p_roles) or p_right = any (r.rights))
             order by p.created_at limit 50) t
     where p_audit_id is not null and exists (select from message_channel x where x.channel = 'EMAIL')
    on conflict do nothing
$$;

-- Notifies a merchant's owners and the person, by e-mail, of an entry of the audit about that person. Contacts of the
-- merchant are notified as of all that a thief could cause. p_merchant_id: null for an operator, whom the desk notifies.
create function notify_people(p_merchant_id text, p_person_id text, p_audit_id bigint) returns void language sql as $$
  select notify_owners(p_merchant_id, p_person_id, 'PEOPLE_CHANGED', p_audit_id);
  select notify_security(p_merchant_id, 'PEOPLE_CHANGED', '{BUSINESS}', p_audit_id) where p_merchant_id is not null and p_audit_id is not null
$$;

-- Signs a browser in. p_session: {sessionId, personId, sessionHash, expiresAt, freshUntil, way, address, agent}. Sessions
-- that are over go. A person of another realm is signed in nowhere: false.
create function open_person_session(p_by jsonb, p_realm text, p_session jsonb) returns boolean language plpgsql as $$
declare
  who person;
begin
  delete from person_session s where s.expires_at < now() or s.seen_at < now() - interval '1 day';
  select * into who from person p
   where p.person_id = p_session ->> 'personId' and p.realm = p_realm and p.disabled_at is null for share;
  if who.person_id is null then
    return false;
  end if;
  -- A person who signs in has lost nothing. So a way in that two operators have given, and that does not work yet, is over.
  delete from person_invitation i where i.person_id = who.person_id and i.used_at is null and i.usable_from > now();
  insert into person_session (session_id, person_id, realm, session_hash, expires_at, fresh_until, way, address, agent)
    values (p_session ->> 'sessionId', who.person_id, who.realm, decode(p_session ->> 'sessionHash', 'hex'),
            (p_session ->> 'expiresAt')::timestamptz, (p_session ->> 'freshUntil')::timestamptz, p_session ->> 'way',
            p_session ->> 'address', p_session ->> 'agent');
  perform record_audit(p_by, 'session.open', 'session', p_session ->> 'sessionId', who.merchant_id, null,
                       jsonb_build_object(case who.realm when 'OPERATOR' then 'operatorId' else 'personId' end, who.person_id)
                       || case who.realm when 'OPERATOR' then '{}' else jsonb_build_object(
                            'way', p_session -> 'way', 'agent', p_session -> 'agent') end);
  return true;
end $$;

-- Ends a session: one's own (p_of), or anybody's of the realm (null). False: there is none.
create function end_person_session(p_by jsonb, p_realm text, p_session_id text, p_of text) returns boolean language plpgsql as $$
declare
  ended person_session;
begin
  delete from person_session s
   where s.session_id = p_session_id and s.realm = p_realm and (p_of is null or s.person_id = p_of) returning * into ended;
  if ended.session_id is null then
    return false;
  end if;
  perform record_audit(p_by, 'session.end', 'session', ended.session_id,
                       (select p.merchant_id from person p where p.person_id = ended.person_id),
                       jsonb_build_object(case p_realm when 'OPERATOR' then 'operatorId' else 'personId' end, ended.person_id), null);
  return true;
end $$;

-- Signs a person out everywhere, but for the session p_kept.
create function end_sessions_of(p_person_id text, p_kept text default null) returns void language sql as $$
  delete from person_session s where s.person_id = p_person_id and s.session_id is distinct from p_kept
$$;

-- Signs a person out everywhere else, because the person asks for it. Returns how many sessions have ended.
create function end_other_sessions(p_by jsonb, p_realm text, p_person_id text, p_kept text) returns integer language plpgsql as $$
declare
  ended integer;
begin
  delete from person_session s where s.person_id = p_person_id and s.realm = p_realm and s.session_id is distinct from p_kept;
  get diagnostics ended = row_count;
  perform record_audit(p_by, 'session.end-others', 'person', p.person_id, p.merchant_id, null, jsonb_build_object('ended', ended))
     from person p where p.person_id = p_person_id and ended > 0;
  return ended;
end $$;

-- Notes that the person of a session has proven again to be that person.
create function freshen_session(p_realm text, p_session_id text, p_until timestamptz) returns boolean language plpgsql as $$
begin
  update person_session s set fresh_until = p_until
   where s.session_id = p_session_id and s.realm = p_realm and s.expires_at > now();
  return found;
end $$;

-- Gives the owner of the sandbox's merchant a link in place of the one before. An owner is made where there is none.
create function give_sandbox_link(p_by jsonb, p_merchant_id text, p_person_id text, p_link_hash bytea) returns void language plpgsql as $$
declare
  owner person;
begin
  select * into owner from person p
   where p.merchant_id = p_merchant_id and p.role = 'owner' and p.disabled_at is null order by p.created_at limit 1;
  if owner.person_id is null then
    insert into person (person_id, realm, merchant_id, name, email, role)
      values (p_person_id, 'MERCHANT', p_merchant_id, 'Ngozi', 'owner@sandbox.example', 'owner') returning * into owner;
    perform record_audit(p_by, 'person.add', 'person', owner.person_id, p_merchant_id, null,
                         jsonb_build_object('name', owner.name, 'email', owner.email, 'role', owner.role));
  end if;
  delete from sandbox_link l where l.person_id = owner.person_id;
  insert into sandbox_link (link_hash, person_id) values (p_link_hash, owner.person_id);
end $$;

-- Uses a link of the sandbox.
create function take_sandbox_link(p_link_hash bytea) returns table (person_id text, name text) language sql as $$
  with used as (delete from sandbox_link l where l.link_hash = p_link_hash returning l.person_id)
  select p.person_id, p.name from used u join person p on p.person_id = u.person_id where p.disabled_at is null
$$;
