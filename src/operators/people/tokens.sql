-- The tokens of operators, both people and machine users.

-- Ends all tokens of an operator.
create function end_tokens_of(p_operator_id text) returns void language sql as $$
  update operator_token t set revoked_at = now() where t.operator_id = p_operator_id and t.revoked_at is null
$$;

-- Returns a token in the form of the audit.
create function token_facts(p_token operator_token) returns jsonb language sql immutable as $$
  select jsonb_build_object('operatorId', p_token.operator_id, 'label', p_token.label, 'role', p_token.role,
                            'expiresAt', p_token.expires_at, 'isEnded', p_token.revoked_at is not null)
$$;

-- Adds a token for an operator. p_token: {tokenId, operatorId, tokenHash, label, role, expiresAt}. A token that exists already gets the new
-- expiresAt, because the local stack gives its operator the same token at each start; a token that was ended stays ended.
create function add_operator_token(p_by jsonb, p_token jsonb) returns void language plpgsql as $$
declare
  added operator_token;
begin
  insert into operator_token (token_id, operator_id, token_hash, label, role, expires_at)
    values (p_token ->> 'tokenId', p_token ->> 'operatorId', decode(p_token ->> 'tokenHash', 'hex'), p_token ->> 'label',
            p_token ->> 'role', (p_token ->> 'expiresAt')::timestamptz)
    on conflict (token_hash) do update set expires_at = excluded.expires_at
    returning * into added;
  if added.token_id = p_token ->> 'tokenId' then
    perform record_audit(p_by, 'token.add', 'token', added.token_id, null, null, token_facts(added));
  end if;
end $$;

-- Ends a token of one operator (p_of), or of anybody (null). Returns false when there is no such valid token.
create function end_operator_token(p_by jsonb, p_token_id text, p_of text) returns boolean language plpgsql as $$
declare
  before operator_token;
  after operator_token;
begin
  select * into before from operator_token t
   where t.token_id = p_token_id and t.revoked_at is null and (p_of is null or t.operator_id = p_of) for update;
  if before.token_id is null then
    return false;
  end if;
  update operator_token t set revoked_at = now() where t.token_id = p_token_id returning * into after;
  perform record_audit(p_by, 'token.end', 'token', p_token_id, null, token_facts(before), token_facts(after));
  return true;
end $$;

-- Records that the holder of a token has typed password and code: for as long as p_for, the token may change operators. Returns false when
-- the token is not valid.
create function prove_token(p_by jsonb, p_token_id text, p_for interval) returns boolean language plpgsql as $$
begin
  update operator_token t set proven_until = now() + p_for where t.token_id = p_token_id and t.revoked_at is null;
  if not found then
    return false;
  end if;
  perform record_audit(p_by, 'token.prove', 'token', p_token_id, null, null, jsonb_build_object('until', rfc3339(now() + p_for)));
  return true;
end $$;
