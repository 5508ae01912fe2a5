-- Merchants' answers to chargebacks, on their way to the acquirer. A workflow carries each answer (the fact
-- DISPUTE_ANSWERED).

-- Records that a merchant accepts a chargeback, or sends evidence. The function reads these fields of p_asked:
-- answer_id, kind, request_hash and evidence.
create function answer_dispute(
  p_merchant_id text, p_dispute_id text, p_asked dispute_answer, p_by jsonb default null,
  out outcome text, out stored dispute_read, out new_fact_id bigint, out requested_for checkout
) language plpgsql as $$
declare
  d dispute := lock_merchants_dispute(p_merchant_id, p_dispute_id);
  earlier dispute_answer;
begin
  if d.dispute_id is null then
    outcome := 'RESOURCE_NOT_FOUND';
    return;
  end if;
  select * into earlier from dispute_answer a where a.dispute_id = p_dispute_id and a.status <> 'REFUSED';
  outcome := case
    when earlier.request_hash = p_asked.request_hash then 'EXISTING'
    else coalesce(
      unanswerable(d),
      case when exists (
        select from files_named(p_asked.evidence) n
         where not exists (select from evidence_file f where f.file_id = n and f.dispute_id = p_dispute_id)) then 'UNKNOWN_FILE' end,
      'ANSWERED') end;
  if outcome = 'ANSWERED' then
    insert into dispute_answer (answer_id, dispute_id, kind, request_hash, evidence)
      values (p_asked.answer_id, p_dispute_id, p_asked.kind, p_asked.request_hash, p_asked.evidence);
    new_fact_id := put_fact('DISPUTE_ANSWERED', d.checkout_id, p_asked.answer_id);
    -- A program of the previous release does not pass p_by.
    if p_by is not null then
      perform record_audit(p_by, 'dispute.' || case p_asked.kind when 'ACCEPT' then 'accept' else 'contest' end, 'dispute',
                           p_dispute_id, p_merchant_id, null, jsonb_build_object('amountMinor', d.amount_minor));
    end if;
    select * into requested_for from checkout c where c.checkout_id = d.checkout_id;
  end if;
  select * into stored from dispute_read r where r.dispute_id = p_dispute_id;
end $$;

-- The facts that an answer's workflow needs.
create view dispute_answer_standing as
  select a.answer_id, a.kind, a.status, a.sent_at, d.provider
    from dispute_answer a join dispute d on d.dispute_id = a.dispute_id;

-- Records that the answer leaves for the acquirer now, unless it has left before.
create function start_dispute_answer(p_answer_id text) returns dispute_answer_standing language plpgsql as $$
declare standing dispute_answer_standing;
begin
  update dispute_answer a set sent_at = clock_timestamp()
   where a.answer_id = p_answer_id and a.sent_at is null and a.status = 'PENDING';
  select * into standing from dispute_answer_standing s where s.answer_id = p_answer_id;
  return standing;
end $$;

-- Records that the acquirer has taken an answer or has refused it for certain. A chargeback that the merchant accepts is lost, whether or
-- not the acquirer reports that too. Repeating the step changes nothing.
create function conclude_dispute_answer(p_answer_id text, p_status text, p_code text, p_failure text)
returns dispute_answer_standing language plpgsql as $$
declare
  standing dispute_answer_standing;
  d dispute;
  a dispute_answer;
begin
  select x.* into d from dispute_answer y join dispute x on x.dispute_id = y.dispute_id where y.answer_id = p_answer_id;
  perform lock_case(d.credit_id);
  update dispute_answer x
     set status = p_status, response_code = p_code, failure = p_failure, completed_at = clock_timestamp()
   where x.answer_id = p_answer_id and x.status = 'PENDING'
  returning * into a;
  if found then
    perform close_facts('DISPUTE_ANSWERED', p_answer_id);
    select * into d from dispute x where x.dispute_id = a.dispute_id;
    if a.kind = 'ACCEPT' and a.status = 'DELIVERED' then
      perform close_dispute(d, 'LOST');
    else
      perform notify_dispute(d, '{dispute.updated}', false);
    end if;
  end if;
  select * into standing from dispute_answer_standing s where s.answer_id = p_answer_id;
  return standing;
end $$;
