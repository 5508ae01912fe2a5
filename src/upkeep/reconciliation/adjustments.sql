-- Journals that make our books agree with the bank's statement, after two operators have decided so.

-- Returns the part of a differing debit (DEBIT_DIFFERS) that our books have as its sending: the amount of the sending, or 0 when another line
-- stands for the sending. Of several differing debits, the first one that was imported stands for it.
create function sent_of_debit(f finding) returns bigint language sql stable as $$
  select coalesce((
    select t.amount_minor from statement_line l cross join lateral sending_of(l.provider, l.session_id) t
     where l.provider = f.detail ->> 'provider' and l.line_id = (f.detail ->> 'lineId')::bigint and not is_used_up(t, l.line_id, 'DEBIT')
       and not exists (
         select from other_lines(t.provider, l.line_id, 'DEBIT', array[t.session_id, t.known_as ->> 'sessionId']) o
          where (o.imported_at, o.line_id) < (l.imported_at, l.line_id))), 0)
$$;

-- Returns the amount by which our money at the bank must change in the books to settle a finding. Null when the books agree with the
-- statement, as with a debit that was booked by hand (book_debit), or when the finding has no amount.
create function difference_of(f finding) returns bigint language sql stable as $$
  select nullif(case f.kind
    when 'UNEXPLAINED_DEBIT' then -d.amount
    when 'DEBIT_DIFFERS' then sent_of_debit(f) - d.amount
    when 'UNEXPLAINED_STAMP_DUTY' then -d.amount
    when 'UNEXPLAINED_CREDIT_RECALLED' then -d.amount
    when 'NOT_ON_STATEMENT' then -d.amount
    when 'UNEXPLAINED_RETURN' then d.amount
    when 'RETURNED_IN_PART' then d.amount
    when 'AMOUNT_DIFFERS' then d.amount - (differing_credit(f)).amount_minor end, 0)
    from (select (f.detail ->> 'amountMinor')::bigint as amount) d
   where not exists (select from journal j
                      where j.source_type = 'statement' and j.purpose = 'booked'
                        and j.source_id = (f.detail ->> 'provider') || '/' || (f.detail ->> 'lineId'))
$$;

-- Tells whether a finding still needs an adjustment: its difference is not 0, no journal was posted for it, and matching its statement line
-- again gives the same kind of finding. For NOT_ON_STATEMENT, which has no line: the statement still has no such credit.
create function is_unadjusted(f finding) returns boolean language sql stable as $$
  select difference_of(f) is not null
     and not exists (select from journal j where j.source_type = 'finding' and j.source_id = f.kind || ':' || f.subject)
     and case f.kind
       when 'NOT_ON_STATEMENT' then not exists (
         select from statement_line l where l.session_id = f.subject and l.provider = f.detail ->> 'provider' and l.kind = 'CREDIT')
       else coalesce((
         select (match_statement_line(l.provider, l.line_id, l.kind, l.session_id, l.amount_minor, null)).kind = f.kind
           from statement_line l
          where l.provider = f.detail ->> 'provider' and l.line_id = (f.detail ->> 'lineId')::bigint), false) end
$$;

-- Returns the legs that `adjust` posts for a finding: our money at the bank against write-offs. Null when the books agree with the
-- statement.
create function legs_of_adjustment(f finding) returns leg[] language sql stable as $$
  select array[('finding', f.kind || ':' || f.subject, 'adjusted', 'pool', '1100', f.detail ->> 'provider', home_currency(), delta),
               ('finding', f.kind || ':' || f.subject, 'adjusted', 'written-off', '5300', '-', home_currency(), -delta)]::leg[]
    from difference_of(f) delta where delta is not null
$$;

-- Returns the adjustment of a case's findings in the form that operators are shown.
create function adjustment_shown(p_subject text) returns jsonb language sql stable as $$
  select jsonb_agg(jsonb_build_object('account', account_of(l.code, l.owner, l.currency), 'amountMinor', l.amount_minor::text))
    from finding f cross join lateral unnest(legs_of_adjustment(f)) l
   where f.kind = split_part(p_subject, ':', 1) and f.subject = substr(p_subject, position(':' in p_subject) + 1)
$$;

-- Posts the journal for a finding, against write-offs, and resolves the finding. p_by: {operator, partner, reason}.
create function adjust_finding(p_kind text, p_subject text, p_by jsonb) returns void language plpgsql as $$
declare
  f finding;
  legs leg[];
begin
  select * into strict f from finding x where x.kind = p_kind and x.subject = p_subject for update;
  legs := legs_of_adjustment(f);
  if legs is not null then
    perform post_journals(legs);
    perform forget_words_of_line(f.detail ->> 'provider', (f.detail ->> 'lineId')::bigint);
  end if;
  perform resolve_finding(f.finding_id, p_by || jsonb_build_object('adjustedMinor', coalesce(legs[1].amount_minor, 0)::text));
end $$;

-- Returns the amount by which the bank's statement exceeds our books; null: its last line has no balance.
create function difference_to_bank(p_provider text) returns bigint language sql stable as $$
  select case when l.line_id is null then 0 else l.balance_minor end
       - coalesce((select sum(a.balance_minor) from ledger_account a
                    where a.code in ('1100', '1110') and a.owner = p_provider and a.currency = home_currency()), 0)::bigint
    from (select) one left join last_line_of(p_provider) l on true
$$;

-- Reopens the findings that a person resolved in the last 400 days although they still need an adjustment (is_unadjusted). None is reopened
-- while our books agree with the bank's balance, or while nobody knows it.
create function reopen_findings(p_provider text) returns setof found language sql as $$
  select f.kind, f.subject, 'ATTENTION', null::text, null::text, null::text
    from finding f
    cross join lateral (select reopen_finding(f.finding_id)) o
   where f.action = 'RESOLVED' and f.resolved_at > now() - interval '400 days' and f.detail ->> 'provider' = p_provider
     and f.kind in ('UNEXPLAINED_DEBIT', 'DEBIT_DIFFERS', 'UNEXPLAINED_STAMP_DUTY', 'NOT_ON_STATEMENT', 'UNEXPLAINED_RETURN',
                    'RETURNED_IN_PART', 'AMOUNT_DIFFERS', 'UNEXPLAINED_CREDIT_RECALLED')
     and difference_to_bank(p_provider) <> 0 and is_unadjusted(f)
$$;
