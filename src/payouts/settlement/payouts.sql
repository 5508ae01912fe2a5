-- Takes a payout from its schedule to the bank, one change of its status at a time.

-- Locks a settlement and its payouts: every change of them locks the settlement's row first.
create function lock_settlement(p_settlement_id text) returns settlement language plpgsql as $$
declare s settlement;
begin
  select * into s from settlement x where x.settlement_id = p_settlement_id for no key update;
  if not found then
    raise exception 'there is no settlement %', p_settlement_id using errcode = 'no_data_found';
  end if;
  return s;
end $$;

-- Tells whether the step was taken before. A step of a sending is judged by the outcome of the sending, any other step
-- by the status that it leads to.
create function payout_step_taken(p payout, p_event text, p_session_id text) returns boolean language sql stable as $$
  select case
    when p_session_id is null then
      not exists (select from payout_transition t where t.from_status = p.status and t.event = p_event)
        and exists (select from payout_transition t where t.event = p_event and t.to_status = p.status)
    else sending_step_taken(p_event, p_session_id) end
$$;

-- The journal of a step, if it has one. The money left the merchant when the payout was scheduled; until its outcome is certain
-- it stays in transit.
create function payout_step_legs(p payout, p_event text) returns leg[] language plpgsql immutable as $$
declare confirmed constant text := 'confirmed#' || p.attempts;
begin
  case p_event
    when 'CONFIRMED' then
      return array[
        ('payout', p.payout_id, confirmed, 'in-transit', '2320', p.merchant_id, p.currency, p.amount_minor),
        ('payout', p.payout_id, confirmed, 'paid-out', '1110', p.provider, p.currency, -p.amount_minor),
        ('payout', p.payout_id, confirmed, 'duty', '2410', p.payout_id, p.currency, p.duty_minor),
        ('payout', p.payout_id, confirmed, 'duty-paid', '1110', p.provider, p.currency, -p.duty_minor)]::leg[];
    when 'GIVEN_UP', 'CALLED_OFF' then
      return payout_legs(p, lower(p_event), -1);
    when 'RETURNED' then
      return array[
        ('payout', p.payout_id, 'returned', 'came-back', '1110', p.provider, p.currency, p.amount_minor),
        ('payout', p.payout_id, 'returned', 'merchant', '2110', p.merchant_id, p.currency, -p.amount_minor)]::leg[];
    else
      return '{}';
  end case;
end $$;

-- Returns the status that a settlement has by its payouts; src/domain/payout-state.ts has the statuses of a payout.
create function settlement_status(s settlement) returns text language sql stable as $$
  select case
    when count(*) = 0 then s.status
    when bool_or(p.status = 'UNKNOWN') then 'UNKNOWN'
    when bool_or(p.status = 'PROCESSING') then 'PROCESSING'
    when bool_or(p.status = 'SCHEDULED') then
      case when s.hold_reason is not null then 'ON_HOLD' when bool_and(p.status = 'SCHEDULED') then 'SCHEDULED' else 'PROCESSING' end
    when bool_or(p.status = 'REVERSED') then 'REVERSED'
    when bool_or(p.status = 'FAILED') then 'FAILED'
    when bool_and(p.status = 'CANCELLED') then 'CANCELLED'
    else 'SUCCESSFUL' end
    from payout p where p.settlement_id = s.settlement_id
$$;

-- Updates a settlement after a change. Sends an event if the settlement was paid, has failed, was reversed, or has just come on hold. What
-- has ended is not held any more; a settlement that was called off keeps the reason.
create function settle_status(p_settlement_id text) returns void language plpgsql as $$
declare
  before settlement;
  after text;
begin
  select * into before from settlement s where s.settlement_id = p_settlement_id;
  after := settlement_status(before);
  update settlement s
     set status = after, hold_reason = case when after not in ('SUCCESSFUL', 'FAILED', 'REVERSED') then s.hold_reason end,
         failure = (select p.failure from payout p
                     where p.settlement_id = s.settlement_id and p.failure is not null order by p.part desc limit 1),
         paid_minor = (select coalesce(sum(p.amount_minor), 0) from payout p
                        where p.settlement_id = s.settlement_id and p.status = 'SUCCESSFUL'),
         completed_at = (select case when bool_and(p.completed_at is not null) then max(p.completed_at) end
                           from payout p where p.settlement_id = s.settlement_id),
         version = s.version + 1, updated_at = clock_timestamp()
   where s.settlement_id = p_settlement_id;
  if after in ('SUCCESSFUL', 'FAILED', 'REVERSED') or after = 'ON_HOLD' and before.status <> 'ON_HOLD' then
    perform notify_settlement(p_settlement_id);
  end if;
