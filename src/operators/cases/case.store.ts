import type { RowOf } from '../../platform/database/columns.js';
import type { CaseKind } from '../../domain/case-kind.js';
import type pg from 'pg';
import { type CaseEnd, endedTitle } from '../../domain/case-endings.js';
import type { Listed, Slice } from '../../domain/slice.js';
import { query, queryOne } from '../../platform/database/database.js';
import { call, callNamed } from '../../platform/database/sql-call.js';
import type {
  AuditedDecision,
  CaseEvent,
  CaseFilter,
  CaseRecord,
  CaseSending,
  CaseSort,
  OpenCount,
  Proposal,
  RedirectDecision,
  SavedView,
  SnoozeOutcome,
  Visitor,
  WaitingCount,
  WholeCase,
} from './case-record.js';
import type { NotTwo } from '../people/not-two.js';
import { caseStatements, listedCases } from './case-statements.js';

interface Decided<Outcome> {
  outcome: Outcome;
  standing: Proposal | null;
}

const proposeDecision = call('propose_decision').as<Decided<ProposeOutcome>>();
const confirmDecision = call('confirm_decision').as<Decided<ConfirmOutcome>>();
const proposeCode = call('propose_code').as<Decided<ProposeOutcome>>();
const withdrawProposal = callNamed('withdraw_proposal', 'done').as<{ done: boolean }>();
const noteCase = callNamed('note_case', 'done').as<{ done: boolean }>();
const assignCase = callNamed('assign_case', 'done').as<{ done: boolean }>();
const snoozeCase = callNamed('snooze_case', 'outcome').as<{ outcome: SnoozeOutcome }>();
const saveView = callNamed('save_view', 'done').as<{ done: boolean }>();
const redirectRefund = call('redirect_refund').as<{ outcome: string; left_minor: bigint | null }>();

export type ProposedDecision = Omit<Proposal, 'proposedAt' | 'partner'>;

export interface SealedCode {
  readonly sealed: Buffer;
  readonly endsAt: Date;
}

export type ProposeOutcome = 'PROPOSED' | 'OTHER_PROPOSED' | 'NOT_VALID' | 'CLOSED' | 'UNKNOWN';
export type ConfirmOutcome =
  | 'CONFIRMED'
  | 'NOT_PROPOSED'
  | 'CHANGED'
  | 'CONFIRMED_BEFORE'
  | 'CODE_OVER'
  | 'UNKNOWN'
  | NotTwo;

interface CaseRow extends RowOf<Omit<CaseRecord, 'hold' | 'title' | 'waitsForCase'>> {
  title: string | null;
  ended: Pick<CaseEnd, 'type' | 'decision'> | null;
  held: { readonly hold: string; readonly caseNumber: number | null } | null;
}

interface WholeRow extends CaseRow {
  decisions: string[];
  page: Readonly<Record<string, string>>;
  opened_at_micros: string;
  payer: WholeCase['payer'];
  due_minor: bigint | null;
  paid_minor: bigint | null;
  subject_status: string | null;
  is_called_off: boolean;
  alike: bigint;
  ending: CaseEnd | null;
  legs: WholeCase['legs'] | null;
  customer: WholeCase['customer'];
  statement_line: WholeCase['statementLine'];
  since: Date | null;
}

interface EventRow {
  event_id: bigint;
  case_number: bigint;
  type: CaseEvent['type'];
  at: Date;
  operator: string | null;
  partner: string | null;
  decision: string | null;
  reason: string | null;
  door: CaseEvent['door'];
  before: CaseEvent['before'];
  after: CaseEvent['after'];
  shown: CaseEvent['shown'];
}

interface AuditRow extends EventRow {
  kind: CaseKind;
  merchant_name: string | null;
  payment_reference: string | null;
  amount_minor: bigint | null;
}

/** Stores cases, their history, and actions of operators that do not go to a workflow. */
export class PgCases {
  constructor(private readonly pool: pg.Pool) {}

