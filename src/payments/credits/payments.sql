-- Records each credit once, and posts it once.

-- Returns the event that takes a checkout back to its status before a payment that goes back; null while a card is being charged.
create function way_back(c checkout) returns text language sql stable as $$
  select case
    when exists (select from card_attempt a where a.checkout_id = c.checkout_id and is_open_attempt(a.status)) then null
    when c.applied_minor > 0 then 'BACK_TO_PARTLY_PAID'
    when exists (select from virtual_account v where v.checkout_id = c.checkout_id and v.status = 'ACTIVE') then 'BACK_TO_WAITING'
    else 'BACK_TO_START' end
$$;

-- Adds an exception to those of a checkout's payments, unless it is among them already. EXACT is no exception.
create function with_exception(p_exceptions text[], p_fit text) returns text[] language sql immutable as $$
  select case when p_fit = 'EXACT' or p_fit = any (p_exceptions) then p_exceptions else p_exceptions || p_fit end
$$;

-- Returns the legs that bring a credit to its merchant, less the credit's own fee and VAT. The caller adds the other
-- side.
create function merchant_legs(k inward_credit, p_step text, p_merchant_id text, p_amount_minor bigint, p_income_account text)
returns leg[] language sql immutable as $$
  select array[
    ('credit', k.credit_id, p_step, 'merchant', '2100', p_merchant_id, k.currency, -p_amount_minor),
    ('credit', k.credit_id, p_step, 'fee-charged', '2100', p_merchant_id, k.currency, k.fee_minor + k.vat_minor),
    ('credit', k.credit_id, p_step, 'fee-income', p_income_account, '-', k.currency, -k.fee_minor),
    ('credit', k.credit_id, p_step, 'vat', '2400', '-', k.currency, -k.vat_minor)]::leg[]
$$;

-- Books the held parts of an order as the merchant's, each in a journal of its own, so that each has its own line in
-- the statement, with its share of the charges on the whole accepted amount. p_but: the credit that is booked beside
-- them, if there is one. Each part counts as booked now, so that lists by `updatedFrom` have it.
create function accept_parts(
  p_checkout_id text, p_but text, p_merchant_id text, p_fee_minor bigint, p_vat_minor bigint, p_accepted_minor bigint, p_income_account text
) returns leg[] language plpgsql as $$
declare
  part inward_credit;
  before bigint := 0;
  legs leg[] := '{}';
begin
  for part in
    select * from inward_credit x
     where x.checkout_id = p_checkout_id and x.applied_minor > 0 and x.credit_id is distinct from p_but
     order by x.received_at, x.credit_id
  loop
    update inward_credit x set (fee_minor, vat_minor, applied_at) = (
      select f.fee_minor, f.vat_minor, clock_timestamp()
        from fee_share(p_fee_minor, p_vat_minor, before, before + part.applied_minor, p_accepted_minor) f)
     where x.credit_id = part.credit_id returning * into part;
    legs := legs || ('credit', part.credit_id, 'part-accepted', 'part-released', '2210', p_checkout_id, part.currency, part.applied_minor)::leg
      || merchant_legs(part, 'part-accepted', p_merchant_id, part.applied_minor, p_income_account);
    before := before + part.applied_minor;
  end loop;
  return legs;
end $$;

-- Books a payment as it was judged: the credit's outcome, the checkout's change, the refund and the events. Returns the legs to post. A
-- credit that has an outcome already was held before and is now accepted as payment.
create function book_payment(p_checkout checkout, p_credit inward_credit, v verdict) returns leg[] language plpgsql as $$
declare
  booked_at constant timestamptz := clock_timestamp();
  was_held constant boolean := p_credit.outcome is not null;
  accepted constant boolean := v.act = 'ACCEPT';
  judged constant text := coalesce(p_credit.outcome, v.fit);
  happened constant text := case v.act when 'ACCEPT' then 'PAID_IN_FULL' when 'HOLD' then 'PAID_SHORT' else
    case when not was_held and is_open_status(p_checkout.status) then way_back(p_checkout) end end;
  event_types constant text[] := case when was_held then '{}'::text[] else '{collection.received}' end
    || case v.fit when 'UNDERPAID' then '{checkout.underpaid}'::text[] when 'OVERPAID' then '{checkout.overpaid}' else '{}' end
    || case when accepted then '{checkout.successful}'::text[] else '{}' end;
  -- parts that were held until this payment made them enough
  held constant bigint := case when v.act = 'ACCEPT' then p_checkout.applied_minor else 0 end;
  charged record;
  ch channel;
  c checkout := p_checkout;
  k inward_credit;
  legs leg[] := '{}';