end $$;

-- Returns the end of a payout's session id. A settlement that is frozen again after a restore has the same number,
-- though another id.
create function payout_tail(p_merchant_id text, p_currency text, p_number integer, p_part integer, p_attempt integer)
returns text language sql stable as $$
  select session_tail(concat_ws('/', 'payout', p_merchant_id, p_currency, p_number, p_part, p_attempt))
$$;

-- The facts that a settlement's workflow needs. Amounts inside the payouts are text, so that none loses digits.
create view settlement_standing as
  select s.settlement_id, s.merchant_id, s.status, s.hold_reason, s.currency, s.net_minor, coalesce(a.provider, '') as provider,
         coalesce((
           select jsonb_agg(jsonb_build_object(
             'payoutId', p.payout_id, 'part', p.part, 'amountMinor', p.amount_minor::text, 'status', p.status,
             'attempts', p.attempts, 'sessionId', case when o.status in ('SENT', 'UNKNOWN') then o.session_id end,
             'sentAt', rfc3339(o.sent_at), 'debited', case when left_though_refused(o) then o.session_id end,
             'openedAt', rfc3339(p.created_at), 'tail', x.tail, 'onStatement', known.session_id,
             'heldBy', case p.status when 'SCHEDULED' then sending_hold(p.provider, known.session_id, p.amount_minor) end)
             order by p.part)
             from payout p
             cross join lateral (select payout_tail(s.merchant_id, s.currency, s.number, p.part, p.attempts + 1) as tail) x
             cross join lateral (select unexplained_session(p.provider, x.tail) as session_id) known
             left join outward_transfer o on o.purpose = 'PAYOUT' and o.purpose_id = p.payout_id and o.attempt = p.attempts
            where p.settlement_id = s.settlement_id), '[]') as payouts
    from settlement s left join settlement_account a on a.settlement_account_id = s.settlement_account_id;

-- Records a merchant whose money could not be sent in two settlements in a row, because its bank may then refuse it every day.
create function note_unpaid_again(s settlement, p payout) returns void language sql as $$
  select record_finding('PAYOUT_GIVEN_UP', s.merchant_id,
           jsonb_build_object('settlementId', s.settlement_id, 'answer', coalesce(p.response_code, p.failure)), 'ATTENTION')
   where (select x.status from settlement x
           where x.merchant_id = s.merchant_id and x.currency = s.currency and x.number < s.number and x.net_minor > 0
           order by x.number desc limit 1) = 'FAILED'
$$;

-- Takes one step of a payout: status, sending, books, events. Taking a step again changes nothing; nor does a sending that may not leave
-- now, because its settlement or its bank is held. The settlement's workflow takes the step, so the fact that would notify it is closed.
create function take_payout_step(p_payout_id text, p_event text, p_session_id text, p_code text, p_failure text)
returns settlement_standing language plpgsql as $$
declare
  s settlement := lock_settlement((select x.settlement_id from payout x where x.payout_id = p_payout_id));
  p payout;
  sending outward_transfer;
  standing settlement_standing;
