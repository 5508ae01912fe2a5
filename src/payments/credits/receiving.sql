-- Records the money that a bank or an acquirer reports.

-- Holds money that came for a number that nobody has, until an operator decides. Notifies the merchant of the prefix, if the
-- prefix belongs to one merchant only.
create function hold_unmatched(p_credit_id text, out new_fact_id bigint, out legs leg[]) language plpgsql as $$
declare
  stored inward_credit;
  owners constant text[] := (
    select array_agg(m.merchant_id) from inward_credit k
      join number_prefix b on b.prefix = left(k.account_number, 3) and b.provider = k.provider and b.numbers = 'OURS'
      join merchant_prefix m on m.prefix = b.prefix and m.status = 'ACTIVE'
     where k.credit_id = p_credit_id);
begin
  update inward_credit k
     set outcome = 'UNMATCHED', excess_minor = k.amount_minor, applied_at = k.received_at, event_sequence = 1,
         merchant_id = case when cardinality(owners) = 1 then owners[1] end
   where k.credit_id = p_credit_id returning * into stored;
  perform note_credit(p_credit_id);
  new_fact_id := put_fact('CREDIT_HELD', null, p_credit_id);
  perform emit_events(null, stored, '{collection.unmatched}');
  legs := array[
    ('credit', p_credit_id, 'collection', 'pool', pool_of(stored.channel), stored.provider, stored.currency, stored.amount_minor),
    ('credit', p_credit_id, 'collection', 'credit-held', '2200', p_credit_id, stored.currency, -stored.amount_minor)]::leg[];
end $$;

-- Returns the channel of a number that belongs to nobody: the channel of its prefix, or else the one that brings most
-- money.
create function channel_of_number(p_provider text, p_account_number text) returns text language sql stable as $$
  select coalesce((select b.channel from number_prefix b where b.prefix = left(p_account_number, 3) and b.provider = p_provider and b.numbers = 'OURS'),
                  (select x.name from channel x where not x.is_marked))
$$;

-- Finds a credit that was reported before, by the provider's own key, or else by its session id. A statement names only session ids and may
-- have had the credit booked before the provider reported it; the credit then gets its key now. Returns null for a new credit.
create function credit_reported_before(p_provider text, p_session_id text, p_key text) returns inward_credit language plpgsql as $$
declare
  known inward_credit;
begin
  select * into known from inward_credit k
   where k.provider = p_provider and case when p_key is null then k.session_id = p_session_id else k.credit_key = p_key end
   order by k.received_at, k.credit_id limit 1;
  if found or p_key is null then
    return known;
  end if;
  update inward_credit k set credit_key = p_key
   where k.provider = p_provider and k.session_id = p_session_id and k.credit_key is null returning * into known;
  return known;
end $$;

-- Returns the legs that book the fee and the VAT that the provider keeps, if they explain the difference between the credit and the amount
-- that the provider pays on. Otherwise the figures are only stored with the credit; if they disagree, a finding makes operators ask the provider.
create function rail_fee_legs(k inward_credit) returns leg[] language plpgsql as $$
declare
  kept constant bigint := coalesce(k.rail_fee_minor, 0) + coalesce(k.rail_vat_minor, 0);
begin
  if kept > 0 and k.settled_minor = k.amount_minor - kept then
    return array[
      ('credit', k.credit_id, 'rail-fee', 'rail-cost', '5100', k.provider, k.currency, kept),
      ('credit', k.credit_id, 'rail-fee', 'pool', pool_of(k.channel), k.provider, k.currency, -kept)]::leg[];
  elsif k.settled_minor <> k.amount_minor - kept then
    perform record_finding('SETTLED_DIFFERS', k.credit_id, jsonb_build_object(
      'provider', k.provider, 'creditId', k.credit_id, 'amountMinor', k.amount_minor::text, 'settledMinor', k.settled_minor::text,
      'feeMinor', k.rail_fee_minor::text, 'vatMinor', k.rail_vat_minor::text), 'ATTENTION');
  end if;
  return '{}';
end $$;

