-- Up Migration
-- What happens to a credit: it is recorded once, and posted once.

-- How one credit is posted. Amounts in minor units; amount = applied + excess.
create type posting as (
  credit_id text, checkout_id text, merchant_id text, virtual_account_id text, provider text,
  outcome text,
  to_status text,
  amount bigint,
  applied bigint,    -- counts towards what is due
  excess bigint,     -- held: above what is due, late, or a second payment
  released bigint,   -- held as a part payment until now
  settled bigint,    -- what the merchant is credited with: all that was due, or nothing yet
  fee bigint,        -- charged when settled
  vat bigint
);

-- The legs of one journal per posting. A suspense account is kept per item, so that each must come back to zero by itself.
create function posting_legs(p_postings posting[]) returns leg[] language sql immutable as $$
  select array_agg((p.credit_id, l.name, l.code, l.owner, l.amount)::leg)
    from unnest(p_postings) p cross join lateral (values
      ('pool',            '1100', p.provider,    p.amount),
      ('part-released',   '2210', p.checkout_id, p.released),
      ('part-held',       '2210', p.checkout_id, case when p.settled = 0 then -p.applied else 0 end),
      ('merchant',        '2100', p.merchant_id, -p.settled),
      ('excess-held',     '2220', p.checkout_id, case when p.outcome = 'OVERPAID' then -p.excess else 0 end),
      ('stray-held',      case p.outcome when 'UNMATCHED' then '2200' else '2230' end, p.credit_id,
                          case when p.outcome in ('LATE', 'DUPLICATE', 'UNMATCHED') then -p.amount else 0 end),
      ('fee-charged',     '2100', p.merchant_id, p.fee + p.vat),
      ('fee-income',      '4100', '-',           -p.fee),
      ('vat',             '2400', '-',           -p.vat)
    ) l (name, code, owner, amount)
   where l.amount <> 0
$$;

-- Writes everything about these postings but the journals. At most one per checkout, whose row the caller has locked.
create function record_postings(p_postings posting[]) returns void language plpgsql as $$
declare posted_at timestamptz := clock_timestamp();
begin
  update inward_credit k
     set outcome = p.outcome, applied_minor = p.applied, excess_minor = p.excess, applied_at = posted_at
    from unnest(p_postings) p where k.credit_id = p.credit_id;
  update checkout c
     set status = p.to_status,
         exception = case when p.outcome <> 'EXACT' then p.outcome end,
         exceptions = case when p.outcome = 'EXACT' or p.outcome = any (c.exceptions) then c.exceptions
                           else c.exceptions || p.outcome end,
         paid_minor = c.paid_minor + p.amount,
         applied_minor = c.applied_minor + p.applied,
         accepted_minor = c.accepted_minor + p.settled,
         event_sequence = c.event_sequence + case when p.settled > 0 then 2 else 1 end,
         version = c.version + 1,
         updated_at = posted_at
    from unnest(p_postings) p where c.checkout_id = p.checkout_id;
  update virtual_account v
     set status = case when v.virtual_account_id = p.virtual_account_id then 'USED' else 'CLOSED' end
    from unnest(p_postings) p
   where p.settled > 0 and v.checkout_id = p.checkout_id
     and (v.status = 'ACTIVE' or v.virtual_account_id = p.virtual_account_id);
  -- every outcome but UNDERPAID leaves the checkout closed, with nothing more to tell its workflow
  update fact f set applied_at = posted_at
    from unnest(p_postings) p
   where f.checkout_id = p.checkout_id and f.applied_at is null
     and (p.outcome in ('EXACT', 'OVERPAID') or f.subject_id = p.credit_id);
  perform emit_events(array_agg((p.checkout_id, p.credit_id, case when p.settled > 0
      then '{collection.received,checkout.successful}'::text[] else '{collection.received}' end)::emission))
    from unnest(p_postings) p;
  perform pg_notify('checkout_changed', p.checkout_id) from unnest(p_postings) p;
end $$;

-- Posts credits, and with each every other credit of its checkout that is not posted yet, in the order they arrived.
-- Answers the asked ones; one that was posted before is answered as stored.
create function apply_credits(p_credit_ids text[])
returns table (credit_id text, outcome text, status text, version integer) language plpgsql as $$
#variable_conflict use_column
declare
  locked text[];
  round posting[];
  legs leg[] := '{}';