begin
  select * into strict ch from channel x where x.name = p_credit.channel;
  select v.fee_minor, v.vat_minor into charged;
  if held > 0 then
    legs := accept_parts(c.checkout_id, p_credit.credit_id, c.merchant_id, v.fee_minor, v.vat_minor, v.accepted_minor, ch.income_account);
    select * into charged from fee_share(v.fee_minor, v.vat_minor, held, v.accepted_minor, v.accepted_minor);
  end if;
  update inward_credit x
     set outcome = judged, applied_minor = v.applied_minor, excess_minor = x.amount_minor - v.applied_minor, applied_at = booked_at,
         policy_applied = case when was_held then x.policy_applied else v.policy end,
         resolution = case when was_held then case v.act when 'RETURN' then 'RETURNED' else 'ACCEPTED' end end,
         fee_minor = charged.fee_minor, vat_minor = charged.vat_minor
   where x.credit_id = p_credit.credit_id
  returning * into k;
  if judged <> 'EXACT' then
    perform note_credit(k.credit_id);
  end if;
  if happened is not null then
    c.status := status_after(c.status, happened);
  end if;
  c.exception := nullif(judged, 'EXACT');
  c.exceptions := with_exception(c.exceptions, v.fit);
  if not was_held then
    c.paid_minor := c.paid_minor + k.amount_minor;
  end if;
  c.applied_minor := c.applied_minor + v.applied_minor;
  c.accepted_minor := v.accepted_minor;
  if accepted then
    c.status_reason := null;
    c.fee_minor := v.fee_minor;
    c.vat_minor := v.vat_minor;
    c.expected_minor := coalesce(offered_minor(c, k.channel), c.expected_minor);
    c.fee_bearer := coalesce(c.offers -> k.channel ->> 'feeBearer', c.fee_bearer);
  end if;
  c.event_sequence := c.event_sequence + cardinality(event_types);
  c := change_checkout(c, booked_at);
  if accepted and ch.is_marked then
    perform mark_channel(c, ch.name);
  end if;
  if accepted then
    update virtual_account x
       set status = case when x.virtual_account_id = k.virtual_account_id then 'USED' else 'CLOSED' end
     where x.checkout_id = k.checkout_id and (x.status = 'ACTIVE' or x.virtual_account_id = k.virtual_account_id);
  end if;
  perform forget_facts(k.checkout_id, case when accepted then null else k.credit_id end, booked_at);
  legs := legs || payment_legs(c, k, v, ch, held);
  if v.returned_minor > 0 then
    k.refunded_minor := k.refunded_minor + v.returned_minor;
  end if;
  perform emit_events(c, k, event_types);
  return legs;
end $$;

-- Returns the journal of a payment, and the legs of the part that goes back. p_held_before: the amount that other payments of the order
-- bring in journals of their own. Each suspense account belongs to one checkout or credit, so its balance must return to zero by itself.
create function payment_legs(c checkout, k inward_credit, v verdict, ch channel, p_held_before bigint) returns leg[] language plpgsql as $$
declare
  was_held constant boolean := k.resolution is not null;
  step constant text := case when was_held then 'accepted' else 'collection' end;
  amount constant bigint := case when was_held then counted_minor(k) else k.amount_minor end;
  -- the account in which the money is held until it goes back
  code constant text := case when was_held and v.act = 'RETURN' then '2230' when v.fit = 'UNDERPAID' then '2210' else '2220' end;
  owner constant text := case code when '2230' then k.credit_id else k.checkout_id end;
  legs leg[];
