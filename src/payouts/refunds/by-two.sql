-- Refunds above a merchant's own limit: the checks that a person must pass first.

-- Returns the merchant's present rule and, if one was set, the rule that follows it.
create function refund_rules_of(p_merchant_id text, out over_minor bigint, out asks text, out next_over_minor bigint, out next_asks text,
                                out next_from timestamptz) language sql stable as $$
  select h.over_minor, h.asks, n.over_minor, n.asks, n.holds_from
    from (select) x
    left join lateral (select * from refund_rule r where r.merchant_id = p_merchant_id and r.holds_from <= now()
                        order by r.holds_from desc limit 1) h on true
    left join lateral (select * from refund_rule r where r.merchant_id = p_merchant_id and r.holds_from > now()
                        order by r.holds_from limit 1) n on true
$$;

-- Sets the amount above which a refund needs a check, and the check. Weakening a rule of two takes effect a day later. Returns the time
-- from which the new rule holds.
create function set_refund_rule(p_by jsonb, p_merchant_id text, p_over_minor bigint, p_asks text) returns timestamptz
language plpgsql as $$
declare
  before record;
  is_weaker boolean;
  begins timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended('refund rule ' || p_merchant_id, 0));
  before := refund_rules_of(p_merchant_id);
  is_weaker := before.asks = 'TWO' and (p_asks <> 'TWO' or p_over_minor > before.over_minor);
  -- now() stands still within a transaction, so a rule that began in this transaction is replaced
  begins := case when is_weaker then now() + interval '1 day' else now() end;
  delete from refund_rule r where r.merchant_id = p_merchant_id and r.holds_from > now();
  insert into refund_rule as r (merchant_id, holds_from, over_minor, asks)
    values (p_merchant_id, begins, p_over_minor, p_asks)
    on conflict (merchant_id, holds_from) do update set over_minor = excluded.over_minor, asks = excluded.asks;
  perform record_audit(p_by, 'refund.rule', 'merchant', p_merchant_id, p_merchant_id,
    jsonb_build_object('overMinor', before.over_minor, 'asks', before.asks),
    jsonb_build_object('overMinor', p_over_minor, 'asks', p_asks, 'holdsFrom', rfc3339(begins)));
  return begins;
end $$;

-- Records that a person asks for a refund, and decides by the merchant's rule what is needed. The rule counts all that people have refunded
-- of the payment, so many small refunds do not get around it. Outcomes: REFUND (make it now), PROPOSED (another person must confirm),
-- FRESH_NEEDED (nothing was recorded). A repeated id has the same outcome, because a form may be sent twice, except OTHER (the id was used
-- for another refund) and OVER (the refund was withdrawn, or could not be made). p_roles: as in ask_second_people.
create function ask_refund(p_by jsonb, p_asked refund_proposal, p_is_fresh boolean, p_roles text[]) returns text language plpgsql as $$
declare
  rule record;
  earlier refund_proposal;
  is_above boolean;
  outcome text;
  audit_id bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('refunds of ' || p_asked.transaction_reference, 0));
  select * into earlier from refund_proposal x where x.proposal_id = p_asked.proposal_id;
  if earlier.proposal_id is not null then
    return case
      when (earlier.merchant_id, earlier.transaction_reference, earlier.amount_minor, earlier.reason)
           <> (p_asked.merchant_id, p_asked.transaction_reference, p_asked.amount_minor, p_asked.reason) then 'OTHER'
      when earlier.status = 'DONE' then 'REFUND'
      when earlier.status = 'PROPOSED' then 'PROPOSED'
      else 'OVER' end;
  end if;
  rule := refund_rules_of(p_asked.merchant_id);
  is_above := coalesce(rule.asks in ('FRESH', 'TWO') and p_asked.amount_minor + (
    select coalesce(sum(x.amount_minor), 0) from refund_proposal x
     where x.merchant_id = p_asked.merchant_id and x.transaction_reference = p_asked.transaction_reference and x.status = 'DONE') > rule.over_minor, false);
  if is_above and not p_is_fresh then
    return 'FRESH_NEEDED';
  end if;
  outcome := case when is_above and rule.asks = 'TWO' then 'PROPOSED' else 'REFUND' end;
  insert into refund_proposal (proposal_id, merchant_id, transaction_reference, payment_reference, amount_minor, reason, status, person_id,
                               person, decided_at)
    values (p_asked.proposal_id, p_asked.merchant_id, p_asked.transaction_reference, p_asked.payment_reference, p_asked.amount_minor,
            p_asked.reason, case outcome when 'REFUND' then 'DONE' else 'PROPOSED' end, p_by ->> 'personId', p_by ->> 'actor',
            case outcome when 'REFUND' then now() end);
  audit_id := record_audit(p_by, case outcome when 'REFUND' then 'refund.ask' else 'refund.propose' end, 'refund-proposal',
    p_asked.proposal_id, p_asked.merchant_id, null,
    jsonb_build_object('transactionReference', p_asked.transaction_reference, 'amountMinor', p_asked.amount_minor));
  if outcome = 'PROPOSED' then
    perform ask_second_people(p_asked.merchant_id, p_by, 'refunds:write', p_roles, audit_id);
  end if;
  return outcome;
