-- Ids.

-- The id of an account of the books. No other function makes this id; the table computes the same from its columns.
create function account_of(p_code text, p_owner text, p_currency text) returns text language sql immutable as $$
  select p_code || ':' || p_owner || ':' || p_currency
$$;

-- The parts of an account's id. An owner may contain colons, a code has four digits and a currency three letters.
create function parts_of_account(p_account text, out code text, out owner text, out currency text) language sql immutable as $$
  select left(p_account, 4), substr(p_account, 6, greatest(length(p_account) - 9, 0)), right(p_account, 3)
$$;

-- Crockford base 32 over a version 7 UUID: a ULID, minted where the row is written.
create function new_id(p_prefix text) returns text language plpgsql volatile as $$
declare
  u bytea := uuid_send(uuidv7());
  hi bigint := ('x' || encode(substr(u, 1, 8), 'hex'))::bit(64)::bigint;
  lo bigint := ('x' || encode(substr(u, 9, 8), 'hex'))::bit(64)::bigint;
  alphabet constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  tail text := '';
begin
  for i in 1..12 loop
    tail := substr(alphabet, (lo & 31)::int + 1, 1) || tail;
    lo := (lo >> 5) & 576460752303423487;
  end loop;
  lo := (lo & 15) | ((hi & 1) << 4);   -- the 4 bits left of lo, and 1 of hi
  tail := substr(alphabet, lo::int + 1, 1) || tail;
  hi := (hi >> 1) & 9223372036854775807;
  for i in 1..13 loop
    tail := substr(alphabet, (hi & 31)::int + 1, 1) || tail;
    hi := hi >> 5;
  end loop;
  return p_prefix || tail;
end $$;

-- The smallest id of this prefix that new_id can have made at that time or later.
create function id_since(p_prefix text, p_at timestamptz) returns text language sql immutable as $$
  select p_prefix || string_agg(
           substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((t.ms >> (5 * (9 - i))) & 31)::integer + 1, 1), '' order by i)
    from (select floor(extract(epoch from p_at) * 1000)::bigint as ms) t cross join generate_series(0, 9) i
$$;
