import { z } from 'zod';
import { reply, text, whole, flag, time, link, oneOf, listOf } from '../../http/reply.js';
import { listReply } from '../../http/paging.js';
import { caseKinds } from '../../domain/case-kind.js';
const eventTypes = [
  ...['OPENED', 'CHANGED', 'PROPOSED', 'WITHDRAWN', 'DECIDED', 'DONE', 'HEALED'],
  ...['NOTED', 'ASSIGNED', 'SNOOZED'],
];

/** One thing that needs a person. Nothing here is personal but `payerName`. */
export const ListedCaseView = reply('ListedCaseView', {
  caseNumber: whole('Number of the case.', 1042),
  kind: oneOf(caseKinds, 'What kind of thing waits.'),
  reason: text('Why it waits, as `WHAT: WHY`.', 'HELD: UNMATCHED'),
  reasonText: text('Why it waits, in words.', 'Money came for an account number of nobody'),
  title: text('What waits, in a few words.', 'money came to a number of nobody'),
  status: oneOf(['OPEN', 'CLOSED'], 'Whether it still waits.'),
  amount: whole('The money that it is about, in kobo.', 770_000).nullable(),
  currency: text('Currency of the amount.', 'NGN'),
  merchantId: text('Id of the merchant.', 'mch_01KA0000000000000000000000').nullable(),
  merchantName: text('Trade name of the merchant.', 'ADA STORES').nullable(),
  paymentReference: text('The merchant’s reference for the order.', 'ORD-1001').nullable(),
  accountNumber: text('Our account number that the payer sent to.', '5019990123').nullable(),
  sessionId: text('NIP session id of the transfer.', '000013261120151233000000000001').nullable(),
  provider: text('The bank or acquirer.', 'simulator').nullable(),
  providerName: text('Its name.', 'Simulator Bank').nullable(),
  assignee: text('The operator who sees to it.', 'Ada').nullable(),
  proposedDecision: text('The decision that waits for a second operator.', 'accept').nullable(),
  proposedBy: text('Who has proposed it.', 'Ada').nullable(),
  holdsSending: flag('Whether nothing leaves through its bank while it is open.', false),
  hold: text(
    'Why nothing leaves for it although it is decided, or would not leave if it were: a hold of its bank.',
    'UNEXPLAINED_DEBIT',
  ).nullable(),
  waitsForCase: whole('Number of the case that holds it.', 15).nullable(),
  payerName: text('Who has paid. Personal: do not store or forward it.', 'TUNDE BAKARE').nullable(),
  openedAt: time('Since when it waits.', '2026-11-20T14:12:33.000Z'),
  decideBy: time(
    'By when somebody should decide: the deadline, or the patience that its kind and amount allow.',
    '2026-11-20T18:12:33.000Z',
  ),
  snoozedUntil: time('Until when it was put off: it is not in the desk’s queue.', null).nullable(),
  dueAt: time('When something happens by itself. Null: never.', null).nullable(),
  dueText: text('What happens then.', 'it goes back by itself').nullable(),
  closedAt: time('When it stopped waiting.', null).nullable(),
  ageSeconds: whole('How long it has waited.', 7_320),
});
export type ListedCaseView = z.infer<typeof ListedCaseView>;

/** The person who paid, or who is paid. Personal: do not store or forward it. */
export const CasePayerView = reply('CasePayerView', {
  accountName: text('Name of the account.', 'TUNDE BAKARE').nullable(),
  accountNumber: text('Number of the account.', '0123454455').nullable(),
  bankName: text('Name of the bank.', 'Access Bank').nullable(),
  payerName: text(
    'Name of who paid, when the account is another one. Compare the names.',
    'ADA OBI',
  ).nullable(),
  notedName: text(
    'Of a payout: the name that the bank gives the holder now. Compare the names.',
    'OBI ADA STORES',
  ).nullable(),
});

/** Who has placed the order, as its merchant told us. Personal. */
export const CaseCustomerView = reply('CaseCustomerView', {
  name: text('First and last name.', 'Ada Obi').nullable(),
  email: text('E-mail address.', 'ada@example.ng').nullable(),
  phoneNumber: text('Phone number.', '08031234567').nullable(),
});

