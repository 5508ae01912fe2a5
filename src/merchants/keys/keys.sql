-- Keys of merchants: made, given another secret, revoked.

-- The audit's view of a key.
create function key_json(k merchant_key) returns jsonb language sql stable as $$
  select jsonb_build_object('name', k.name, 'groups', k.groups, 'addresses', k.addresses::text[],
                            'expiresAt', rfc3339(k.expires_at), 'revokedAt', rfc3339(k.revoked_at))
$$;

-- Tells whether the key has a secret that can be exchanged for a token now.
create function is_live_key(k merchant_key) returns boolean language sql stable as $$
  select k.revoked_at is null and (k.expires_at is null or k.expires_at > now()) and exists (
    select from merchant_secret s
     where s.client_id = k.client_id and (s.expires_at is null or s.expires_at > now()))
$$;

-- Adds a secret with this trust to a key; the others stay valid.
create function add_key_secret(
  p_client_id text, p_secret_hash bytea, p_pepper_kid text, p_trust text, p_by jsonb
) returns merchant_secret language sql as $$
  insert into merchant_secret (secret_id, client_id, merchant_id, secret_hash, pepper_kid, trust, operator_id)
    select gen_random_uuid()::text, k.client_id, k.merchant_id, p_secret_hash, p_pepper_kid, p_trust,
           case p_trust when 'OPERATOR' then p_by ->> 'operatorId'
                        when 'CLAIMED' then (select s.operator_id from merchant_secret s
                                              where s.client_id = k.client_id and s.operator_id is not null
                                              order by s.created_at desc limit 1) end
      from merchant_key k where k.client_id = p_client_id
  returning *
$$;

-- Notifies a merchant that one of its keys has changed.
create function notify_of_key(k merchant_key, p_change text, p_by jsonb) returns void language sql as $$
  select notify_change(k.merchant_id, p_change, p_by,
                     jsonb_build_object('clientId', k.client_id, 'name', k.name, 'groups', k.groups))
$$;

-- Notifies people that a key was made, has another secret, or was revoked, whoever did it.
create function notify_contacts_of_key(k merchant_key, p_audit_id bigint) returns void language sql as $$
  select notify_security(k.merchant_id, 'KEY_CHANGED', '{TECHNICAL,BUSINESS}', p_audit_id);
  select notify_owners(k.merchant_id, null, 'KEY_CHANGED', p_audit_id)
$$;

-- Notes that a key was used, and from where. A network from which the key was not used before is reported, up to twenty of
-- them: a key that has used more has no place of its own. A key that may only be used from some networks needs no such
-- report.
create function note_key_use(p_client_id text, p_address inet) returns void language plpgsql as $$
declare
  from_network constant cidr := network(set_masklen(p_address, case family(p_address) when 4 then 24 else 48 end));
  k merchant_key;
  known bigint;
begin
  update merchant_key x set last_used_at = now()
   where x.client_id = p_client_id and (x.last_used_at is null or x.last_used_at < now() - interval '1 minute');
  if exists (select from key_network n where n.client_id = p_client_id and n.network = from_network) then
    return;
  end if;
  -- Serializes the writes of new networks of one key.
  select * into k from merchant_key x where x.client_id = p_client_id for no key update;
  if not found or k.addresses <> '{}' then
    return;
  end if;
  select count(*) into known from key_network n where n.client_id = p_client_id;
  if known < 20 then
    insert into key_network (client_id, network) values (p_client_id, from_network) on conflict do nothing;
    if found and known > 0 then
      perform notify_contacts(k.merchant_id, 'KEY_NEW_NETWORK', '{TECHNICAL,BUSINESS}', p_client_id || '/' || from_network);
    end if;
  end if;
end $$;

-- Tells whether an operator knows a secret of the key, or knew it an hour ago: the last tokens of such a secret still live.
create function is_known_key(k merchant_key) returns boolean language sql stable as $$
  select exists (select from merchant_secret s where s.client_id = k.client_id and s.trust <> 'OWN'
                    and (s.expires_at is null or s.expires_at > now() - interval '1 hour'))
$$;

-- Returns why a key may not make the requested key, nor learn a secret of it; null: it may. Nobody gets by a key what its
-- maker lacks: the maker's groups, networks and end are bounds. The maker is read under a lock, as it stands now, whatever
-- its tokens say. A maker makes no key while an operator knows one of its secrets, because the new key would outlast the
-- merchant's claim of the maker.
create function key_refusal(p_maker_id text, p_asked merchant_key) returns text language plpgsql as $$
declare
  maker merchant_key;
begin
  select * into maker from merchant_key k
   where k.client_id = p_maker_id and k.merchant_id = p_asked.merchant_id for no key update;
  return case
    when maker.client_id is null or not is_live_key(maker) then 'MAKER_ENDED'
    when is_known_key(maker) then 'MAKER_KNOWN'
    when not p_asked.groups <@ maker.groups then 'WIDER_GROUPS'
    when maker.addresses <> '{}' and (p_asked.addresses = '{}' or exists (
      select from unnest(p_asked.addresses) a (network)
       where not exists (select from unnest(maker.addresses) m (network) where a.network <<= m.network))) then 'WIDER_ADDRESSES'
    when coalesce(p_asked.expires_at, 'infinity') > maker.expires_at then 'LATER_END' end;
