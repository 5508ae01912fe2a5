-- Deletes rows once they are old: events with their deliveries and attempts, facts, and rows that were of use only for a while. Nothing
-- here changes the books, an order, or money.

-- Returns the reason that keeps an old event. Null when nothing keeps it.
create function event_held_by(p_event_id text, p_merchant_id text, p_before timestamptz) returns text language plpgsql stable as $$
begin
  return case
    when exists (select from webhook_delivery d
                  where d.event_id = p_event_id and d.status in ('PENDING', 'DELIVERING', 'RETRYING')) then 'WEBHOOK_UNDER_WAY'
    when exists (select from webhook_replay r
                  where r.merchant_id = p_merchant_id and r.status = 'RUNNING'
                    and p_event_id >= id_floor('evt_', r.since)) then 'REPLAY_RUNS'
    when exists (select from webhook_delivery d
                  where d.event_id = p_event_id and d.delivery_id >= id_floor('dlv_', p_before)) then 'SENT_AGAIN' end;
end $$;

-- Returns the reason that keeps an old fact. Null when nothing keeps it. The fact that a credit is held must stay, because the sweep finds
-- money that waits for a decision by this fact.
create function fact_held_by(f fact, p_before timestamptz) returns text language plpgsql stable as $$
begin
  return case
    when f.applied_at is null then 'WORKFLOW_RUNS'
    when f.kind = 'CREDIT_HELD' and exists (
      select from inward_credit k where k.credit_id = f.subject_id and k.resolution is null) then 'TRANSFER_HELD'
    when f.applied_at >= p_before then 'APPLIED_LATE' end;
end $$;

-- Deletes the next old events, in the order of their ids, with their deliveries and attempts. An event is locked before it is judged,
-- because a process that sends it once more locks it too. A row that another process has locked is left to the next run. position: null
-- when there are no more.
create function drop_old_events(p_before timestamptz, p_after text, p_limit integer, out dropped integer, out "position" text)
language plpgsql as $$
declare
  seen text[];
  free text[];
begin
  seen := array(select v.event_id from event v
                 where v.event_id > p_after and v.event_id < id_floor('evt_', p_before)
                 order by v.event_id limit p_limit for update skip locked);
  free := array(select v.event_id from event v
                 where v.event_id = any (seen) and event_held_by(v.event_id, v.merchant_id, p_before) is null);
  delete from webhook_attempt a using webhook_delivery d where d.event_id = any (free) and a.delivery_id = d.delivery_id;
  delete from webhook_delivery d where d.event_id = any (free);
  delete from event v where v.event_id = any (free);
  dropped := cardinality(free);
  "position" := case when cardinality(seen) = p_limit then seen[p_limit] end;
end $$;

-- Deletes the next old facts that were applied, in the order of their ids. position: null when there are no more.
create function drop_old_facts(p_before timestamptz, p_after bigint, p_limit integer, out dropped integer, out "position" bigint)
language plpgsql as $$
declare
  seen bigint[];
  old bigint[];
begin
  seen := array(select f.fact_id from fact f where f.fact_id > p_after order by f.fact_id limit p_limit);
  old := array(select f.fact_id from fact f
                where f.fact_id = any (seen) and f.created_at < p_before order by f.fact_id for update skip locked);
  delete from fact f where f.fact_id = any (old) and fact_held_by(f, p_before) is null;
  get diagnostics dropped = row_count;
  -- Ids rise with time, so a page without an old fact is the last one.
  "position" := case when cardinality(seen) = p_limit and cardinality(old) > 0 then seen[p_limit] end;
end $$;

-- Deletes the next old messages that are over, in the order of their ids, with their copies. position: null when there are no more.
create function drop_old_messages(p_before timestamptz, p_after text, p_limit integer, out dropped integer, out "position" text)
language plpgsql as $$
declare
  old text[];
begin
  old := array(select m.message_id from message m
                where m.message_id > p_after and m.message_id < id_floor('msg_', p_before) and m.status not in ('PENDING', 'SENDING')
                order by m.message_id limit p_limit for update skip locked);
  delete from message_copy k where k.message_id = any (old);
  delete from message m where m.message_id = any (old);
  dropped := cardinality(old);
  "position" := case when dropped = p_limit then old[p_limit] end;
