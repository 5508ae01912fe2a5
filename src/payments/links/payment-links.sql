-- Payment links: their status, and the checkouts that begin with them.

-- A link with its status at this moment. A link for one payment is USED as soon as one of its checkouts was paid.
create view payment_link_read as
  select l.*,
         case when l.usage = 'ONCE' and exists (
                select from checkout c where c.payment_link_id = l.payment_link_id and is_paid_status(c.status)) then 'USED'
              when l.deactivated_at is not null then 'INACTIVE'
              when l.expires_at <= statement_timestamp() then 'EXPIRED'
              else 'ACTIVE' end as status
    from payment_link l;

-- Replaces the picture of a link; removes it when p_picture is null. No row: the merchant has no such link, or the link was paid or
-- switched off and gets no new picture. The lock serializes two uploads.
create function keep_link_picture(p_merchant_id text, p_payment_link_id text, p_picture jsonb, p_webp bytea) returns setof payment_link_read language plpgsql as $$
begin
  perform 1 from payment_link l where l.merchant_id = p_merchant_id and l.payment_link_id = p_payment_link_id for no key update;
  if not found then
    return;
  end if;
  if p_picture is null then
    delete from payment_link_picture p where p.payment_link_id = p_payment_link_id;
  elsif exists (select from payment_link_read r where r.payment_link_id = p_payment_link_id and r.status in ('USED', 'INACTIVE')) then
    return;
  else
    insert into payment_link_picture (payment_link_id, hash, webp) values (p_payment_link_id, p_picture ->> 'hash', p_webp)
    on conflict (payment_link_id) do update set hash = excluded.hash, webp = excluded.webp;
  end if;
  update payment_link l set picture = p_picture where l.payment_link_id = p_payment_link_id;
  return query select * from payment_link_read r where r.payment_link_id = p_payment_link_id;
end $$;

-- Begins a checkout of a link, or finds the checkout of the same submission. A link for one payment has one checkout at a time: its payer
-- finds that checkout again, with the answers that were given last, and anybody else learns when it ends (BUSY). The lock serializes two
-- payers.
create function initiate_by_link(
  p_payment_link_id text, p_asked checkout, p_session_ttl_minutes integer,
  out outcome text, out busy_until timestamptz,
  out created boolean, out same_request boolean, out new_fact_id bigint, out found_checkout checkout_read
) language plpgsql as $$
declare
  link_usage text;
  link_status text;
  rival checkout;
  begun record;
begin
  select l.usage into link_usage from payment_link l where l.payment_link_id = p_payment_link_id for no key update;
  if not exists (select from checkout c where c.merchant_id = p_asked.merchant_id and c.payment_reference = p_asked.payment_reference) then
    -- The open checkout is read before the status: if it is paid in between, the link is USED. The other order would see neither.
    if link_usage = 'ONCE' then
      select c.* into rival from checkout c
       where c.payment_link_id = p_payment_link_id and is_open_status(status_by_clock(c))
       order by c.created_at desc, c.checkout_id desc limit 1;
    end if;
    select l.status into link_status from payment_link_read l where l.payment_link_id = p_payment_link_id;
    if link_status <> 'ACTIVE' then
      outcome := link_status;
      return;
    end if;
  end if;
  if rival.customer = p_asked.customer and rival.amount_minor = p_asked.amount_minor then
    perform change_order(rival.merchant_id, rival.payment_reference, null, null, null, p_asked.metadata);
    select * into found_checkout from checkout_read r where r.checkout_id = rival.checkout_id;
    created := false;
    same_request := true;
  elsif rival.checkout_id is not null then
    outcome := 'BUSY';
    -- A payment that is booked after its session has no end that is known.
    busy_until := case when rival.expires_at > now() then rival.expires_at else now() + interval '5 minutes' end;
    return;
  else
    p_asked.payment_link_id := p_payment_link_id;
    select i.* into begun from initiate_checkout(p_asked, p_session_ttl_minutes) i;
    created := begun.created;
    same_request := begun.same_request;
    new_fact_id := begun.new_fact_id;
    found_checkout := begun.found_checkout;
  end if;
  outcome := 'STARTED';
end $$;