-- Judges a credit of a waiting checkout, and books it if it pays the checkout exactly. Returns the legs to post; null: it does not, or
-- another payment of the checkout is booked first, and nothing has changed.
create function book_exact_credit(p_checkout checkout, k inward_credit) returns leg[] language plpgsql as $$
declare
  v constant verdict := judge_payment(p_checkout, k.amount_minor, k.channel);
begin
  if p_checkout.status = 'AWAITING_PAYMENT' and k.currency = p_checkout.currency
     and v.fit = 'EXACT' then
    return book_payment(p_checkout, k, v);
  end if;
  return null;
end $$;

-- A transfer as a provider reports it, under the names of JSON. details: further fields that a provider reports, {key, feeMinor, vatMinor,
-- settledMinor, schemeIds}.
create type reported_credit as (
  "creditId" text, provider text, "sessionId" text, "accountNumber" text, "amountMinor" bigint, currency text, source jsonb,
  narration text, "sentAt" timestamptz, details jsonb);

-- A credit as it was recorded. new_fact_id: what its workflow must learn. received_for: the open checkout that it is for. legs: to be posted.
create type recorded_credit as (stored inward_credit, duplicate boolean, new_fact_id bigint, received_for checkout, legs leg[]);

-- Records a transfer under its session id, matches it to a checkout or a static account, judges whether it is in time, and returns the
-- legs to post. The caller has taken the locks (lock_for_credits). A credit that the checkout's workflow or the relay will post becomes a fact:
-- one of a merchant whose account somebody holds (p_held), and, unless p_posts, every credit of an open checkout; with p_posts only one that
-- does not pay it exactly. For an exact one that is booked here, the fact only ends the workflow.
create function record_credit(g reported_credit, p_posts boolean, p_held text[]) returns recorded_credit language plpgsql as $$
declare
  stored inward_credit;
  received_for checkout;
  new_fact_id bigint;
  legs leg[] := '{}';
  owned record;
  account virtual_account;
  ends_at timestamptz;   -- null: never
  held record;
  booked leg[];
  told_at constant timestamptz := coalesce(g."sentAt", clock_timestamp());
