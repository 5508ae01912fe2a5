-- Decisions in the audit.

-- Writes what an operator has proposed, withdrawn, decided, noted or assigned: case_event tells it by case, the audit by person.
-- A decision's states are those of its subject.
create or replace function audit_case_event() returns trigger language plpgsql as $$
declare
  verbs constant jsonb := '{"PROPOSED": "propose", "WITHDRAWN": "withdraw", "DECIDED": "decide", "NOTED": "note", "ASSIGNED": "assign"}';
begin
  if verbs ? new.type then
    perform record_audit(
      jsonb_build_object('kind', 'OPERATOR', 'actor', new.operator, 'partner', new.partner, 'reason', new.reason,
                         'door', coalesce(new.door, 'TEMPORAL')),
      'case.' || (verbs ->> new.type), 'case', new.case_number::text,
      (select c.merchant_id from attention_case c where c.case_number = new.case_number),
      new.before, coalesce(new.after, '{}') || jsonb_build_object('decision', new.decision));
  end if;
  return null;
end $$;
