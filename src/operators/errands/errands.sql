-- What operators have done by two: one proposes it, another one confirms it.

-- Stores a wish. Outcomes: PROPOSED, OTHER_PROPOSED (something waits for this subject already).
create function propose_errand(p_by jsonb, p_asked errand) returns text language plpgsql as $$
begin
  insert into errand (errand_id, kind, subject, wish, says, merchant_id, reason, operator_id, operator)
    values (p_asked.errand_id, p_asked.kind, p_asked.subject, p_asked.wish, p_asked.says, p_asked.merchant_id,
            p_by ->> 'reason', p_by ->> 'operatorId', p_by ->> 'actor')
  on conflict do nothing;
  if not found then
    return 'OTHER_PROPOSED';
  end if;
  perform record_audit(p_by, 'errand.propose', lower(p_asked.kind), p_asked.subject, p_asked.merchant_id, null,
                       jsonb_build_object('says', p_asked.says));
  return 'PROPOSED';
end $$;

-- Confirms a wish. Outcomes: CONFIRMED (it is to be done now), UNKNOWN, DECIDED (confirmed or withdrawn before), or why the two are not
-- two people (why_not_two).
create function confirm_errand(p_by jsonb, p_id text, out outcome text, out wanted jsonb) language plpgsql as $$
declare
  e errand;
begin
  select * into e from errand x where x.errand_id = p_id for update;
  outcome := case
    when e.errand_id is null then 'UNKNOWN'
    when e.status <> 'PROPOSED' then 'DECIDED'
    else coalesce(why_not_two(e.operator_id, p_by ->> 'operatorId'), 'CONFIRMED') end;
  if outcome = 'CONFIRMED' then
    update errand x set status = 'DONE', partner = p_by ->> 'actor', decided_at = now() where x.errand_id = p_id;
    perform record_audit(p_by || jsonb_build_object('partner', e.operator, 'reason', e.reason), 'errand.confirm', lower(e.kind), e.subject,
                         e.merchant_id, null, jsonb_build_object('says', e.says));
    wanted := jsonb_build_object('kind', e.kind, 'subject', e.subject, 'wish', e.wish, 'merchantId', e.merchant_id, 'reason', e.reason,
                                 'told', e.operator || ' and ' || (p_by ->> 'actor') || ': ' || e.reason);
  end if;
end $$;

-- A wish that was confirmed and could not be done waits again.
create function reopen_errand(p_by jsonb, p_id text) returns void language plpgsql as $$
declare
  e errand;
begin
  update errand x set status = 'PROPOSED', partner = null, decided_at = null where x.errand_id = p_id and x.status = 'DONE' returning * into e;
  perform record_audit(p_by, 'errand.fail', lower(e.kind), e.subject, e.merchant_id, null, jsonb_build_object('says', e.says));
end $$;

-- Takes a wish back; anybody who may propose may. False: there is none that waits.
create function withdraw_errand(p_by jsonb, p_id text) returns boolean language plpgsql as $$
declare
  e errand;
begin
  update errand x set status = 'WITHDRAWN', decided_at = now() where x.errand_id = p_id and x.status = 'PROPOSED' returning * into e;
  if e.errand_id is null then
    return false;
  end if;
  perform record_audit(p_by, 'errand.withdraw', lower(e.kind), e.subject, e.merchant_id, null, jsonb_build_object('says', e.says));
  return true;
end $$;
