-- What happens to a credit: it is recorded once, and posted once.

-- Settles one credit: what it is, what it does to its checkout, who is told. Answers the legs of its journal, for the caller
-- to post together with others. The caller has locked the checkout's row, and the credit is not settled yet.
create function settle_credit(p_credit_id text, p_late boolean) returns leg[] language plpgsql as $$
declare
  settled_at constant timestamptz := clock_timestamp();
  c checkout;
  k inward_credit;
  due bigint;
  judged text;
  paid_in_full boolean;
  held_before bigint;   -- part payments that are released when the checkout is paid in full
begin
  select * into k from inward_credit x where x.credit_id = p_credit_id;
  select * into c from checkout x where x.checkout_id = k.checkout_id;
  due := c.expected_minor - c.applied_minor;
  held_before := c.applied_minor;
  judged := case
    when c.status = 'SUCCESSFUL' then 'DUPLICATE'
    when p_late or c.status in ('EXPIRED', 'CANCELLED') then 'LATE'
    when k.amount_minor < due then 'UNDERPAID'
    when k.amount_minor = due then 'EXACT'
    else 'OVERPAID' end;
  paid_in_full := judged in ('EXACT', 'OVERPAID');
  k.outcome := judged;
  k.applied_minor := case when judged in ('LATE', 'DUPLICATE') then 0 else least(k.amount_minor, due) end;
  k.excess_minor := k.amount_minor - k.applied_minor;

  update inward_credit x
     set outcome = k.outcome, applied_minor = k.applied_minor, excess_minor = k.excess_minor, applied_at = settled_at
   where x.credit_id = p_credit_id;
  update checkout x
     set status = case when paid_in_full then status_after(x.status, 'PAID_IN_FULL')
                       when judged = 'UNDERPAID' then status_after(x.status, 'PAID_SHORT') else x.status end,
         exception = nullif(judged, 'EXACT'),
         exceptions = case when judged = 'EXACT' or judged = any (x.exceptions) then x.exceptions else x.exceptions || judged end,
         paid_minor = x.paid_minor + k.amount_minor,
         applied_minor = x.applied_minor + k.applied_minor,
         accepted_minor = case when paid_in_full then x.expected_minor else x.accepted_minor end,
         event_sequence = x.event_sequence + case when paid_in_full then 2 else 1 end,
         version = x.version + 1,
         updated_at = settled_at
   where x.checkout_id = k.checkout_id
  returning * into c;
  if paid_in_full then
    update virtual_account v
       set status = case when v.virtual_account_id = k.virtual_account_id then 'USED' else 'CLOSED' end
     where v.checkout_id = k.checkout_id and (v.status = 'ACTIVE' or v.virtual_account_id = k.virtual_account_id);
  end if;
  -- a paid checkout has nothing left to tell its workflow
  update fact f set applied_at = settled_at, due_at = null
   where f.checkout_id = k.checkout_id and f.applied_at is null and (paid_in_full or f.subject_id = p_credit_id);
  perform emit_events(c, k, case when paid_in_full then '{collection.received,checkout.successful}'::text[]
                                                   else '{collection.received}' end);
  perform pg_notify('checkout_changed', k.checkout_id);

  -- a suspense account is kept per checkout or credit, so that each must come back to zero by itself
  return array[(p_credit_id, 'pool', '1100', k.provider, k.amount_minor)::leg] || case
    when judged in ('LATE', 'DUPLICATE') then array[(p_credit_id, 'stray-held', '2230', p_credit_id, -k.amount_minor)::leg]
    when judged = 'UNDERPAID' then array[(p_credit_id, 'part-held', '2210', k.checkout_id, -k.amount_minor)::leg]
    else array[
      (p_credit_id, 'part-released', '2210', k.checkout_id, held_before),
      (p_credit_id, 'merchant', '2100', c.merchant_id, -c.expected_minor),
      (p_credit_id, 'excess-held', '2220', k.checkout_id, -k.excess_minor),
      (p_credit_id, 'fee-charged', '2100', c.merchant_id, c.fee_minor + c.vat_minor),
      (p_credit_id, 'fee-income', '4100', '-', -c.fee_minor),
      (p_credit_id, 'vat', '2400', '-', -c.vat_minor)]::leg[] end;
end $$;

-- Posts credits, and with each every other credit of its checkout that is not settled yet, in the order they arrived.
-- Answers the asked ones; one that was settled before is answered as stored.
create function apply_credits(p_credit_ids text[])
returns table (credit_id text, outcome text, status text, version integer) language plpgsql as $$
#variable_conflict use_column
declare
  locked text;
  unsettled text;
  legs leg[] := '{}';
begin
  for locked in
    select c.checkout_id from checkout c
     where c.checkout_id in (select k.checkout_id from inward_credit k
                              where k.credit_id = any (p_credit_ids) and k.outcome is null)
     order by c.checkout_id for no key update   -- in one order, so that two batches cannot wait for each other
  loop
    for unsettled in
      select k.credit_id from inward_credit k where k.checkout_id = locked and k.outcome is null
       order by k.received_at, k.credit_id
    loop
      legs := legs || settle_credit(unsettled, false);
    end loop;
  end loop;
  -- last, so that the accounts everybody posts to are locked for the shortest time
  if cardinality(legs) > 0 then
    perform post_journals('credit', 'collection', legs);
  end if;
  return query
    select k.credit_id, k.outcome, c.status, c.version
      from inward_credit k join checkout c on c.checkout_id = k.checkout_id
     where k.credit_id = any (p_credit_ids);
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
  if account.virtual_account_id is null then
    update inward_credit k set outcome = 'UNMATCHED', excess_minor = p_amount_minor, applied_at = k.received_at
     where k.credit_id = p_credit_id returning * into stored;
    perform post_journals('credit', 'collection', array[(p_credit_id, 'pool', '1100', p_provider, p_amount_minor),
                                                        (p_credit_id, 'stray-held', '2200', p_credit_id, -p_amount_minor)]::leg[]);
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
  perform post_journals('credit', 'collection', settle_credit(p_credit_id, true));
  select * into stored from inward_credit k where k.credit_id = p_credit_id;
end $$;
