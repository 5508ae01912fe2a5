-- The fees that merchants pay, and the channels by which they are paid: fee plans, channels and their order.

-- Returns a merchant's channels in their order, for the audit.
create function channels_json(p_merchant_id text) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object('channel', h.channel, 'feeBearer', h.fee_bearer) order by h.place), '[]')
    from merchant_channel h where h.merchant_id = p_merchant_id and h.place is not null
$$;

-- Creates a fee plan of the installation. A plan never changes, because checkouts refer to it. outcome: CREATED, EXISTING (the same request
-- again), TAKEN (another plan has the id).
create function create_fee_plan(p_asked fee_plan, p_by jsonb, out outcome text, out stored fee_plan) language plpgsql as $$
declare
  terms constant jsonb := to_jsonb(p_asked) - '{created_at}'::text[] || jsonb_build_object('currency', coalesce(p_asked.currency, home_currency()));
begin
  insert into fee_plan (fee_plan_id, currency, rate_bps, flat_minor, flat_waived_below_minor, cap_minor, vat_bps)
    values (p_asked.fee_plan_id, coalesce(p_asked.currency, home_currency()), p_asked.rate_bps, p_asked.flat_minor, p_asked.flat_waived_below_minor, p_asked.cap_minor,
            p_asked.vat_bps)
  on conflict do nothing returning * into stored;
  outcome := 'CREATED';
  if not found then
    select * into stored from fee_plan p where p.fee_plan_id = p_asked.fee_plan_id;
    outcome := case when to_jsonb(stored) - 'created_at' = terms then 'EXISTING' else 'TAKEN' end;
    return;
  end if;
  perform record_audit(p_by, 'fee-plan.create', 'fee-plan', p_asked.fee_plan_id, null, null, terms);
end $$;

-- Assigns a merchant a plan for a channel from a time on (null: now). Checkouts that began before keep their plan. outcome: ASSIGNED,
-- UNKNOWN (no such merchant), CLOSED, PLAN_UNKNOWN, PAST.
create function assign_fee_plan(
  p_merchant_id text, p_channel text, p_fee_plan_id text, p_from timestamptz, p_by jsonb, out outcome text
) language plpgsql as $$
declare
  merchant_status text;
  plan_before text;
begin
  select m.status into merchant_status from merchant m where m.merchant_id = p_merchant_id for no key update;
  outcome := case when not found then 'UNKNOWN' when merchant_status = 'CLOSED' then 'CLOSED'
                  when not exists (select from fee_plan p where p.fee_plan_id = p_fee_plan_id) then 'PLAN_UNKNOWN'
                  when p_from < now() then 'PAST' else 'ASSIGNED' end;
  if outcome <> 'ASSIGNED' then
    return;
  end if;
  plan_before := fee_plan_of(p_merchant_id, p_channel);
  insert into merchant_channel (merchant_id, channel, fee_plan_id)
    values (p_merchant_id, p_channel, case when p_from is null then p_fee_plan_id end) on conflict do nothing;
  if not found or p_from is not null then
    insert into merchant_fee_plan (merchant_id, channel, holds_from, fee_plan_id)
      values (p_merchant_id, p_channel, coalesce(p_from, now()), p_fee_plan_id)
    on conflict (merchant_id, channel, holds_from) do update set fee_plan_id = excluded.fee_plan_id;
  end if;
  perform record_audit(
    p_by, 'fee-plan.assign', 'merchant', p_merchant_id, p_merchant_id,
    jsonb_build_object('channel', p_channel, 'feePlanId', plan_before, 'from', null),
    jsonb_build_object('channel', p_channel, 'feePlanId', p_fee_plan_id, 'from', rfc3339(coalesce(p_from, now()))));
end $$;

-- Withdraws a plan that is not in effect yet; the plan before it stays in effect. outcome: WITHDRAWN, UNKNOWN (no such merchant), CLOSED,
-- NOT_PLANNED (no plan begins at that time), HOLDS (the plan is in effect already).
create function withdraw_fee_plan(
  p_merchant_id text, p_channel text, p_from timestamptz, p_by jsonb, out outcome text
) language plpgsql as $$
declare
  merchant_status text;
  planned text;
begin
  select m.status into merchant_status from merchant m where m.merchant_id = p_merchant_id for no key update;
  outcome := case when not found then 'UNKNOWN' when merchant_status = 'CLOSED' then 'CLOSED' end;
  if outcome is not null then
    return;
  end if;
  select f.fee_plan_id into planned from merchant_fee_plan f
   where f.merchant_id = p_merchant_id and f.channel = p_channel and f.holds_from = p_from;
  outcome := case when not found then 'NOT_PLANNED' when p_from <= now() then 'HOLDS' else 'WITHDRAWN' end;
  if outcome <> 'WITHDRAWN' then
    return;
  end if;
  delete from merchant_fee_plan f where f.merchant_id = p_merchant_id and f.channel = p_channel and f.holds_from = p_from;
  perform record_audit(p_by, 'fee-plan.withdraw', 'merchant', p_merchant_id, p_merchant_id,
                       jsonb_build_object('channel', p_channel, 'feePlanId', planned, 'from', rfc3339(p_from)), null);
end $$;

-- Sets the channels that a merchant's checkouts offer, in this order: [{channel, feeBearer}]; feeBearer null: the merchant's own. outcome:
-- SET, UNKNOWN, CLOSED, or PLAN_MISSING when a channel was never given a plan.
create function set_merchant_channels(p_merchant_id text, p_channels jsonb, p_by jsonb, out outcome text) language plpgsql as $$
declare
  merchant_status text;
  told_before jsonb;
begin
  select m.status into merchant_status from merchant m where m.merchant_id = p_merchant_id for no key update;
  outcome := case
    when not found then 'UNKNOWN' when merchant_status = 'CLOSED' then 'CLOSED'
    when exists (select from jsonb_to_recordset(p_channels) c (channel text)
                  where not exists (select from merchant_channel h where h.merchant_id = p_merchant_id and h.channel = c.channel))
      then 'PLAN_MISSING'
    else 'SET' end;
  if outcome <> 'SET' then
    return;
  end if;
  told_before := channels_json(p_merchant_id);
  update merchant_channel h
     set place = c.place, fee_bearer = case when c.place is null then h.fee_bearer else c."feeBearer" end
    from (select x.channel, t.place, t."feeBearer" from merchant_channel x
            left join rows from (jsonb_to_recordset(p_channels) as (channel text, "feeBearer" text))
                      with ordinality t (channel, "feeBearer", place) on t.channel = x.channel
           where x.merchant_id = p_merchant_id) c
   where h.merchant_id = p_merchant_id and h.channel = c.channel;
  perform record_audit(p_by, 'merchant.channels', 'merchant', p_merchant_id, p_merchant_id, told_before, channels_json(p_merchant_id));
end $$;
