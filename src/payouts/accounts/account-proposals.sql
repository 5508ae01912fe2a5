-- Changes of the accounts that a merchant is paid to, where the merchant wants two people for each.

-- The event data of a proposed change, for the audit and for mails.
create function account_proposal_json(p account_proposal) returns jsonb language sql stable as $$
  select jsonb_build_object('change', p.what, 'accountNumber', masked(coalesce(a.account_number, p.asked ->> 'account_number')),
                            'bankCode', coalesce(a.bank_code, p.asked ->> 'bank_code'),
                            'bankName', coalesce(a.bank_name, p.asked ->> 'bank_name'),
                            'accountName', coalesce(a.account_name, p.asked ->> 'account_name'))
    from (select) one left join settlement_account a on a.settlement_account_id = p.settlement_account_id
$$;

-- Records the change in the audit and notifies the merchant's contacts: they notice a thief's proposal before anybody confirms it. Returns
-- the id of the audit entry.
create function note_account_proposal(p account_proposal, p_action text, p_by jsonb) returns bigint language plpgsql as $$
declare
  audit_id constant bigint := record_audit(p_by, p_action, 'account-proposal', p.proposal_id, p.merchant_id, null, account_proposal_json(p));
begin
  perform notify_security(p.merchant_id, 'ACCOUNT_CHANGED', '{SETTLEMENT,BUSINESS}', audit_id);
  return audit_id;
end $$;

-- Stores a change that a second person must confirm, or returns the same change if it already waits. Returns no row if the merchant has no
-- such account. p_roles: as in ask_second_people.
create function propose_account_change(
  p_merchant_id text, p_what text, p_account_id text, p_asked settlement_account, p_name_score integer, p_by jsonb, p_roles text[]
) returns setof account_proposal language plpgsql as $$
declare
  p account_proposal;
begin
  perform lock_settlement_accounts(p_merchant_id);
  if p_account_id is not null and not exists (
    select from settlement_account a
     where a.settlement_account_id = p_account_id and a.merchant_id = p_merchant_id and a.status = 'ACTIVE') then
    return;
  end if;
  update account_proposal x set status = 'WITHDRAWN', decided_at = now()
   where x.merchant_id = p_merchant_id and x.status = 'PROPOSED' and x.created_at <= now() - interval '7 days';
  insert into account_proposal (proposal_id, merchant_id, what, settlement_account_id, asked, name_score, person_id, person)
    values (new_id('acp_'), p_merchant_id, p_what, p_account_id,
            case p_what when 'REGISTER' then to_jsonb(p_asked) end, p_name_score, p_by ->> 'personId', p_by ->> 'actor')
    on conflict do nothing returning * into p;
  if found then
    perform ask_second_people(p_merchant_id, p_by, 'settlements:write', p_roles,
                              note_account_proposal(p, 'settlement-account.propose', p_by));
    return next p;
  else
    return query select * from account_proposal x
      where x.merchant_id = p_merchant_id and x.status = 'PROPOSED' and x.what = p_what
        and x.settlement_account_id is not distinct from p_account_id
        and (p_what <> 'REGISTER' or (x.asked ->> 'bank_code', x.asked ->> 'account_number') = (p_asked.bank_code, p_asked.account_number));
  end if;
end $$;

-- Sets whether two people change the accounts that the merchant is paid to.
create function set_accounts_by_two(p_merchant_id text, p_wanted boolean, p_by jsonb) returns void language sql as $$
  with changed as (
    update merchant m set accounts_by_two = p_wanted
     where m.merchant_id = p_merchant_id and m.accounts_by_two <> p_wanted returning m.merchant_id)
  select notify_security(c.merchant_id, 'ACCOUNT_CHANGED', '{SETTLEMENT,BUSINESS}', record_audit(
    p_by, case when p_wanted then 'settlement-account.by-two' else 'settlement-account.alone' end, 'merchant', c.merchant_id, c.merchant_id,
    jsonb_build_object('accountsByTwo', not p_wanted), jsonb_build_object('accountsByTwo', p_wanted)))
    from changed c
$$;

-- Carries out a proposed change, which another person has confirmed. outcome: DONE; UNKNOWN; DECIDED (the proposal waits no longer, or is
-- older than a week); the reason of why_not_two_of_team; GONE (the account no longer exists); BUSY (a settlement to the account is under
-- way).
create function confirm_account_change(p_merchant_id text, p_proposal_id text, p_by jsonb, out outcome text) language plpgsql as $$
declare
  p account_proposal;
  both_of constant jsonb := p_by || jsonb_build_object('partner', (
    select x.person from account_proposal x where x.proposal_id = p_proposal_id));
  removed record;
begin
  perform lock_settlement_accounts(p_merchant_id);
  select * into p from account_proposal x
   where x.proposal_id = p_proposal_id and x.merchant_id = p_merchant_id for no key update;
  outcome := case when p.proposal_id is null then 'UNKNOWN'
                  when p.status <> 'PROPOSED' or p.created_at <= now() - interval '7 days' then 'DECIDED'
                  else coalesce(why_not_two_of_team(p.person_id, p_by ->> 'personId'), 'DONE') end;
  if outcome <> 'DONE' then
    return;
  end if;
  case p.what
    when 'REGISTER' then
      perform register_settlement_account(
        jsonb_populate_record(null::settlement_account, p.asked), p.name_score, both_of ->> 'actor', both_of);
    when 'MAKE_DEFAULT' then
      perform make_default_settlement_account(p_merchant_id, p.settlement_account_id, both_of ->> 'actor', both_of);
      if not found then
        outcome := 'GONE';
      end if;
    when 'REMOVE' then
      select r.is_busy into removed from remove_settlement_account(p_merchant_id, p.settlement_account_id, both_of ->> 'actor', both_of) r;
      outcome := case when removed.is_busy then 'BUSY' else 'DONE' end;
    else
      perform set_accounts_by_two(p_merchant_id, false, both_of);
  end case;
  if outcome = 'BUSY' then
    return;
  end if;
  update account_proposal x
     set status = case outcome when 'DONE' then 'DONE' else 'WITHDRAWN' end, decided_at = now(),
         partner_id = p_by ->> 'personId', partner = p_by ->> 'actor'
   where x.proposal_id = p_proposal_id;
end $$;

-- Withdraws a change that waits. done is false if the merchant has no waiting change with this id.
create function withdraw_account_change(p_merchant_id text, p_proposal_id text, p_by jsonb, out done boolean) language plpgsql as $$
declare
  p account_proposal;
begin
  update account_proposal x set status = 'WITHDRAWN', decided_at = now()
   where x.proposal_id = p_proposal_id and x.merchant_id = p_merchant_id and x.status = 'PROPOSED' returning * into p;
  done := found;
  if done then
    perform note_account_proposal(p, 'settlement-account.withdraw', p_by);
  end if;
end $$;
