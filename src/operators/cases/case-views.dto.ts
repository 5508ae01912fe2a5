import { z } from 'zod';
import { reply, text, whole, flag, time, link, oneOf, listOf } from '../../http/reply.js';
import { listReply } from '../../http/paging.js';
import { caseKinds } from '../../domain/case-kind.js';
const eventTypes = [
  ...['OPENED', 'CHANGED', 'PROPOSED', 'WITHDRAWN', 'DECIDED', 'DONE', 'HEALED'],
  ...['NOTED', 'ASSIGNED'],
];

/** One thing that needs a person. Nothing here is personal. */
export const ListedCaseView = reply('ListedCaseView', {
  caseNumber: whole('Number of the case.', 1042),
  kind: oneOf(caseKinds, 'What kind of thing waits.'),
  reason: text('Why it waits, as `WHAT: WHY`.', 'HELD: UNMATCHED'),
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
  assignee: text('The operator who sees to it.', 'Ada').nullable(),
  proposedDecision: text('The decision that waits for a second operator.', 'accept').nullable(),
  proposedBy: text('Who has proposed it.', 'Ada').nullable(),
  holdsSending: flag('Whether nothing leaves through its bank while it is open.', false),
  hold: text(
    'Why nothing leaves for it although it is decided, or would not leave if it were: a hold of its bank.',
    'UNEXPLAINED_DEBIT',
  ).nullable(),
  waitsForCase: whole('Number of the case that holds it.', 15).nullable(),
  openedAt: time('Since when it waits.', '2026-11-20T14:12:33.000Z'),
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
});

/** A decision that is valid now. */
export const DecisionView = reply('DecisionView', {
  decision: text('Its name. Send it to decide.', 'accept'),
  does: text('What it does.', 'Gives the money to the merchant, as a payment of the order.'),
  asksForPartner: flag('Whether a second operator must confirm it.', true),
  needsAccount: flag('Whether it needs accountNumber and bankCode.', false),
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
  proposal: ProposalView.nullable().meta({
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
