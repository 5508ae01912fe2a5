-- Ids.

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
