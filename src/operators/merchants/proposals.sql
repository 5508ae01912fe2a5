-- Changes of merchants that need two operators: one proposes a change, and it is made when the other one confirms it.

-- Tells whether the merchant is still in the state for which the proposal was made.
create function is_still_proposed(p merchant_proposal, m merchant) returns boolean language sql stable as $$
  select case p.kind
    when 'GRANTS' then to_jsonb(m.granted_scopes) = p.wish -> 'before'
    when 'LIMITS' then to_jsonb(m) @> (p.wish -> 'before')
    when 'KEY' then exists (
      select from merchant_secret s join merchant_key k on k.client_id = s.client_id
       where s.secret_id = p.wish ->> 'secretId' and s.trust = 'CLAIMED' and s.expires_at is null and k.revoked_at is null)
    else p.wish ->> 'before' is not distinct from (
      select a.settlement_account_id from settlement_account a
       where a.merchant_id = m.merchant_id and a.is_default and a.status = 'ACTIVE') end
$$;

-- Carries out a proposal. p_by: the second operator, with the first one's name as the partner's.
create function carry_out_proposal(p merchant_proposal, p_by jsonb) returns void language plpgsql as $$
declare
  k merchant_key;
begin
  case p.kind
    when 'GRANTS' then
      perform change_merchant(p.merchant_id, 'merchant.grants', p.wish -> 'changes', '{}', p_by);
    when 'LIMITS' then
      perform change_merchant(p.merchant_id, 'merchant.limits', p.wish -> 'changes', '{}', p_by);
    when 'SETTLEMENT_ACCOUNT' then
      perform register_settlement_account(jsonb_populate_record(null::settlement_account, p.wish -> 'account'),
                                          (p.wish ->> 'nameScore')::integer, p.operator, p_by);
    when 'DEFAULT_ACCOUNT' then
      perform make_default_settlement_account(p.merchant_id, p.wish ->> 'accountId', p.operator, p_by);
    when 'KEY' then
      perform own_secret(p.wish ->> 'secretId');
      select * into k from merchant_key x where x.client_id = p.wish ->> 'clientId';
      perform record_audit(p_by, 'key.confirm', 'key', k.client_id, k.merchant_id, null, key_json(k));
      perform notify_of_key(k, 'KEY_CONFIRMED', p_by);
  end case;
end $$;

-- Confirms a proposal that the second operator was shown (p_shown_hash). Outcomes: DONE, UNKNOWN, CHANGED, DECIDED (it was decided or
-- withdrawn before), CLOSED (the merchant is closed), or the reason that this operator may not confirm the first one's proposal
-- (why_not_two).
create function confirm_merchant_proposal(p_by jsonb, p_id text, p_shown_hash text) returns text language plpgsql as $$
declare
  p merchant_proposal;
  m merchant;
  outcome text;
begin
  select * into p from merchant_proposal x where x.proposal_id = p_id for update;
  select * into m from merchant x where x.merchant_id = p.merchant_id for no key update;
  outcome := case
    when p.proposal_id is null then 'UNKNOWN'
    when p.status <> 'PROPOSED' then 'DECIDED'
    when p.shown_hash <> p_shown_hash then 'CHANGED'
    when m.status = 'CLOSED' then 'CLOSED'
    else why_not_two(p.operator_id, p_by ->> 'operatorId') end;
  if outcome is null and not is_still_proposed(p, m) then
    outcome := 'CHANGED';
  end if;
  if outcome is not null then
    return outcome;
  end if;
  perform end_merchant_proposal(p_id, 'DONE', p_by);
  perform carry_out_proposal(p, p_by || jsonb_build_object('partner', p.operator));
  perform record_audit(p_by || jsonb_build_object('partner', p.operator), 'merchant.confirm', 'proposal', p_id, p.merchant_id, null,
                       jsonb_build_object('kind', p.kind, 'shown', p.shown, 'shownHash', p.shown_hash));
  return 'DONE';
end $$;

-- Withdraws a proposal; any operator may do so. Returns false when no such proposal waits.
create function withdraw_merchant_proposal(p_by jsonb, p_id text) returns boolean language plpgsql as $$
declare
  p constant merchant_proposal := end_merchant_proposal(p_id, 'WITHDRAWN', p_by);
begin
  if p.proposal_id is null then
    return false;
  end if;
  perform record_audit(p_by, 'merchant.withdraw', 'proposal', p_id, p.merchant_id, null,
                       jsonb_build_object('kind', p.kind, 'shown', p.shown));
  return true;
end $$;