/** A line of the bank’s statement: what the bank asks for on the telephone. Personal. */
export const CaseStatementLineView = reply('CaseStatementLineView', {
  lineId: text('Number of the line.', '1042'),
  kind: text('What kind of line it is, as the statement has it.', 'DEBIT'),
  bookedAt: time('When the bank booked it.', '2026-11-20T07:37:00.000Z'),
  amount: whole('The amount, in kobo.', 345_600),
  balance: whole(
    'What was in our account after it, in kobo. Null: the bank’s file has no balances.',
    9_000_000,
  ).nullable(),
  sessionId: text('NIP session id.', '000013261120151233000000000001').nullable(),
  narration: text('What the bank wrote beside it.', 'SUNDRY CHG 0011').nullable(),
  counterpartName: text('Name of the account on the other side.', 'TUNDE BAKARE').nullable(),
  counterpartAccount: text('Number of that account.', '0123454455').nullable(),
  counterpartBank: text('Its bank.', 'Access Bank').nullable(),
});
export type CaseStatementLineView = z.infer<typeof CaseStatementLineView>;

/** A decision that is valid now. */
export const DecisionView = reply('DecisionView', {
  decision: text('Its name. Send it to decide.', 'accept'),
  label: text('Its name for people.', 'Give it to the shop'),
  says: text(
    'The decision as a sentence, with its amount and its people. Personal.',
    'Give ₦7,700.00 to ADA STORES for order ORD-1001',
  ),
  does: text('What it does.', 'The shop gets the money, less our fee, as a payment of the order.'),
  isDangerous: flag('Whether it sends money or ends something for good: ask again.', true),
  asksForPartner: flag('Whether a second operator must confirm it.', true),
  needsAccount: flag('Whether it needs accountNumber and bankCode.', false),
  needsCode: flag('Whether it needs the code that the provider has sent.', false),
});
export type DecisionView = z.infer<typeof DecisionView>;

/** One fact about the effect of a proposal. */
export const ShownFactView = reply('ShownFactView', {
  name: text('What it is.', 'New account'),
  value: text('How it stands.', '0123456789, Guaranty Trust Bank (000013)'),
});
export type ShownFactView = z.infer<typeof ShownFactView>;

/** A decision that waits for a second operator. */
export const ProposalView = reply('ProposalView', {
  decision: text('The decision.', 'accept'),
  operator: text('Who has proposed it.', 'Ada'),
  reason: text('Why.', 'The payer sent the receipt.'),
  shown: listOf(ShownFactView, 'What it does, line by line.'),
  shownHash: text(
    'Hash of all that is shown. Send it to confirm.',
    '5e0b9f2c4d1a7e8830c6f1a2b3c4d5e6',
  ),
  proposedAt: time('When.', '2026-11-20T14:12:33.000Z'),
});
export type ProposalView = z.infer<typeof ProposalView>;

const StandingProposalView = reply('StandingProposalView', {
  ...ProposalView.shape,
  says: text('The decision as a sentence. Personal.', 'Give ₦7,700.00 to ADA STORES'),
});

/** One line of the history. It is kept for good. */
export const CaseEventView = reply('CaseEventView', {
  type: oneOf(eventTypes, 'What happened.'),
  at: time('When.', '2026-11-20T14:12:33.000Z'),
  operator: text('The operator.', 'Ada').nullable(),
  partner: text('The second operator.', 'Bola').nullable(),
  decision: text('The decision.', 'accept').nullable(),
  reason: text('Why, or the text of a note.', 'The payer sent the receipt.').nullable(),
  door: oneOf(['TEMPORAL', 'API', 'CLI', 'DESK'], 'Where it was decided.', 'API').nullable(),
  before: z
    .record(z.string(), z.string())
    .nullable()
    .meta({ description: 'How it stood before.', example: { status: 'HELD' } }),
  after: z
    .record(z.string(), z.string())
    .nullable()
    .meta({ description: 'How it stood after.', example: { status: 'ACCEPTED' } }),
  shown: listOf(
    ShownFactView,
    'What the two operators were shown. Null: it took one, or the payer was erased since.',
  ).nullable(),
});
export type CaseEventView = z.infer<typeof CaseEventView>;