end $$;

-- Decides a proposed refund. p_status: DONE (another person confirms it) or WITHDRAWN (by anybody who may refund). Outcomes: DECIDED,
-- UNKNOWN, OVER (it was decided before, or is older than a week), or the reason of why_not_two_of_team.
create function decide_refund_proposal(p_by jsonb, p_merchant_id text, p_id text, p_status text, out outcome text, out proposal refund_proposal)
language plpgsql as $$
begin
  select * into proposal from refund_proposal x where x.proposal_id = p_id and x.merchant_id = p_merchant_id for update;
  outcome := case
    when proposal.proposal_id is null then 'UNKNOWN'
    when proposal.status <> 'PROPOSED' or (p_status = 'DONE' and proposal.created_at <= now() - interval '7 days') then 'OVER'
    else coalesce(case p_status when 'DONE' then why_not_two_of_team(proposal.person_id, p_by ->> 'personId') end, 'DECIDED') end;
  if outcome <> 'DECIDED' then
    return;
  end if;
  update refund_proposal x
     set status = p_status, decided_at = now(),
         partner_id = case when p_status = 'DONE' then p_by ->> 'personId' end,
         partner = case when p_status = 'DONE' then p_by ->> 'actor' end
   where x.proposal_id = p_id returning * into proposal;
  perform record_audit(p_by || jsonb_build_object('partner', proposal.person),
    case p_status when 'DONE' then 'refund.confirm' else 'refund.withdraw' end, 'refund-proposal', p_id, p_merchant_id, null,
    jsonb_build_object('transactionReference', proposal.transaction_reference, 'amountMinor', proposal.amount_minor));
end $$;

-- Reopens or ends a refund that could not be made. If two people had agreed to it, it waits again; if one person alone had asked, it is
-- over.
create function refund_not_made(p_by jsonb, p_id text) returns void language plpgsql as $$
declare
  e refund_proposal;
begin
  update refund_proposal x
     set status = case when x.partner_id is null then 'WITHDRAWN' else 'PROPOSED' end, partner_id = null, partner = null,
         decided_at = case when x.partner_id is null then now() end
   where x.proposal_id = p_id and x.status = 'DONE'
     and not exists (select from refund r where r.merchant_id = x.merchant_id and r.refund_reference = x.proposal_id)
  returning * into e;
  if e.proposal_id is null then
    return;
  end if;
  perform record_audit(p_by, 'refund.fail', 'refund-proposal', p_id, e.merchant_id, null,
                       jsonb_build_object('transactionReference', e.transaction_reference));
end $$;
