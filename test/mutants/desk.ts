import type { Mutant } from './mutant.ts';

const urgency = 'test/integration/operators/cases/urgency.test.ts';
const outgoing = 'test/integration/operators/cases/outgoing.test.ts';
const queue = 'test/edge/desk/queue.test.ts';
const patience = 'is as the table says';

/** What operators see first, what is counted, and what they may do about it. */
export const desk: readonly Mutant[] = [
  {
    name: 'a-million-is-not-urgent',
    cost: 'A case of exactly ₦1,000,000.00 waits four hours.',
    file: 'src/operators/cases/facts.sql',
    replace: 'p_amount_minor >= 100000000 then',
    by: 'p_amount_minor > 100000000 then',
    seenBy: { file: urgency, test: patience },
  },
  {
    name: 'wrong-books-may-wait',
    cost: 'Books that disagree are looked at the next day.',
    file: 'src/operators/cases/facts.sql',
    replace: `'FOUND: UNEXPLAINED_DEBIT', 'FOUND: BOOKS_DISAGREE'`,
    by: `'FOUND: UNEXPLAINED_DEBIT'`,
    seenBy: { file: urgency, test: patience },
  },
  {
    name: 'small-sums-are-urgent',
    cost: 'A case of exactly ₦5,000.00 waits a day.',
    file: 'src/operators/cases/facts.sql',
    replace: 'p_amount_minor < 500000 then',
    by: 'p_amount_minor <= 500000 then',
    seenBy: { file: urgency, test: patience },
  },
  {
    name: 'deadline-not-heeded',
    cost: 'A case is decided after the money has gone back by itself.',
    file: 'src/operators/cases/cases.sql',
    replace: 'due, least(now() + patience, due))',
    by: 'due, now() + patience)',
    seenBy: { file: urgency, test: 'ends with its deadline, when that is earlier' },
  },
  {
    name: 'opened-again-as-late-as-before',
    cost: 'A case that is opened again is late at once, before what is more urgent.',
    file: 'src/operators/cases/cases.sql',
    replace: `decide_by = least(case c.status when 'OPEN' then c.opened_at else now() end + patience, due)`,
    by: 'decide_by = least(c.opened_at + patience, due)',
    seenBy: { file: urgency, test: 'begins anew when it is opened again' },
  },
  {
    name: 'hold-of-a-bank-put-off',
    cost: 'The case that keeps all money from leaving is put out of the queue for a week.',
    file: 'src/operators/cases/cases.sql',
    replace: `when p_until is not null and holds_sending(c) then 'HOLDS'`,
    by: `when false then 'HOLDS'`,
    seenBy: { file: urgency, test: 'is never a case because of which' },
  },
  {
    name: 'mine-are-those-of-everybody',
    cost: 'An operator believes to have more to do than there is.',
    file: 'src/operators/cases/case-statements.ts',
    replace: '(count(*) filter (where c.assignee = $1))::integer as mine',
    by: '(count(*) filter (where c.assignee is not null and $1::text is not null))::integer as mine',
    seenBy: { file: urgency, test: 'waits no longer for anybody, until its time' },
  },
  {
    name: 'cause-of-another-bank-hidden',
    cost: 'Cases of one bank stand in no row, because another bank has many of the kind.',
    file: 'src/operators/cases/case-statements.ts',
    replace: `c.kind || '|' || c.reason || '|' || coalesce(c.provider, '') <> all (\${value(without)}::text[])`,
    by: `c.kind || '|' || c.reason <> all (select regexp_replace(w, '[|][^|]*$', '') from unnest(\${value(without)}::text[]) w)`,
    seenBy: { file: urgency, test: 'stand as one row for each bank' },
  },
  {
    name: 'views-of-others-forgotten',
    cost: 'One operator deletes the views of all who gave theirs the same name.',
    file: 'src/operators/cases/case-statements.ts',
    replace: 'delete from saved_view where operator_id = $1 and name = $2',
    by: 'delete from saved_view where $1::text is not null and name = $2',
    seenBy: { file: urgency, test: 'is forgotten by its owner only' },
  },
  {
    name: 'groups-of-six',
    cost: 'Five cases of one cause push everything else off the page.',
    file: 'src/operators/desk/list-routes.ts',
    replace: 'count >= groupedFrom',
    by: 'count > groupedFrom',
    seenBy: { file: queue, test: 'makes many cases of one cause one row' },
  },
  {
    name: 'view-leads-elsewhere',
    cost: 'A kept view sends its operator to an address of somebody else’s choice.',
    file: 'src/operators/desk/list-routes.ts',
    replace: `const query = queuePath(usualLeftOut(wish)).split('?')[1] ?? '';`,
    by: `const query = textOf(request.body, 'query');\n    void usualLeftOut(wish);`,
    seenBy: { file: queue, test: 'keeps an operator’s own views' },
  },
  {
    name: 'held-payouts-not-on-their-way',
    cost: 'The first page leaves out the payouts that are held.',
    file: 'src/reports/home/home.sql',
    replace: `('SCHEDULED', 'PROCESSING', 'UNKNOWN', 'ON_HOLD')`,
    by: `('SCHEDULED', 'PROCESSING', 'UNKNOWN')`,
    seenBy: { file: outgoing, test: 'keeps what the table says' },
  },
  {
    name: 'refused-answer-is-an-answer',
    cost: 'A dispute whose answer was refused looks answered until it is lost.',
    file: 'src/reports/home/home.sql',
    replace: `and a.status <> 'REFUSED')`,
    by: ')',
    seenBy: {
      file: 'test/integration/programs/statuses/incoming.test.ts',
      test: 'may be answered while an answer helps',
    },
  },
  {
    name: 'silent-bank-in-order',
    cost: 'A bank that has lost transfers is shown as in order.',
    file: 'src/reports/home/home.sql',
    replace: `o.status in ('SENT', 'UNKNOWN') and o.provider`,
    by: `o.status = 'SENT' and o.provider`,
    seenBy: {
      file: 'test/integration/reports/home/home.store.test.ts',
      test: 'it owes',
    },
  },
  {
    name: 'difference-turned-round',
    cost: 'Money that is missing at the bank is shown as money too much.',
    file: 'src/reports/home/home.sql',
    replace: 'coalesce(pool.minor, 0) - l.balance_minor end',
    by: 'l.balance_minor - coalesce(pool.minor, 0) end',
    seenBy: {
      file: 'test/integration/reports/home/home.store.test.ts',
      test: 'differs from our books by what its statement does not have',
    },
  },
  {
    name: 'orders-of-one-second-share-a-run',
    cost: 'A second order for a Schedule is confirmed and never carried out.',
    file: 'src/operators/errands/errands.sql',
    replace: 'decided_at = errand_confirmed_at(e)',
    by: 'decided_at = now()',
    seenBy: {
      file: 'test/workflows/operators/errands.test.ts',
      test: 'is one of several within one second',
    },
  },
  {
    name: 'errand-of-one',
    cost: 'One person alone refunds a payment from a shop’s balance.',
    file: 'src/operators/errands/errands.sql',
    replace: `else coalesce(why_not_two(e.operator_id, p_by ->> 'operatorId'), 'CONFIRMED') end`,
    by: `else 'CONFIRMED' end`,
    seenBy: {
      file: 'test/edge/desk/schedules.test.ts',
      test: 'does what two operators have ordered, once',
    },
  },
  {
    name: 'refund-by-whom-it-is-not-given',
    cost: 'A role that may not touch the books orders refunds from them.',
    file: 'src/operators/desk/actions/money-actions.ts',
    replace: `permission: 'journals:write'`,
    by: `permission: 'cases:decide'`,
    seenBy: {
      file: 'test/edge/desk/actions.test.ts',
      test: 'is what the table says for each role',
    },
  },
  {
    name: 'kept-by-channel-as-by-bank',
    cost: 'The sums of a bank are those of a channel.',
    file: 'src/reports/sums/kept-sums.sql',
    replace: `('provider', coalesce(k.provider, ''))`,
    by: `('provider', coalesce(k.channel, ''))`,
    seenBy: {
      file: 'test/integration/reports/sums/kept-sums.test.ts',
      test: 'are those that are added up anew',
    },
  },
];
