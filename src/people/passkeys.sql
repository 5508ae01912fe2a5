-- Passkeys: key pairs of people's devices, which sign in instead of a password and a code.

-- Keeps the challenge that a browser is asked to sign. Challenges that are over are deleted.
create function add_passkey_challenge(p_challenge text, p_person_id text, p_for interval) returns void language sql as $$
  delete from passkey_challenge c where c.expires_at < now();
  insert into passkey_challenge (challenge, person_id, expires_at) values (p_challenge, p_person_id, now() + p_for)
$$;

-- Uses a challenge that a browser was asked to sign. False: none was asked for it, or not this person, or it was signed
-- before.
create function take_passkey_challenge(p_challenge text, p_person_id text) returns boolean language plpgsql as $$
declare
  taken passkey_challenge;
begin
  delete from passkey_challenge c where c.challenge = p_challenge returning * into taken;
  return taken.expires_at > now() and taken.person_id is not distinct from p_person_id;
end $$;

-- Adds a passkey of a merchant's person. p_passkey: {passkeyId, personId, credentialId, publicKey, counter, label}. False: the device is
-- known already, or the person has ten.
create function add_passkey(p_by jsonb, p_passkey jsonb) returns boolean language plpgsql as $$
declare
  who person;
begin
  select * into who from person p
   where p.person_id = p_passkey ->> 'personId' and p.realm = 'MERCHANT' and p.disabled_at is null for update;
  if who.person_id is null or (select count(*) from person_passkey k where k.person_id = who.person_id) >= 10 then
    return false;
  end if;
  insert into person_passkey (passkey_id, person_id, credential_id, public_key, counter, label)
    values (p_passkey ->> 'passkeyId', who.person_id, p_passkey ->> 'credentialId', decode(p_passkey ->> 'publicKey', 'hex'),
            (p_passkey ->> 'counter')::bigint, p_passkey ->> 'label')
    on conflict (credential_id) do nothing;
  if not found then
    return false;
  end if;
  perform notify_people(who.merchant_id, who.person_id, record_audit(
    p_by, 'passkey.add', 'passkey', p_passkey ->> 'passkeyId', who.merchant_id, null,
    jsonb_build_object('personId', who.person_id, 'label', p_passkey -> 'label')));
  return true;
end $$;

-- Takes a passkey away from its person. False: the person has none of this id.
create function end_passkey(p_by jsonb, p_person_id text, p_passkey_id text) returns boolean language plpgsql as $$
declare
  ended person_passkey;
  who person;
begin
  delete from person_passkey k where k.passkey_id = p_passkey_id and k.person_id = p_person_id returning * into ended;
  if ended.passkey_id is null then
    return false;
  end if;
  select * into who from person p where p.person_id = p_person_id;
  perform notify_people(who.merchant_id, who.person_id, record_audit(
    p_by, 'passkey.end', 'passkey', p_passkey_id, who.merchant_id,
    jsonb_build_object('personId', who.person_id, 'label', ended.label), null));
  return true;
end $$;

-- Notes that a passkey has signed and counts p_counter now. False: it counts no further than before, so that it may be a
-- copy.
create function use_passkey(p_passkey_id text, p_counter bigint) returns boolean language plpgsql as $$
begin
  update person_passkey k set counter = p_counter, last_used_at = now()
   where k.passkey_id = p_passkey_id and (k.counter < p_counter or (k.counter = 0 and p_counter = 0));
  return found;
end $$;
