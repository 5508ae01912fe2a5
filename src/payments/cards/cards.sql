-- Card attempts: begun by the API, sent by a worker, ended by the acquirer's answer. Approved money is a credit like
-- any other (credits/payments.sql); a declined charge is only an attempt.

-- Returns the open attempt of the same card, or begins a new one, which the workflow charges. The checks have the order of the API's. The
-- API has made them already; here they are made again under the row's lock.
create function begin_card_attempt(
  p_merchant_id text, p_payment_reference text, p_attempt_id text, p_provider text, p_token_hash bytea,
  p_token_sealed bytea, p_amount_minor bigint, p_return_url text,
  out outcome text, out attempt card_attempt, out new_fact_id bigint, out begun_for checkout
) language plpgsql as $$
declare
  decided_at constant timestamptz := clock_timestamp();
begin
  select * into begun_for from checkout c
   where c.merchant_id = p_merchant_id and c.payment_reference = p_payment_reference for no key update;
  select * into attempt from card_attempt a
   where a.checkout_id = begun_for.checkout_id and is_open_attempt(a.status);
  outcome := case
    when begun_for.checkout_id is null then 'RESOURCE_NOT_FOUND'
    when is_paid_status(begun_for.status) then 'ALREADY_PAID'
    when begun_for.status = 'FAILED' then 'CHECKOUT_FAILED'
    when begun_for.status = 'CANCELLED' then 'CHECKOUT_CANCELLED'
    when begun_for.status = 'EXPIRED' then 'CHECKOUT_EXPIRED'
    when attempt.token_hash = p_token_hash and attempt.amount_minor = p_amount_minor then 'OPEN'
    when begun_for.status = 'PROCESSING' then 'ATTEMPT_IN_PROGRESS'
    when begun_for.expires_at <= decided_at then 'CHECKOUT_EXPIRED'
    when policy_of(begun_for.policies, 'onAccountExpiry') = 'EXPIRE' and exists (
           select from virtual_account v
            where v.checkout_id = begun_for.checkout_id and v.status = 'ACTIVE' and v.expires_at <= decided_at)
      then 'CHECKOUT_EXPIRED'
    when attempt.attempt_id is not null then 'ATTEMPT_IN_PROGRESS'
    when begun_for.status = 'PARTIALLY_PAID' then 'CHECKOUT_NOT_OPEN'
    when offered_minor(begun_for, 'Card') is null then 'CHANNEL_NOT_ENABLED'
    when p_amount_minor <> offered_minor(begun_for, 'Card') then 'AMOUNT_MISMATCH'
    else 'BEGUN' end;
  if outcome <> 'BEGUN' then
    return;
  end if;
  insert into card_attempt (attempt_id, checkout_id, merchant_id, provider, token_sealed, token_hash, amount_minor,
                            return_url)
    values (p_attempt_id, begun_for.checkout_id, p_merchant_id, p_provider, p_token_sealed, p_token_hash, p_amount_minor,
            p_return_url)
    returning * into attempt;
  begun_for.status := status_after(begun_for.status, 'CARD_CHARGING');
  begun_for := change_checkout(begun_for, decided_at);
  new_fact_id := put_fact('CARD_ATTEMPTED', begun_for.checkout_id, p_attempt_id);
end $$;

-- Locks the checkout of the attempt and returns it: the steps of an attempt and of its checkout happen one after the other.
create function lock_checkout_of_attempt(p_attempt_id text) returns checkout language plpgsql as $$
declare c checkout;
begin
  select x.* into c from checkout x
   where x.checkout_id = (select a.checkout_id from card_attempt a where a.attempt_id = p_attempt_id) for no key update;
  if not found then
    raise exception 'there is no card attempt %', p_attempt_id using errcode = 'no_data_found';
  end if;
  return c;
end $$;

-- Takes a checkout back to its status before the charge when its card is not charged after all. The status stays while a transfer is on its
-- way, and once the checkout has ended otherwise. If its last window has ended meanwhile and it was to end with the window, it ends here.
create function return_from_card(p_checkout checkout) returns checkout language plpgsql as $$
declare
  c checkout := p_checkout;