  async list(filter: CaseFilter, sort: CaseSort, slice: Slice): Promise<Listed<CaseRecord>[]> {
    const found = await query<CaseRow & { position: string }>(
      this.pool,
      listedCases(filter, sort, slice),
    );
    const rows = found.slice(0, slice.limit);
    return rows.map((row) => ({
      item: toRecord(row),
      position: [row.position, String(row.case_number)],
    }));
  }

  /** Returns the money that leaves because of the case. */
  sendings({ kind, subject }: Pick<CaseRecord, 'kind' | 'subject'>): Promise<CaseSending[]> {
    return query(this.pool, caseStatements.sendings, [kind, subject]);
  }

  /** Returns, for each kind and reason, the number of open cases and the decisions that are possible in one of them. */
  async counts(): Promise<(Omit<OpenCount, 'count'> & { count: bigint })[]> {
    return query(this.pool, caseStatements.counts, []);
  }

  waiting(operator: string): Promise<WaitingCount> {
    return queryOne(this.pool, caseStatements.waiting, [operator]);
  }

  async snooze(
    caseNumber: bigint,
    { name, door }: Visitor,
    { until, reason }: { readonly until: Date | null; readonly reason: string },
  ): Promise<SnoozeOutcome> {
    const by = { case: caseNumber, operator: name, door };
    return (await queryOne(this.pool, snoozeCase({ ...by, until, reason }))).outcome;
  }

  views(operatorId: string): Promise<SavedView[]> {
    return query(this.pool, caseStatements.views, [operatorId]);
  }

  /** Saves a view. Returns false when the operator already has the most views allowed. */
  async saveView(operatorId: string, { name, query: asked }: SavedView): Promise<boolean> {
    return (await queryOne(this.pool, saveView({ operatorId, name, query: asked }))).done;
  }

  async forgetView(operatorId: string, name: string): Promise<void> {
    await query(this.pool, caseStatements.forgetView, [operatorId, name]);
  }

  async find(caseNumber: bigint): Promise<WholeCase | undefined> {
    const [row] = await query<WholeRow>(this.pool, caseStatements.find, [caseNumber]);
    return row && toWhole(row);
  }

  /** Returns the kind and reason of each of these cases that exists. */
  async kindsOf(caseNumbers: readonly bigint[]): Promise<ReadonlyMap<bigint, string>> {
    const rows = await query<{ case_number: bigint; kind: string; reason: string }>(
      this.pool,
      caseStatements.kindsOf,
      [caseNumbers.map(String)],
    );
    return new Map(rows.map((row) => [row.case_number, `${row.kind} ${row.reason}`]));
  }

  async history(caseNumber: bigint): Promise<CaseEvent[]> {
    const rows = await query<EventRow>(this.pool, caseStatements.history, [caseNumber]);
    return rows.map(toEvent);
  }

  /** Tells whether a decision was recorded since the case was last opened. */
  async isDecided(caseNumber: bigint, openedAt: string): Promise<boolean> {
    const values = [caseNumber, openedAt];
    return (await query(this.pool, caseStatements.isDecided, values)).length > 0;
  }

  /** The newest first. `since`, `before`: null for no bound. */
  async audit(
    asked: { operator: string | null; since: Date | null; before: Date | null },
    { after, limit }: Slice,
  ): Promise<Listed<AuditedDecision>[]> {
    const values = [asked.operator, asked.since, asked.before, after?.[0] ?? null, limit];
    const rows = await query<AuditRow>(this.pool, caseStatements.audit, values);
    return rows.map((row) => ({
      item: {
        ...toEvent(row),
        kind: row.kind,
        merchantName: row.merchant_name,
        paymentReference: row.payment_reference,
        amountMinor: row.amount_minor,
      },
      position: [String(row.event_id)],
    }));
  }

  /** `own`: decisions that are valid in addition to the workflow's. */
  async propose(
    caseNumber: bigint,
    asked: ProposedDecision,
    own: readonly string[],
    door: string,
  ): Promise<{ outcome: ProposeOutcome; standing: Proposal | null }> {
    return queryOne(this.pool, proposeDecision({ case: caseNumber, asked, own, door }));
  }

