-- Prefixes: who has them, and how full they are.

-- Adds a prefix. A sequence per prefix deals out blocks of 32 serials, so no row is locked, and an API process allocates from memory.
create function add_prefix(
  p_prefix text, p_provider text, p_bank_code text, p_bank_name text, p_nip text, p_capacity integer default 1000000,
  p_numbers text default 'OURS'
) returns void language plpgsql as $$
begin
  insert into number_prefix (prefix, provider, bank_code, bank_name, nip_institution_code, capacity, numbers)
    values (p_prefix, p_provider, p_bank_code, p_bank_name, p_nip, p_capacity, p_numbers) on conflict do nothing;
  execute format(
    'create sequence if not exists public.%I as bigint increment by 32 minvalue 0 maxvalue %s start with 0 no cycle',
    'serial_' || p_prefix, p_capacity - 1);
end $$;

-- Creates a prefix for an operator. The function runs with the rights of the tables' owner, because a prefix needs a sequence. outcome:
-- CREATED, EXISTING (the same request again), TAKEN (the prefix exists with other details).
create function create_prefix(p_asked number_prefix, p_by jsonb, out outcome text) language plpgsql
security definer set search_path from current as $$
declare
  b number_prefix;
begin
  select * into b from number_prefix x where x.prefix = p_asked.prefix;
  if found then
    outcome := case when (b.provider, b.bank_code, b.bank_name, b.nip_institution_code)
                       = (p_asked.provider, p_asked.bank_code, p_asked.bank_name, p_asked.nip_institution_code)
                    then 'EXISTING' else 'TAKEN' end;
    return;
  end if;
  outcome := 'CREATED';
  perform add_prefix(p_asked.prefix, p_asked.provider, p_asked.bank_code, p_asked.bank_name, p_asked.nip_institution_code,
                     coalesce(p_asked.capacity, 1000000), coalesce(p_asked.numbers, 'OURS'));
  perform record_audit(p_by, 'prefix.create', 'prefix', p_asked.prefix, null, null, jsonb_build_object(
    'provider', p_asked.provider, 'bankCode', p_asked.bank_code, 'bankName', p_asked.bank_name,
    'nipInstitutionCode', p_asked.nip_institution_code));
end $$;
revoke execute on function create_prefix from public;

-- Allows a merchant to use a prefix, or stops that (p_status SUSPENDED: the numbers stay). A merchant's first prefix becomes its default.
-- outcome: ASSIGNED, UNKNOWN (no such merchant), CLOSED, PREFIX_UNKNOWN.
create function assign_prefix(p_merchant_id text, p_prefix text, p_is_default boolean, p_status text, p_by jsonb, out outcome text)
language plpgsql as $$
declare
  merchant_status text;
  before jsonb;
  becomes_default constant boolean := p_status = 'ACTIVE' and (p_is_default or not exists (
    select from merchant_prefix x where x.merchant_id = p_merchant_id and x.is_default and x.prefix <> p_prefix));
begin
  select m.status into merchant_status from merchant m where m.merchant_id = p_merchant_id for no key update;
  outcome := case when not found then 'UNKNOWN' when merchant_status = 'CLOSED' then 'CLOSED'
                  when not exists (select from number_prefix b where b.prefix = p_prefix) then 'PREFIX_UNKNOWN'
                  else 'ASSIGNED' end;
  if outcome <> 'ASSIGNED' then
    return;
  end if;
  select jsonb_build_object('prefix', x.prefix, 'status', x.status, 'isDefault', x.is_default) into before
    from merchant_prefix x where x.merchant_id = p_merchant_id and x.prefix = p_prefix;
  if becomes_default then
    update merchant_prefix x set is_default = false
     where x.merchant_id = p_merchant_id and x.is_default and x.prefix <> p_prefix;
  end if;
  insert into merchant_prefix as x (merchant_id, prefix, status, is_default)
    values (p_merchant_id, p_prefix, p_status, becomes_default)
  on conflict (merchant_id, prefix) do update set status = excluded.status, is_default = excluded.is_default;
  perform record_audit(p_by, 'prefix.assign', 'merchant', p_merchant_id, p_merchant_id, before, jsonb_build_object(
    'prefix', p_prefix, 'status', p_status, 'isDefault', becomes_default));
end $$;

-- Records that all serials of a prefix were dealt, and that the numbers that no account ever had are free.
create function note_swept(p_prefix text) returns void language plpgsql as $$
begin
  update number_prefix b set swept_at = now() where b.prefix = p_prefix;
end $$;

-- Returns the usage of a prefix. It is counted again once the last count is older than twenty times its own duration. So a small prefix is
-- always counted, and a full one never takes more than a twentieth of the database's time, however often it is asked for.
create function prefix_usage_of(p_prefix text) returns prefix_usage language plpgsql as $$
declare
  last prefix_usage;
  began constant timestamptz := clock_timestamp();
begin
  select * into last from prefix_usage u where u.prefix = p_prefix;
  if last.counted_at + 20 * last.took > began then
    return last;
  end if;
  -- one count at a time; a request that arrives meanwhile gets the last count, if there is one
  if last.prefix is null then
    perform pg_advisory_xact_lock(hashtext('prefix_usage'), p_prefix::integer);
  elsif not pg_try_advisory_xact_lock(hashtext('prefix_usage'), p_prefix::integer) then
    return last;
  end if;
  last.prefix := p_prefix;
  -- accounts that never expire are always in use
  last.in_use := (select count(*) from virtual_account v
                   where v.prefix = p_prefix and v.released_at is null and v.expires_at > began and v.status = 'ACTIVE')
               + (select count(*) from virtual_account v
                   where v.prefix = p_prefix and v.released_at is null and v.expires_at is null);
  last.quarantined := (select count(*) from virtual_account v where v.prefix = p_prefix and v.released_at is null) - last.in_use;
  last.counted_at := began;
  last.took := clock_timestamp() - began;
  insert into prefix_usage values (last.*)
    on conflict (prefix) do update
      set in_use = excluded.in_use, quarantined = excluded.quarantined, counted_at = excluded.counted_at, took = excluded.took;
  return last;
end $$;

-- Lists the prefixes of a merchant. The default is the one marked as such, or else the first one that may be used.
create function prefixes_of(p_merchant_id text) returns table (
  prefix text, bank_code text, bank_name text, nip_institution_code text, status text, capacity integer, in_use integer,
  quarantined integer, is_default boolean, counted_at timestamptz
) language sql as $$
  select b.prefix, b.bank_code, b.bank_name, b.nip_institution_code, m.status, b.capacity, u.in_use, u.quarantined,
         b.prefix = (select d.prefix from merchant_prefix d where d.merchant_id = p_merchant_id and d.status = 'ACTIVE'
                      order by d.is_default desc, d.prefix limit 1),
         u.counted_at
    from merchant_prefix m
    join number_prefix b on b.prefix = m.prefix
    cross join lateral prefix_usage_of(b.prefix) u
   where m.merchant_id = p_merchant_id
   order by b.prefix
$$;

-- Counts the merchant's open accounts that will expire. The count stops at the merchant's limit.
create function open_accounts(p_merchant_id text, out open_count integer, out open_limit integer) language plpgsql stable as $$
begin
  select m.open_account_limit into open_limit from merchant m where m.merchant_id = p_merchant_id;
  open_count := (
    select count(*) from (
      select from merchant_prefix p
        join virtual_account v on v.prefix = p.prefix and v.released_at is null and v.expires_at > now()
                              and v.merchant_id = p.merchant_id and v.status = 'ACTIVE'
       where p.merchant_id = p_merchant_id limit open_limit) o);
end $$;