begin
  if not exists (select from inward_credit k where k.checkout_id = c.checkout_id and k.outcome is null) then
    c.status := coalesce(next_status(c.status, way_back(c)), c.status);
  end if;
  c := change_checkout(c);
  if policy_of(c.policies, 'onAccountExpiry') = 'EXPIRE' and next_status(c.status, 'WINDOW_ENDED_FINAL') is not null
     and exists (select from virtual_account v where v.checkout_id = c.checkout_id and v.status = 'EXPIRED')
     and not exists (select from virtual_account v where v.checkout_id = c.checkout_id and v.status = 'ACTIVE') then
    perform close_checkout(c, 'WINDOW_ENDED_FINAL', unpaid_reason(c), 'EXPIRED', 'checkout.expired');
    select * into c from checkout x where x.checkout_id = p_checkout.checkout_id;
  end if;
  return c;
end $$;

-- Writes a status of a card attempt; without a new code, the code of an earlier answer stays. p_is_told: false when the attempt ends without
-- the acquirer's word. The acquirer is asked again then, because it may approve the charge after all (take_ended_charge).
create function end_card_attempt(
  p_attempt_id text, p_status text, p_code text, p_failure text, p_is_told boolean default true
) returns void language sql as $$
  update card_attempt a
     set status = p_status, response_code = coalesce(p_code, a.response_code), failure = p_failure,
         updated_at = clock_timestamp(), ask_at = case when not p_is_told then clock_timestamp() + interval '15 minutes' end
   where a.attempt_id = p_attempt_id
$$;

-- Marks an attempt as sent; from then on the acquirer may know the charge. An attempt is cancelled instead if its checkout was already paid
-- in another way, or if the payer has gone: ten minutes after the attempt began, or when the session is over.
create function start_card_charge(
  p_attempt_id text, out status text, out version integer, out attempt_status text, out provider text
) language plpgsql as $$
#variable_conflict use_column
declare c checkout := lock_checkout_of_attempt(p_attempt_id);
begin
  update card_attempt a
     set status = case when is_open_status(c.status) and c.expires_at > clock_timestamp()
                            and a.created_at > clock_timestamp() - interval '10 minutes' then 'PROCESSING' else 'CANCELLED' end,
         updated_at = clock_timestamp()
   where a.attempt_id = p_attempt_id and a.status = 'PENDING' returning a.status into attempt_status;
  if attempt_status = 'CANCELLED' and is_open_status(c.status) then
    c := return_from_card(c);
  end if;
  perform close_facts('CARD_ATTEMPTED', p_attempt_id);
  select c.status, c.version, a.status, a.provider
    into start_card_charge.status, start_card_charge.version, attempt_status, start_card_charge.provider
    from card_attempt a where a.attempt_id = p_attempt_id;
end $$;

-- Cancels an attempt that was not sent, for a checkout that the caller has locked. Returns the checkout as it is then. The attempt stays while
-- a transfer is on its way into the books, because the checkout cannot return to its former status then.
create function call_off_unsent_card(p_checkout checkout) returns checkout language plpgsql as $$
begin
  update card_attempt a set status = 'CANCELLED', updated_at = clock_timestamp()
   where a.checkout_id = p_checkout.checkout_id and a.status = 'PENDING'
     and not exists (select from inward_credit k where k.checkout_id = p_checkout.checkout_id and k.outcome is null);
  return case when found then return_from_card(p_checkout) else p_checkout end;
end $$;

-- Cancels an attempt that the workflow did not send before it ended.
create function cancel_card_attempt(p_attempt_id text, out status text, out version integer) language plpgsql as $$
#variable_conflict use_column
declare c checkout := lock_checkout_of_attempt(p_attempt_id);
begin
  update card_attempt a set status = 'CANCELLED', updated_at = clock_timestamp()
   where a.attempt_id = p_attempt_id and a.status = 'PENDING';
  if found then
    c := return_from_card(c);
  end if;
  perform close_facts('CARD_ATTEMPTED', p_attempt_id);
  cancel_card_attempt.status := c.status;
  cancel_card_attempt.version := c.version;