begin
  select array_agg(distinct k.checkout_id) into locked
    from inward_credit k where k.credit_id = any (p_credit_ids) and k.outcome is null;
  -- in id order, so that two batches cannot wait for each other
  perform 1 from checkout c where c.checkout_id = any (locked) order by c.checkout_id for no key update;
  while locked is not null loop
    select array_agg(x.p) into round from (
      select distinct on (c.checkout_id)
             (k.credit_id, c.checkout_id, c.merchant_id, k.virtual_account_id, k.provider, o.outcome,
              case o.outcome when 'LATE' then c.status when 'DUPLICATE' then c.status
                when 'UNDERPAID' then status_after(c.status, 'PAID_SHORT') else status_after(c.status, 'PAID_IN_FULL') end,
              k.amount_minor, a.applied, k.amount_minor - a.applied,
              case when full_paid then c.applied_minor else 0 end,
              case when full_paid then c.expected_minor else 0 end,
              case when full_paid then c.fee_minor else 0 end,
              case when full_paid then c.vat_minor else 0 end)::posting as p
        from unnest(locked) l (checkout_id)
        join checkout c on c.checkout_id = l.checkout_id
        join inward_credit k on k.checkout_id = c.checkout_id and k.outcome is null
        cross join lateral (select c.expected_minor - c.applied_minor as due) d
        cross join lateral (select case
            when c.status = 'SUCCESSFUL' then 'DUPLICATE'
            when c.status in ('EXPIRED', 'CANCELLED') then 'LATE'
            when k.amount_minor < d.due then 'UNDERPAID'
            when k.amount_minor = d.due then 'EXACT'
            else 'OVERPAID' end as outcome) o
        cross join lateral (select o.outcome in ('EXACT', 'OVERPAID') as full_paid,
            case o.outcome when 'UNDERPAID' then k.amount_minor when 'EXACT' then d.due when 'OVERPAID' then d.due
              else 0 end as applied) a
       order by c.checkout_id, k.received_at, k.credit_id
    ) x;
    exit when round is null;
    perform record_postings(round);
    legs := legs || posting_legs(round);
  end loop;
  -- last, so that the accounts everybody posts to are locked for the shortest time
  if cardinality(legs) > 0 then
    perform post_journals('credit', 'collection', legs);
  end if;
  return query
    select k.credit_id, k.outcome, c.status, c.version
      from unnest(p_credit_ids) i (credit_id)
      join inward_credit k on k.credit_id = i.credit_id join checkout c on c.checkout_id = k.checkout_id;
end $$;

-- Records a transfer under its session id, matches it to a checkout and judges whether it is in time. What a workflow will
-- post becomes a fact; the rest goes to suspense here and now.
create function receive_credit(
  p_credit_id text, p_provider text, p_session_id text, p_account_number text, p_amount_minor bigint, p_currency text,
  p_source jsonb, p_narration text, p_sent_at timestamptz,
  out stored inward_credit, out duplicate boolean, out new_fact_id bigint, out received_for checkout
) language plpgsql as $$
declare
  account virtual_account;
  in_time boolean;
  stray posting;
begin
  select v.* into account from virtual_account v join number_prefix b on b.prefix = v.prefix
   where v.account_number = p_account_number and b.provider = p_provider;
  insert into inward_credit (credit_id, provider, session_id, account_number, virtual_account_id, checkout_id, merchant_id,
                             amount_minor, currency, source, narration, sent_at, received_at)
    values (p_credit_id, p_provider, p_session_id, p_account_number, account.virtual_account_id, account.checkout_id,
            account.merchant_id, p_amount_minor, p_currency, p_source, p_narration, p_sent_at, clock_timestamp())
    on conflict (provider, session_id) do nothing
    returning * into stored;
  duplicate := not found;
  if duplicate then
    select * into stored from inward_credit k where k.provider = p_provider and k.session_id = p_session_id;
    return;
  end if;
  stray := (p_credit_id, account.checkout_id, account.merchant_id, account.virtual_account_id, p_provider, 'UNMATCHED', null,
            p_amount_minor, 0, p_amount_minor, 0, 0, 0, 0);
  if account.virtual_account_id is null then
    update inward_credit k set outcome = stray.outcome, excess_minor = p_amount_minor, applied_at = k.received_at
     where k.credit_id = p_credit_id returning * into stored;
    perform post_journals('credit', 'collection', posting_legs(array[stray]));
    return;
  end if;

  select * into received_for from checkout c where c.checkout_id = account.checkout_id for no key update;
  -- src/domain/lateness.ts holds the rule and its figures; a test compares the two
  in_time := coalesce(p_sent_at <= account.expires_at + interval '60 seconds',
                      stored.received_at <= account.expires_at + interval '5 minutes');
  if in_time and received_for.status not in ('SUCCESSFUL', 'EXPIRED', 'CANCELLED') then
    update checkout c
       set status = status_after(c.status, 'CREDIT_SEEN'), version = c.version + 1, updated_at = stored.received_at
     where c.checkout_id = account.checkout_id
    returning * into received_for;
    insert into fact (checkout_id, kind, subject_id) values (account.checkout_id, 'CREDIT_RECEIVED', p_credit_id)
      returning fact_id into new_fact_id;
    return;
  end if;
  stray.outcome := case when received_for.status = 'SUCCESSFUL' then 'DUPLICATE' else 'LATE' end;
  stray.to_status := received_for.status;
  perform record_postings(array[stray]);
  perform post_journals('credit', 'collection', posting_legs(array[stray]));
  select * into stored from inward_credit k where k.credit_id = p_credit_id;
end $$;

-- Down Migration
drop function receive_credit, apply_credits, record_postings, posting_legs;
drop type posting;
