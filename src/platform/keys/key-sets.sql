-- Keys of the installation in use.

-- A program reports the keys that it has. p_key_sets: [{purpose, kids, read}], where read has, by kid, the time at which
-- something was last read with that key. A program that has not reported for ten minutes has ended. The report also names
-- the release whose functions the program's connection calls.
create function report_key_sets(p_process text, p_key_sets jsonb) returns void language sql as $$
  delete from ring_holder h where h.seen_at < now() - interval '10 minutes';
  insert into ring_holder as h (process, ring, kids, release)
    select p_process, s.purpose, array(select jsonb_array_elements_text(s.kids)),
           (select name from unnest(current_schemas(false)) name where name like 'release\_%')
      from jsonb_to_recordset(p_key_sets) s (purpose text, kids jsonb) order by s.purpose
    on conflict (process, ring) do update set kids = excluded.kids, release = excluded.release, seen_at = now();
  insert into ring_key as k (ring, kid, written_until, read_until)
    select s.purpose, e.kid, case e.place when 1 then now() end, (s.read ->> e.kid)::timestamptz
      from jsonb_to_recordset(p_key_sets) s (purpose text, kids jsonb, read jsonb)
      cross join jsonb_array_elements_text(s.kids) with ordinality e (kid, place)
     order by s.purpose, e.kid
    on conflict (ring, kid) do update
      set written_until = coalesce(excluded.written_until, k.written_until),
          read_until = greatest(excluded.read_until, k.read_until)
$$;
