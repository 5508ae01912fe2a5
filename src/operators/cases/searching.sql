-- Searches for cases by the words that people know.

-- Tells whether this is the payer that is searched for: by parts of the name, or by the whole account number.
create function is_payer(p_payer jsonb, p_text text) returns boolean language sql immutable as $$
  select coalesce(p_payer ->> 'accountNumber' = p_text, false)
      or name_holds(p_payer ->> 'accountName', p_text) or name_holds(p_payer ->> 'payerName', p_text)
$$;

-- Finds cases with this number, account number, session id or reference. A search by payer covers only cases that are open, or were closed
-- within 30 days: nothing personal is stored with a case, so each subject must be looked up.
create function cases_found(p_text text) returns setof bigint language sql stable as $$
  select c.case_number from attention_case c where p_text ~ '^\d{1,15}$' and c.case_number = case when p_text ~ '^\d{1,15}$' then p_text::bigint end
  union select c.case_number from attention_case c where c.account_number = p_text
  union select c.case_number from attention_case c where c.session_id = p_text
  union select c.case_number from attention_case c where c.payment_reference = p_text
  union select c.case_number from attention_case c
         where c.kind in ('CHECKOUT', 'CREDIT', 'REFUND', 'PAYOUT', 'FINDING')
           and (c.status = 'OPEN' or c.closed_at > now() - interval '30 days')
           and (select is_payer(f.payer, p_text) from facts_of_case(c.kind, c.subject) f)
$$;
