-- Up Migration
-- What lists of checkouts are read by. The indexes are on columns that no payment changes, so that its updates stay in their pages;
-- what does change and is rare is kept beside them, by mark.

-- Every initiate writes an entry of each, so they are short: a hash in place of the texts, which the list compares besides. And
-- no plan for one checkout of a merchant may take the first of them while the table is small. The end of the session, by which
-- those that are over are passed by unread, moves only where a clock is moved.
create index checkout_listed on checkout (hashtextextended(merchant_id, 0), created_at, expires_at);
create index checkout_of_email on checkout (hashtextextended(merchant_id || lower(customer ->> 'email'), 0), created_at)
  where customer ->> 'email' is not null;
create index checkout_of_phone on checkout (hashtextextended(merchant_id || (customer ->> 'phoneNumber'), 0), created_at)
  where customer ->> 'phoneNumber' is not null;

-- Checkouts that are more than open or paid by one transfer: "status EXPIRED", "reason UNPAID", "exception LATE", "channel Card".
-- A mark stays when the checkout changes again, so a list looks at the checkout as well.
create table checkout_mark (
  merchant_id text        not null,
  mark        text        not null,
  created_at  timestamptz not null,   -- of the checkout
  checkout_id text        not null references checkout,
  primary key (merchant_id, mark, created_at, checkout_id)
);

create function mark_checkout() returns trigger language plpgsql as $$
begin
  insert into checkout_mark (merchant_id, mark, created_at, checkout_id)
    select new.merchant_id, m.mark, new.created_at, new.checkout_id
      from (values ('status ' || new.status), ('reason ' || new.status_reason)
            union all select 'exception ' || e from unnest(new.exceptions) e) m(mark)
     where m.mark not in ('status INITIATED', 'status AWAITING_PAYMENT', 'status PROCESSING', 'status SUCCESSFUL')
    on conflict do nothing;
  return null;
end $$;

-- A trigger, so that no step can forget it; what a payment goes through that just fits does not fire it.
create trigger checkout_marked after update of status, status_reason, exceptions on checkout for each row
  when (new.status not in ('INITIATED', 'AWAITING_PAYMENT', 'PROCESSING', 'SUCCESSFUL') or new.exceptions <> '{}')
  execute function mark_checkout();

insert into checkout_mark (merchant_id, mark, created_at, checkout_id)
  select c.merchant_id, m.mark, c.created_at, c.checkout_id
    from checkout c
   cross join lateral (
     select 'status ' || c.status where c.status not in ('INITIATED', 'AWAITING_PAYMENT', 'PROCESSING', 'SUCCESSFUL')
     union all select 'reason ' || c.status_reason where c.status_reason is not null
     union all select 'exception ' || e from unnest(c.exceptions) e
     union all select 'channel Card' where exists (
       select from inward_credit k where k.checkout_id = c.checkout_id and k.channel = 'Card' and k.applied_minor > 0)) m(mark);

-- Down Migration
drop trigger checkout_marked on checkout;
drop function mark_checkout;
drop table checkout_mark;
drop index checkout_of_phone, checkout_of_email, checkout_listed;
