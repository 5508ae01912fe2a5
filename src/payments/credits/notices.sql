-- Notices of providers that could not be booked.

-- Keeps a notice as it came; told again, it is the same row. The finding shows it to operators.
create function keep_notice(p_provider text, p_digest bytea, p_body text, p_reason text, p_why text) returns bigint language plpgsql as $$
declare
  kept kept_notice;
begin
  insert into kept_notice as n (provider, digest, body, reason, why) values (p_provider, p_digest, p_body, p_reason, p_why)
  on conflict (provider, digest) do update
    set reason = excluded.reason, why = excluded.why, times = n.times + 1, last_at = now()
  returning * into kept;
  if kept.booked_at is null then
    perform record_finding('NOTICE_' || p_reason, p_provider || '/' || kept.notice_id,
      jsonb_build_object('provider', p_provider, 'why', p_why, 'times', kept.times::text), 'ATTENTION');
  end if;
  return kept.notice_id;
end $$;

-- The credit of a kept notice is in the books now: nobody needs its text any more, which names a payer.
create function note_notice_booked(p_provider text, p_digest bytea) returns void language plpgsql as $$
declare
  kept kept_notice;
begin
  update kept_notice n set booked_at = now(), body = ''
   where n.provider = p_provider and n.digest = p_digest and n.booked_at is null returning * into kept;
  if found then
    perform clear_findings('{NOTICE_UNREADABLE,NOTICE_NOT_CONFIRMED}', array[p_provider || '/' || kept.notice_id]);
  end if;
end $$;
