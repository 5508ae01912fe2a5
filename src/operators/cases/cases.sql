-- Cases: things that wait for a person, with the decisions about them and the people who decided.

-- Converts a JSON list of texts to an array.
create function texts_of(p_list jsonb) returns text[] language sql immutable as $$
  select coalesce(array_agg(t.text order by t.at), '{}') from jsonb_array_elements_text(p_list) with ordinality t (text, at)
$$;

-- Deletes the code of a case, if there is one.
create function forget_code(p_case bigint) returns void language sql as $$
  delete from approval_code a where a.case_number = p_case
$$;

-- Returns the open case of a step's subject, and opens one if there is none. A case that was closed less than a day ago is opened again
-- under its number, so that a retry that fails once more makes no new case.
create function open_case(p_opening jsonb) returns attention_case language plpgsql as $$
declare
  opened attention_case;
  known attention_case;
  f case_facts := facts_of_case(p_opening ->> 'kind', p_opening ->> 'subject');
  due constant timestamptz := due_of_case(p_opening ->> 'kind', p_opening ->> 'subject');
  patience constant interval := patience_of_case(p_opening ->> 'kind', p_opening ->> 'reason', f.amount_minor);
begin
  perform pg_advisory_xact_lock(hashtextextended('case ' || (p_opening ->> 'workflowId'), 0));
  select * into known from attention_case c
   where c.kind = p_opening ->> 'kind' and c.subject = p_opening ->> 'subject'
     and (c.status = 'OPEN' or c.closed_at > now() - interval '1 day')
   order by c.case_number desc limit 1 for update;
  if not found then
    insert into attention_case (kind, subject, workflow_id, update_name, reason, decisions, page, merchant_id, checkout_id,
                                payment_reference, account_number, session_id, provider, amount_minor, currency, due_at, decide_by)
      values (p_opening ->> 'kind', p_opening ->> 'subject', p_opening ->> 'workflowId', p_opening ->> 'update',
              p_opening ->> 'reason', texts_of(p_opening -> 'decisions'), p_opening -> 'page', f.merchant_id, f.checkout_id,
              f.payment_reference, f.account_number, f.session_id, f.provider, f.amount_minor, coalesce(f.currency, home_currency()),
              due, least(now() + patience, due))
      returning * into opened;
  else
    update attention_case c
       set status = 'OPEN', closed_at = null, workflow_id = p_opening ->> 'workflowId', update_name = p_opening ->> 'update',
           reason = p_opening ->> 'reason', decisions = texts_of(p_opening -> 'decisions'), page = p_opening -> 'page',
           opened_at = case c.status when 'OPEN' then c.opened_at else now() end,
           proposal = case when c.decisions = texts_of(p_opening -> 'decisions') then c.proposal end,
           merchant_id = f.merchant_id, checkout_id = f.checkout_id, payment_reference = f.payment_reference,
           account_number = f.account_number, session_id = f.session_id, provider = f.provider, amount_minor = f.amount_minor,
           due_at = due,
           snoozed_until = case c.status when 'OPEN' then c.snoozed_until end,
           decide_by = least(case c.status when 'OPEN' then c.opened_at else now() end + patience, due)
     where c.case_number = known.case_number
    returning * into opened;
  end if;
  return opened;
end $$;

-- Returns the subject's state at the last time that its case began to wait.
create function state_at_opening(p_case_number bigint) returns jsonb language sql stable as $$
  select e.before from case_event e
   where e.case_number = p_case_number and e.type in ('OPENED', 'CHANGED') order by e.event_id desc limit 1
$$;

-- Records a workflow's report about its case: OPENED (or a new reason), DECIDED, HEALED (nobody is needed any more), DONE (the decision was
-- carried out). p_step: {stepId, event, case, decision}. For a step that was recorded before, the present state of the case is returned.
create function take_case_step(p_step jsonb, out case_number bigint, out facts case_facts) language plpgsql as $$
declare
  about_kind constant text := p_step -> 'case' ->> 'kind';
  about constant text := p_step -> 'case' ->> 'subject';
  event constant text := p_step ->> 'event';
  given constant jsonb := p_step -> 'decision';
  was attention_case;
  c attention_case;
