import { titleOfProvider } from '../../providers/registry.js';
import { calledOffCredit } from '../../domain/held-credit.js';
import { endingText } from '../../domain/case-endings.js';
import {
  type DecidedAbout,
  decisionLabel,
  decisionSentence,
  decisionText,
  isDangerous,
} from '../../domain/case-decisions.js';
import { reasonWords } from '../../domain/case-words.js';
import { caseHeadline } from '../../domain/case-headline.js';
import { asksForPartner } from '../../domain/four-eyes.js';
import { toJsonAmount } from '../../domain/money.js';
import type {
  AuditedDecision,
  CaseEvent,
  CaseRecord,
  CaseSending,
  CaseStatementLine,
  Proposal,
  ShownFact,
  WholeCase,
} from './case-record.js';
import type {
  AuditedView,
  CaseEventView,
  CaseSendingView,
  CaseStatementLineView,
  CaseView,
  DecisionView,
  ListedCaseView,
  ProposalView,
  ShownFactView,
} from './case-views.dto.js';
import { validDecisions } from './decisions.service.js';

export interface CaseLinks {
  /** The address of the Temporal UI's pages for our namespace, without a slash at the end. */
  readonly workflows: string;
  /** Public address of the desk. */
  readonly desk: string;
}

const outwardKinds: ReadonlySet<string> = new Set(['REFUND', 'PAYOUT']);

/** The words for what happens automatically at the deadline of a case. */
const dueTexts: Readonly<Record<string, string>> = {
  CREDIT: 'it goes back by itself',
  CHECKOUT: 'what was paid goes back by itself',
  DISPUTE: 'the card company takes no answer any more',
};

export function listedCaseView(found: CaseRecord): ListedCaseView {
  const { caseNumber, openedAt, closedAt, amountMinor, merchantId, merchantName } = found;
  return {
    caseNumber: Number(caseNumber),
    kind: found.kind,
    reason: found.reason,
    reasonText: reasonWords(found.reason),
    title: found.title,
    status: found.status,
    amount: amountMinor === null ? null : toJsonAmount(amountMinor),
    currency: found.currency,
    merchantId,
    merchantName,
    paymentReference: found.paymentReference,
    accountNumber: found.accountNumber,
    sessionId: found.sessionId,
    provider: found.provider,
    providerName: found.providerName && titleOfProvider(found.providerName),
    assignee: found.assignee,
    proposedDecision: found.proposal?.decision ?? null,
    proposedBy: found.proposal?.operator ?? null,
    holdsSending: found.holdsSending,
    hold: found.hold,
    waitsForCase: found.waitsForCase,
    payerName: found.payerName,
    openedAt: openedAt.toISOString(),
    decideBy: found.decideBy.toISOString(),
    snoozedUntil: found.snoozedUntil?.toISOString() ?? null,
    dueAt: found.dueAt?.toISOString() ?? null,
    dueText: found.dueAt === null ? null : (dueTexts[found.kind] ?? null),
    closedAt: closedAt?.toISOString() ?? null,
    ageSeconds: ageSecondsOf(openedAt, closedAt),
  };
}

export function caseView(
  found: WholeCase,
  { history, sendings }: { history: readonly CaseEvent[]; sendings: readonly CaseSending[] },
  links: CaseLinks,
): CaseView {
  const { payer, proposal, workflowId } = found;
  return {
    ...listedCaseView(found),
    subject: found.subject,
    subjectState: found.subjectStatus,
    headline: headlineOf(found),
    payer: payer && {
      accountName: payer.accountName ?? null,
      accountNumber: payer.accountNumber ?? null,
      bankName: payer.bankName ?? null,
      payerName: payer.payerName ?? null,
      notedName: payer.notedName ?? null,
    },
    customer: found.customer && {
      name: found.customer.name ?? null,
      email: found.customer.email ?? null,
      phoneNumber: found.customer.phoneNumber ?? null,
    },
    statementLine: found.statementLine && statementLineView(found.statementLine),
    amountDue: found.dueMinor === null ? null : toJsonAmount(found.dueMinor),
    amountPaid: found.paidMinor === null ? null : toJsonAmount(found.paidMinor),
    alike: found.alike,
    sendings: sendings.map(sendingView),
    ...storyOf(found, sendings),
    decisions: validDecisions(found).map((decision) => decisionView(found, decision)),
    proposal: proposal && {
      ...proposalView(proposal),
      says: decisionSentence(decidedAbout(found, proposal.decision)),
    },
    workflowId,
    workflowUrl: `${links.workflows}/${encodeURIComponent(workflowId)}`,
    deskUrl: `${links.desk}/desk/cases/${found.caseNumber}`,
    history: history.map(eventView),
  };
}

