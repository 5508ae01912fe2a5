-- Errands are requests of operators that a second operator must confirm: to change a Schedule (SCHEDULE), to make a refund (REFUND), or to
-- give a merchant's sole owner another link to sign up with (OWNER).

-- Stores an errand. Outcomes: PROPOSED, OTHER_PROPOSED (an errand for this subject waits already, or is still being carried out).
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

-- Requests the refund of a confirmed errand, by the same rules as the merchant's own refunds. The errand's id is the refund's reference.
create function request_errand_refund(p_by jsonb, e errand, out outcome text, out refusal jsonb) language plpgsql as $$
declare
  asked refund;
  r record;
begin
  asked.refund_id := new_id('rfd_');
  asked.refund_reference := e.errand_id;
  asked.request_hash := sha256(convert_to(e.errand_id, 'UTF8'));
  asked.origin := 'MERCHANT';
  asked.reason := 'MERCHANT_REQUEST';
  asked.note := e.reason;
  asked.amount_minor := (e.wish ->> 'amountMinor')::bigint;
  select * into r from request_refund(e.merchant_id, e.subject, asked, p_by);
  outcome := r.outcome;
  refusal := jsonb_build_object('outcome', r.outcome, 'refundableMinor', r.refundable_minor::text,
                                'severalPayments', coalesce(to_jsonb(r.several_payments), '[]'));
end $$;

-- Carries out a confirmed errand as far as the database can, in the transaction of the confirmation. A Schedule belongs to Temporal, so a
-- fact orders the worker to change it. Returns the reason that the errand cannot be done; null when it is done, or ordered. p_given: values
-- that only a program can make; for an owner, the link.
create function carry_out_errand(p_by jsonb, e errand, p_given jsonb) returns jsonb language plpgsql as $$
declare
  refund record;
  given text;
begin
  if e.kind = 'REFUND' then
    select * into refund from request_errand_refund(p_by, e);
    return case when refund.outcome <> 'REQUESTED' then refund.refusal end;
  elsif e.kind = 'OWNER' then
    given := give_owner_back(p_by || jsonb_build_object('reason', e.operator || ' and ' || (p_by ->> 'actor') || ': ' || e.reason),
                             e.merchant_id, e.subject, p_given);
    return case when given <> 'GIVEN' then jsonb_build_object('outcome', given) end;
  end if;
  perform put_fact('ERRAND_CONFIRMED', null, e.errand_id, p_due_in => '0');
  return null;
end $$;

-- Returns the time of an errand's confirmation. Temporal names a run of a Schedule by the second of its order. So no two orders of one
-- Schedule may share a second: the later one would be taken for the earlier one and not be carried out. Two errands of one Schedule are
-- never confirmed at the same time (errand_open).
create function errand_confirmed_at(e errand) returns timestamptz language sql stable as $$
  select greatest(now(), max(date_trunc('second', x.decided_at)) + interval '1 second')
    from errand x where x.kind = 'SCHEDULE' and x.kind = e.kind and x.subject = e.subject and x.partner is not null
$$;

-- Confirms an errand. Outcomes: CONFIRMED, REFUSED (the errand keeps waiting; refusal: the reason that it cannot be done), UNKNOWN, DECIDED
-- (it was confirmed or withdrawn before), or the reason that this operator may not confirm the first one's errand (why_not_two).
create function confirm_errand(p_by jsonb, p_id text, p_given jsonb, out outcome text, out refusal jsonb) language plpgsql as $$
declare
  e errand;
begin
  select * into e from errand x where x.errand_id = p_id for update;
  outcome := case
    when e.errand_id is null then 'UNKNOWN'
    when e.status <> 'PROPOSED' then 'DECIDED'
    else coalesce(why_not_two(e.operator_id, p_by ->> 'operatorId'), 'CONFIRMED') end;
  if outcome <> 'CONFIRMED' then
    return;
  end if;
  refusal := carry_out_errand(p_by, e, p_given);
  if refusal is not null then
    outcome := 'REFUSED';
    return;
  end if;
  update errand x set status = case e.kind when 'SCHEDULE' then 'CONFIRMED' else 'DONE' end, partner = p_by ->> 'actor',
                      decided_at = errand_confirmed_at(e)
   where x.errand_id = p_id;
  perform record_audit(p_by || jsonb_build_object('partner', e.operator, 'reason', e.reason), 'errand.confirm', lower(e.kind), e.subject,
                       e.merchant_id, null, jsonb_build_object('says', e.says));
end $$;

-- Records that a confirmed errand was carried out, or (not p_done) cannot be, and closes its fact.
create function conclude_errand(p_id text, p_fact_id bigint, p_done boolean) returns void language plpgsql as $$
begin
  update errand x set status = case when p_done then 'DONE' else 'FAILED' end where x.errand_id = p_id and x.status = 'CONFIRMED';
  perform mark_facts_applied(array[p_fact_id]);
end $$;

-- Withdraws an errand; anybody who may propose one may do so. Returns false when no such errand waits.
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
