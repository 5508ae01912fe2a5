-- The audit log.

-- Records a change, in the transaction that makes it. p_by says who makes it: {kind, actor, door, reason, partner, address},
-- as in src/domain/actor.ts. A change that changed nothing makes no entry; null is then returned in place of the entry's id.
create function record_audit(p_by jsonb, p_action text, p_subject_kind text, p_subject text, p_merchant_id text,
                             p_before jsonb, p_after jsonb) returns bigint language sql as $$
  insert into audit_entry (actor_kind, actor, action, subject_kind, subject, merchant_id, before, after,
                           reason, partner, door, address, person_id)
  select p_by ->> 'kind', p_by ->> 'actor', p_action, p_subject_kind, p_subject, p_merchant_id, p_before, p_after,
         p_by ->> 'reason', p_by ->> 'partner', p_by ->> 'door', (p_by ->> 'address')::inet,
         p_by ->> 'personId'
   where p_before is distinct from p_after or p_after is null
  returning audit_id
$$;