/** Money that leaves because of a case: a refund, or the payouts of a settlement. */
export const CaseSendingView = reply('CaseSendingView', {
  kind: oneOf(['REFUND', 'PAYOUT'], 'What is sent.'),
  subject: text('Id of the refund, or of the settlement.', 'rfd_01KA0000000000000000000000'),
  reference: text('The merchant’s reference for it, or the id again.', 'RF-1001'),
  amount: whole('What is sent, in kobo.', 770_000),
  status: text('How it stands. `SUCCESSFUL`: the money has arrived.', 'REQUESTED'),
  sessionId: text(
    'NIP session id of its last sending.',
    '000013261120151233000000000001',
  ).nullable(),
  sentAt: time('When it was last sent.', null).nullable(),
  arrivedAt: time('When it arrived.', null).nullable(),
  hold: text('What it waits for. Null: nothing holds it.', 'UNEXPLAINED_DEBIT').nullable(),
  waitsForCase: whole('Number of the case that it waits for.', 15).nullable(),
  sendsFrom: time('When it may be sent: its account is new. Null: at once.', null).nullable(),
});
export type CaseSendingView = z.infer<typeof CaseSendingView>;

/** One case, with all that is needed to decide. */
export const CaseView = reply('CaseView', {
  ...ListedCaseView.shape,
  subject: text('What it is about: an id, by its kind.', 'txn_01KA0000000000000000000000'),
  subjectState: text('How the subject stands now.', 'HELD').nullable(),
  headline: text(
    'The case in one line.',
    '₦7,700.00 from TUNDE BAKARE, Access Bank ****4455, to 5019990123, 2 h old',
  ),
  payer: CasePayerView.nullable().meta({
    description: 'Who paid, or who is paid. Null when the case is about no person.',
  }),
  customer: CaseCustomerView.nullable().meta({
    description: 'Who has placed the order. Null when it is about no order.',
  }),
  statementLine: CaseStatementLineView.nullable().meta({
    description: 'The line of the bank’s statement that it is about. Null: about none.',
  }),
  amountDue: whole('What the order asks for, in kobo.', 770_000).nullable(),
  amountPaid: whole('What was paid for the order so far, in kobo.', 770_000).nullable(),
  alike: whole(
    'How many other cases of this kind and reason wait at the same bank: they may have one cause.',
    0,
  ),
  sendings: listOf(CaseSendingView, 'The money that leaves because of it, and how far it is.'),
  ending: text(
    'How it ended, and what came of it by now. Null while it waits.',
    'Decided by Ada, 2026-11-20 08:37: return. ₦7,700.00 went back to the payer.',
  ).nullable(),
  happened: text(
    'What happened, in Markdown. Empty after its end.',
    'The number belongs to no order.',
  ),
  safe: text('What is safe, in Markdown. Empty after its end.', 'The money is in suspense.'),
  todo: text('What to do, in Markdown. Empty after its end.', 'Ask the payer for the receipt.'),
  decisions: listOf(DecisionView, 'What may be decided now.'),
  proposal: StandingProposalView.nullable().meta({
    description: 'The decision that waits for a second operator.',
  }),
  workflowId: text('Id of the workflow that waits.', 'credit/txn_01KA0000000000000000000000'),
  workflowUrl: link('The workflow in the Temporal UI.', 'http://127.0.0.1:8233/namespaces/manilla'),
  deskUrl: link('The case at the desk.', 'http://127.0.0.1:3020/desk/cases/1042'),
  history: listOf(CaseEventView, 'What happened to it, the newest first.'),
});
export type CaseView = z.infer<typeof CaseView>;

export const CasePage = listReply('CasePage', ListedCaseView, 'The cases of this page.');
export type CasePage = z.infer<typeof CasePage>;

/** A decision in the record of all. */
export const AuditedView = reply('AuditedView', {
  ...CaseEventView.shape,
  caseNumber: whole('Number of the case.', 1042),
  kind: oneOf(caseKinds, 'What kind of thing waited.'),
  merchantName: text('Trade name of the merchant.', 'ADA STORES').nullable(),
  paymentReference: text('The merchant’s reference for the order.', 'ORD-1001').nullable(),
  amount: whole('The money that it was about, in kobo.', 770_000).nullable(),
});
export type AuditedView = z.infer<typeof AuditedView>;

export const AuditPage = listReply('AuditPage', AuditedView, 'The decisions of this page.');
export type AuditPage = z.infer<typeof AuditPage>;
