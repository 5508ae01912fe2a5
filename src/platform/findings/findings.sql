-- Findings of the reconciliation and the sweep. Each has a case until its cause is gone.

-- Writes a finding down, or counts it once more.
create function record_finding(p_kind text, p_subject text, p_detail jsonb, p_action text) returns void language sql as $$
  insert into finding (kind, subject, detail, action) values (p_kind, p_subject, p_detail, p_action)
  on conflict (kind, subject) do update
    set times = finding.times + 1, last_at = now(), detail = excluded.detail,
        -- a finding that an operator has resolved stays so for a day; after that it is found anew
        action = case when finding.resolved_at > now() - interval '1 day' then finding.action else excluded.action end,
        case_opened_at = case when finding.resolved_at <= now() - interval '1 day' then null else finding.case_opened_at end
$$;

-- Returns the time at which this was last found, null if never. A search takes a hundred at a time, beginning with those
-- that were found the longest ago, so that findings which cannot be resolved do not keep others from being found.
create function last_found(p_kind text, p_subject text) returns timestamptz language sql stable as $$
  select f.last_at from finding f where f.kind = p_kind and f.subject = p_subject
$$;

-- Resolves these findings, because their cause is gone: they wait for nobody any more.
create function clear_findings(p_kinds text[], p_subjects text[]) returns void language plpgsql as $$
begin
  update finding f set action = 'RESOLVED', last_at = now()
   where f.kind = any (p_kinds) and f.subject = any (p_subjects) and f.action = 'ATTENTION';
end $$;

-- Marks a finding as resolved by a person. p_resolution: the person, the reason, and the action.
create function resolve_finding(p_finding_id bigint, p_resolution jsonb) returns void language plpgsql as $$
begin
  update finding f set action = 'RESOLVED', resolved_at = now(), last_at = now(), resolution = p_resolution
   where f.finding_id = p_finding_id;
end $$;

-- Reopens a finding that a person resolved although its cause is still there. The finding waits again, and asks for a case.
create function reopen_finding(p_finding_id bigint) returns void language plpgsql as $$
begin
  update finding f set action = 'ATTENTION', case_opened_at = null, resolved_at = null, last_at = now(), times = f.times + 1
   where f.finding_id = p_finding_id;
end $$;

-- Returns the findings of one kind, or of one subject of it, that wait for a person: their number, and the oldest of
-- them. Details are text, so that no amount becomes a JSON number.
create function open_findings(p_kind text, p_subject text, out total integer, out until timestamptz, out oldest json)
language sql as $$
  select (select count(*)::integer from finding f
           where f.kind = p_kind and f.action = 'ATTENTION' and (p_subject is null or f.subject = p_subject)), now(),
    (select json_agg(json_build_object('subject', o.subject, 'foundAt', o.found_at, 'detail',
              (select coalesce(json_object_agg(d.key, d.value), '{}') from jsonb_each_text(o.detail) d)) order by o.found_at)
       from (select * from finding f
              where f.kind = p_kind and f.action = 'ATTENTION' and (p_subject is null or f.subject = p_subject)
              order by f.found_at limit 50) o)
$$;

-- One finding as a search returns it, with the follow-up asked of the finder. purpose and purpose_id name the sending
-- (a REFUND, a PAYOUT), or the thing that stands still (a REFUND, a SETTLEMENT).
create type found as (kind text, subject text, action text, purpose text, purpose_id text, session_id text);
