-- Keys of the installation in use.

-- A program reports the keys that it has. p_rings: [{ring, kids, read}], where read is {kid: when it was last read
-- with}. A program that has not reported for ten minutes has ended. The report also names the release whose functions
-- the program's connection calls.
create function beat_rings(p_process text, p_rings jsonb) returns void language sql as $$
  delete from ring_holder h where h.seen_at < now() - interval '10 minutes';
  insert into ring_holder as h (process, ring, kids, release)
    select p_process, r.ring, array(select jsonb_array_elements_text(r.kids)),
           (select s from unnest(current_schemas(false)) s where s like 'release\_%')
      from jsonb_to_recordset(p_rings) r (ring text, kids jsonb) order by r.ring
    on conflict (process, ring) do update set kids = excluded.kids, release = excluded.release, seen_at = now();
  insert into ring_key as k (ring, kid, written_until, read_until)
    select r.ring, e.kid, case e.place when 1 then now() end, (r.read ->> e.kid)::timestamptz
      from jsonb_to_recordset(p_rings) r (ring text, kids jsonb, read jsonb)
      cross join jsonb_array_elements_text(r.kids) with ordinality e (kid, place)
     order by r.ring, e.kid
    on conflict (ring, kid) do update
      set written_until = coalesce(excluded.written_until, k.written_until),
          read_until = greatest(excluded.read_until, k.read_until)
$$;
