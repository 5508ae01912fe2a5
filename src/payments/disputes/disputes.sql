-- Money that rails take back from us (recalls by the payer's bank, reversals and chargebacks of cards), and payments of acquirers to us.

-- Takes an amount from a merchant: first from money that is due already, then from money that is not due yet; the merchant owes us the
-- rest. Locks the merchant's accounts, so that the figures hold until this journal is posted, and no account that others share: those are
-- locked by the posting, after the merchant's.
create function debit_merchant(
  p_source_type text, p_source_id text, p_purpose text, p_merchant_id text, p_currency text, p_amount_minor bigint
) returns leg[] language plpgsql as $$
declare
  a ledger_account;
  rest bigint := p_amount_minor;
  part bigint;
  legs leg[] := '{}';
begin
  perform lock_merchant_accounts(p_merchant_id, p_currency);
  for a in
    select * from ledger_account x where x.account_id in (account_of('2100', p_merchant_id, p_currency), account_of('2110', p_merchant_id, p_currency))
     order by x.account_id desc
  loop
    part := least(rest, greatest(-a.balance_minor, 0));
    rest := rest - part;
    legs := legs || (p_source_type, p_source_id, p_purpose, 'merchant-' || a.code, a.code, p_merchant_id, p_currency, part)::leg;
  end loop;
  return legs || (p_source_type, p_source_id, p_purpose, 'merchant-owes', '1300', p_merchant_id, p_currency, rest)::leg;
end $$;

-- Tells whether a credit that fitted no order is still in suspense.
create function is_in_suspense(k inward_credit) returns boolean language sql immutable as $$
  select coalesce(k.outcome in ('LATE', 'DUPLICATE', 'UNMATCHED'), false) and coalesce(k.resolution, 'KEPT') = 'KEPT'
$$;

-- Returns the merchant's part of a credit. That part leaves out money that is held, that a policy or an operator has sent
-- back, and that the rail took back before.
create function merchant_part(k inward_credit, p_dispute_id text) returns bigint language sql stable as $$
  select case
    when k.merchant_id is null then 0
    when is_in_suspense(k) then 0
    when k.applied_minor > 0 and exists (
      select from checkout c where c.checkout_id = k.checkout_id and is_open_status(c.status)) then 0
    else greatest(k.amount_minor
      - (select coalesce(sum(r.amount_minor), 0) from refund r where r.credit_id = k.credit_id and r.origin <> 'MERCHANT')
      - (select coalesce(sum(d.amount_minor), 0) from dispute d
          where d.credit_id = k.credit_id and d.dispute_id <> p_dispute_id and d.status <> 'WON'), 0) end
$$;

-- Takes an amount out of the part of an open order that a credit is held as. If nothing is left of the order's parts, the order waits for
-- the whole amount again.
create function take_from_part(k inward_credit, c checkout, p_amount_minor bigint) returns void language plpgsql as $$
begin
  update inward_credit x
     set applied_minor = x.applied_minor - p_amount_minor, excess_minor = x.excess_minor + p_amount_minor,
         resolution = case when x.resolution is not null and x.applied_minor = p_amount_minor then 'RETURNED' else x.resolution end
   where x.credit_id = k.credit_id;
  c.applied_minor := c.applied_minor - p_amount_minor;
  c.status := coalesce(next_status(c.status, way_back(c)), c.status);
  perform change_checkout(c);
end $$;

-- Returns the legs for money of a credit that is taken back and was never the merchant's. The money comes from where the credit is held: in
-- suspense, or as a part of an open order. What is no longer held is our loss.
create function take_from_us(k inward_credit, p_dispute_id text, p_purpose text, p_amount_minor bigint) returns leg[]
language plpgsql as $$
declare
  c checkout;
  left_minor bigint := 0;
  held bigint;
  held_in leg;
begin
  select * into c from checkout x where x.checkout_id = k.checkout_id;
  if is_in_suspense(k) then
    left_minor := counted_minor(k);
  elsif k.applied_minor > 0 and is_open_status(c.status) then
    left_minor := k.applied_minor;
  end if;
  held := least(p_amount_minor, left_minor);
  if held > 0 and is_in_suspense(k) then
    held_in := ('dispute', p_dispute_id, p_purpose, 'held', case k.outcome when 'UNMATCHED' then '2200' else '2230' end,
                k.credit_id, k.currency, held);
    if held = left_minor then
      update inward_credit x set resolution = 'RETURNED' where x.credit_id = k.credit_id;
      perform close_facts('CREDIT_HELD', k.credit_id);
    end if;
  elsif held > 0 then
    held_in := ('dispute', p_dispute_id, p_purpose, 'part-held', '2210', k.checkout_id, k.currency, held);
    perform take_from_part(k, c, held);
  end if;
  update dispute d set held_minor = held where d.dispute_id = p_dispute_id and held > 0;
  return case when held > 0 then array[held_in] else '{}' end
    || ('dispute', p_dispute_id, p_purpose, 'loss', '5300', '-', k.currency, p_amount_minor - held)::leg;
end $$;

-- Returns the legs by which a rail takes a credit back. The part that was the merchant's comes from the merchant.
create function take_back(k inward_credit, p_dispute_id text, p_amount_minor bigint) returns leg[] language plpgsql as $$
declare
  from_merchant constant bigint := least(p_amount_minor, merchant_part(k, p_dispute_id));
begin
  update dispute d set merchant_minor = from_merchant where d.dispute_id = p_dispute_id;
  return case when from_merchant > 0
      then debit_merchant('dispute', p_dispute_id, 'taken-back', k.merchant_id, k.currency, from_merchant) else '{}' end
    || take_from_us(k, p_dispute_id, 'taken-back', p_amount_minor - from_merchant);
end $$;

-- Notifies the merchant of a dispute. p_reversed: the money is gone. If the credit paid an order, the order shows how much was taken back,
-- and becomes REVERSED when nothing is left of it.
create function notify_dispute(d dispute, p_types text[], p_reversed boolean) returns void language plpgsql as $$
declare
  k inward_credit;
  c checkout;
begin
  update inward_credit x set event_sequence = x.event_sequence + case when x.checkout_id is null then cardinality(p_types) else 0 end
   where x.credit_id = d.credit_id returning * into k;
  if d.checkout_id is not null then
    c := lock_checkout(d.checkout_id);
    if p_reversed and k.applied_minor > 0 and d.merchant_minor > 0 then
      c.taken_back_minor := c.taken_back_minor + d.merchant_minor;
      if c.refunded_minor + c.taken_back_minor >= c.accepted_minor then
        c.status := coalesce(next_status(c.status, 'REVERSED'), c.status);
      end if;
    end if;
    c.event_sequence := c.event_sequence + cardinality(p_types);
    c := change_checkout(c);
  end if;
  perform emit_events(c, k, p_types, null, (select row_to_json(t) from (select
    d.dispute_id as "reference", d.kind as "kind", d.amount_minor as "amount", d.status as "status",
    rfc3339(d.evidence_due_at) as "evidenceDueAt",
    (select row_to_json(w) from (
       select a.kind as "type", a.status as "status", a.failure as "failure" from dispute_answer a where a.dispute_id = d.dispute_id
        order by a.created_at desc, a.answer_id desc limit 1) w) as "answer") t));
end $$;

-- Leaves a finding for a person when a rail wants more of a credit than is left of it.
create function note_excess(
  p_provider text, p_reference text, p_credit_id text, p_asked_minor bigint, p_left_minor bigint
) returns void
language plpgsql as $$
begin
  if p_asked_minor > p_left_minor then
    perform record_finding('DISPUTE_EXCEEDS', p_provider || '/' || p_reference, jsonb_build_object(
      'provider', p_provider, 'creditId', p_credit_id, 'askedMinor', p_asked_minor::text, 'leftMinor', greatest(p_left_minor, 0)::text), 'ATTENTION');
  end if;
end $$;

-- Leaves a finding for a person when a chargeback is lost over another amount than was disputed. The disputed amount is booked, because the
-- merchant was told of it. Of an amount that was more than is left there is a finding already.
create function note_other_amount(d dispute, p_amount_minor bigint) returns dispute language plpgsql as $$
declare subject_of constant text := d.provider || '/' || d.provider_reference;
begin
  if d.status = 'OPENED' and d.amount_minor <> p_amount_minor
     and not exists (select from finding f where f.kind = 'DISPUTE_EXCEEDS' and f.subject = subject_of) then
    perform record_finding('DISPUTE_DIFFERS', subject_of, jsonb_build_object('provider', d.provider, 'creditId', d.credit_id,
      'askedMinor', p_amount_minor::text, 'bookedMinor', d.amount_minor::text), 'ATTENTION');
  end if;
  return d;
end $$;

-- Leaves a finding for a person when a chargeback that has ended is reported with the other end. Nothing is booked, because only the
-- acquirer can tell which end holds. The loss of a charge that was reversed meanwhile is no other end: the reversal has taken the money.
create function note_other_end(d dispute, p_status text) returns void language plpgsql as $$
begin
  if d.status <> p_status and not (p_status = 'LOST' and exists (
    select from dispute r where r.credit_id = d.credit_id and r.kind = 'RECALL' and r.closed_at >= d.closed_at))
  then
    perform record_finding('DISPUTE_TURNED', d.provider || '/' || d.provider_reference, jsonb_build_object('provider', d.provider,
      'creditId', d.credit_id, 'bookedAs', d.status, 'toldAs', p_status, 'askedMinor', d.amount_minor::text), 'ATTENTION');
  end if;
end $$;

-- Returns the amount of a recall that is not booked yet. The bank's hook and its statement both report a recall, under
-- ids that need not be the same, and in parts. Either of them reports the whole recall in the end, so the larger of the
-- two sums counts. The statement counts even beyond the amount of the credit, because that money has left. The credits of one session id are
-- summed up together, because neither the hook nor the statement says which of them it recalls.
create function recall_due(p_provider text, p_session_id text) returns bigint language sql stable as $$
  select greatest(least(recalled.by_hook, k.amount_minor), recalled.by_statement)
         - (select coalesce(sum(d.amount_minor), 0) from dispute d where d.credit_id = any (k.credit_ids) and d.kind = 'RECALL')::bigint
    from (select sum(x.amount_minor)::bigint as amount_minor, array_agg(x.credit_id) as credit_ids
            from inward_credit x where x.provider = p_provider and x.session_id = p_session_id) k
    cross join lateral (
      select coalesce(sum(e.amount_minor) filter (where e.event_id not like 'line %'), 0)::bigint as by_hook,
             coalesce(sum(e.amount_minor) filter (where e.event_id like 'line %'), 0)::bigint as by_statement
        from rail_event e where e.provider = p_provider and e.kind = 'RECALL' and e.subject = p_session_id) recalled
$$;

-- Returns the credit that a rail's event is about. Of several credits under one session id: the one of which this amount is left, else the
-- oldest one of which anything is left.
create function credit_of_event(p_provider text, p_subject text, p_amount_minor bigint) returns text language sql stable as $$
  select k.credit_id from inward_credit k
   cross join lateral (select k.amount_minor - taken_back_minor(k.credit_id, '{OPENED,LOST}') as left_minor) r
   where k.provider = p_provider and k.session_id = p_subject
   order by r.left_minor <> p_amount_minor, r.left_minor <= 0, k.received_at, k.credit_id limit 1
$$;

-- Books a reversed charge. It can no longer be charged back, so the amount that was put aside for a chargeback returns to the merchant and
-- is then taken from the merchant. No more is taken than the charge still holds.
create function reverse_charge(p_provider text, p_reference text, p_credit_id text, p_amount_minor bigint) returns text
language plpgsql as $$
declare
  d dispute;
  still bigint;
begin
  for d in select * from dispute x where x.credit_id = p_credit_id and x.status = 'OPENED' order by x.dispute_id loop
    perform close_dispute(d, 'WON');
  end loop;
  select k.amount_minor - taken_back_minor(k.credit_id, '{LOST}') into still from inward_credit k where k.credit_id = p_credit_id;
  perform note_excess(p_provider, p_reference, p_credit_id, p_amount_minor, still);
  return case when still > 0 then recall_credit(p_provider, p_reference, p_credit_id, least(p_amount_minor, still)) else 'REVERSED' end;
end $$;

-- Books money that the rail has taken back: a recall that was honoured, or a card payment that was reversed.
create function recall_credit(p_provider text, p_reference text, p_credit_id text, p_amount_minor bigint) returns text
language plpgsql as $$
declare
  d dispute;
  k inward_credit;
  -- credits that arrived earlier are booked first
  legs leg[] := judge_waiting((select x.checkout_id from inward_credit x where x.credit_id = p_credit_id))
    || book_waiting_static(p_credit_id);
begin
  select * into k from inward_credit x where x.credit_id = p_credit_id;
  perform note_credit(p_credit_id);
  insert into dispute (dispute_id, provider, provider_reference, kind, credit_id, checkout_id, merchant_id, amount_minor, status, closed_at)
    values (new_id('dsp_'), p_provider, p_reference, 'RECALL', k.credit_id, k.checkout_id, k.merchant_id, p_amount_minor, 'LOST',
            clock_timestamp())
    returning * into d;
  legs := legs || take_back(k, d.dispute_id, p_amount_minor)
    || ('dispute', d.dispute_id, 'taken-back', 'rail', pool_of(k.channel), k.provider, k.currency,
        -p_amount_minor)::leg;
  select * into d from dispute x where x.dispute_id = d.dispute_id;
  perform notify_dispute(d, '{transaction.reversed}', true);
  perform post_journals(legs);
  return 'REVERSED';
end $$;

-- Notifies the business contact of a chargeback, and schedules reminders at half of the time, and a day and four hours before the deadline.
-- Reminders are not sent once the chargeback is answered. If two fall within an hour, the later kind is kept.
create function notify_contacts_of_dispute(d dispute) returns void language sql as $$
  select notify_contacts(d.merchant_id, 'DISPUTE_OPENED', '{BUSINESS}', d.dispute_id);
  with reminders (place, kind, at) as (values
    (1, 'DISPUTE_DUE_HALF', d.opened_at + (d.evidence_due_at - d.opened_at) / 2),
    (2, 'DISPUTE_DUE_DAY', d.evidence_due_at - interval '1 day'),
    (3, 'DISPUTE_DUE_HOURS', d.evidence_due_at - interval '4 hours'))
  select notify_contacts(d.merchant_id, r.kind, '{BUSINESS}', d.dispute_id, r.at)
    from reminders r
   where r.at > d.opened_at + interval '1 hour' and not exists (
     select from reminders o where o.place > r.place and o.at between r.at - interval '1 hour' and r.at + interval '1 hour');
$$;

-- Opens a chargeback. The merchant's part of it is put aside from the merchant's balance until the chargeback is decided. The chargeback
-- covers no more than the credit still holds; opened is null when the credit holds nothing.
create function open_dispute(
  p_provider text, p_reference text, p_credit_id text, p_amount_minor bigint, p_reason text, p_evidence_due_at timestamptz,
  out opened dispute
) language plpgsql as $$
declare
  k inward_credit;
  theirs bigint;
  still bigint;
begin
  select * into opened from dispute d where d.provider = p_provider and d.provider_reference = p_reference;
  if found then
    return;
  end if;
  select * into k from inward_credit x where x.credit_id = p_credit_id;
  still := k.amount_minor - taken_back_minor(k.credit_id, '{OPENED,LOST}');
  perform note_excess(p_provider, p_reference, p_credit_id, p_amount_minor, still);
  if still <= 0 then
    return;
  end if;
  perform note_credit(p_credit_id);
  insert into dispute (dispute_id, provider, provider_reference, kind, credit_id, checkout_id, merchant_id, amount_minor, status,
                       reason, evidence_due_at)
    values (new_id('dsp_'), p_provider, p_reference, 'CHARGEBACK', k.credit_id, k.checkout_id, k.merchant_id,
            least(p_amount_minor, still), 'OPENED', p_reason, p_evidence_due_at)
    returning * into opened;
  perform notify_dispute(opened, '{dispute.opened}', false);
  perform notify_contacts_of_dispute(opened);
  theirs := least(opened.amount_minor, merchant_part(k, opened.dispute_id));
  update dispute d set merchant_minor = theirs where d.dispute_id = opened.dispute_id returning * into opened;
  perform post_journals(debit_merchant('dispute', opened.dispute_id, 'opened', k.merchant_id, k.currency, theirs)
    || ('dispute', opened.dispute_id, 'opened', 'put-aside', '2120', k.merchant_id, k.currency, -theirs)::leg);
end $$;

-- Closes a chargeback. Won: the amount that was put aside returns to the merchant, to the account that it came from. Lost: that amount goes
-- to the acquirer, together with the part that was never the merchant's, and the merchant pays the fee of the setting dispute_fee_minor,
-- with VAT.
create function close_dispute(d dispute, p_status text) returns text language plpgsql as $$
declare
  closed dispute;
  k inward_credit;
  fee bigint;
  vat bigint;
  put_aside constant bigint := coalesce((
    select -e.amount_minor from journal j join entry e on e.journal_id = j.journal_id and e.leg = 'put-aside'
     where j.source_type = 'dispute' and j.source_id = d.dispute_id and j.purpose = 'opened'), 0);
  theirs bigint;   -- the part that has become the merchant's since the chargeback was opened
  legs leg[];
begin
  if d.dispute_id is null then
    return 'NOTHING_LEFT';
  end if;
  if d.status <> 'OPENED' then
    perform note_other_end(d, p_status);
    return d.status;
  end if;
  select * into k from inward_credit x where x.credit_id = d.credit_id;
  -- the setting is an amount in the home currency
  fee := coalesce((select s.value::bigint from setting s where s.name = 'dispute_fee_minor' and k.currency = home_currency()), 0);
  vat := (fee * 750 + 5000) / 10000;
  theirs := greatest(least(d.amount_minor, merchant_part(k, d.dispute_id)) - put_aside, 0);
  update dispute x
     set status = p_status, closed_at = clock_timestamp(),
         merchant_minor = put_aside + case when p_status = 'LOST' then theirs else 0 end
   where x.dispute_id = d.dispute_id returning * into closed;
  perform forget_unused_files(d.dispute_id);
  if p_status = 'WON' then
    legs := array(select ('dispute', d.dispute_id, 'won', e.leg, a.code, a.owner, a.currency, -e.amount_minor)::leg
                    from journal j join entry e on e.journal_id = j.journal_id join ledger_account a on a.account_id = e.account_id
                   where j.source_type = 'dispute' and j.source_id = d.dispute_id and j.purpose = 'opened');
  else
    legs := debit_merchant('dispute', d.dispute_id, 'lost', d.merchant_id, k.currency, theirs + fee + vat)
      || take_from_us(k, d.dispute_id, 'lost', d.amount_minor - put_aside - theirs) || array[
      ('dispute', d.dispute_id, 'lost', 'put-aside', '2120', d.merchant_id, k.currency, put_aside),
      ('dispute', d.dispute_id, 'lost', 'rail', '1200', d.provider, k.currency, -d.amount_minor),
      ('dispute', d.dispute_id, 'lost', 'fee-income', '4120', '-', k.currency, -fee),
      ('dispute', d.dispute_id, 'lost', 'vat', '2400', '-', k.currency, -vat)]::leg[];
  end if;
  perform notify_dispute(closed, case p_status when 'WON' then '{dispute.won}'::text[] else '{dispute.lost,transaction.reversed}' end,
                       p_status = 'LOST');
  perform post_journals(legs);
  return p_status;
end $$;

-- Books a payment of an acquirer once, less its fee, into our account at the bank that the setting settlement_bank.<acquirer> names. The
-- acquirer's id of the settlement is the key, because two events may report one settlement.
create function book_acquirer_settlement(p_provider text, p_settlement_id text, p_gross_minor bigint, p_fee_minor bigint) returns text
language plpgsql as $$
declare bank constant text := coalesce((select s.value from setting s where s.name = 'settlement_bank.' || p_provider), p_provider);
begin
  perform post_journals(array[
    ('settlement', p_provider || '/' || p_settlement_id, 'received', 'pool', '1100', bank, home_currency(), p_gross_minor - p_fee_minor),
    ('settlement', p_provider || '/' || p_settlement_id, 'received', 'rail-cost', '5110', p_provider, home_currency(), p_fee_minor),
    ('settlement', p_provider || '/' || p_settlement_id, 'received', 'receivable', '1200', p_provider, home_currency(), -p_gross_minor)]::leg[]);
  return 'SETTLED';
end $$;

-- Stores a rail's event that is not a credit, each event once. p_subject: the session id, or the charge; p_reference: the rail's id of the
-- dispute; p_reason and p_evidence_due_at: for a chargeback. outcome null: we do not know that credit, so nothing is stored and the rail
-- may send the event again.
create function receive_rail_event(
  p_provider text, p_event_id text, p_kind text, p_subject text, p_reference text, p_amount_minor bigint, p_fee_minor bigint,
  p_reason text default null, p_evidence_due_at timestamptz default null, out outcome text, out duplicate boolean
) language plpgsql as $$
#variable_conflict use_column
declare
  about text;
begin
  duplicate := false;
  -- all credits of the session id, so that two events at once are not about the same money
  perform lock_case(k.credit_id)
    from (select x.credit_id from inward_credit x where x.provider = p_provider and x.session_id = p_subject order by x.checkout_id, x.credit_id) k;
  about := credit_of_event(p_provider, p_subject, p_amount_minor);
  if about is null and p_kind <> 'SETTLEMENT' then
    return;
  end if;
  insert into rail_event (provider, event_id, kind, subject, amount_minor, outcome)
    values (p_provider, p_event_id, p_kind, p_subject, p_amount_minor, 'RECEIVED')
    on conflict do nothing;
  duplicate := not found;
  if not duplicate then
    outcome := case p_kind
      when 'RECALL' then case when recall_due(p_provider, p_subject) > 0
        then recall_credit(p_provider, p_event_id, about, recall_due(p_provider, p_subject)) else 'REVERSED' end
      when 'REVERSAL' then reverse_charge(p_provider, p_event_id, about, p_amount_minor)
      when 'CHARGEBACK_OPENED' then (
        select coalesce(o.status, 'NOTHING_LEFT')
          from open_dispute(p_provider, p_reference, about, p_amount_minor, p_reason, p_evidence_due_at) o)
      when 'CHARGEBACK_WON' then
        close_dispute(open_dispute(p_provider, p_reference, about, p_amount_minor, p_reason, p_evidence_due_at), 'WON')
      when 'CHARGEBACK_LOST' then
        close_dispute(note_other_amount(open_dispute(p_provider, p_reference, about, p_amount_minor, p_reason, p_evidence_due_at),
                                        p_amount_minor), 'LOST')
      when 'SETTLEMENT' then book_acquirer_settlement(p_provider, p_subject, p_amount_minor, p_fee_minor) end;
    update rail_event e set outcome = receive_rail_event.outcome where e.provider = p_provider and e.event_id = p_event_id;
  end if;
  select e.outcome into outcome from rail_event e where e.provider = p_provider and e.event_id = p_event_id;
end $$;
