import { ApiProperty } from '@nestjs/swagger';
import { PageView } from '../../http/paging.js';
import { caseKinds } from '../../domain/case-kind.js';

const amount = {
  type: 'integer',
  format: 'int64',
  nullable: true,
  example: 770_000,
} as const;
const caseNumber = { type: 'integer', format: 'int64', nullable: true, example: 15 } as const;
const text = (description: string, example: string) => ({ description, example });
const mayBeText = (description: string, example: string | null) =>
  ({ description, type: String, nullable: true, example }) as const;
const eventTypes = [
  ...['OPENED', 'CHANGED', 'PROPOSED', 'WITHDRAWN', 'DECIDED', 'DONE', 'HEALED'],
  ...['NOTED', 'ASSIGNED'],
];

/** One thing that needs a person. Nothing here is personal. */
export class ListedCaseView {
  @ApiProperty({ description: 'Number of the case.', format: 'int64', example: 1042 })
  caseNumber!: number;

  @ApiProperty({ description: 'What kind of thing waits.', enum: caseKinds })
  kind!: string;

  @ApiProperty(text('Why it waits, as `WHAT: WHY`.', 'HELD: UNMATCHED'))
  reason!: string;

  @ApiProperty(text('What waits, in a few words.', 'money came to a number of nobody'))
  title!: string;

  @ApiProperty({ description: 'Whether it still waits.', enum: ['OPEN', 'CLOSED'] })
  status!: 'OPEN' | 'CLOSED';

  @ApiProperty({ ...amount, description: 'The money that it is about, in kobo.' })
  amount!: number | null;

  @ApiProperty(text('Currency of the amount.', 'NGN'))
  currency!: string;

  @ApiProperty(mayBeText('Id of the merchant.', 'mch_01KA0000000000000000000000'))
  merchantId!: string | null;

  @ApiProperty(mayBeText('Trade name of the merchant.', 'ADA STORES'))
  merchantName!: string | null;

  @ApiProperty(mayBeText('The merchant’s reference for the order.', 'ORD-1001'))
  paymentReference!: string | null;

  @ApiProperty(mayBeText('Our account number that the payer sent to.', '5019990123'))
  accountNumber!: string | null;

  @ApiProperty(mayBeText('NIP session id of the transfer.', '000013261120151233000000000001'))
  sessionId!: string | null;

  @ApiProperty(mayBeText('The bank or acquirer.', 'simulator'))
  provider!: string | null;

  @ApiProperty(mayBeText('The operator who sees to it.', 'Ada'))
  assignee!: string | null;

  @ApiProperty(mayBeText('The decision that waits for a second operator.', 'accept'))
  proposedDecision!: string | null;

  @ApiProperty(mayBeText('Who has proposed it.', 'Ada'))
  proposedBy!: string | null;

  @ApiProperty({
    description: 'Whether nothing leaves through its bank while it is open.',
    example: false,
  })
  holdsSending!: boolean;

  @ApiProperty(
    mayBeText(
      'Why nothing leaves for it although it is decided, or would not leave if it were: a hold of its bank.',
      'UNEXPLAINED_DEBIT',
    ),
  )
  hold!: string | null;

  @ApiProperty({ ...caseNumber, description: 'Number of the case that holds it.' })
  waitsForCase!: number | null;

  @ApiProperty({ ...text('Since when it waits.', '2026-11-20T14:12:33.000Z'), format: 'date-time' })
  openedAt!: string;

  @ApiProperty({ ...mayBeText('When it stopped waiting.', null), format: 'date-time' })
  closedAt!: string | null;

  @ApiProperty({ description: 'How long it has waited.', format: 'int64', example: 7_320 })
  ageSeconds!: number;
}

/** Who paid, or who is paid. Personal: do not store or forward it. */
export class CasePayerView {
  @ApiProperty(mayBeText('Name of the account.', 'TUNDE BAKARE'))
  accountName!: string | null;

  @ApiProperty(mayBeText('Number of the account.', '0123454455'))
  accountNumber!: string | null;

  @ApiProperty(mayBeText('Name of the bank.', 'Access Bank'))
  bankName!: string | null;

  @ApiProperty(
    mayBeText('Name of who paid, when the account is another one. Compare the names.', 'ADA OBI'),
  )
  payerName!: string | null;
}

/** A decision that is valid now. */
export class DecisionView {
  @ApiProperty(text('Its name. Send it to decide.', 'accept'))
  decision!: string;

