-- Recovers after a restore. The books are then older than the world: they do not know of money that has left since, nor of account numbers
-- that were given to payers since.

-- Returns the next mark and the database that it belongs to. A database that is behind a mark that was taken from it keeps its mark until
-- its recovery has been done: otherwise it would catch up while the recovery fails, and the restore would be forgotten.
create function take_mark(p_known bigint, p_database_id text) returns progress_mark language sql volatile as $$
  update progress_mark p set mark = p.mark + case when p.database_id = p_database_id and p.mark < p_known then 0 else 1 end returning p
$$;

-- Returns the most numbers of a prefix that may have been given since its last known one: twice as many as on the day before that one, for
-- each day since, and never less than a few blocks. Only the numbers that are still held are read: a number is held for a day at least, and a
-- prefix holds no more than it has.
create function numbers_lost(p_prefix text) returns bigint language sql stable as $$
  with last as (select max(v.created_at) as at from virtual_account v where v.prefix = p_prefix and v.released_at is null)
  select 1024 + ceil(2 * greatest(extract(epoch from now() - l.at) / 86400, 1) * (
           select count(*) from virtual_account v
            where v.prefix = p_prefix and v.released_at is null and v.created_at > l.at - interval '1 day'))::bigint
    from last l
$$;

-- Skips the serials of a prefix that may have been given, or as many of them as the prefix still has.
create function skip_serials(b number_prefix) returns void language plpgsql as $$
declare
  serials constant regclass := ('serial_' || b.prefix)::regclass;
  block constant integer := 32;
  dealt bigint;
begin
  dealt := nextval(serials) + block * ceil(numbers_lost(b.prefix)::numeric / block)::bigint;
  perform setval(serials, least(dealt, (b.capacity - 1) / block * block));
exception when sequence_generator_limit_exceeded then
  null;   -- all serials were handed out before
end $$;

-- Skips fact ids. Temporal knows a signal by the id of its fact and takes no second signal with the same id, so the next facts get ids that
-- no signal has had.
create function skip_facts() returns void language sql volatile as $$
  select setval(ids, nextval(ids) + 1000000000000) from pg_get_serial_sequence('fact', 'fact_id') ids
$$;

-- Holds everything that is to be sent until the statements of our banks have been read, beginning p_wait_minutes from now. By then a
-- sending that was on its way is on the statement. The numbers are skipped by themselves, because that takes long and the hold may not wait.
create function begin_recovery(p_reason text, p_wait_minutes integer) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('recovery'));
  insert into recovery (provider, reason, read_from)
    select p.provider, p_reason, now() + make_interval(mins => p_wait_minutes)
      from (select b.provider from number_prefix b union select a.provider from settlement_account a) p
  on conflict (provider) where ended_at is null do update set read_from = greatest(recovery.read_from, excluded.read_from);
  perform skip_facts();
end $$;

-- Skips the numbers that may have been given. p_mark: the mark that was stored outside of the database; 0: a person knows of the restore.
-- The new mark is above it, so that other processes do not do the same again. They wait for its row meanwhile.
create function skip_numbers(p_mark bigint) returns void language plpgsql as $$
begin
  update progress_mark p set mark = greatest(p.mark, p_mark) + 1000 where p_mark = 0 or p.mark < p_mark;
  if found then
    perform skip_serials(b) from number_prefix b;
  end if;
end $$;

-- Records that a bank's statement was read to its end, beginning at p_read_at. A bank without a statement was asked about each payment
-- instead: a forgotten sending has the same session id when it is sent again, and the bank refuses it. The bank stays held while any line
-- waits to be imported, because that line may be a debit.
create function end_recovery(p_provider text, p_read_at timestamptz) returns void language sql as $$
  insert into statement_read as s (provider, read_at) values (p_provider, p_read_at)
    on conflict (provider) do update set read_at = greatest(s.read_at, excluded.read_at);
  update recovery r set ended_at = now()
   where r.provider = p_provider and r.ended_at is null and r.read_from <= p_read_at
     -- a line that waits for an outcome is of a sending that the books know
     and not exists (select from statement_line_waiting w where w.provider = p_provider and not waits_for_outcome(w))
$$;

-- Books a debit that the books did not know, after an operator has found out who received the money. The amount is taken from that
-- merchant (null: it is our loss), with the stamp duty of the same sending. A payout that would be sent in place of this forgotten
-- sending is cancelled and returns to the merchant's balance. Returns the amount that was booked.
create function book_debit(p_session_id text, p_merchant_id text, p_operator text, p_reason text) returns bigint
language plpgsql as $$
declare
  instead payout;
  f finding;
  amount bigint;
  provider text;
  line_name text;
  booked bigint := 0;
begin
  if p_merchant_id is not null and not exists (select from merchant m where m.merchant_id = p_merchant_id) then
    raise exception 'there is no merchant %', p_merchant_id using errcode = 'no_data_found';
  end if;
  for f in
    select * from finding x
     where x.kind in ('UNEXPLAINED_DEBIT', 'UNEXPLAINED_STAMP_DUTY') and x.subject = p_session_id and x.action = 'ATTENTION'
     order by x.kind for update
  loop
    provider := f.detail ->> 'provider';
    amount := (f.detail ->> 'amountMinor')::bigint;
    line_name := provider || '/' || (f.detail ->> 'lineId');
    if p_merchant_id is null then
      perform post_journals(array[
        ('statement', line_name, 'booked', 'loss', '5300', '-', home_currency(), amount),
        ('statement', line_name, 'booked', 'paid-out', '1110', provider, home_currency(), -amount)]::leg[]);
    else
      instead := payout_instead_of(provider, p_session_id);
      if instead.merchant_id = p_merchant_id then
        perform serialize_settlements(p_merchant_id);
        perform lock_settlement(instead.settlement_id);
        perform lock_settlements(p_merchant_id, instead.currency);
        perform take_payout_step(instead.payout_id, 'CALLED_OFF', null, null, null);
      end if;
      perform post_journals(debit_merchant('statement', line_name, 'booked', p_merchant_id, home_currency(), amount)
        || ('statement', line_name, 'booked', 'paid-out', '1110', provider, home_currency(), -amount)::leg);
    end if;
    booked := booked + amount;
    perform resolve_finding(f.finding_id,
      jsonb_build_object('operator', p_operator, 'reason', p_reason, 'merchantId', p_merchant_id));
  end loop;
  if booked = 0 then
    raise exception 'no debit that the books do not know waits under the session id %', p_session_id
      using errcode = 'no_data_found';
  end if;
  return booked;
end $$;