end $$;

-- Deletes rows that were of use for a while: replays that have ended, links that nobody can use any more, sessions that are over, and what
-- is stored about messages besides themselves. Returns how many replays, links and sessions were deleted.
create function drop_old_leavings(p_before timestamptz, p_limit integer) returns integer language sql as $$
  with ended as (
    select r.replay_id from webhook_replay r
     where r.replay_id < id_floor('rpl_', p_before) and r.finished_at < p_before and r.status <> 'RUNNING'
     order by r.replay_id limit p_limit for update skip locked
  ), replays as (
    delete from webhook_replay r using ended e where r.replay_id = e.replay_id returning 1
  ), unused as (
    select i.invitation_id from person_invitation i
     where i.expires_at < p_before order by i.invitation_id limit p_limit for update skip locked
  ), links as (
    delete from person_invitation i using unused u where i.invitation_id = u.invitation_id returning 1
  ), sessions as (
    delete from person_session s where s.expires_at < now() or s.seen_at < now() - interval '1 day' returning 1
  ), reports as (
    delete from message_report r where r.reported_at < p_before
  ), counts as (
    delete from message_count n where n.day < lagos_date(p_before)
  ), days as (
    delete from summarized_day d where d.day < lagos_date(p_before)
  ), former as (
    -- former contacts get notices for thirty days, however long other things are kept
    delete from former_contact f where f.replaced_at < now() - interval '31 days'
  ), networks as (
    -- the networks of a valid key are kept: a network that was deleted would be reported as a new one
    delete from key_network n using merchant_key k
     where k.client_id = n.client_id and least(k.revoked_at, k.expires_at) < p_before
  )
  select ((select count(*) from replays) + (select count(*) from links) + (select count(*) from sessions))::integer
$$;

-- Returns the size of each kind of rows, and how many of them are old. held_by: the reasons that keep old rows, and the number of rows for
-- each reason. The function reads all old rows once.
create function retention_report(p_before timestamptz)
returns table (what text, bytes bigint, since timestamptz, old bigint, held_by jsonb) language plpgsql stable as $$
begin
  what := 'events';
  bytes := pg_total_relation_size('event');
  since := (select v.created_at from event v order by v.event_id limit 1);
  select coalesce(sum(h.count), 0), coalesce(jsonb_object_agg(h.held, h.count) filter (where h.held is not null), '{}')
    into old, held_by
    from (select event_held_by(v.event_id, v.merchant_id, p_before) as held, count(*) as count
            from event v where v.event_id < id_floor('evt_', p_before) group by 1) h;
  return next;
  what := 'deliveries';
  bytes := pg_total_relation_size('webhook_delivery') + pg_total_relation_size('webhook_attempt');
  since := (select d.created_at from webhook_delivery d order by d.delivery_id limit 1);
  select count(*), '{}'::jsonb into old, held_by from webhook_delivery d where d.delivery_id < id_floor('dlv_', p_before);
  return next;
  what := 'facts';
  bytes := pg_total_relation_size('fact');
  since := (select f.created_at from fact f order by f.fact_id limit 1);
  select coalesce(sum(h.count), 0), coalesce(jsonb_object_agg(h.held, h.count) filter (where h.held is not null), '{}')
    into old, held_by
    from (select fact_held_by(f, p_before) as held, count(*) as count from fact f where f.created_at < p_before group by 1) h;
  return next;
  what := 'messages';
  bytes := pg_total_relation_size('message') + pg_total_relation_size('message_copy');
  since := (select m.created_at from message m order by m.message_id limit 1);
  select count(*), '{}'::jsonb into old, held_by
    from message m where m.message_id < id_floor('msg_', p_before) and m.status not in ('PENDING', 'SENDING');
  return next;
  what := 'answers';
  bytes := pg_total_relation_size('idempotent_request');
  since := (select r.created_at from idempotent_request r order by r.created_at limit 1);
  select count(*), '{}'::jsonb into old, held_by from idempotent_request r where r.created_at < now() - interval '30 days';
  return next;
end $$;