end $$;

-- Makes a key with its first secret. A key that another key makes has the networks and the end of its maker, unless it asks
-- for less. outcome: CREATED, UNKNOWN (no such merchant), CLOSED (the merchant), TOO_MANY, or why the maker may not make it
-- (key_refusal).
create function create_key(
  p_asked merchant_key, p_secret_hash bytea, p_pepper_kid text, p_by jsonb, out outcome text, out stored merchant_key
) language plpgsql as $$
declare
  merchant_status text;
  maker merchant_key;
  wanted merchant_key := p_asked;
begin
  select * into maker from merchant_key k where p_by ->> 'kind' = 'KEY' and k.client_id = p_by ->> 'actor';
  wanted.addresses := case when p_asked.addresses = '{}' then coalesce(maker.addresses, '{}') else p_asked.addresses end;
  wanted.expires_at := coalesce(p_asked.expires_at, maker.expires_at);
  -- Serializes the changes of a merchant's keys.
  select m.status into merchant_status from merchant m where m.merchant_id = p_asked.merchant_id for no key update;
  outcome := case
    when not found then 'UNKNOWN'
    when merchant_status = 'CLOSED' then 'CLOSED'
    when (select count(*) from merchant_key k where k.merchant_id = p_asked.merchant_id and k.revoked_at is null) >= 100
      then 'TOO_MANY'
    when p_by ->> 'kind' = 'KEY' then coalesce(key_refusal(p_by ->> 'actor', wanted), 'CREATED')
    else 'CREATED' end;
  if outcome <> 'CREATED' then
    return;
  end if;
  insert into merchant_key (client_id, merchant_id, name, groups, addresses, expires_at)
    values (wanted.client_id, wanted.merchant_id, wanted.name, wanted.groups, wanted.addresses, wanted.expires_at)
    returning * into stored;
  perform add_key_secret(stored.client_id, p_secret_hash, p_pepper_kid,
                         case p_by ->> 'kind' when 'OPERATOR' then 'OPERATOR' else 'OWN' end, p_by);
  perform notify_contacts_of_key(stored, record_audit(
    p_by, 'key.create', 'key', stored.client_id, stored.merchant_id, null, key_json(stored)));
  perform notify_contacts(stored.merchant_id, e.kind, '{TECHNICAL}', stored.client_id, e.at)
     from (values ('KEY_ENDS_WEEK', stored.expires_at - interval '7 days'), ('KEY_ENDS_DAY', stored.expires_at - interval '1 day')) e (kind, at)
    where e.at > now();
  -- A key that another key has made is announced too, because a thief of a key first makes another one.
  if p_by ->> 'kind' in ('OPERATOR', 'KEY') then
    perform notify_of_key(stored, 'KEY_CREATED', p_by);
  end if;
end $$;

-- Asks a second operator whether it is the merchant who has claimed a key that an operator has made. The operator who knew
-- the secret counts as the one who proposes; an earlier claim of the key is void.
create function propose_key(k merchant_key, p_secret merchant_secret, p_by jsonb) returns void language plpgsql as $$
declare
  shown constant jsonb := jsonb_build_array(
    array['Key', k.name || ' (' || k.client_id || ')'], array['Groups', array_to_string(k.groups, ', ')],
    array['Claimed at', rfc3339(p_secret.created_at)], array['Claimed from', p_by ->> 'address'],
    array['Ask', (select string_agg(c.name || ', ' || c.phone_number, '; ' order by c.kind) from merchant_contact c
                   where c.merchant_id = k.merchant_id)]);
begin
  perform end_merchant_proposal(p.proposal_id, 'WITHDRAWN', null)
     from merchant_proposal p
    where p.merchant_id = k.merchant_id and p.kind = 'KEY' and p.status = 'PROPOSED' and p.wish ->> 'clientId' = k.client_id;
  perform store_merchant_proposal(
    k.merchant_id, 'KEY', jsonb_build_object('clientId', k.client_id, 'secretId', p_secret.secret_id), shown,
    (select jsonb_build_object('kind', 'OPERATOR', 'actor', p.name, 'operatorId', p.person_id, 'door', 'API')
       from person p where p.person_id = p_secret.operator_id));
end $$;

-- Returns the trust of the secret that a key makes for itself or for another key, or why it makes none: TOKEN_LACKS (a group of the
-- key), or as key_refusal says. p_held: the groups that the asking key's token holds. A token of a secret that an operator
-- knows holds less than its key: with p_claimable it claims the key.
create function rotation_by_key(p_asking_id text, k merchant_key, p_held text[], p_claimable text[]) returns text language sql as $$
  select coalesce(
    case when k.client_id <> p_asking_id then key_refusal(p_asking_id, k) end,
    case when k.groups <@ p_held then 'OWN'
         when k.client_id = p_asking_id and k.groups <@ p_claimable and is_known_key(k) then 'CLAIMED'
         else 'TOKEN_LACKS' end)
