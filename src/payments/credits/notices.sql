-- Notices of providers that could not be booked.

-- Stores a notice unchanged. The same notice again updates the same row. The finding shows the notice to operators.
-- p_arrived false: the provider did not send it again, so its 30 days (forget_old_notices) go on, and a finding that a person has resolved
-- stays so.
create function keep_notice(p_provider text, p_digest bytea, p_body_sealed bytea, p_reason text, p_why text, p_arrived boolean) returns bigint language plpgsql as $$
declare
  kept kept_notice;
begin
  insert into kept_notice as n (provider, digest, body_sealed, reason, why) values (p_provider, p_digest, p_body_sealed, p_reason, p_why)
  on conflict (provider, digest) do update
    set reason = excluded.reason, why = excluded.why, times = n.times + p_arrived::integer,
        last_at = case when p_arrived then now() else n.last_at end,
        body_sealed = case when n.booked_at is null then excluded.body_sealed end
  returning * into kept;
  if kept.booked_at is null
     and (p_arrived or not exists (select from finding f where f.kind = 'NOTICE_' || p_reason and f.subject = p_provider || '/' || kept.notice_id
                                    and f.action = 'RESOLVED' and f.resolved_at is not null)) then
    perform record_finding('NOTICE_' || p_reason, p_provider || '/' || kept.notice_id,
      jsonb_build_object('provider', p_provider, 'why', p_why, 'times', kept.times::text), 'ATTENTION');
  end if;
  return kept.notice_id;
end $$;

-- Marks a stored notice as booked and deletes its text, because the text names a payer and nobody needs it any more.
create function note_notice_booked(p_provider text, p_digest bytea) returns void language plpgsql as $$
declare
  kept kept_notice;
begin
  update kept_notice n set booked_at = now(), body_sealed = null
   where n.provider = p_provider and n.digest = p_digest and n.booked_at is null returning * into kept;
  if found then
    perform clear_findings('{NOTICE_UNREADABLE,NOTICE_NOT_CONFIRMED}', array[p_provider || '/' || kept.notice_id]);
  end if;
end $$;

-- Deletes the texts of unbooked notices that did not arrive again for 30 days. Their rows stay, with the reason why they were not booked.
-- Returns how many were deleted.
create function forget_old_notices(p_limit integer) returns integer language sql as $$
  with old as (
    select n.notice_id from kept_notice n
     where n.body_sealed is not null and n.last_at < now() - interval '30 days'
     order by n.last_at limit p_limit for update skip locked
  ), forgotten as (
    update kept_notice n set body_sealed = null from old o where n.notice_id = o.notice_id returning 1
  )
  select count(*)::integer from forgotten
$$;