begin
  legs := array[case when was_held then ('credit', k.credit_id, step, 'held', '2230', k.credit_id, k.currency, amount)::leg
    else ('credit', k.credit_id, step, 'pool', ch.pool_account, k.provider, k.currency, amount)::leg end];
  if v.act = 'ACCEPT' then
    legs := legs || array[
      ('credit', k.credit_id, step, 'excess-held', '2220', k.checkout_id, k.currency, -v.returned_minor)]::leg[]
      || merchant_legs(k, step, c.merchant_id, v.accepted_minor - p_held_before, ch.income_account);
  elsif code = '2230' then
    legs := '{}';   -- the money goes back from the account in which it is held
  else
    legs := legs || ('credit', k.credit_id, step, case code when '2210' then 'part-held' else 'excess-held' end,
                     code, k.checkout_id, k.currency, -amount)::leg;
  end if;
  if v.returned_minor > 0 then
    legs := legs || return_held(k.credit_id, v.returned_minor, 'POLICY', case code when '2230' then k.outcome else v.fit end, code, owner);
  end if;
  return legs;
end $$;

-- Puts a late or second payment into suspense; a workflow of its own then gets a decision about it.
create function hold_credit(p_checkout checkout, p_credit inward_credit, p_outcome text, p_fact_due interval) returns leg[]
language plpgsql as $$
declare
  held_at constant timestamptz := clock_timestamp();
  c checkout := p_checkout;
  k inward_credit;
begin
  update inward_credit x
     set outcome = p_outcome, excess_minor = x.amount_minor, applied_at = held_at,
         policy_applied = case when p_outcome = 'DUPLICATE' then policy_of(p_checkout.policies, 'duplicate')
                               when p_checkout.status in ('CANCELLED', 'FAILED') then 'REFUND'
                               else policy_of(p_checkout.policies, 'late') end
   where x.credit_id = p_credit.credit_id
  returning * into k;
  perform note_credit(k.credit_id);
  c.exception := p_outcome;
  c.exceptions := with_exception(c.exceptions, p_outcome);
  c.paid_minor := c.paid_minor + k.amount_minor;
  c.event_sequence := c.event_sequence + 2;
  c := change_checkout(c, held_at);
  perform forget_facts(k.checkout_id, k.credit_id, held_at);
  perform put_fact('CREDIT_HELD', k.checkout_id, k.credit_id, p_due_in => p_fact_due);
  perform emit_events(c, k, array['collection.received',
    case p_outcome when 'LATE' then 'checkout.late_payment' else 'checkout.duplicate_payment' end]);
  return array[
    ('credit', k.credit_id, 'collection', 'pool', pool_of(k.channel), k.provider, k.currency, k.amount_minor),
    ('credit', k.credit_id, 'collection', 'credit-held', '2230', k.credit_id, k.currency, -k.amount_minor)]::leg[];
end $$;

-- Decides the outcome of one credit and returns its legs, which the caller posts together with others. The caller has locked the checkout's
-- row, and the credit has no outcome yet. p_fact_due: the time that the caller has to notify the workflow itself.
create function judge_credit(p_credit_id text, p_late boolean, p_fact_due interval default '0') returns leg[]
language plpgsql as $$
declare
  c checkout;
  k inward_credit;
begin
  select * into k from inward_credit x where x.credit_id = p_credit_id;
  select * into c from checkout x where x.checkout_id = k.checkout_id;
  if k.currency <> c.currency then
    raise exception 'credit % is in %, its checkout in %', k.credit_id, k.currency, c.currency
      using errcode = 'check_violation', constraint = 'credit_in_currency_of_checkout';
  end if;
  if is_paid_status(c.status) then
    return hold_credit(c, k, 'DUPLICATE', p_fact_due);
  elsif p_late or c.status in ('CANCELLED', 'FAILED') then
    return hold_credit(c, k, 'LATE', p_fact_due);
  end if;
  return book_payment(c, k, judge_payment(c, k.amount_minor, k.channel));
end $$;

-- Decides the outcome of each credit of a locked checkout that has none yet, in the order of arrival.
create function judge_waiting(p_checkout_id text) returns leg[] language plpgsql as $$
declare
  undecided text;
  legs leg[] := '{}';