begin
  select e.case_number into case_number from case_event e where e.step_id = p_step ->> 'stepId';
  if not found then
    if event in ('OPENED', 'DECIDED') then
      select * into was from attention_case x
       where x.kind = about_kind and x.subject = about and x.status = 'OPEN';
      c := open_case(p_step -> 'case');
    else
      select * into c from attention_case x where x.kind = about_kind and x.subject = about
       order by x.case_number desc limit 1 for update;
    end if;
    case_number := c.case_number;
    -- a case that another run of its workflow opens again, with nothing changed, gets no new event
    if c.case_number is not null
       and not (event = 'OPENED' and was.reason is not distinct from c.reason and was.decisions = c.decisions) then
      insert into case_event (case_number, step_id, type, operator, partner, decision, reason, door, before, after, shown_hash)
        values (c.case_number, p_step ->> 'stepId',
                case when event = 'OPENED' and was.reason is not null then 'CHANGED' else event end,
                given ->> 'operator', given ->> 'partner', given ->> 'decision',
                case event when 'DECIDED' then given ->> 'reason' else c.reason end,
                case event when 'DECIDED' then coalesce(given ->> 'door', 'TEMPORAL') end,
                case event when 'OPENED' then state_of_case(about_kind, about)
                           -- the state when the case began to wait, because the decision may already be carried out
                           when 'DECIDED' then coalesce(state_at_opening(c.case_number), state_of_case(about_kind, about)) end,
                case when event in ('DONE', 'HEALED') then state_of_case(about_kind, about) end,
                case when event = 'DECIDED' and given ->> 'partner' is not null then was.proposal ->> 'shownHash' end);
      if event in ('DECIDED', 'HEALED') then
        update attention_case x set status = 'CLOSED', closed_at = now(), proposal = null
         where x.case_number = c.case_number and x.status = 'OPEN';
      end if;
      -- The approval code is deleted when the case closes, except after enter_code: there the sender deletes the code when it takes it
      -- (approval-code.store.ts).
      if event = 'HEALED' or event = 'DECIDED' and given ->> 'decision' <> 'enter_code' then
        perform forget_code(c.case_number);
      end if;
    end if;
  end if;
  facts := facts_of_case(about_kind, about);
end $$;

-- Records an action of an operator at the desk that is not a decision.
create function note_case_event(p_case bigint, p_type text, p_event jsonb) returns void language sql as $$
  insert into case_event (case_number, type, operator, partner, decision, reason, door, before, after, shown_hash)
    values (p_case, p_type, p_event ->> 'operator', p_event ->> 'partner', p_event ->> 'decision', p_event ->> 'reason',
            p_event ->> 'door', p_event -> 'before', p_event -> 'after', p_event ->> 'shownHash')
$$;

-- Tells whether the subject of a case needs nobody any more, so that its workflow, started again, would not ask.
create function is_case_over(c attention_case) returns boolean language sql stable as $$
  select case
    when c.workflow_id like 'finding/%' then not exists (
      select from finding f where f.action = 'ATTENTION' and f.kind = split_part(c.workflow_id, '/', 2)
         and c.workflow_id in ('finding/' || f.kind, 'finding/' || f.kind || '/' || f.subject))
    else case c.kind
      when 'CHECKOUT' then not exists (select from checkout o where o.checkout_id = c.subject and is_open_status(o.status))
      when 'CREDIT' then not exists (select from inward_credit k where k.credit_id = c.subject and k.resolution is null)
      -- a refund that has FAILED may still be sent again
      when 'REFUND' then not exists (select from refund r where r.refund_id = c.subject and r.status <> 'SUCCESSFUL')
      when 'PAYOUT' then not exists (
        select from payout p where p.settlement_id = c.subject and p.status in ('SCHEDULED', 'PROCESSING', 'UNKNOWN'))
      when 'DISPUTE' then not exists (select from dispute_answer a where a.answer_id = c.subject and a.status = 'PENDING')
      -- the subject is CYCLE/CUT_OFF, or CYCLE/CUT_OFF/slice-N
      when 'SETTLEMENT' then exists (
        select from settlement_run r
         where r.cycle = split_part(c.subject, '/', 1) and r.cut_off = split_part(c.subject, '/', 2)::timestamptz
           and r.finished_at is not null)
      else true end end
$$;

-- Closes a case whose workflow has ended, unless its subject still needs somebody. Returns whether the case is closed, by this or before.
create function heal_case(p_case bigint) returns boolean language plpgsql as $$
declare
  c attention_case;
begin
  update attention_case x set status = 'CLOSED', closed_at = now(), proposal = null
   where x.case_number = p_case and x.status = 'OPEN' and is_case_over(x)
  returning * into c;
  if found then
    perform forget_code(p_case);
    perform note_case_event(p_case, 'HEALED', jsonb_build_object('reason', c.reason, 'after', state_of_case(c.kind, c.subject)));
  end if;
  return not exists (select from attention_case x where x.case_number = p_case and x.status = 'OPEN');
