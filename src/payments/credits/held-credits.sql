-- The resolution of credits that did not fit: late, duplicate, or sent to nobody's number.

-- Returns the policy's decision about a held credit. An operator may decide otherwise, except that money for an order that was cancelled or
-- has failed never becomes its payment.
create function held_policy(c checkout, k inward_credit) returns text language sql stable as $$
  select case
    when k.outcome = 'UNMATCHED' then 'hold'
    when k.outcome = 'DUPLICATE' or is_paid_status(c.status)
      then case policy_of(c.policies, 'duplicate') when 'KEEP_AS_CREDIT' then 'accept' else 'return' end
    when c.status in ('CANCELLED', 'FAILED') then 'return'
    else case policy_of(policies_for(k, c), 'late') when 'ACCEPT_LATE' then 'accept' when 'HOLD' then 'hold' else 'return' end end
$$;

-- Gives a credit that pays for no order to the merchant, and charges the fee on it. The credit counts as booked now, so that lists by
-- `updatedFrom` have it.
create function keep_for_merchant(k inward_credit) returns leg[] language plpgsql as $$
declare
  fee record;
  ch channel;
  suspense constant text := case k.outcome when 'UNMATCHED' then '2200' else '2230' end;
  amount constant bigint := counted_minor(k);
begin
  if k.merchant_id is null then
    raise exception 'credit % is no merchant''s', k.credit_id
      using errcode = 'check_violation', constraint = 'held_credit_has_merchant';
  end if;
  select * into strict ch from channel x where x.name = k.channel;
  select f.* into fee from (select) x
    left join checkout c on c.checkout_id = k.checkout_id
    cross join lateral fee_on(coalesce(c.offers -> k.channel ->> 'feePlanId', fee_plan_of(k.merchant_id, k.channel)),
                              k.currency, amount) f;
  update inward_credit x
     set resolution = 'ACCEPTED', fee_minor = fee.fee_minor, vat_minor = fee.vat_minor, applied_at = clock_timestamp()
   where x.credit_id = k.credit_id returning * into k;
  return ('credit', k.credit_id, 'accepted', 'held', suspense, k.credit_id, k.currency, amount)::leg
    || merchant_legs(k, 'accepted', k.merchant_id, amount, ch.income_account);
end $$;

-- Tells whether an undecided late credit came for an order that was cancelled or has failed: its money can only go back, or stay in
-- suspense.
create function is_called_off(p_credit_id text) returns boolean language sql stable as $$
  select exists (select from inward_credit k join checkout c on c.checkout_id = k.checkout_id
                  where k.credit_id = p_credit_id and k.outcome = 'LATE' and k.resolution is null
                    and c.status in ('CANCELLED', 'FAILED'))
$$;

-- Accepts a held credit. A late credit pays its order, unless the order was paid otherwise. The caller has checked that the order has
-- neither been cancelled nor failed.
create function accept_held(p_credit inward_credit) returns leg[] language plpgsql as $$
declare
  c checkout;
  legs leg[];
begin
  if p_credit.outcome = 'LATE' and p_credit.checkout_id is not null then
    select * into c from checkout x where x.checkout_id = p_credit.checkout_id;
    if not is_paid_status(c.status) then
      legs := book_payment(c, p_credit, judge_payment(c, counted_minor(p_credit), p_credit.channel));
      if is_open_status(c.status) then
        -- the order's workflow still waits for the transfer: the fact notifies it, and it finds the transfer booked
        perform put_fact('CREDIT_RECEIVED', c.checkout_id, p_credit.credit_id, p_due_in => '0');
      end if;
      return legs;
    end if;
  end if;
  return keep_for_merchant(p_credit);
end $$;

-- Decides about a held credit by policy, or as p_decision says: 'accept', 'return', 'keep'. A credit that is decided already is returned as
-- it is. amount_minor: what is decided about, less what the rail took back before. return_at: the time at which a credit for nobody's
-- number goes back if no operator decides. has_merchant: false for a number that no merchant's prefix covers, so nobody can accept it.
-- called_off: its order was cancelled or has failed, so 'accept' leaves it held.
create function resolve_held_credit(
  p_credit_id text, p_by text, p_decision text,
  out outcome text, out resolution text, out amount_minor bigint, out return_at timestamptz, out has_merchant boolean, out called_off boolean
) language plpgsql as $$
#variable_conflict use_column
declare
  c checkout;
  k inward_credit;
  decided text;
  legs leg[];