begin
  -- a number in quarantine still belongs to its old checkout, and a number that was given again to its new one. A number that the bank owns
  -- belongs to whoever had it when the money was sent, and to none of our merchants before and after. A minute is allowed on both sides,
  -- because the bank's clock reports whole seconds
  select v as account, b.channel, b.numbers into owned from virtual_account v join number_prefix b on b.prefix = v.prefix
   where v.account_number = g."accountNumber" and b.provider = g.provider
     and case b.numbers when 'OURS' then v.status <> 'RELEASED'
              else told_at between v.created_at - interval '60 seconds' and coalesce(v.ours_until, 'infinity') + interval '60 seconds' end
   order by b.numbers = 'THEIRS' and told_at not between v.created_at - interval '1 second' and coalesce(v.ours_until, 'infinity'),
            v.generation desc limit 1;
  account := owned.account;
  ends_at := account.expires_at;
  if account.type = 'STATIC' then
    select s.stopped_at into ends_at from static_account s where s.virtual_account_id = account.virtual_account_id;
  end if;
  if g.details is not null or owned.numbers = 'THEIRS' then
    stored := credit_reported_before(g.provider, g."sessionId", g.details ->> 'key');
    if stored.credit_id is not null then
      return (stored, true, new_fact_id, received_for, legs);
    end if;
  end if;
  insert into inward_credit (credit_id, provider, session_id, account_number, virtual_account_id, checkout_id, merchant_id,
                             amount_minor, currency, source, narration, sent_at, received_at, channel, in_time,
                             credit_key, rail_fee_minor, rail_vat_minor, settled_minor, scheme_ids)
    values (g."creditId", g.provider, g."sessionId", g."accountNumber", account.virtual_account_id, account.checkout_id,
            account.merchant_id, g."amountMinor", g.currency, g.source, g.narration, g."sentAt", clock_timestamp(),
            coalesce(owned.channel, channel_of_number(g.provider, g."accountNumber")),
            -- a test compares this with test/support/oracles/lateness.ts
            account.virtual_account_id is not null and ends_at is null
              or coalesce(g."sentAt" <= ends_at + interval '60 seconds', clock_timestamp() <= ends_at + interval '5 minutes'),
            g.details ->> 'key', (g.details ->> 'feeMinor')::bigint, (g.details ->> 'vatMinor')::bigint, (g.details ->> 'settledMinor')::bigint,
            g.details -> 'schemeIds')
    on conflict do nothing
    returning * into stored;
  if not found then
    select * into stored from inward_credit k where k.provider = g.provider and k.session_id = g."sessionId"
     and k.credit_key is not distinct from g.details ->> 'key';
    return (stored, true, new_fact_id, received_for, legs);
  end if;
  if g.details is not null then
    legs := rail_fee_legs(stored);
  end if;
  if account.virtual_account_id is null then
    held := hold_unmatched(stored.credit_id);
    new_fact_id := held.new_fact_id;
    legs := legs || held.legs;
  elsif account.type = 'STATIC' and account.merchant_id = any (p_held) then
    perform put_fact('CREDIT_RECEIVED', null, stored.credit_id, p_due_in => '0');
    return (stored, false, new_fact_id, received_for, legs);
  elsif account.type = 'STATIC' then
    legs := legs || book_static_credit(stored);
  else
    select * into received_for from checkout c where c.checkout_id = account.checkout_id for no key update;
    if stored.in_time and is_open_status(received_for.status) then
      if p_posts and received_for.merchant_id <> all (p_held) then
        booked := book_exact_credit(received_for, stored);
      end if;
      if booked is not null then
        legs := legs || booked;
        stored.outcome := 'EXACT';
        received_for.status := status_after(received_for.status, 'PAID_IN_FULL');
      else
        received_for.status := status_after(received_for.status, 'CREDIT_SEEN');
        received_for := change_checkout(received_for, stored.received_at, false);
      end if;
      return (stored, false, put_fact('CREDIT_RECEIVED', account.checkout_id, stored.credit_id), received_for, legs);
    end if;
    legs := legs || judge_credit(stored.credit_id, not stored.in_time, '3 seconds');
  end if;
  select * into stored from inward_credit k where k.credit_id = g."creditId";
  select f.fact_id into new_fact_id from fact f
   where f.subject_id = g."creditId" and f.kind = 'CREDIT_HELD' and f.applied_at is null;
  return (stored, false, new_fact_id, received_for, legs);
end $$;

-- Locks a checkout's row, or waits for it only briefly, because its holder may take long and others would wait too. False: somebody holds it.
create function lock_checkout_briefly(p_checkout_id text) returns boolean language plpgsql as $$
declare
  lock_timeout constant text := current_setting('lock_timeout');
begin
  perform from checkout c where c.checkout_id = p_checkout_id for no key update skip locked;
  if not found then
    begin
      perform set_config('lock_timeout', '50', true);
      perform from checkout c where c.checkout_id = p_checkout_id for no key update;
      perform set_config('lock_timeout', lock_timeout, true);
    exception when lock_not_available then
      return false;
    end;
  end if;
  return true;
end $$;

-- The same for an account, if there is such an account. Its holder may be another call of this kind, so the wait is longer; without p_waits
-- there is none.
create function lock_account_briefly(p_account_id text, p_waits boolean) returns boolean language plpgsql as $$
declare
  lock_timeout constant text := current_setting('lock_timeout');
begin
  perform from ledger_account a where a.account_id = p_account_id for no key update skip locked;
  if found or not exists (select from ledger_account a where a.account_id = p_account_id) then
    return true;
  elsif p_waits then
    begin
      perform set_config('lock_timeout', '250', true);
      perform from ledger_account a where a.account_id = p_account_id for no key update;
      perform set_config('lock_timeout', lock_timeout, true);
      return true;
    exception when lock_not_available then
    end;
  end if;
  return false;
end $$;

-- Takes the locks that these credits need, in the order in which everybody takes them: the reports of one transfer, the checkouts, the
-- accounts of merchants. busy: the credits that would wait for a report or a checkout that somebody holds. held: the merchants whose account
-- somebody holds; one that somebody held a moment ago (p_held) is not waited for. p_posts: as in record_credit. p_alone: a credit without
-- others, which waits as long as the session does.
create function lock_for_credits(
  p_credits reported_credit[], p_posts boolean, p_held text[], p_alone boolean, out busy text[], out held text[]
) language plpgsql as $$
declare
  one record;
  paid virtual_account[] := '{}';
