import { statementName } from '../../platform/database/statement-name.js';
import { type Slice, statementLimit } from '../../domain/slice.js';
import type { CaseFilter, CaseSort } from './case-record.js';

/**
 * The sort orders of a list: each has a position as text, the order, and the condition for the rows after a position.
 */
const orders: Readonly<Record<CaseSort, { position: string; order: string; behind: Behind }>> = {
  URGENT: {
    position: 'list_position(c.decide_by)',
    order: 'c.decide_by, c.case_number',
    behind: (at, number) => `(c.decide_by, c.case_number) > (list_time(${at}), ${number}::bigint)`,
  },
  OLDEST: {
    position: 'list_position(c.opened_at)',
    order: 'c.opened_at, c.case_number',
    behind: (at, number) => `(c.opened_at, c.case_number) > (list_time(${at}), ${number}::bigint)`,
  },
  NEWEST: {
    position: 'list_position(c.opened_at)',
    order: 'c.opened_at desc, c.case_number desc',
    behind: (at, number) => `(c.opened_at, c.case_number) < (list_time(${at}), ${number}::bigint)`,
  },
  LARGEST: {
    position: 'coalesce(c.amount_minor, -1)::text',
    order: 'coalesce(c.amount_minor, -1) desc, c.case_number desc',
    behind: (at, number) =>
      `(coalesce(c.amount_minor, -1), c.case_number) < (${at}::bigint, ${number}::bigint)`,
  },
};

type Behind = (at: string, number: string) => string;

/** Holds of banks are rare, so whether there is any is looked up once for a whole page, not for each open case. */
const columns = `c.case_number, c.kind, c.subject, c.workflow_id, c.update_name, c.reason, c.status, c.merchant_id,
  m.trade_name as merchant_name, c.payment_reference, c.account_number, c.session_id, c.provider, c.amount_minor, c.currency,
  c.assignee, c.proposal, c.opened_at, c.due_at, c.decide_by, c.snoozed_until, c.closed_at, payer_of_case(c) as payer_name, c.page ->> 'title' as title,
  holds_sending(c) as holds_sending,
  case when c.status = 'CLOSED' or exists (select from bank_hold) then hold_of_case(c) end as held,
  name_of_provider(c.provider) as provider_name,
  case when c.status = 'CLOSED' then (
    select jsonb_build_object('type', e.type, 'decision', e.decision) from case_event e
     where e.case_number = c.case_number and e.type in ('DECIDED', 'HEALED') order by e.event_id desc limit 1) end as ended`;

const standing = 'attention_case c left join merchant m on m.merchant_id = c.merchant_id';

/** The cases that stop all sending through a bank. */
const holding =
  'c.case_number in (select b.case_number from bank_hold b where b.case_number is not null)';

/**
 * The condition that a case is out of the queue for a while. A case that stops all sending through a bank counts as not
 * snoozed, even if it was snoozed before it did.
 */
const putOff = `(coalesce(c.snoozed_until > now(), false) and not ${holding})`;

/**
 * Finds the cases of one page first, and then reads the data that belong to them. The statement contains only the
 * filters that are set, so that its plan fits them.
 */
export function listedCases(filter: CaseFilter, sort: CaseSort, slice: Slice) {
  const values: unknown[] = [];
  const value = (each: unknown): string => `$${values.push(each)}`;
  const { position, order, behind } = orders[sort];
  const conditions = conditionsOf(filter, value);
  const [at, number] = slice.after ?? [];
  if (at !== undefined && number !== undefined) conditions.push(behind(value(at), value(number)));
  const limit = statementLimit(slice.limit);
  const skipped = slice.offset === 0 ? '' : ` offset ${value(slice.offset)}`;
  const text = `
    select ${columns}, ${position} as position
      from (select c.case_number from attention_case c
             where ${['true', ...conditions].join(' and ')}
             order by ${order} limit ${limit}${skipped}) p
      join attention_case c on c.case_number = p.case_number
      left join merchant m on m.merchant_id = c.merchant_id
     order by ${order}`;
  const { status, isSnoozed, isHolding, without, ...given } = filter;
  const asked = Object.entries(given).map(([part, wanted]) => (wanted === null ? null : part));
  const name = statementName(
    ...['list_cases', status, sort, isSnoozed === null ? null : `snoozed ${isSnoozed}`],
    isHolding === null ? null : `holding ${isHolding}`,
    ...asked,
    ...[without.length > 0 ? 'without' : null, slice.after && 'after', skipped && 'skip'],
    String(limit),
  );
  return { name, text, values };
}

