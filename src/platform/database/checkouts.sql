-- These functions lock, change and report the row of a checkout, whatever the reason.

-- Wakes whoever waits for a change of this checkout, or of this refund. PostgreSQL sends one notice for each transaction.
create function notify_waiting(p_id text) returns void language plpgsql as $$
begin
  perform pg_notify('checkout_changed', p_id);
end $$;

-- A checkout, locked until the transaction ends. The checkout must exist.
create function lock_checkout(p_checkout_id text) returns checkout language plpgsql as $$
declare c checkout;
begin
  select x.* into c from checkout x where x.checkout_id = p_checkout_id for no key update;
  if not found then
    raise exception 'there is no checkout %', p_checkout_id using errcode = 'no_data_found';
  end if;
  return c;
end $$;

-- Writes the caller's changes of a checkout that it has locked and read, and returns the row. Each change counts as a
-- version, has a time, and wakes the requests that wait for it. p_is_awaited: false for a change that nobody waits for.
create function change_checkout(
  p_changed checkout, p_at timestamptz default clock_timestamp(), p_is_awaited boolean default true
) returns checkout language plpgsql as $$
declare written checkout;
begin
  update checkout c
     set status = p_changed.status, status_reason = p_changed.status_reason,
         exception = p_changed.exception, exceptions = p_changed.exceptions,
         amount_minor = p_changed.amount_minor, expected_minor = p_changed.expected_minor,
         fee_minor = p_changed.fee_minor, vat_minor = p_changed.vat_minor, fee_bearer = p_changed.fee_bearer,
         offers = p_changed.offers,
         paid_minor = p_changed.paid_minor, applied_minor = p_changed.applied_minor,
         accepted_minor = p_changed.accepted_minor, refunded_minor = p_changed.refunded_minor,
         taken_back_minor = p_changed.taken_back_minor,
         card_declines = p_changed.card_declines, expires_at = p_changed.expires_at,
         event_sequence = p_changed.event_sequence, version = c.version + 1, updated_at = p_at
   where c.checkout_id = p_changed.checkout_id
  returning * into strict written;
  if p_is_awaited then
    perform notify_waiting(written.checkout_id);
  end if;
  return written;
end $$;

-- Writes the lines and texts of a locked checkout, which no other step changes. The caller counts the change.
create function rewrite_order(p_changed checkout) returns void language plpgsql as $$
begin
  update checkout c
     set page = p_changed.page, description = p_changed.description, metadata = p_changed.metadata
   where c.checkout_id = p_changed.checkout_id;
end $$;

-- Takes the payer out of a checkout that has ended.
create function forget_customer(p_checkout_id text) returns void language plpgsql as $$
begin
  update checkout c
     set customer = '{"email": null, "phoneNumber": null, "firstName": null, "lastName": null}', metadata = '{}', description = null,
         version = c.version + 1, updated_at = clock_timestamp()
   where c.checkout_id = p_checkout_id;
end $$;

-- Marks a checkout for the lists that look for rare ones. The trigger of the table calls it.
create or replace function mark_checkout() returns trigger language plpgsql as $$
begin
  insert into checkout_mark (merchant_id, mark, created_at, checkout_id)
    select new.merchant_id, m.mark, new.created_at, new.checkout_id
      from (values ('status ' || new.status), ('reason ' || new.status_reason)
            union all select 'exception ' || e from unnest(new.exceptions) e) m(mark)
     where m.mark not in ('status INITIATED', 'status AWAITING_PAYMENT', 'status PROCESSING', 'status SUCCESSFUL')
    on conflict do nothing;
  return null;
end $$;

-- Marks a checkout for the lists of what has changed, by the day of a change that came late (days since 1970). The trigger of the table calls it.
create or replace function mark_changed_later() returns trigger language plpgsql as $$
begin
  insert into checkout_mark (merchant_id, mark, created_at, checkout_id)
    values (new.merchant_id, 'changed ' || floor(extract(epoch from new.updated_at) / 86400)::integer, new.created_at, new.checkout_id)
    on conflict do nothing;
  return null;
end $$;

-- Marks a checkout as paid by a channel that few are paid by.
create function mark_channel(c checkout, p_channel text) returns void language sql as $$
  insert into checkout_mark (merchant_id, mark, created_at, checkout_id)
    values (c.merchant_id, 'channel ' || p_channel, c.created_at, c.checkout_id) on conflict do nothing
$$;
