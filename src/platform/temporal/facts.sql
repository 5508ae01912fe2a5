-- Facts for workflows, written in the transaction of the thing that has happened.

-- Writes a fact, and returns its id. p_due_in: the time in which the caller may send the fact itself, before the relay does.
-- p_deadline: the time at which the workflow acts on the fact by itself, if it ever does.
create function put_fact(
  p_kind text, p_checkout_id text, p_subject_id text default null, p_deadline timestamptz default null,
  p_due_in interval default '3 seconds'
) returns bigint language plpgsql as $$
declare written bigint;
begin
  insert into fact (checkout_id, kind, subject_id, deadline, due_at)
    values (p_checkout_id, p_kind, p_subject_id, p_deadline, now() + p_due_in) returning fact_id into written;
  return written;
end $$;

-- Marks facts that nobody needs any more. They are about a subject that has a workflow of its own, or about a card attempt.
create function close_facts(p_kind text, p_subject_id text) returns void language plpgsql as $$
begin
  update fact f set applied_at = clock_timestamp(), due_at = null
   where f.subject_id = p_subject_id and f.kind = p_kind and f.applied_at is null
     -- written out as in the index, so that the index is used
     and f.kind in ('CREDIT_HELD', 'REFUND_REQUESTED', 'CARD_ATTEMPTED', 'SETTLEMENT_FROZEN', 'DISPUTE_ANSWERED');
end $$;

-- Marks that a static account's credit need not be booked any more.
create function close_static_credit(p_credit_id text) returns void language plpgsql as $$
begin
  update fact f set applied_at = clock_timestamp(), due_at = null
   where f.checkout_id is null and f.kind = 'CREDIT_RECEIVED' and f.subject_id = p_credit_id and f.applied_at is null;
end $$;

-- Moves the end of a checkout's session in the fact that its workflow has not applied yet.
create function move_session_end(p_checkout_id text, p_ends_at timestamptz) returns void language plpgsql as $$
begin
  update fact f set deadline = p_ends_at
   where f.checkout_id = p_checkout_id and f.kind = 'INITIATED' and f.applied_at is null;
end $$;

-- Brings all deadlines that a checkout's workflow has not applied yet nearer by p_by. The facts are locked in their order,
-- as everywhere.
create function bring_facts_nearer(p_checkout_id text, p_by interval) returns void language plpgsql as $$
begin
  with unapplied as materialized (
    select f.fact_id from fact f
     where f.checkout_id = p_checkout_id and f.applied_at is null and f.deadline is not null
     order by f.fact_id for update
  )
  update fact f
     set deadline = f.deadline - p_by, due_at = least(f.due_at, greatest(f.due_at - p_by, now() + interval '3 seconds'))
    from unapplied t where f.fact_id = t.fact_id;
end $$;

-- Makes all facts that a checkout's workflow has not applied yet due at once.
create function hurry_facts(p_checkout_id text) returns void language plpgsql as $$
begin
  update fact f set due_at = now() where f.checkout_id = p_checkout_id and f.applied_at is null;
end $$;

-- Marks facts that the checkout's own workflow does not need any more: of this subject, or (null) of any. A credit that
-- is not posted yet is never forgotten, and credits, refunds and cards have facts that outlive the checkout.
create function forget_facts(p_checkout_id text, p_subject_id text, p_at timestamptz) returns void language plpgsql as $$
begin
  update fact f set applied_at = p_at, due_at = null
   where f.checkout_id = p_checkout_id and f.applied_at is null
     and f.kind in ('INITIATED', 'ACCOUNT_ISSUED', 'CREDIT_RECEIVED', 'CANCEL_REQUESTED', 'CLOCK_MOVED')
     and (f.subject_id = p_subject_id and f.kind <> 'INITIATED'
       or p_subject_id is null and (f.kind <> 'CREDIT_RECEIVED'
            -- a value in place of an "exists", which may be answered by reading all credits
            or (select k.outcome from inward_credit k where k.credit_id = f.subject_id) is not null));
end $$;

-- Takes facts that are due. Each time a fact is taken, the next time is put off twice as far, up to 5 minutes. part: for a
-- checkout that is paid in part, {paidMinor, dueMinor} as texts. issued_*: for a start, the open account that the workflow
-- does not know yet; one call sends both.
create function claim_facts(p_limit integer) returns table (
  fact_id bigint, kind text, subject_id text, deadline timestamptz,
  checkout_id text, merchant_id text, payment_reference text, amount_minor bigint, currency text, expires_at timestamptz,
  part jsonb, issued_id bigint, issued_subject_id text, issued_deadline timestamptz
) language sql as $$
  with due as materialized (
    select fact_id from fact where due_at <= now()
     order by due_at limit p_limit for update skip locked
  )
  update fact f
     set attempts = f.attempts + 1,
         due_at = now() + least(interval '3 seconds' * 2 ^ least(f.attempts, 10), interval '5 minutes')
    from due d
    join fact g on g.fact_id = d.fact_id
    left join checkout c on c.checkout_id = g.checkout_id   -- a credit of nobody has no checkout
    left join lateral (
      select i.fact_id, i.subject_id, i.deadline from fact i
       where g.kind = 'INITIATED' and g.subject_id is null and i.checkout_id = g.checkout_id and i.kind = 'ACCOUNT_ISSUED'
         and i.applied_at is null and i.deadline > now()
       order by i.fact_id desc limit 1) a on true
   where f.fact_id = d.fact_id
  returning f.fact_id, f.kind, f.subject_id, f.deadline, c.checkout_id, c.merchant_id, c.payment_reference, c.amount_minor,
            c.currency, c.expires_at,
            case when c.status = 'PARTIALLY_PAID' then
              jsonb_build_object('paidMinor', c.applied_minor::text, 'dueMinor', due_minor(c)::text) end,
            a.fact_id, a.subject_id, a.deadline
$$;

-- Marks facts that Temporal has. Such facts are due again only when the workflow ought to have acted long ago: after an
-- outage, workflows are minutes behind, and each repeated fact keeps them from catching up. A row that is being marked as
-- applied at this moment is passed over: waiting for it could only end in two batches waiting for each other. The commit
-- does not wait for the disk: when a mark is lost, a fact is sent twice, which changes nothing.
create function mark_facts_sent(p_fact_ids bigint[]) returns void language sql as $$
  select set_config('synchronous_commit', 'off', true);
  with sent as materialized (
    select fact_id from fact where fact_id = any (p_fact_ids) and applied_at is null for update skip locked
  )
  update fact f
     set due_at = greatest(f.deadline + interval '1 minute',
                           now() + least(interval '30 seconds' * 2 ^ least(f.attempts, 10), interval '5 minutes'))
    from sent s where f.fact_id = s.fact_id
$$;

-- Marks facts whose workflows have acted: these facts are not sent again. Facts that were marked before stay as they are.
create function mark_facts_applied(p_fact_ids bigint[]) returns void language sql as $$
  with done as materialized (
    select fact_id from fact where fact_id = any (p_fact_ids) and applied_at is null order by fact_id for update
  )
  update fact f set applied_at = now(), due_at = null from done d where f.fact_id = d.fact_id
$$;

-- Makes facts due at once, after Temporal was lost. Facts that a workflow has acted on meanwhile stay as they are.
create function resend_facts(p_fact_ids bigint[]) returns void language sql as $$
  with open as materialized (
    select fact_id from fact where fact_id = any (p_fact_ids) and applied_at is null order by fact_id for update
  )
  update fact f set due_at = now(), attempts = 0 from open o where f.fact_id = o.fact_id
$$;