  /** Stores the code sealed until it is confirmed, withdrawn or expired. */
  async proposeCode(
    caseNumber: bigint,
    asked: ProposedDecision,
    { sealed, endsAt }: SealedCode,
    door: string,
  ): Promise<{ outcome: ProposeOutcome; standing: Proposal | null }> {
    return queryOne(this.pool, proposeCode({ case: caseNumber, asked, door, sealed, endsAt }));
  }

  /** `shownHash`: the hash of the facts that the second operator has seen. */
  async confirm(
    caseNumber: bigint,
    { name: partner, operatorId: partnerId }: Visitor,
    shownHash: string,
  ): Promise<{ outcome: ConfirmOutcome; standing: Proposal | null }> {
    const by = { partner, partnerId };
    return queryOne(this.pool, confirmDecision({ case: caseNumber, by, shownHash }));
  }

  /** Returns false when nothing was proposed. */
  async withdraw(caseNumber: bigint, { name, door }: Visitor, reason: string): Promise<boolean> {
    const by = { case: caseNumber, operator: name, door };
    return (await queryOne(this.pool, withdrawProposal({ ...by, reason }))).done;
  }

  /** Returns false when the case does not exist. */
  async note(caseNumber: bigint, { name, door }: Visitor, text: string): Promise<boolean> {
    const by = { case: caseNumber, operator: name, door };
    return (await queryOne(this.pool, noteCase({ ...by, text }))).done;
  }

  /** Returns false when the case does not exist. */
  async assign(
    caseNumber: bigint,
    { name, door }: Visitor,
    assignee: string | null,
  ): Promise<boolean> {
    const by = { case: caseNumber, operator: name, door };
    return (await queryOne(this.pool, assignCase({ ...by, assignee }))).done;
  }

  redirect(
    caseNumber: bigint,
    destination: object,
    decision: RedirectDecision,
  ): Promise<{ outcome: string; left_minor: bigint | null }> {
    return queryOne(this.pool, redirectRefund({ case: caseNumber, destination, decision }));
  }
}

function toRecord(row: CaseRow): CaseRecord {
  return {
    caseNumber: row.case_number,
    kind: row.kind,
    subject: row.subject,
    workflowId: row.workflow_id,
    updateName: row.update_name,
    reason: row.reason,
    status: row.status,
    merchantId: row.merchant_id,
    merchantName: row.merchant_name,
    paymentReference: row.payment_reference,
    accountNumber: row.account_number,
    sessionId: row.session_id,
    provider: row.provider,
    providerName: row.provider_name,
    amountMinor: row.amount_minor,
    currency: row.currency,
    assignee: row.assignee,
    proposal: row.proposal,
    payerName: row.payer_name,
    openedAt: row.opened_at,
    dueAt: row.due_at,
    decideBy: row.decide_by,
    snoozedUntil: row.snoozed_until,
    closedAt: row.closed_at,
    title: row.ended === null ? (row.title ?? row.reason) : endedTitle(row.ended),
    holdsSending: row.holds_sending,
    hold: row.held?.hold ?? null,
    waitsForCase: row.held?.caseNumber ?? null,
  };
}

function toWhole(row: WholeRow): WholeCase {
  const { payer, page } = row;
  const isPayerKnown = payer !== null && Object.keys(payer).length > 0;
  return {
    ...toRecord(row),
    openedAtMicros: row.opened_at_micros,
    decisions: row.decisions,
    page: {
      title: page['title'] ?? row.reason,
      happened: page['happened'] ?? '',
      safe: page['safe'] ?? '',
      todo: page['todo'] ?? '',
    },
    payer: isPayerKnown ? payer : null,
    dueMinor: row.due_minor,
    paidMinor: row.paid_minor,
    subjectStatus: row.subject_status,
    isCalledOff: row.is_called_off,
    legs: row.legs ?? [],
    customer: row.customer,
    statementLine: row.statement_line,
    since: row.since,
    alike: Number(row.alike),
    ending: row.ending,
  };
}

function toEvent(row: EventRow): CaseEvent {
  const { type, at, operator, partner, decision, reason, door, before, after, shown } = row;
  const what = { type, at, operator, partner, decision, reason, door, before, after, shown };
  return { eventId: row.event_id, caseNumber: row.case_number, ...what };
}
