-- Manual journals: one operator proposes a journal, another one posts it.

-- Tells whether an operator may post to this account. A difference at a bank or an acquirer can be written off, or posted the other way.
create function is_adjustable(p_account text) returns boolean language sql immutable as $$
  select (parts_of_account(p_account)).code in ('1100', '1110', '1200', '1400', '5300')
$$;

-- Writes a change of a proposed journal into the audit, with its legs.
create function audit_journal(p_by jsonb, p_action text, p_id text, p_before text, p_after text) returns void language sql as $$
  select record_audit(p_by, p_action, 'journal', p_id, null,
                      case when p_before is not null then jsonb_build_object('status', p_before) end,
                      jsonb_build_object('status', p_after, 'reverses', p.reverses, 'legs', p.legs, 'journalId', p.journal_id))
    from journal_proposal p where p.proposal_id = p_id
$$;

-- Stores a proposal. p_wish: {reverse} (a journal's number) or {legs: [{account, amountMinor}]}. Outcomes: PROPOSED,
-- JOURNAL_UNKNOWN, ALREADY_REVERSED, NOT_ADJUSTABLE, ACCOUNT_UNKNOWN, NOT_BALANCED.
create function propose_journal(
  p_by jsonb, p_id text, p_wish jsonb, p_reason text, out outcome text
) language plpgsql as $$
declare
  reversed constant bigint := (p_wish ->> 'reverse')::bigint;
  wished jsonb := p_wish -> 'legs';
begin
  if reversed is not null then
    perform pg_advisory_xact_lock(hashtextextended('reverse journal ' || reversed, 0));
    select jsonb_agg(jsonb_build_object('account', e.account_id, 'amountMinor', -e.amount_minor) order by e.leg)
      into wished from entry e where e.journal_id = reversed;
    outcome := case
      when wished is null then 'JOURNAL_UNKNOWN'
      when exists (select from journal_proposal p where p.reverses = reversed and p.status <> 'WITHDRAWN') then 'ALREADY_REVERSED' end;
  else
    select case
        when not bool_and(is_adjustable(l ->> 'account')) then 'NOT_ADJUSTABLE'
        when bool_or(not exists (select from ledger_account a where a.account_id = l ->> 'account')
                     and l ->> 'account' not like account_of('5300', '-', '___')) then 'ACCOUNT_UNKNOWN'
        when exists (select from jsonb_array_elements(wished) s group by right(s ->> 'account', 3)
                     having sum((s ->> 'amountMinor')::bigint) <> 0) or count(*) < 2
          or count(distinct l ->> 'account') < count(*) then 'NOT_BALANCED' end
      into outcome from jsonb_array_elements(wished) l;
  end if;
  if outcome is null then
    insert into journal_proposal (proposal_id, reverses, legs, reason, operator, operator_id)
      values (p_id, reversed, wished, p_reason, p_by ->> 'actor', p_by ->> 'operatorId');
    perform audit_journal(p_by, 'journal.propose', p_id, null, 'PROPOSED');
    outcome := 'PROPOSED';
  end if;
end $$;

-- Posts a proposed journal for a second operator. The journal has a source of its own, so it is posted once, whoever asks again. Outcomes:
-- POSTED, WITHDRAWN, UNKNOWN, or the reason that this operator may not confirm the first one's proposal (why_not_two).
create function post_proposed_journal(
  p_by jsonb, p_id text, out outcome text, out posted bigint
) language plpgsql as $$
declare
  p journal_proposal;
  source constant text := 'adjustment';
begin
  select * into p from journal_proposal x where x.proposal_id = p_id for update;
  outcome := case
    when p.proposal_id is null then 'UNKNOWN'
    when p.status <> 'PROPOSED' then p.status
    else why_not_two(p.operator_id, p_by ->> 'operatorId') end;
  posted := p.journal_id;
  if outcome is not null then
    return;
  end if;
  perform post_journals((
    select array_agg((source, p_id, 'journal', 'leg-' || l.at, a.code, a.owner, a.currency, (l.leg ->> 'amountMinor')::bigint)::leg)
      from jsonb_array_elements(p.legs) with ordinality l (leg, at)
      cross join lateral parts_of_account(l.leg ->> 'account') a));
  select j.journal_id into posted from journal j where j.source_type = source and j.source_id = p_id and j.purpose = 'journal';
  update journal_proposal x
     set status = 'POSTED', partner = p_by ->> 'actor', partner_id = p_by ->> 'operatorId', journal_id = posted, decided_at = now()
   where x.proposal_id = p_id;
  perform audit_journal(p_by, 'journal.post', p_id, 'PROPOSED', 'POSTED');
  outcome := 'POSTED';
end $$;

-- Withdraws a proposed journal; any operator may do so. Returns false when no such proposal waits.
create function withdraw_journal(p_by jsonb, p_id text) returns boolean language plpgsql as $$
begin
  update journal_proposal x set status = 'WITHDRAWN', decided_at = now() where x.proposal_id = p_id and x.status = 'PROPOSED';
  if not found then
    return false;
  end if;
  perform audit_journal(p_by, 'journal.withdraw', p_id, 'PROPOSED', 'WITHDRAWN');
  return true;
end $$;