end $$;

-- Cancels a checkout at once for its merchant, with a card that was not sent yet; the fact lets the checkout's workflow end.
create function request_cancel(
  p_merchant_id text, p_payment_reference text,
  out outcome text, out cancelled checkout, out new_fact_id bigint
) language plpgsql as $$
begin
  select * into cancelled from checkout c
   where c.merchant_id = p_merchant_id and c.payment_reference = p_payment_reference for no key update;
  if cancelled.status = 'PROCESSING' then
    cancelled := call_off_unsent_card(cancelled);
  end if;
  outcome := case
    when cancelled.checkout_id is null then 'RESOURCE_NOT_FOUND'
    when next_status(cancelled.status, 'CANCELLED') is not null then 'CANCELLED'
    when is_paid_status(cancelled.status) then 'CHECKOUT_ALREADY_PAID'
    when cancelled.status = 'CANCELLED' then 'REPLAYED'
    when is_open_status(cancelled.status) then 'CHECKOUT_NOT_OPEN'
    else 'ENDED' end;
  if outcome = 'CANCELLED' then
    perform close_checkout(cancelled, 'CANCELLED', 'MERCHANT_CANCELLED', 'CLOSED', 'checkout.cancelled');
    new_fact_id := put_fact('CANCEL_REQUESTED', cancelled.checkout_id);
    select * into cancelled from checkout c where c.checkout_id = cancelled.checkout_id;
  end if;
end $$;

-- Gives up an attempt because the payer has left the page of the card's bank: another card or a transfer may then pay the checkout. The
-- workflow keeps asking about the charge until the time to act is over, and the sweep asks even later. A charge that is
-- approved after all is booked (book_card_money): it pays a checkout that is still open, and policies send a second payment back. An attempt
-- that was not sent yet is cancelled.
create function give_up_card(p_checkout_id text) returns void language plpgsql as $$
declare
  c checkout;
begin
  select * into c from checkout x where x.checkout_id = p_checkout_id for no key update;
  perform call_off_unsent_card(c);
  perform end_card_attempt(a.attempt_id, 'EXPIRED', null, 'GIVEN_UP', false)
     from card_attempt a where a.checkout_id = p_checkout_id and a.status = 'REQUIRES_ACTION';
  if found then
    perform return_from_card(c);
    perform notify_waiting(p_checkout_id);
  end if;
end $$;

-- Books an approved charge: one credit for each charge, posted at once. An attempt that was given up is booked too if it is approved.
create function book_card_money(p_checkout checkout, p_attempt card_attempt) returns void language plpgsql as $$
declare booked_id constant text := new_id('txn_');
begin
  insert into inward_credit (credit_id, provider, session_id, checkout_id, merchant_id, amount_minor, currency, narration,
                             sent_at, received_at, channel)
    values (booked_id, p_attempt.provider, p_attempt.attempt_id, p_attempt.checkout_id, p_attempt.merchant_id,
            p_attempt.amount_minor, p_checkout.currency, 'Card payment', date_trunc('milliseconds', clock_timestamp()),
            clock_timestamp(), 'Card');
  update card_attempt a
     set status = 'SUCCEEDED', response_code = '00', failure = null, action = null, credit_id = booked_id,
         updated_at = clock_timestamp(), ask_at = null
   where a.attempt_id = p_attempt.attempt_id;
  perform post_journals(judge_credit(booked_id, not is_open_status(p_checkout.status)));
end $$;

-- Handles a final decline. The payer may try again, unless this was the fifth decline or the card must not be tried again.
create function decline_card(p_checkout checkout, p_hard_reason text) returns void language plpgsql as $$
declare
  c checkout := p_checkout;
  end_reason text;
