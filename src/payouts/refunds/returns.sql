-- Refunds are made here only, whoever decided them.

-- Takes the lock that all changes of a credit's money share: on its checkout's row, or on its own when it has no
-- checkout.
create function lock_case(p_credit_id text) returns void language plpgsql as $$
begin
  perform from checkout c
    where c.checkout_id = (select k.checkout_id from inward_credit k where k.credit_id = p_credit_id) for no key update;
  if not found then
    perform from inward_credit k where k.credit_id = p_credit_id for no key update;
  end if;
end $$;

-- Marks a credit as more than an exact payment, so that lists of such credits find it (noted_credit). A credit that was disputed before it
-- was in the books is marked again once it is booked.
create function note_credit(p_credit_id text) returns void language sql as $$
  insert into noted_credit as n (merchant_id, received_at, credit_id, outcome)
    select k.merchant_id, k.received_at, k.credit_id, k.outcome from inward_credit k
     where k.credit_id = p_credit_id and k.merchant_id is not null
  on conflict (merchant_id, received_at, credit_id) do update set outcome = excluded.outcome
     where n.outcome is distinct from excluded.outcome
$$;

-- Returns the duty that a merchant bears when this amount of a credit is sent back.
create function duty_for_merchant(k inward_credit, p_amount_minor bigint) returns bigint language sql stable as $$
  select case when was_sent(k) and policy_of(policies_for(k, c), 'refundFeeBearer') = 'MERCHANT'
              then stamp_duty_on(k.currency, p_amount_minor, now()) else 0 end
    from (select) x left join checkout c on c.checkout_id = k.checkout_id
$$;

-- Tells whether money of a credit leaves it for another account than the one that paid.
create function is_redirected(k inward_credit, p_destination jsonb) returns boolean language sql immutable as $$
  select was_sent(k) and p_destination is not null
     and (p_destination ->> 'accountNumber', p_destination ->> 'bankCode')
         is distinct from (k.source ->> 'accountNumber', k.source ->> 'bankCode')
$$;

-- The time that must pass before money is sent to an account that a merchant has named.
create function cooling_period() returns interval language sql stable as $$
  select coalesce((select make_interval(hours => s.value::int) from setting s where s.name = 'settlement_cooling_hours'),
                  interval '24 hours')
$$;

-- Returns the time from which a refund that was redirected at p_redirected_at may be sent; null: it was not redirected.
create function refund_sendable_from(p_redirected_at timestamptz) returns timestamptz language sql stable as $$
  select case when p_redirected_at is not null then p_redirected_at + cooling_period() end
$$;

-- Writes the refund and its fact, reserves its amount on the credit, and returns the legs that owe the amount to the payer. The caller adds
-- the legs that the amount is taken from. The function reads these fields of p_asked: refund_id, credit_id, refund_reference, request_hash,
-- origin, reason, note, amount_minor and destination (null: back to where the credit came from).
create function open_refund(p_asked refund, p_fact_due interval, out opened refund, out new_fact_id bigint, out legs leg[])
language plpgsql as $$
declare k inward_credit;
begin
  update inward_credit x set refunded_minor = x.refunded_minor + p_asked.amount_minor
   where x.credit_id = p_asked.credit_id returning * into k;
  perform note_credit(k.credit_id);
  opened := p_asked;
  opened.merchant_id := k.merchant_id;
  opened.checkout_id := k.checkout_id;
  opened.currency := k.currency;
  opened.channel := k.channel;
  opened.provider := k.provider;
  opened.destination := case when was_sent(k) then coalesce(p_asked.destination, k.source) else '{}' end;
  opened.redirected_at := case when is_redirected(k, p_asked.destination) then now() end;
  opened.duty_minor := case when was_sent(k) then stamp_duty_on(k.currency, p_asked.amount_minor, now()) else 0 end;
  opened.duty_bearer := case when duty_for_merchant(k, p_asked.amount_minor) > 0 then 'MERCHANT' else 'PLATFORM' end;
  insert into refund (refund_id, merchant_id, checkout_id, credit_id, refund_reference, request_hash, origin, reason, note,
                      amount_minor, currency, duty_minor, duty_bearer, channel, provider, destination, redirected_at)
    values (opened.refund_id, opened.merchant_id, opened.checkout_id, opened.credit_id, opened.refund_reference,
            opened.request_hash, opened.origin, opened.reason, opened.note, opened.amount_minor, opened.currency,
            opened.duty_minor, opened.duty_bearer, opened.channel, opened.provider, opened.destination,
            opened.redirected_at)
    returning * into opened;
  if opened.origin <> 'POLICY' then
    -- a refund by policy sends no message here: the message about its payment tells the payer of it
    perform notify_payer(c, 'REFUND_STARTED', opened.refund_id) from checkout c where c.checkout_id = opened.checkout_id;
  end if;
  new_fact_id := put_fact('REFUND_REQUESTED', opened.checkout_id, opened.refund_id, p_due_in => p_fact_due);
  legs := array[('refund', opened.refund_id, 'request', 'owed', '2300', opened.refund_id, opened.currency, -opened.amount_minor)::leg];
  if opened.duty_bearer = 'MERCHANT' then
    legs := legs || array[
      ('refund', opened.refund_id, 'request', 'duty-charged', '2100', opened.merchant_id, opened.currency, opened.duty_minor),
      ('refund', opened.refund_id, 'request', 'duty-owed', '2410', opened.refund_id, opened.currency, -opened.duty_minor)]::leg[];
  end if;
end $$;

-- Refunds money that is held in one account of the books, and returns the whole journal of the refund.
create function return_held(
  p_credit_id text, p_amount_minor bigint, p_origin text, p_reason text, p_code text, p_owner text
) returns leg[] language plpgsql as $$
declare
  asked refund;
  o record;
begin
  asked.refund_id := new_id('rfd_');
  asked.credit_id := p_credit_id;
  asked.refund_reference := asked.refund_id;
  asked.origin := p_origin;
  asked.reason := p_reason;
  asked.amount_minor := p_amount_minor;
  select * into o from open_refund(asked, '0');
  return o.legs || ('refund', asked.refund_id, 'request', 'held', p_code, p_owner, (o.opened).currency, p_amount_minor)::leg;
end $$;

-- Returns the part payments of a locked checkout that ends, each to its own source.
create function return_parts(p_checkout_id text, p_reason text) returns leg[] language plpgsql as $$
declare
  part inward_credit;
  legs leg[] := '{}';
begin
  for part in
    select * from inward_credit k where k.checkout_id = p_checkout_id and k.applied_minor > 0 order by k.received_at, k.credit_id
  loop
    update inward_credit k
       set applied_minor = 0, excess_minor = k.amount_minor, resolution = case when k.resolution is not null then 'RETURNED' end
     where k.credit_id = part.credit_id;
    legs := legs || return_held(part.credit_id, part.applied_minor, 'POLICY', p_reason, '2210', p_checkout_id);
    perform notify_payer(c, 'REFUND_STARTED', r.refund_id) from refund r join checkout c on c.checkout_id = r.checkout_id
     where r.credit_id = part.credit_id and r.origin = 'POLICY';
  end loop;
  return legs;
end $$;