/** The status is written out, so that the queue's own indexes are used. */
function conditionsOf(filter: CaseFilter, value: (each: unknown) => string): string[] {
  const { status, isSnoozed, isHolding, kind, reason, merchantId, provider, assignee, search } =
    filter;
  const { without } = filter;
  return [
    ...(status === null ? [] : [`c.status = '${status}'`]),
    ...(isSnoozed === null ? [] : [isSnoozed ? putOff : `not ${putOff}`]),
    ...(isHolding === null ? [] : [isHolding ? holding : `not ${holding}`]),
    ...(kind === null ? [] : [`c.kind = ${value(kind)}`]),
    ...(reason === null ? [] : [`c.reason = ${value(reason)}`]),
    ...(merchantId === null ? [] : [`c.merchant_id = ${value(merchantId)}`]),
    ...(provider === null ? [] : [`c.provider = ${value(provider)}`]),
    ...(assignee === null ? [] : [`coalesce(c.assignee, '') = ${value(assignee)}`]),
    ...(search === null
      ? []
      : [`c.case_number in (select f from cases_found(${value(search)}) f)`]),
    ...(without.length === 0
      ? []
      : [
          `c.kind || '|' || c.reason || '|' || coalesce(c.provider, '') <> all (${value(without)}::text[])`,
        ]),
  ];
}

const eventColumns = `e.event_id, e.case_number, e.type, e.at, e.operator, e.partner, e.decision, e.reason, e.door, e.before, e.after,
  (select s.rows from shown_proposal s where s.shown_hash = e.shown_hash) as shown`;

export const caseStatements = {
  counts: {
    name: 'count_cases',
    text: `select c.kind, c.reason, c.provider, name_of_provider(c.provider) as "providerName", ${holding} as "isHolding",
                  count(*) as count, sum(c.amount_minor)::bigint as "amountMinor", min(c.decide_by) as "decideBy",
                  min(c.opened_at) as "openedAt", min(c.decisions) as decisions
             from attention_case c where c.status = 'OPEN' and not ${putOff}
            group by c.kind, c.reason, c.provider, "isHolding" order by min(c.decide_by), c.kind, c.reason, c.provider`,
  },
  /** Counts the cases in the queue, and among them those that should have been decided by now. */
  waiting: {
    name: 'cases_waiting',
    text: `select count(*)::integer as waiting, (count(*) filter (where c.decide_by < now()))::integer as overdue,
                  (count(*) filter (where c.assignee = $1))::integer as mine
             from attention_case c where c.status = 'OPEN' and not ${putOff}`,
  },
  views: {
    name: 'saved_views',
    text: 'select name, query from saved_view where operator_id = $1 order by name',
  },
  forgetView: {
    name: 'forget_view',
    text: 'delete from saved_view where operator_id = $1 and name = $2',
  },
  find: {
    name: 'find_case',
    text: `select ${columns}, c.decisions, c.page, list_position(c.opened_at) as opened_at_micros,
                  f.payer, end_of_case(c) as ending, f.due_minor, f.paid_minor, f.status as subject_status, f.since,
                  case when c.kind = 'FINDING' then adjustment_shown(c.subject) end as legs,
                  statement_line_of(c.kind, c.subject) as statement_line, customer_of_case(c) as customer,
                  c.kind = 'CREDIT' and is_called_off(c.subject) as is_called_off,
                  (select count(*) from attention_case x
                    where x.status = 'OPEN' and x.kind = c.kind and x.reason = c.reason
                      and x.provider is not distinct from c.provider and x.case_number <> c.case_number) as alike
             from ${standing}
             left join lateral facts_of_case(c.kind, c.subject) f on true
            where c.case_number = $1`,
  },
  kindsOf: {
    name: 'kinds_of_cases',
    text: 'select case_number, kind, reason from attention_case where case_number = any($1::bigint[])',
  },
  sendings: {
    name: 'sendings_of_case',
    text: `select kind, subject, reference, amount_minor as "amountMinor", status, session_id as "sessionId", sent_at as "sentAt",
                  arrived_at as "arrivedAt", hold, case_number as "caseNumber", sends_from as "sendsFrom"
             from sendings_of_case($1, $2)`,
  },
  history: {
    name: 'case_history',
    text: `select ${eventColumns} from case_event e where e.case_number = $1 order by e.event_id desc limit 500`,
  },
  isDecided: {
    name: 'case_is_decided',
    text: `select from case_event e where e.case_number = $1 and e.type = 'DECIDED' and e.at >= list_time($2) limit 1`,
  },
  audit: {
    name: 'audit_cases',
    text: `select ${eventColumns}, c.kind, m.trade_name as merchant_name, c.payment_reference, c.amount_minor
             from case_event e join attention_case c on c.case_number = e.case_number
             left join merchant m on m.merchant_id = c.merchant_id
            where e.type = 'DECIDED' and ($1::text is null or e.operator = $1 or e.partner = $1)
              and e.at >= coalesce($2, '-infinity'::timestamptz) and e.at < coalesce($3, 'infinity'::timestamptz)
              and ($4::text is null or e.event_id < $4::bigint)
            order by e.event_id desc limit $5`,
  },
} as const;