begin
  for undecided in
    select k.credit_id from inward_credit k where k.checkout_id = p_checkout_id and k.outcome is null
     order by k.received_at, k.credit_id
  loop
    legs := legs || judge_credit(undecided, false);
  end loop;
  return legs;
end $$;

-- Posts credits, and with each credit every other undecided credit of its checkout, in the order of arrival. Returns the credits that were
-- asked for; a credit that was posted before is returned as stored. Credits of the merchants in p_apart stay as they are and are returned
-- without an outcome. p_lock_wait_ms: how long to wait for a lock (null: as long as the session does). p_taker: the dispatcher that takes
-- the deliveries as they are written (take_as_written); the first row carries the deliveries that it has taken. part: for a checkout that
-- is paid in part, {paidMinor, dueMinor} as texts.
create function apply_credits(
  p_credit_ids text[], p_apart text[] default '{}', p_lock_wait_ms integer default null, p_taker jsonb default null
) returns table (
  credit_id text, outcome text, status text, version integer, merchant_id text, taken jsonb, part jsonb
) language plpgsql as $$
#variable_conflict use_column
declare
  locked text;
  legs leg[] := '{}';
  -- facts of credits that were posted when they were recorded, and whose workflow learns it by way of the relay
  posted_before constant bigint[] := array(
    select f.fact_id from inward_credit k join fact f on f.checkout_id = k.checkout_id and f.subject_id = k.credit_id
     where k.credit_id = any (p_credit_ids) and k.outcome is not null and f.kind = 'CREDIT_RECEIVED' and f.applied_at is null);
begin
  if p_lock_wait_ms is not null then
    perform set_config('lock_timeout', p_lock_wait_ms::text, true);
  end if;
  perform take_as_written(p_taker);
  for locked in
    select c.checkout_id from checkout c
     where c.checkout_id in (select k.checkout_id from inward_credit k
                              where k.credit_id = any (p_credit_ids) and k.outcome is null)
       and c.merchant_id <> all (p_apart)
     order by c.checkout_id for no key update   -- in a fixed order, so that two batches cannot wait for each other
  loop
    legs := legs || judge_waiting(locked);
  end loop;
  -- posted last, so that the accounts that everybody posts to are locked for the shortest time
  if cardinality(legs) > 0 then
    perform post_journals(legs);
  end if;
  if cardinality(posted_before) > 0 then
    perform mark_facts_applied(posted_before);
  end if;
  return query
    select k.credit_id, k.outcome, c.status, c.version, c.merchant_id,
           case when row_number() over () = 1 then taken_deliveries() end,
           case when c.status = 'PARTIALLY_PAID' then
             jsonb_build_object('paidMinor', c.applied_minor::text, 'dueMinor', due_minor(c)::text) end
      from inward_credit k join checkout c on c.checkout_id = k.checkout_id
     where k.credit_id = any (p_credit_ids);
end $$;

-- Returns the merchants, other than those in p_apart, that have a locked row which the posting of these credits needs.
create function locked_merchants(p_credit_ids text[], p_apart text[]) returns setof text language sql as $$
  with asked as materialized (
    select c.checkout_id, c.merchant_id, a.account_id
      from inward_credit k
      join checkout c on c.checkout_id = k.checkout_id
      left join ledger_account a on a.account_id = account_of('2100', c.merchant_id, k.currency)
     where k.credit_id = any (p_credit_ids) and k.outcome is null and c.merchant_id <> all (p_apart)
  ), free_checkout as materialized (
    select c.checkout_id from checkout c where c.checkout_id in (select q.checkout_id from asked q)
       for no key update skip locked
  ), free_account as materialized (
    select a.account_id from ledger_account a where a.account_id in (select q.account_id from asked q)
       for no key update skip locked
  )
  select distinct q.merchant_id from asked q
   where not exists (select from free_checkout f where f.checkout_id = q.checkout_id)
      or q.account_id is not null and not exists (select from free_account f where f.account_id = q.account_id)
$$;