$$;

-- Gives a key another secret; its three newest present secrets end after the overlap, and older ones at once, because each
-- token that is asked for is checked with all of them. outcome: the trust of the new secret, UNKNOWN (the merchant has no such
-- key, or it is revoked), or why the asking key may not make it (rotation_by_key). CLAIMED: a second operator confirms that it is
-- the merchant who has claimed the key.
create function rotate_key(
  p_merchant_id text, p_client_id text, p_secret_hash bytea, p_pepper_kid text, p_overlap interval, p_by jsonb,
  p_held text[] default null, p_claimable text[] default null, out outcome text, out stored merchant_key
) language plpgsql as $$
declare
  added merchant_secret;
begin
  -- The asking key too, in one order, so that two keys that rotate each other do not wait for each other.
  perform 1 from merchant_key k
    where k.merchant_id = p_merchant_id and k.client_id in (p_client_id, p_by ->> 'actor') order by k.client_id for no key update;
  select * into stored from merchant_key k
   where k.client_id = p_client_id and k.merchant_id = p_merchant_id and k.revoked_at is null;
  outcome := case
    when not found then 'UNKNOWN'
    when p_by ->> 'kind' = 'KEY' then rotation_by_key(p_by ->> 'actor', stored, p_held, p_claimable)
    when p_by ->> 'kind' = 'OPERATOR' then 'OPERATOR'
    else 'OWN' end;
  if outcome not in ('OWN', 'OPERATOR', 'CLAIMED') then
    return;
  end if;
  -- is_known_key looks for an operator's secret until an hour after its end.
  delete from merchant_secret s
   where s.client_id = p_client_id and s.expires_at <= now() - case s.trust when 'OWN' then interval '0' else interval '1 hour' end;
  update merchant_secret s
     set expires_at = least(s.expires_at, now() + case when l.newest <= 3 then p_overlap else interval '0' end)
    from (select x.secret_id, row_number() over (order by x.created_at desc, x.secret_id) as newest from merchant_secret x
           where x.client_id = p_client_id and (x.expires_at is null or x.expires_at > now())) l
   where s.secret_id = l.secret_id;
  added := add_key_secret(p_client_id, p_secret_hash, p_pepper_kid, outcome, p_by);
  perform notify_contacts_of_key(stored, record_audit(
    p_by, 'key.rotate', 'key', stored.client_id, stored.merchant_id, null,
    jsonb_build_object('name', stored.name, 'formerSecretUntil', rfc3339(now() + p_overlap))));
  if outcome = 'CLAIMED' then
    perform propose_key(stored, added, p_by);
    perform notify_of_key(stored, 'KEY_CLAIMED', p_by);
  elsif outcome = 'OPERATOR' then
    perform notify_of_key(stored, 'KEY_ROTATED', p_by);
  end if;
end $$;

-- Revokes a key for good; revoking it again changes nothing. outcome: REVOKED, UNKNOWN, LAST_KEY (the merchant has no other
-- live key).
create function revoke_key(p_merchant_id text, p_client_id text, p_even_last boolean, p_by jsonb, out outcome text, out stored merchant_key)
language plpgsql as $$
declare
  before merchant_key;
begin
  perform 1 from merchant m where m.merchant_id = p_merchant_id for no key update;
  select * into before from merchant_key k where k.client_id = p_client_id and k.merchant_id = p_merchant_id;
  stored := before;
  outcome := case
    when before.client_id is null then 'UNKNOWN'
    when before.revoked_at is not null or p_even_last or not is_live_key(before) then 'REVOKED'
    when exists (select from merchant_key k
                  where k.merchant_id = p_merchant_id and k.client_id <> p_client_id and is_live_key(k)) then 'REVOKED'
    else 'LAST_KEY' end;
  if outcome <> 'REVOKED' or before.revoked_at is not null then
    return;
  end if;
  -- The time is read after the wait for the lock, so that a key that was made during the wait has an earlier time.
  update merchant_key k set revoked_at = clock_timestamp() where k.client_id = p_client_id returning * into stored;
  update merchant_secret s set expires_at = least(s.expires_at, stored.revoked_at) where s.client_id = p_client_id;
  perform notify_contacts_of_key(stored, record_audit(
    p_by, 'key.revoke', 'key', stored.client_id, stored.merchant_id, key_json(before), key_json(stored)));
  if p_by ->> 'kind' = 'OPERATOR' then
    perform notify_of_key(stored, 'KEY_REVOKED', p_by);
  end if;
end $$;

-- Makes a secret that was claimed its merchant's own.
create function own_secret(p_secret_id text) returns void language sql as $$
  update merchant_secret s set trust = 'OWN', operator_id = null where s.secret_id = p_secret_id
$$;