end $$;

-- Stores an operator's proposal of a decision that needs two operators. p_asked: {decision, operator, operatorId, reason, input, shown,
-- shownHash}; p_own: decisions that are valid in addition to the workflow's. Outcomes: PROPOSED (another operator must confirm),
-- OTHER_PROPOSED (`standing` is the proposal that waits already), NOT_VALID, CLOSED, UNKNOWN.
create function propose_decision(
  p_case bigint, p_asked jsonb, p_own text[], p_door text, out outcome text, out standing jsonb
) language plpgsql as $$
declare
  c attention_case;
begin
  select * into c from attention_case x where x.case_number = p_case for update;
  standing := c.proposal;
  outcome := case
    when c.case_number is null then 'UNKNOWN'
    when c.status <> 'OPEN' then 'CLOSED'
    when p_asked ->> 'decision' <> all (c.decisions || p_own) then 'NOT_VALID'
    when standing is null then 'PROPOSED'
    when standing - '{reason,shownHash,proposedAt,partner,partnerId}'::text[] = p_asked - '{reason,shownHash}'::text[] then 'PROPOSED'
    else 'OTHER_PROPOSED' end;
  if outcome = 'PROPOSED' and standing is null then
    standing := p_asked || jsonb_build_object('proposedAt', now());
    update attention_case x set proposal = standing where x.case_number = p_case;
    insert into shown_proposal (shown_hash, case_number, rows) values (p_asked ->> 'shownHash', p_case, p_asked -> 'shown')
      on conflict (shown_hash) do nothing;
    perform note_case_event(p_case, 'PROPOSED', p_asked || jsonb_build_object('door', p_door));
  end if;
end $$;

-- Proposes to send a code to the provider, and keeps the code sealed until another operator confirms it.
create function propose_code(
  p_case bigint, p_asked jsonb, p_door text, p_sealed bytea, p_ends_at timestamptz, out outcome text, out standing jsonb
) language plpgsql as $$
begin
  select p.outcome, p.standing into outcome, standing from propose_decision(p_case, p_asked, '{}', p_door) p;
  if outcome = 'PROPOSED' then
    insert into approval_code (case_number, sealed, ends_at) values (p_case, p_sealed, p_ends_at)
      on conflict (case_number) do update set sealed = excluded.sealed, ends_at = excluded.ends_at;
  end if;
end $$;

-- Confirms a proposal that the second operator was shown (p_shown_hash). p_by: {partner, partnerId}. Outcomes: CONFIRMED (`standing` may be
-- carried out; also when the same operator asks again), NOT_PROPOSED, CHANGED, CONFIRMED_BEFORE (by another operator), CODE_OVER (the code
-- has expired, or was taken), UNKNOWN, or the reason that this operator may not confirm the first one's proposal (why_not_two).
create function confirm_decision(
  p_case bigint, p_by jsonb, p_shown_hash text, out outcome text, out standing jsonb
) language plpgsql as $$
begin
  select x.proposal into standing from attention_case x where x.case_number = p_case for update;
  outcome := case
    when not found then 'UNKNOWN'
    when standing is null then 'NOT_PROPOSED'
    when standing ->> 'shownHash' is distinct from p_shown_hash then 'CHANGED'
    when standing ->> 'partnerId' <> p_by ->> 'partnerId' then 'CONFIRMED_BEFORE'
    else coalesce(why_not_two(standing ->> 'operatorId', p_by ->> 'partnerId'),
                  case when standing ->> 'decision' = 'enter_code' and not exists (
                    select from approval_code a where a.case_number = p_case and a.ends_at > now()) then 'CODE_OVER' end,
                  'CONFIRMED') end;
  if outcome = 'CONFIRMED' then
    standing := standing || p_by;
    update attention_case x set proposal = standing where x.case_number = p_case;
  end if;
end $$;

-- Withdraws a proposal; any operator may do so. Returns false when nothing was proposed.
create function withdraw_proposal(p_case bigint, p_operator text, p_reason text, p_door text) returns boolean language plpgsql as $$
declare
  standing jsonb;
begin
  select x.proposal into standing from attention_case x where x.case_number = p_case for update;
  if standing is null then
    return false;
  end if;
  update attention_case x set proposal = null where x.case_number = p_case;
  perform forget_code(p_case);
  perform note_case_event(p_case, 'WITHDRAWN', jsonb_build_object(
    'operator', p_operator, 'decision', standing -> 'decision', 'reason', p_reason, 'door', p_door,
    'shownHash', standing -> 'shownHash'));
  return true;