  @ApiProperty(text('What it does.', 'Gives the money to the merchant, as a payment of the order.'))
  does!: string;

  @ApiProperty({ description: 'Whether a second operator must confirm it.', example: true })
  asksForPartner!: boolean;

  @ApiProperty({ description: 'Whether it needs accountNumber and bankCode.', example: false })
  needsAccount!: boolean;
}

/** One fact of what a proposal does. */
export class ShownFactView {
  @ApiProperty(text('What it is.', 'New account'))
  name!: string;

  @ApiProperty(text('How it stands.', '0123456789, Guaranty Trust Bank (000013)'))
  value!: string;
}

/** A decision that waits for a second operator. */
export class ProposalView {
  @ApiProperty(text('The decision.', 'accept'))
  decision!: string;

  @ApiProperty(text('Who has proposed it.', 'Ada'))
  operator!: string;

  @ApiProperty(text('Why.', 'The payer sent the receipt.'))
  reason!: string;

  @ApiProperty({ description: 'What it does, line by line.', type: [ShownFactView] })
  shown!: ShownFactView[];

  @ApiProperty(
    text('Hash of all that is shown. Send it to confirm.', '5e0b9f2c4d1a7e8830c6f1a2b3c4d5e6'),
  )
  shownHash!: string;

  @ApiProperty({ ...text('When.', '2026-11-20T14:12:33.000Z'), format: 'date-time' })
  proposedAt!: string;
}

/** One line of the history. It is kept for good. */
export class CaseEventView {
  @ApiProperty({ description: 'What happened.', enum: eventTypes })
  type!: string;

  @ApiProperty({ ...text('When.', '2026-11-20T14:12:33.000Z'), format: 'date-time' })
  at!: string;

  @ApiProperty(mayBeText('The operator.', 'Ada'))
  operator!: string | null;

  @ApiProperty(mayBeText('The second operator.', 'Bola'))
  partner!: string | null;

  @ApiProperty(mayBeText('The decision.', 'accept'))
  decision!: string | null;

  @ApiProperty(mayBeText('Why, or the text of a note.', 'The payer sent the receipt.'))
  reason!: string | null;

  @ApiProperty({
    ...mayBeText('Where it was decided.', 'API'),
    enum: ['TEMPORAL', 'API', 'CLI', 'DESK', null],
  })
  door!: string | null;

  @ApiProperty({
    description: 'How it stood before.',
    type: 'object',
    additionalProperties: { type: 'string' },
    nullable: true,
    example: { status: 'HELD' },
  })
  before!: Record<string, string> | null;

  @ApiProperty({
    description: 'How it stood after.',
    type: 'object',
    additionalProperties: { type: 'string' },
    nullable: true,
    example: { status: 'ACCEPTED' },
  })
  after!: Record<string, string> | null;

  @ApiProperty({
    description:
      'What the two operators were shown. Null: it took one, or the payer was erased since.',
    type: [ShownFactView],
    nullable: true,
  })
  shown!: ShownFactView[] | null;
}

/** Money that leaves because of a case: a refund, or the payouts of a settlement. */
export class CaseSendingView {
  @ApiProperty({ description: 'What is sent.', enum: ['REFUND', 'PAYOUT'] })
  kind!: 'REFUND' | 'PAYOUT';

  @ApiProperty(text('Id of the refund, or of the settlement.', 'rfd_01KA0000000000000000000000'))
  subject!: string;

  @ApiProperty(text('The merchant’s reference for it, or the id again.', 'RF-1001'))
  reference!: string;

  @ApiProperty({ ...amount, nullable: false, description: 'What is sent, in kobo.' })
  amount!: number;

  @ApiProperty(text('How it stands. `SUCCESSFUL`: the money has arrived.', 'REQUESTED'))
  status!: string;

  @ApiProperty(mayBeText('NIP session id of its last sending.', '000013261120151233000000000001'))
  sessionId!: string | null;

  @ApiProperty({ ...mayBeText('When it was last sent.', null), format: 'date-time' })
  sentAt!: string | null;

  @ApiProperty({ ...mayBeText('When it arrived.', null), format: 'date-time' })
  arrivedAt!: string | null;

  @ApiProperty(mayBeText('What it waits for. Null: nothing holds it.', 'UNEXPLAINED_DEBIT'))
  hold!: string | null;