begin
  select * into p from payout x where x.payout_id = p_payout_id;
  if not payout_step_taken(p, p_event, p_session_id)
     and not (p_event = 'SENT'
              and (s.hold_reason is not null or sending_hold(p.provider, p_session_id, p.amount_minor) is not null)) then
    update payout x
       set status = payout_status_after(x.status, p_event), attempts = x.attempts + (p_event = 'SENT')::int,
           response_code = coalesce(p_code, x.response_code),
           failure = case when p_event in ('CONFIRMED', 'SENT') then null else coalesce(p_failure, x.failure) end,
           completed_at = case when p_event in ('CONFIRMED', 'GIVEN_UP', 'RETURNED', 'CALLED_OFF') then clock_timestamp() end,
           updated_at = clock_timestamp()
     where x.payout_id = p_payout_id
    returning * into p;
    if p_session_id is not null then
      sending.session_id := p_session_id;
      sending.provider := p.provider;
      sending.purpose := 'PAYOUT';
      sending.purpose_id := p.payout_id;
      sending.attempt := p.attempts;
      sending.amount_minor := p.amount_minor;
      sending.currency := p.currency;
      perform note_sending(sending, p_event, p_code, p_failure);
    end if;
    if cardinality(payout_step_legs(p, p_event)) > 0 then
      perform post_journals(payout_step_legs(p, p_event));
    end if;
    perform settle_status(s.settlement_id);
    perform close_facts('SETTLEMENT_FROZEN', s.settlement_id);
    if p_event = 'GIVEN_UP' then
      perform note_unpaid_again(s, p);
    elsif p_event = 'CONFIRMED' then
      perform clear_findings('{PAYOUT_GIVEN_UP}', array[s.merchant_id]);
    end if;
  end if;
  select * into standing from settlement_standing x where x.settlement_id = s.settlement_id;
  return standing;
end $$;

-- Holds a settlement of which nothing is on its way, or releases it. p_reason: the hold that begins, or the one that an operator has
-- released; another hold that has taken its place stays. A merchant that was suspended meanwhile is held for that next. Taking the step
-- again changes nothing.
create function take_settlement_step(p_settlement_id text, p_event text, p_reason text, p_operator text)
returns settlement_standing language plpgsql as $$
declare
  s settlement := lock_settlement(p_settlement_id);
  wanted constant text := case
    when p_event = 'HELD' then p_reason
    when p_reason <> 'MERCHANT_INACTIVE' and (select m.status from merchant m where m.merchant_id = s.merchant_id) <> 'ACTIVE'
      then 'MERCHANT_INACTIVE' end;
  standing settlement_standing;
begin
  if s.hold_reason is distinct from wanted and (p_event = 'HELD' or s.hold_reason = p_reason) then
    if not exists (
      select from payout p where p.settlement_id = p_settlement_id
      having bool_or(p.status = 'SCHEDULED') and bool_and(p.status not in ('PROCESSING', 'UNKNOWN')))
    then
      raise exception 'a settlement that is % cannot be %', s.status, lower(p_event)
        using errcode = 'check_violation', constraint = 'settlement_transition';
    end if;
    if p_event = 'RELEASED' and s.hold_reason = 'NAME_CHANGED' and s.noted_name is not null then
      perform accept_name(s, p_operator);
    end if;
    update settlement x set hold_reason = wanted where x.settlement_id = p_settlement_id;
    perform settle_status(p_settlement_id);
    perform close_facts('SETTLEMENT_FROZEN', p_settlement_id);
  end if;
  select * into standing from settlement_standing x where x.settlement_id = p_settlement_id;
  return standing;
end $$;

-- Holds all of a merchant's settlements, as if they were made while it is suspended. A transfer that is on its way goes on, and is not sent
-- again if it is refused. A settlement that is held already keeps its reason. Call it under serialize_settlements, and lock the merchant
-- before: whoever releases a settlement then sees that the merchant is suspended, or is seen here.
create function hold_settlements(p_merchant_id text) returns void language plpgsql as $$
declare
  held text;
begin
  perform from settlement s
    where s.merchant_id = p_merchant_id and s.status in ('SCHEDULED', 'PROCESSING', 'UNKNOWN', 'ON_HOLD') for no key update;
  for held in
    update settlement s set hold_reason = 'MERCHANT_INACTIVE'
     where s.merchant_id = p_merchant_id and s.status in ('SCHEDULED', 'PROCESSING', 'UNKNOWN') and s.hold_reason is null
    returning s.settlement_id
  loop
    perform settle_status(held);
  end loop;
end $$;

-- Returns the payout that would be sent now under the session id of a forgotten sending that the bank has already paid: both are of the
-- same settlement, and their amounts differ.
create function payout_instead_of(p_provider text, p_session_id text) returns payout language sql stable as $$
  select p from payout p join settlement s on s.settlement_id = p.settlement_id
   where p.status = 'SCHEDULED' and p.provider = p_provider
     and payout_tail(s.merchant_id, s.currency, s.number, p.part, p.attempts + 1) = right(p_session_id, 12)
   limit 1
$$;