end $$;

-- Writes a note. Returns false when the case does not exist.
create function note_case(p_case bigint, p_operator text, p_text text, p_door text) returns boolean language plpgsql as $$
begin
  if not exists (select from attention_case x where x.case_number = p_case) then
    return false;
  end if;
  perform note_case_event(p_case, 'NOTED', jsonb_build_object('operator', p_operator, 'reason', p_text, 'door', p_door));
  return true;
end $$;

-- Assigns a case to an operator (null: to nobody). Returns false when the case does not exist.
create function assign_case(p_case bigint, p_operator text, p_assignee text, p_door text) returns boolean language plpgsql as $$
declare
  c attention_case;
begin
  select * into c from attention_case x where x.case_number = p_case for update;
  if c.case_number is null then
    return false;
  end if;
  if c.assignee is distinct from p_assignee then
    update attention_case x set assignee = p_assignee where x.case_number = p_case;
    perform note_case_event(p_case, 'ASSIGNED', jsonb_build_object('operator', p_operator, 'door', p_door,
      'before', jsonb_build_object('assignee', c.assignee), 'after', jsonb_build_object('assignee', p_assignee)));
  end if;
  return true;
end $$;

-- Snoozes a case until a time (null: puts it back into the queue). Outcomes: SNOOZED, UNKNOWN, CLOSED, TOO_LATE (the case has to be decided
-- before that time: see due_of_case), HOLDS (nothing leaves through the bank until the case is decided).
create function snooze_case(p_case bigint, p_operator text, p_until timestamptz, p_reason text, p_door text) returns text language plpgsql as $$
declare
  c attention_case;
  outcome text;
begin
  select * into c from attention_case x where x.case_number = p_case for update;
  outcome := case
    when c.case_number is null then 'UNKNOWN'
    when c.status = 'CLOSED' then 'CLOSED'
    when p_until > c.due_at then 'TOO_LATE'
    when p_until is not null and holds_sending(c) then 'HOLDS'
    else 'SNOOZED' end;
  if outcome = 'SNOOZED' and c.snoozed_until is distinct from p_until then
    update attention_case x set snoozed_until = p_until where x.case_number = p_case;
    perform note_case_event(p_case, 'SNOOZED', jsonb_build_object('operator', p_operator, 'reason', p_reason, 'door', p_door,
      'before', jsonb_build_object('until', c.snoozed_until), 'after', jsonb_build_object('until', rfc3339(p_until))));
  end if;
  return outcome;
end $$;

-- Saves a view of the queue under its name. Returns false when the operator has twenty already.
create function save_view(p_operator_id text, p_name text, p_query text) returns boolean language plpgsql as $$
begin
  perform 1 from person p where p.person_id = p_operator_id and p.realm = 'OPERATOR' for update;
  if (select count(*) from saved_view v where v.operator_id = p_operator_id and v.name <> p_name) >= 20 then
    return false;
  end if;
  insert into saved_view (operator_id, name, query) values (p_operator_id, p_name, p_query)
    on conflict (operator_id, name) do update set query = excluded.query;
  return true;
end $$;

-- Gives a refund another account, which two operators have decided (`provide_refund_account`). p_decision: {operator, partner, reason,
-- door, shownHash}. Outcomes: DECIDED, CLOSED, or the reason that the refund takes no account.
create function redirect_refund(
  p_case bigint, p_destination jsonb, p_decision jsonb, out outcome text, out left_minor bigint
) language plpgsql as $$
declare
  about constant text := (select x.subject from attention_case x where x.case_number = p_case and x.kind = 'REFUND');
  stood constant jsonb := state_of_case('REFUND', about);
begin
  -- The refund is locked first, because a step of its workflow also locks it before the case.
  select p.outcome, p.left_minor into outcome, left_minor from provide_refund_account(about, p_destination, 'OPERATORS') p;
  if outcome <> 'PROVIDED' then
    return;
  end if;
  outcome := 'DECIDED';
  update attention_case x set status = 'CLOSED', closed_at = now(), proposal = null
   where x.case_number = p_case and x.status = 'OPEN';
  perform note_case_event(p_case, 'DECIDED', p_decision || jsonb_build_object(
    'decision', 'redirect', 'before', stood, 'after', state_of_case('REFUND', about) || jsonb_strip_nulls(jsonb_build_object(
      'sendsFrom', (select rfc3339(refund_sendable_from(r.redirected_at)) from refund r where r.refund_id = about)))));
end $$;