  @ApiProperty({ ...caseNumber, description: 'Number of the case that it waits for.' })
  waitsForCase!: number | null;

  @ApiProperty({
    ...mayBeText('When it may be sent: its account is new. Null: at once.', null),
    format: 'date-time',
  })
  sendsFrom!: string | null;
}

/** One case, with all that is needed to decide. */
export class CaseView extends ListedCaseView {
  @ApiProperty(text('What it is about: an id, by its kind.', 'txn_01KA0000000000000000000000'))
  subject!: string;

  @ApiProperty(mayBeText('How the subject stands now.', 'HELD'))
  subjectState!: string | null;

  @ApiProperty(
    text(
      'The case in one line.',
      '₦7,700.00 from TUNDE BAKARE, Access Bank ****4455, to 5019990123, 2 h old',
    ),
  )
  headline!: string;

  @ApiProperty({
    description: 'Who paid, or who is paid. Null when the case is about no person.',
    type: CasePayerView,
    nullable: true,
  })
  payer!: CasePayerView | null;

  @ApiProperty({ ...amount, description: 'What the order asks for, in kobo.' })
  amountDue!: number | null;

  @ApiProperty({ ...amount, description: 'What was paid for the order so far, in kobo.' })
  amountPaid!: number | null;

  @ApiProperty({
    description:
      'How many other cases of this kind and reason wait at the same bank: they may have one cause.',
    type: 'integer',
    format: 'int64',
    example: 0,
  })
  alike!: number;

  @ApiProperty({
    description: 'The money that leaves because of it, and how far it is.',
    type: [CaseSendingView],
  })
  sendings!: CaseSendingView[];

  @ApiProperty(
    mayBeText(
      'How it ended, and what came of it by now. Null while it waits.',
      'Decided by Ada, 2026-11-20 08:37: return. ₦7,700.00 went back to the payer.',
    ),
  )
  ending!: string | null;

  @ApiProperty(
    text('What happened, in Markdown. Empty after its end.', 'The number belongs to no order.'),
  )
  happened!: string;

  @ApiProperty(text('What is safe, in Markdown. Empty after its end.', 'The money is in suspense.'))
  safe!: string;

  @ApiProperty(
    text('What to do, in Markdown. Empty after its end.', 'Ask the payer for the receipt.'),
  )
  todo!: string;

  @ApiProperty({ description: 'What may be decided now.', type: [DecisionView] })
  decisions!: DecisionView[];

  @ApiProperty({
    description: 'The decision that waits for a second operator.',
    type: ProposalView,
    nullable: true,
  })
  proposal!: ProposalView | null;

  @ApiProperty(text('Id of the workflow that waits.', 'credit/txn_01KA0000000000000000000000'))
  workflowId!: string;

  @ApiProperty({
    ...text('The workflow in the Temporal UI.', 'http://127.0.0.1:8233/namespaces/manilla'),
    format: 'uri',
  })
  workflowUrl!: string;

  @ApiProperty({
    ...text('The case at the desk.', 'http://127.0.0.1:3020/desk/cases/1042'),
    format: 'uri',
  })
  deskUrl!: string;

  @ApiProperty({ description: 'What happened to it, the newest first.', type: [CaseEventView] })
  history!: CaseEventView[];
}

export class CasePage {
  @ApiProperty({ description: 'The cases of this page.', type: [ListedCaseView] })
  items!: ListedCaseView[];

  @ApiProperty({ description: 'Position of this page in the list.', type: PageView })
  page!: PageView;
}

/** A decision in the record of all. */
export class AuditedView extends CaseEventView {
  @ApiProperty({ description: 'Number of the case.', format: 'int64', example: 1042 })
  caseNumber!: number;

  @ApiProperty({ description: 'What kind of thing waited.', enum: caseKinds })
  kind!: string;

  @ApiProperty(mayBeText('Trade name of the merchant.', 'ADA STORES'))
  merchantName!: string | null;

  @ApiProperty(mayBeText('The merchant’s reference for the order.', 'ORD-1001'))
  paymentReference!: string | null;

  @ApiProperty({ ...amount, description: 'The money that it was about, in kobo.' })
  amount!: number | null;
}

export class AuditPage {
  @ApiProperty({ description: 'The decisions of this page.', type: [AuditedView] })
  items!: AuditedView[];

  @ApiProperty({ description: 'Position of this page in the list.', type: PageView })
  page!: PageView;
}
