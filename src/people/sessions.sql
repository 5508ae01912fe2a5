-- Sessions of browsers that people have signed in with.

-- Signs a browser in. p_session: {sessionId, personId, sessionHash, expiresAt, freshUntil, way, address, agent}. Sessions
-- that are over go.
create function open_person_session(p_by jsonb, p_session jsonb) returns void language plpgsql as $$
declare
  who person;
begin
  delete from person_session s where s.expires_at < now() or s.seen_at < now() - interval '1 day';
  select * into who from person p where p.person_id = p_session ->> 'personId';
  insert into person_session (session_id, person_id, realm, session_hash, expires_at, fresh_until, way, address, agent)
    values (p_session ->> 'sessionId', who.person_id, who.realm, decode(p_session ->> 'sessionHash', 'hex'),
            (p_session ->> 'expiresAt')::timestamptz, (p_session ->> 'freshUntil')::timestamptz, p_session ->> 'way',
            p_session ->> 'address', p_session ->> 'agent');
  perform record_audit(p_by, 'session.open', 'session', p_session ->> 'sessionId', who.merchant_id, null,
                       jsonb_build_object('personId', who.person_id, 'way', p_session -> 'way', 'agent', p_session -> 'agent'));
end $$;

-- Ends a session of this person. False: there is none.
create function end_person_session(p_by jsonb, p_person_id text, p_session_id text) returns boolean language plpgsql as $$
declare
  ended person_session;
begin
  delete from person_session s where s.session_id = p_session_id and s.person_id = p_person_id returning * into ended;
  if ended.session_id is null then
    return false;
  end if;
  perform record_audit(p_by, 'session.end', 'session', ended.session_id,
                       (select p.merchant_id from person p where p.person_id = p_person_id),
                       jsonb_build_object('personId', p_person_id), null);
  return true;
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
