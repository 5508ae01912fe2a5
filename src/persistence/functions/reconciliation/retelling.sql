-- After Temporal was lost: what its workflows had been told is told again.

-- Makes facts due at once that some workflow is still to act on. What it has acted on meanwhile stays as it is.
create function retell_facts(p_fact_ids bigint[]) returns void language sql as $$
  with open as materialized (
    select fact_id from fact where fact_id = any (p_fact_ids) and applied_at is null order by fact_id for update
  )
  update fact f set due_at = now(), attempts = 0 from open o where f.fact_id = o.fact_id
$$;