begin
  c.card_declines := c.card_declines + 1;
  end_reason := coalesce(p_hard_reason, case when c.card_declines >= 5 then 'CARD_DECLINED_MAX_ATTEMPTS' end);
  if end_reason is not null and next_status(c.status, 'GIVEN_UP') is not null then
    perform close_checkout(c, 'GIVEN_UP', end_reason, 'CLOSED', 'checkout.failed');
  else
    perform return_from_card(c);
  end if;
end $$;

-- Records the acquirer's answer and acts on it. p_final: a charge that still waits is given up (the payer does not act, or the acquirer has
-- no record). p_hard_reason: the reason of a decline that ends the checkout. The same answer again changes nothing.
create function record_card_answer(
  p_attempt_id text, p_outcome text, p_code text, p_failure text, p_hard_reason text, p_final boolean,
  out status text, out version integer, out attempt_status text
) language plpgsql as $$
#variable_conflict use_column
declare
  c constant checkout := lock_checkout_of_attempt(p_attempt_id);
  a card_attempt;
  is_open boolean;
begin
  select * into a from card_attempt x where x.attempt_id = p_attempt_id;
  is_open := is_open_attempt(a.status);
  if p_outcome = 'APPROVED' then
    if a.credit_id is null then
      perform book_card_money(c, a);
    end if;
  elsif is_open then
    case
      when p_outcome = 'DECLINED' then
        perform end_card_attempt(p_attempt_id, 'FAILED', p_code, p_failure);
        perform decline_card(c, p_hard_reason);
      when p_final then
        perform end_card_attempt(p_attempt_id, case when p_outcome = 'ABSENT' then 'FAILED' else 'EXPIRED' end, p_code, p_failure,
                                 false);
        perform return_from_card(c);
      when p_outcome = 'ACTION_REQUIRED' then
        perform end_card_attempt(p_attempt_id, 'REQUIRES_ACTION', p_code, p_failure);
      when a.status <> 'REQUIRES_ACTION' then
        perform end_card_attempt(p_attempt_id, 'UNKNOWN', p_code, p_failure);
      else
        null;   -- a query failed while the payer may still act
    end case;
    perform notify_waiting(c.checkout_id);
  elsif p_outcome = 'DECLINED' and a.ask_at is not null then
    perform end_card_attempt(p_attempt_id, a.status, p_code, p_failure);
  end if;
  select x.status, x.version, y.status into record_card_answer.status, record_card_answer.version, attempt_status
    from checkout x join card_attempt y on y.checkout_id = x.checkout_id where y.attempt_id = p_attempt_id;
end $$;

-- Takes an attempt that ended without the acquirer's word, and that the acquirer is to be asked about by now. Until it answers
-- (charge_asked_again), the attempt is taken again every quarter of an hour, for a week.
create function take_ended_charge() returns table (
  attempt_id text, provider text,
  checkout_id text, merchant_id text, payment_reference text, amount_minor bigint, currency text, expires_at timestamptz
) language sql as $$
  with due as materialized (
    select a.attempt_id from card_attempt a where a.ask_at <= now() order by a.ask_at, a.attempt_id limit 1 for update skip locked
  ), taken as (
    update card_attempt a
       set ask_at = case when now() < a.updated_at + interval '7 days' then now() + interval '15 minutes' end
      from due d where a.attempt_id = d.attempt_id returning a.*
  )
  select t.attempt_id, t.provider, c.checkout_id, c.merchant_id, c.payment_reference, c.amount_minor, c.currency, c.expires_at
    from taken t join checkout c on c.checkout_id = t.checkout_id
$$;

-- Notes that the acquirer was asked about such an attempt and did not say that it was approved or declined. It is asked a quarter of an hour,
-- an hour, 4, 16 and 64 hours after the end of the attempt.
create function charge_asked_again(p_attempt_id text) returns void language sql as $$
  update card_attempt a
     set ask_at = case when now() < a.updated_at + interval '2 days' then a.updated_at + 4 * (now() - a.updated_at) end
   where a.attempt_id = p_attempt_id and a.ask_at is not null
$$;