begin
  perform lock_case(p_credit_id);
  select * into k from inward_credit x where x.credit_id = p_credit_id;
  amount_minor := counted_minor(k);
  if k.outcome is null or k.outcome not in ('LATE', 'DUPLICATE', 'UNMATCHED') then
    raise exception 'there is no held credit %', p_credit_id using errcode = 'no_data_found';
  end if;
  if k.resolution is null then
    legs := judge_waiting(k.checkout_id);   -- credits that came in time are judged first
    select * into c from checkout x where x.checkout_id = k.checkout_id;
    decided := case p_by when 'POLICY' then held_policy(c, k) else p_decision end;
    if decided = 'accept' and not is_called_off(p_credit_id) then
      legs := legs || accept_held(k);
    elsif decided = 'return' then
      update inward_credit x set resolution = 'RETURNED' where x.credit_id = p_credit_id;
      legs := legs || return_held(p_credit_id, amount_minor, case p_by when 'OPERATOR' then 'OPERATOR' else 'POLICY' end,
        k.outcome, case k.outcome when 'UNMATCHED' then '2200' else '2230' end, p_credit_id);
    elsif decided = 'keep' then
      update inward_credit x set resolution = 'KEPT' where x.credit_id = p_credit_id;
    end if;
    perform post_journals(legs);
    select * into k from inward_credit x where x.credit_id = p_credit_id;
    perform notify_waiting(k.checkout_id) where k.checkout_id is not null;
  end if;
  perform close_facts('CREDIT_HELD', p_credit_id);
  outcome := k.outcome;
  resolution := coalesce(k.resolution, 'HELD');
  has_merchant := k.merchant_id is not null;
  called_off := is_called_off(p_credit_id);
  return_at := case when k.outcome = 'UNMATCHED' and k.resolution is null then k.received_at + interval '24 hours' end;
end $$;

-- Accepts, for an operator, the amount that a part-paid order has received as the whole payment, as the policy `underpaid: ACCEPT` would
-- have done. The fee is that of the channel that brought the last part. An order that is no longer part-paid is returned as it is.
create function accept_part(p_checkout_id text, out status text, out version integer) language plpgsql as $$
#variable_conflict use_column
declare
  accepted_at constant timestamptz := clock_timestamp();
  c checkout := lock_checkout(p_checkout_id);
  k inward_credit;
  ch channel;
  fee record;
  legs leg[];
begin
  status := c.status;
  version := c.version;
  if c.status <> 'PARTIALLY_PAID' then
    return;
  end if;
  select * into strict k from inward_credit x
   where x.checkout_id = p_checkout_id and x.applied_minor > 0 order by x.received_at desc, x.credit_id desc limit 1;
  select * into strict ch from channel x where x.name = k.channel;
  select f.* into fee from fee_on(c.offers -> k.channel ->> 'feePlanId', c.currency, c.applied_minor) f;
  legs := accept_parts(c.checkout_id, null, c.merchant_id, fee.fee_minor, fee.vat_minor, c.applied_minor, ch.income_account);
  select * into k from inward_credit x where x.credit_id = k.credit_id;
  c.status := status_after(c.status, 'PAID_IN_FULL');
  c.accepted_minor := c.applied_minor;
  c.fee_minor := fee.fee_minor;
  c.vat_minor := fee.vat_minor;
  c.expected_minor := coalesce(offered_minor(c, k.channel), c.expected_minor);
  c.event_sequence := c.event_sequence + 1;
  c := change_checkout(c, accepted_at);
  if ch.is_marked then
    perform mark_channel(c, ch.name);
  end if;
  update virtual_account v set status = 'CLOSED' where v.checkout_id = p_checkout_id and v.status = 'ACTIVE';
  perform forget_facts(p_checkout_id, null, accepted_at);
  perform post_journals(legs);
  perform emit_events(c, k, '{checkout.successful}');
  status := c.status;
  version := c.version;
end $$;
