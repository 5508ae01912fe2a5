-- Decisions in the audit.

-- Writes what an operator has proposed, withdrawn, decided, noted or assigned: case_event has the events by case, the audit has them by
-- person. The states of a decision are the states of its subject. The facts that two operators were shown are in the audit with their hash,
-- but with accounts masked and without names, because the audit must hold nothing of a payer.
create or replace function audit_case_event() returns trigger language plpgsql as $$
declare
  verbs constant jsonb := '{"PROPOSED": "propose", "WITHDRAWN": "withdraw", "DECIDED": "decide", "NOTED": "note", "ASSIGNED": "assign"}';
  shown jsonb := '{}';
begin
  if not verbs ? new.type then
    return null;
  end if;
  if new.shown_hash is not null then
    select jsonb_build_object('shownHash', new.shown_hash) || coalesce(
             jsonb_object_agg(r.fact ->> 0, regexp_replace(r.fact ->> 1, '\d{6}(?=\d{4}(?!\d))', '******', 'g')), '{}')
      into shown
      from shown_proposal s cross join lateral jsonb_array_elements(s.rows) r (fact)
     where s.shown_hash = new.shown_hash and r.fact ->> 0 !~* 'name';
  end if;
  perform record_audit(
    jsonb_build_object('kind', 'OPERATOR', 'actor', new.operator, 'partner', new.partner, 'reason', new.reason,
                       'door', coalesce(new.door, 'TEMPORAL')),
    'case.' || (verbs ->> new.type), 'case', new.case_number::text,
    (select c.merchant_id from attention_case c where c.case_number = new.case_number),
    new.before, coalesce(new.after, '{}') || jsonb_build_object('decision', new.decision) || shown);
  return null;
end $$;
