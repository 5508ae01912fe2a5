-- Records the money that a bank or an acquirer reports.

-- Holds money that came for a number that nobody has, until an operator decides. Notifies the merchant of the prefix, if the
-- prefix belongs to one merchant only.
create function hold_unmatched(p_credit_id text, out new_fact_id bigint) language plpgsql as $$
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
  perform post_journals(array[
    ('credit', p_credit_id, 'collection', 'pool', pool_of(stored.channel), stored.provider, stored.currency, stored.amount_minor),
    ('credit', p_credit_id, 'collection', 'credit-held', '2200', p_credit_id, stored.currency, -stored.amount_minor)]::leg[]);
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
  -- serialized, because reports with and without the key may arrive at the same time
  perform pg_advisory_xact_lock(hashtextextended('credit/' || p_provider || '/' || p_session_id, 0));
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

-- Books the fee and the VAT that the provider keeps, if they explain the difference between the credit and the amount that the provider
-- pays on. Otherwise the figures are only stored with the credit; if they disagree, a finding makes operators ask the provider.
create function book_rail_fee(k inward_credit) returns void language plpgsql as $$
declare
  kept constant bigint := coalesce(k.rail_fee_minor, 0) + coalesce(k.rail_vat_minor, 0);
begin
  if kept > 0 and k.settled_minor = k.amount_minor - kept then
    perform post_journals(array[
      ('credit', k.credit_id, 'rail-fee', 'rail-cost', '5100', k.provider, k.currency, kept),
      ('credit', k.credit_id, 'rail-fee', 'pool', pool_of(k.channel), k.provider, k.currency, -kept)]::leg[]);
  elsif k.settled_minor <> k.amount_minor - kept then
    perform record_finding('SETTLED_DIFFERS', k.credit_id, jsonb_build_object(
      'provider', k.provider, 'creditId', k.credit_id, 'amountMinor', k.amount_minor::text, 'settledMinor', k.settled_minor::text,
      'feeMinor', k.rail_fee_minor::text, 'vatMinor', k.rail_vat_minor::text), 'ATTENTION');
  end if;
end $$;

-- Records a transfer under its session id, matches it to a checkout or a static account and judges whether it is in time. A credit that a
-- workflow will post becomes a fact. Any other credit is posted or goes to suspense at once. If somebody holds the merchant's account
-- (p_held: merchants whose account is known to be held), a static account's credit does not wait for it: it gets no outcome, and the relay
-- books it later. p_details: further fields that a provider reports, {key, feeMinor, vatMinor, settledMinor, schemeIds}. static_owner: the
-- merchant of the static account.
create function receive_credit(
  p_credit_id text, p_provider text, p_session_id text, p_account_number text, p_amount_minor bigint, p_currency text,
  p_source jsonb, p_narration text, p_sent_at timestamptz, p_held text[] default '{}', p_details jsonb default null,
  out stored inward_credit, out duplicate boolean, out new_fact_id bigint, out received_for checkout, out static_owner text
) language plpgsql as $$
declare
  owned record;
  account virtual_account;
  ends_at timestamptz;   -- null: never
  told_at constant timestamptz := coalesce(p_sent_at, clock_timestamp());
begin
  -- a number in quarantine still belongs to its old checkout, and a number that was given again to its new one. A number that the bank owns
  -- belongs to whoever had it when the money was sent, and to none of our merchants before and after. A minute is allowed on both sides,
  -- because the bank's clock reports whole seconds
  select v as account, b.channel, b.numbers into owned from virtual_account v join number_prefix b on b.prefix = v.prefix
   where v.account_number = p_account_number and b.provider = p_provider
     and case b.numbers when 'OURS' then v.status <> 'RELEASED'
              else told_at between v.created_at - interval '60 seconds' and coalesce(v.ours_until, 'infinity') + interval '60 seconds' end
   order by b.numbers = 'THEIRS' and told_at not between v.created_at - interval '1 second' and coalesce(v.ours_until, 'infinity'),
            v.generation desc limit 1;
  account := owned.account;
  ends_at := account.expires_at;
  if account.type = 'STATIC' then
    select s.stopped_at into ends_at from static_account s where s.virtual_account_id = account.virtual_account_id;
  end if;
  if p_details is not null or owned.numbers = 'THEIRS' then
    stored := credit_reported_before(p_provider, p_session_id, p_details ->> 'key');
    if stored.credit_id is not null then
      duplicate := true;
      return;
    end if;
  end if;
  insert into inward_credit (credit_id, provider, session_id, account_number, virtual_account_id, checkout_id, merchant_id,
                             amount_minor, currency, source, narration, sent_at, received_at, channel, in_time,
                             credit_key, rail_fee_minor, rail_vat_minor, settled_minor, scheme_ids)
    values (p_credit_id, p_provider, p_session_id, p_account_number, account.virtual_account_id, account.checkout_id,
            account.merchant_id, p_amount_minor, p_currency, p_source, p_narration, p_sent_at, clock_timestamp(),
            coalesce(owned.channel, channel_of_number(p_provider, p_account_number)),
            -- a test compares this with test/support/oracles/lateness.ts
            account.virtual_account_id is not null and ends_at is null
              or coalesce(p_sent_at <= ends_at + interval '60 seconds', clock_timestamp() <= ends_at + interval '5 minutes'),
            p_details ->> 'key', (p_details ->> 'feeMinor')::bigint, (p_details ->> 'vatMinor')::bigint, (p_details ->> 'settledMinor')::bigint,
            p_details -> 'schemeIds')
    on conflict do nothing
    returning * into stored;
  duplicate := not found;
  if duplicate then
    select * into stored from inward_credit k where k.provider = p_provider and k.session_id = p_session_id
     and k.credit_key is not distinct from p_details ->> 'key';
    return;
  end if;
  if p_details is not null then
    perform book_rail_fee(stored);
  end if;
  if account.virtual_account_id is null then
    new_fact_id := hold_unmatched(p_credit_id);
    select * into stored from inward_credit k where k.credit_id = p_credit_id;
    return;
  end if;

  if account.type = 'STATIC' then
    static_owner := account.merchant_id;
    begin
      perform set_config('lock_timeout', case when static_owner = any (p_held) then '1' else '50' end, true);
      perform post_journals(book_static_credit(stored));
    exception when lock_not_available then
      perform put_fact('CREDIT_RECEIVED', null, p_credit_id, p_due_in => '0');
      return;
    end;
  else
    select * into received_for from checkout c where c.checkout_id = account.checkout_id for no key update;
    if stored.in_time and is_open_status(received_for.status) then
      received_for.status := status_after(received_for.status, 'CREDIT_SEEN');
      received_for := change_checkout(received_for, stored.received_at, false);
      new_fact_id := put_fact('CREDIT_RECEIVED', account.checkout_id, p_credit_id);
      return;
    end if;
    perform post_journals(judge_credit(p_credit_id, not stored.in_time, '3 seconds'));
  end if;
  select * into stored from inward_credit k where k.credit_id = p_credit_id;
  select f.fact_id into new_fact_id from fact f
   where f.subject_id = p_credit_id and f.kind = 'CREDIT_HELD' and f.applied_at is null;
end $$;
