-- Gives out account numbers, and makes them available again once their quarantine is over.

-- The time for which a number still leads to its old checkout, so that a slow payer never pays a stranger's order.
create function quarantine() returns interval language sql stable as $$
  select make_interval(hours => least(greatest(coalesce(
    (select s.value::integer from setting s where s.name = 'quarantine_hours'), 72), 24), 168))
$$;

-- Returns the value of `taken_at` that keeps a freed number back until it may be given away; null: it may be given at once.
create function reuse_from() returns timestamptz language sql stable as $$
  select max(r.began_at) + quarantine() - interval '1 day' from recovery r where r.began_at > now() - quarantine()
$$;

-- Returns the time until which the bank leaves us a number that it has opened: {accountName, providerReference, oursUntil}. Null: the
-- number is one of our own, or stays ours.
create function ours_until(p_opened jsonb) returns timestamptz language sql stable as $$
  select (p_opened ->> 'oursUntil')::timestamptz
$$;

-- Writes an account under its number or, without a number, under the oldest free number of its prefix, even if a process holds that number:
-- the unique key decides who gets it. Returns null when the number is taken, or when none is free.
create function take_number(p_wanted virtual_account) returns virtual_account language plpgsql as $$
declare
  wanted virtual_account := p_wanted;
  made virtual_account;
begin
  -- The bank may give us the same number again later. It counts as taken while one of our open accounts still has it.
  if p_wanted.generation is null then
    perform pg_advisory_xact_lock(hashtextextended('number/' || p_wanted.account_number, 0));
    if exists (select from virtual_account v
                where v.account_number = p_wanted.account_number
                  and (v.type = 'STATIC' and v.status <> 'CLOSED' or v.status = 'ACTIVE' and v.expires_at > clock_timestamp())) then
      return null;
    end if;
    wanted.generation := (select coalesce(max(v.generation) + 1, 0) from virtual_account v where v.account_number = p_wanted.account_number);
  end if;
  loop
    if p_wanted.account_number is null then
      delete from free_number f
       where f.account_number = (select o.account_number from free_number o where o.prefix = p_wanted.prefix
                                  order by o.freed_at limit 1 for update skip locked)
      returning f.account_number, f.generation into wanted.account_number, wanted.generation;
      exit when not found;
    end if;
    insert into virtual_account (virtual_account_id, account_number, generation, prefix, checkout_id, merchant_id, account_name,
                                 amount_minor, validity_minutes, created_at, expires_at, type, ours_until, provider_reference)
      values (wanted.virtual_account_id, wanted.account_number, wanted.generation, wanted.prefix, wanted.checkout_id,
              wanted.merchant_id, wanted.account_name, wanted.amount_minor, wanted.validity_minutes, wanted.created_at,
              wanted.expires_at, coalesce(wanted.type, 'DYNAMIC'), wanted.ours_until, wanted.provider_reference)
      on conflict (account_number, generation) do nothing
      returning * into made;
    exit when found or p_wanted.account_number is not null;
  end loop;
  if p_wanted.generation > 0 or made.virtual_account_id is null then
    delete from free_number f where f.account_number = p_wanted.account_number and f.generation = p_wanted.generation;
  end if;
  return made;
end $$;

-- Frees the numbers whose quarantine is over, the oldest first; returns how many.
create function release_numbers(p_limit integer) returns integer language sql as $$
  with over as materialized (
    select o.virtual_account_id from number_prefix b cross join lateral (
      select v.virtual_account_id from virtual_account v
       where v.prefix = b.prefix and v.released_at is null and v.expires_at <= now() - quarantine()
         and v.status in ('EXPIRED', 'USED', 'CLOSED')
         -- money that is not booked yet may still need the account
         and not exists (select from inward_credit k where k.checkout_id = v.checkout_id and k.outcome is null)
       order by v.expires_at limit p_limit for no key update skip locked) o
     limit p_limit
  ), released as (
    update virtual_account v set status = 'RELEASED', released_at = now()
      from over o where v.virtual_account_id = o.virtual_account_id
    returning v.account_number, v.prefix, v.generation
  ), put as (
    insert into free_number (account_number, prefix, generation, taken_at)
      select r.account_number, r.prefix, r.generation + 1, reuse_from()
        from released r join number_prefix b on b.prefix = r.prefix and b.numbers = 'OURS'
    -- a sweep had recorded the number as free, and a process used it all the same
    on conflict (account_number) do update
       set generation = excluded.generation, freed_at = excluded.freed_at, taken_at = excluded.taken_at
  )
  select count(*)::integer from released
$$;

-- Reserves up to 32 numbers for one process to give away. A number that the process does not use within a day is offered to another
-- process. If both use it, the later one learns that the number is taken.
create function take_free_numbers(p_prefix text) returns table (account_number text, generation integer) language sql as $$
  with oldest as materialized (
    select f.account_number from free_number f
     where f.prefix = p_prefix and (f.taken_at is null or f.taken_at < now() - interval '1 day')
     order by f.freed_at limit 32 for update skip locked
  )
  update free_number f set taken_at = now() from oldest o where f.account_number = o.account_number
  returning f.account_number, f.generation
$$;

-- Records the numbers of a prefix that was dealt completely and that no account ever had: processes that ended left them, or running
-- processes hold them. From then on they are given one by one. This is done once for each prefix (p_is_last), in as many calls as needed.
create function free_unused_numbers(p_prefix text, p_account_numbers text[], p_is_last boolean) returns void language sql as $$
  insert into free_number (account_number, prefix, generation, taken_at)
    select n, p_prefix, 0, reuse_from() from unnest(p_account_numbers) n
     where not exists (select from virtual_account v where v.account_number = n)
  on conflict do nothing;
  select note_swept(p_prefix) where p_is_last
$$;

-- Holds back free numbers until a whole quarantine has passed: the next 1,000 after p_after. Returns the last of them; null: there are no
-- more.
create function keep_free_numbers(p_after text) returns text language sql as $$
  with next as materialized (
    select f.account_number from free_number f where f.account_number > p_after order by f.account_number limit 1000
  ), kept as (
    update free_number f set taken_at = r.at from next n cross join (select reuse_from() as at) r
     where f.account_number = n.account_number and (f.taken_at is null or f.taken_at < r.at)
  )
  select max(n.account_number) from next n
$$;