begin
  busy := '{}';
  held := p_held;
  for one in
    select hashtextextended('credit/' || g.provider || '/' || g."sessionId", 0) as key, array_agg(g."creditId") as credit_ids
      from unnest(p_credits) g group by 1 order by 1
  loop
    if p_alone then
      perform pg_advisory_xact_lock(one.key);
    elsif not pg_try_advisory_xact_lock(one.key) then
      busy := busy || one.credit_ids;
    end if;
  end loop;
  -- number by number, because a statement about all of them may be planned to read the whole table
  for one in select distinct g."accountNumber" as number from unnest(p_credits) g where g."creditId" <> all (busy) loop
    paid := paid || array(select v from virtual_account v where v.account_number = one.number and v.status <> 'RELEASED');
  end loop;
  for one in
    select v.checkout_id, array_agg(v.account_number) as numbers
      from unnest(paid) v where v.checkout_id is not null group by 1 order by 1
  loop
    if p_alone then
      perform lock_checkout(one.checkout_id);
    elsif not lock_checkout_briefly(one.checkout_id) then
      busy := busy || array(select g."creditId" from unnest(p_credits) g where g."accountNumber" = any (one.numbers));
    end if;
  end loop;
  for one in
    select v.merchant_id, account_of('2100', v.merchant_id, g.currency) as account_id
      from unnest(paid) v join unnest(p_credits) g on g."accountNumber" = v.account_number
     where g."creditId" <> all (busy) and (p_posts or v.type = 'STATIC')
     group by 1, 2 order by 2
  loop
    if lock_account_briefly(one.account_id, one.merchant_id <> all (p_held)) then
      held := array_remove(held, one.merchant_id);
    elsif one.merchant_id <> all (held) then
      held := held || one.merchant_id;
    end if;
  end loop;
end $$;

-- Receives transfers in one transaction, each as in record_credit. One row for each, in their order, and a last one, without a credit, with
-- the merchants whose account somebody holds and the deliveries that the dispatcher has taken (p_taker: as in take_as_written). is_busy: the
-- credit was not received, because somebody holds a row that it needs; it is to be received alone (p_alone).
create function receive_credits(p_credits jsonb, p_posts boolean, p_held text[], p_taker jsonb, p_alone boolean) returns table (
  credit_id text, is_busy boolean, outcome text, duplicate boolean, new_fact_id bigint,
  checkout_id text, merchant_id text, payment_reference text, amount_minor bigint, currency text, expires_at timestamptz, status text,
  held text[], taken jsonb
) language plpgsql as $$
declare
  given constant reported_credit[] := array(select g from jsonb_populate_recordset(null::reported_credit, p_credits) g);
  session_timeout constant text := current_setting('lock_timeout');
  locked record;
  one reported_credit;
  r recorded_credit;
  legs leg[] := '{}';
begin
  locked := lock_for_credits(given, p_posts, p_held, p_alone);
  perform take_as_written(p_taker);
  foreach one in array given loop
    r := null;
    if one."creditId" <> all (locked.busy) then
      r := record_credit(one, p_posts, locked.held);
      legs := legs || r.legs;
    end if;
    return query select coalesce((r.stored).credit_id, one."creditId"), r is null, (r.stored).outcome, r.duplicate, r.new_fact_id,
      (r.stored).checkout_id, (r.received_for).merchant_id, (r.received_for).payment_reference, (r.received_for).amount_minor,
      (r.received_for).currency, (r.received_for).expires_at, (r.received_for).status, null::text[], null::jsonb;
  end loop;
  -- posted last, so that the accounts that everybody posts to are locked for the shortest time
  if cardinality(legs) > 0 then
    if p_posts then
      perform set_config('lock_timeout', '250', true);   -- a credit can be recorded without its posting
    end if;
    perform post_journals(legs);
    perform set_config('lock_timeout', session_timeout, true);   -- the commit waits for others that notify
  end if;
  held := locked.held;
  taken := taken_deliveries();
  return next;
end $$;