/** Returns the workflow's explanation while the case waits. For a closed case the explanation is its ending. */
function storyOf(
  found: WholeCase,
  sendings: readonly CaseSending[],
): Pick<CaseView, 'happened' | 'safe' | 'todo' | 'ending'> {
  const { page, ending, kind, subjectStatus: state, amountMinor, isCalledOff } = found;
  if (ending === null) {
    const { happened, safe } = page;
    return { happened, safe, todo: isCalledOff ? calledOffCredit.todo : page.todo, ending: null };
  }
  const standing = sendings.map((each) => ({ ...each, ...sendingView(each) }));
  const text = endingText(ending, { kind, state, amountMinor, sendings: standing });
  return { happened: '', safe: '', todo: '', ending: text };
}

function sendingView(found: CaseSending): CaseSendingView {
  const { amountMinor, sentAt, arrivedAt, sendsFrom, caseNumber, ...rest } = found;
  return {
    ...rest,
    amount: toJsonAmount(amountMinor),
    sentAt: sentAt?.toISOString() ?? null,
    arrivedAt: arrivedAt?.toISOString() ?? null,
    sendsFrom: sendsFrom?.toISOString() ?? null,
    waitsForCase: caseNumber === null ? null : Number(caseNumber),
  };
}

/** The age of money that came counts from its arrival; the age of any other case from its opening. */
function headlineOf(found: WholeCase): string {
  const isOutward = outwardKinds.has(found.kind);
  const since = isOutward || found.since === null ? found.openedAt : found.since;
  const ageMs = (found.closedAt?.getTime() ?? Date.now()) - since.getTime();
  return caseHeadline({ ...found, payer: found.payer ?? {} }, { ageMs, isOutward });
}

function decisionView(found: WholeCase, decision: string): DecisionView {
  const about = decidedAbout(found, decision);
  return {
    decision,
    label: decisionLabel(found.kind, decision),
    says: decisionSentence(about),
    does: decisionText(found.kind, decision),
    isDangerous: isDangerous(about),
    asksForPartner: asksForPartner({ ...found, decision }),
    needsAccount: decision === 'redirect',
    needsCode: decision === 'enter_code',
  };
}

/** Adds the loss: `adjust` books the write-off of its legs, and a debit is a loss. */
function decidedAbout(found: WholeCase, decision: string): DecidedAbout {
  const writeOff = found.legs.find(({ account }) => account.startsWith('5300:'));
  const lossMinor = writeOff === undefined ? null : BigInt(writeOff.amountMinor);
  return { ...found, decision, lossMinor };
}

function statementLineView(line: CaseStatementLine): CaseStatementLineView {
  const { counterpart, amountMinor, balanceMinor, ...rest } = line;
  return {
    ...rest,
    amount: toJsonAmount(BigInt(amountMinor)),
    balance: balanceMinor === null ? null : toJsonAmount(BigInt(balanceMinor)),
    counterpartName: counterpart?.accountName ?? null,
    counterpartAccount: counterpart?.accountNumber ?? null,
    counterpartBank: counterpart?.bankName ?? null,
  };
}

export function proposalView(proposal: Proposal): ProposalView {
  const { decision, operator, reason, shown, shownHash, proposedAt } = proposal;
  return {
    ...{ decision, operator, reason, shownHash },
    shown: shown.map(factView),
    proposedAt: new Date(proposedAt).toISOString(),
  };
}

function factView([name, value]: ShownFact): ShownFactView {
  return { name, value };
}

function eventView(event: CaseEvent): CaseEventView {
  const { type, at, operator, partner, decision, reason, door, before, after, shown } = event;
  return {
    type,
    at: at.toISOString(),
    operator,
    partner,
    decision,
    reason,
    door,
    before: before && texts(before),
    after: after && texts(after),
    shown: shown && shown.map(factView),
  };
}

export function auditView(decided: AuditedDecision): AuditedView {
  const { caseNumber, kind, merchantName, paymentReference, amountMinor } = decided;
  return {
    ...eventView(decided),
    caseNumber: Number(caseNumber),
    kind,
    merchantName,
    paymentReference,
    amount: amountMinor === null ? null : toJsonAmount(amountMinor),
  };
}

function texts(state: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(state).map(([name, value]) => [name, String(value)]));
}

function ageSecondsOf(openedAt: Date, closedAt: Date | null): number {
  const until = closedAt?.getTime() ?? Date.now();
  return Math.max(0, Math.floor((until - openedAt.getTime()) / 1_000));
}
