-- Changes of merchants that wait for a second operator: kept, and ended.

-- Stores a change that a second operator must confirm. The hash covers everything that is shown.
create function store_merchant_proposal(
  p_merchant_id text, p_kind text, p_wish jsonb, p_shown jsonb, p_by jsonb
) returns text language plpgsql as $$
declare
  id constant text := new_id('mcp_');
begin
  insert into merchant_proposal (proposal_id, merchant_id, kind, wish, shown, shown_hash, operator, operator_id)
    values (id, p_merchant_id, p_kind, p_wish, p_shown,
            left(encode(sha256(convert_to(concat_ws('|', id, p_merchant_id, p_kind, p_wish, p_shown, p_by ->> 'operatorId'), 'UTF8')), 'hex'), 32),
            p_by ->> 'actor', p_by ->> 'operatorId');
  perform record_audit(p_by, 'merchant.propose', 'proposal', id, p_merchant_id, null,
                       jsonb_build_object('kind', p_kind, 'shown', p_shown));
  return id;
end $$;

-- Ends a proposal that waits. p_by: the second operator, when the proposal is done.
create function end_merchant_proposal(p_id text, p_status text, p_by jsonb) returns merchant_proposal language sql as $$
  update merchant_proposal x
     set status = p_status, decided_at = now(),
         partner = case p_status when 'DONE' then p_by ->> 'actor' end,
         partner_id = case p_status when 'DONE' then p_by ->> 'operatorId' end
   where x.proposal_id = p_id and x.status = 'PROPOSED'
  returning *
$$;
