import { accountChannel } from '../../domain/channels.js';
import { formatCount } from '../../domain/money.js';
import { titleOfProvider } from '../../providers/registry.js';
import { placeOfCredit, placeOfRefund } from '../orders/order-words.js';
import type {
  DisputeParts,
  RefundParts,
  SettlementParts,
  TransactionParts,
} from './thing-parts.js';
import {
  acquirerAnswer,
  answerIn,
  bankAnswer,
  casesList,
  factsOf,
  joined,
  journalsList,
  linkTo,
  linkToOrder,
  listOfRows,
  listsOf,
  moment,
  sendingsList,
  type Teller,
} from './thing-text.js';
import type { ThingWords } from './things.dto.js';

const ofMerchant = (name: string | null): string => (name === null ? '' : ` of ${name}`);

export function transactionWords(id: string, t: TransactionParts, teller: Teller): ThingWords {
  const { money, account } = teller;
  const parts = [
    ['fees', t.fees],
    ['refunded', t.refunded],
    ['sent back', t.returned],
    ['taken back', t.takenBack],
  ] as const;
  const amounts = parts
    .filter(([, minor]) => minor > 0)
    .map(([name, minor]) => `${name} ${money(minor)}`);
  return {
    title: `Transaction ${id}${ofMerchant(t.merchantName)}`,
    status: t.status,
    amountsText: `${[`Received ${money(t.amount)}`, ...amounts].join(', ')}.`,
    moneyText: [
      `${money(t.amount)}${t.senderName === null ? '' : ` from ${t.senderName}`}: ${placeOfCredit(t, t.currency)}.`,
    ],
    facts: factsOf([
      ['Merchant', t.merchantName, linkTo('MERCHANT', t.merchantId)],
      ['Order', t.paymentReference, linkToOrder(t.merchantId, t.paymentReference)],
      ['Exception', t.exception],
      ['From', joined(t.senderName, t.senderBank, account(t.senderAccount))],
      ['Into', joined(t.accountNumber, t.accountName), linkTo('ACCOUNT', t.virtualAccountId)],
      ['Paid by', joined(t.channel, titleOfProvider(t.provider))],
      ['Session', t.sessionId],
      ['Narration', t.narration],
      [
        'Settlement',
        joined(t.settlementReference, t.settlementStatus),
        linkTo('SETTLEMENT', t.settlementId),
      ],
      ['Due on', t.settlementDueOn],
      ['Sent', t.sentAt && moment(t.sentAt)],
      ['Received', moment(t.receivedAt)],
    ]),
    lists: listsOf(
      casesList(t.cases),
      listOfRows('Refunds', ['Refund', 'Amount', 'Status', 'Decided'], t.refunds, (each) => [
        linkTo('REFUND', each.refundId),
        ...[each.reference, money(each.amount), each.status, moment(each.at)],
      ]),
      listOfRows('Disputes', ['Dispute', 'Amount', 'Status', 'Opened'], t.disputes, (each) => [
        linkTo('DISPUTE', each.disputeId),
        ...[`${each.kind} ${each.disputeId}`, money(each.amount), each.status, moment(each.at)],
      ]),
      journalsList(t.journals, teller),
    ),
  };
}

export function refundWords(_: string, r: RefundParts, teller: Teller): ThingWords {
  const { money, account } = teller;
  const receiver = { ...r, receiverAccount: account(r.receiverAccount) };
  const payer = r.payerName === null ? '' : ` by ${r.payerName}`;
  return {
    title: `Refund ${r.reference}${ofMerchant(r.merchantName)}`,
    status: r.status,
    amountsText: `Refund ${money(r.amount)} of ${money(r.paidAmount)} that was paid${payer}.`,
    moneyText: [`${money(r.amount)}: ${placeOfRefund(receiver)}.`],
    facts: factsOf([
      ['Merchant', r.merchantName, linkTo('MERCHANT', r.merchantId)],
      ['Order', r.paymentReference, linkToOrder(r.merchantId, r.paymentReference)],
      ['Transaction', r.transactionReference, linkTo('TRANSACTION', r.transactionReference)],
      [
        'Decided by',
        { POLICY: 'a policy', MERCHANT: 'the merchant', OPERATOR: 'an operator' }[r.origin] ??
          r.origin,
      ],
      ['Cause', r.cause],
      ['Note', r.note],
      ['To', joined(r.receiverName, r.receiverBank, receiver.receiverAccount)],
      [
        'Stamp duty',
        r.duty === 0
          ? null
          : `${money(r.duty)}, borne by ${r.dutyBearer === 'PLATFORM' ? 'us' : 'the merchant'}`,
      ],
      ['Goes by', joined(r.channel, titleOfProvider(r.provider))],
      ['Last answer', answerIn(r.channel, r.answer)],
      ['Decided', moment(r.requestedAt)],
      ['Another account named', r.redirectedAt && moment(r.redirectedAt)],
      ['Completed', r.completedAt && moment(r.completedAt)],
    ]),
    lists: listsOf(
      casesList(r.cases),
      sendingsList(r.sendings, teller, r.channel),
      journalsList(r.journals, teller),
    ),
  };
}

const placesOfSettlements: Readonly<Record<string, string>> = {
  SCHEDULED:
    'set aside for this payout, and not sent yet. The merchant has not got it and cannot use it',
  PROCESSING: 'sent; the bank has not confirmed it',
  UNKNOWN: 'sent; what became of it is not known, and the bank is asked again and again',
  SUCCESSFUL: 'arrived at the merchant’s bank',
  FAILED: 'not sent; what did not arrive is in the merchant’s balance again',
  REVERSED: 'sent back by the merchant’s bank, and in the merchant’s balance again',
  ON_HOLD: 'set aside for this payout, which is held',
  CANCELLED: 'not sent; it is in the merchant’s balance again',
};

export function settlementWords(_: string, s: SettlementParts, teller: Teller): ThingWords {
  const { money, account } = teller;
  const sums = [
    ['brought forward', s.opening],
    ['collected', s.gross],
    ['fees', -s.fees],
    ['refunds', -s.refunds],
    ['disputes', -s.disputes],
    ['payouts that came back', s.reversals],
    ['stamp duty', -s.duty],
    ['corrections', s.adjustments],
    ['left for the next', -s.closing],
  ] as const;
  const amounts = sums
    .filter(([, minor]) => minor !== 0)
    .map(([name, minor]) => `${name} ${money(minor)}`);
  const place = placesOfSettlements[s.status] ?? s.status;
  const why = s.status === 'ON_HOLD' && s.holdReason !== null ? ` (${s.holdReason})` : '';
  return {
    title: `Settlement ${s.reference}${ofMerchant(s.merchantName)}`,
    status: s.status,
    amountsText: `Payout ${money(s.amount)}: ${amounts.join(', ')}.`,
    moneyText: [
      s.amount === 0 ? 'Nothing is paid out by it.' : `${money(s.amount)}: ${place}${why}.`,
      ...(s.paid > 0 && s.paid !== s.amount ? [`${money(s.paid)} of it has arrived.`] : []),
    ],
    facts: factsOf([
      ['Merchant', s.merchantName, linkTo('MERCHANT', s.merchantId)],
      ['To', joined(s.holderName, s.bankName, account(s.accountNumber))],
      ['The bank calls its holder', s.notedName],
      ['Asked for by', s.type === 'ON_DEMAND' ? 'the merchant' : 'the schedule'],
      ['Transactions', formatCount(s.payments)],
      ['Held because of', s.holdReason],
      ['Last answer', bankAnswer(s.answer)],
      ['Money received before', moment(s.cutOff)],
      ['Day', s.runOn],
      ['Made', moment(s.madeAt)],
      ['Completed', s.completedAt && moment(s.completedAt)],
    ]),
    lists: listsOf(
      casesList(s.cases),
      listOfRows(
        'Payouts',
        ['Part', 'Payout', 'Amount', 'Status', 'Bank connection', 'Answer'],
        s.payouts,
        (each) => [
          null,
          ...[
            String(each.part),
            each.payoutId,
            money(each.amount),
            each.status,
            titleOfProvider(each.provider),
          ],
          bankAnswer(each.answer),
        ],
      ),
      sendingsList(s.sendings, teller, accountChannel),
      journalsList(s.journals, teller),
    ),
  };
}

const placesOfDisputes: Readonly<Record<string, string>> = {
  OPENED: 'put aside until the dispute ends',
  WON: 'the merchant’s again',
  LOST: 'gone back to the payer’s bank or the card’s issuer',
};

export function disputeWords(id: string, d: DisputeParts, teller: Teller): ThingWords {
  const { money } = teller;
  const parts = [
    ['of the merchant’s', d.fromMerchant],
    ['of money that was held', d.fromHeld],
    ['of ours', d.amount - d.fromMerchant - d.fromHeld],
  ] as const;
  const amounts = parts
    .filter(([, minor]) => minor > 0)
    .map(([whose, minor]) => `${money(minor)} ${whose}`);
  const what = d.kind === 'CHARGEBACK' ? 'Chargeback' : 'Recall';
  return {
    title: `${what} ${id}${ofMerchant(d.merchantName)}`,
    status: d.status,
    amountsText: `${what} of ${money(d.amount)} of ${money(d.paidAmount)} that was paid${d.payerName === null ? '' : ` by ${d.payerName}`}: ${amounts.join(', ')}.`,
    moneyText: [`${money(d.amount)}: ${placesOfDisputes[d.status] ?? d.status}.`],
    facts: factsOf([
      ['Merchant', d.merchantName, linkTo('MERCHANT', d.merchantId)],
      ['Order', d.paymentReference, linkToOrder(d.merchantId, d.paymentReference)],
      ['Transaction', d.transactionReference, linkTo('TRANSACTION', d.transactionReference)],
      ['Told by', joined(titleOfProvider(d.provider), d.reference)],
      ['Reason', d.cause],
      ['Answer until', d.evidenceDueAt && moment(d.evidenceDueAt)],
      ['Opened', moment(d.openedAt)],
      ['Closed', d.closedAt && moment(d.closedAt)],
      ['The merchant says', d.evidence?.explanation ?? null],
      ['Delivered', d.evidence?.deliveredAt ? moment(d.evidence.deliveredAt) : null],
      ['Delivery', d.evidence?.deliveryReference ?? null],
    ]),
    lists: listsOf(
      casesList(d.cases),
      listOfRows(
        'Answers of the merchant',
        ['Answer', 'Status', 'Acquirer', 'Given', 'Sent'],
        d.answers,
        (each) => [
          null,
          ...[
            each.kind,
            each.status,
            acquirerAnswer(each.answer),
            moment(each.at),
            moment(each.sentAt),
          ],
        ],
      ),
      documentsList(id, d),
      journalsList(d.journals, teller),
    ),
  };
}

/** Lists the files that the merchant has uploaded, and the web addresses in its answer. */
function documentsList(id: string, { evidence, files }: DisputeParts): ThingWords['lists'][number] {
  const documents = evidence?.documents ?? [];
  const typeOf = (fileId: string): string =>
    documents.find((each) => 'fileId' in each && each.fileId === fileId)?.type ?? '';
  const uploaded = files.map(({ fileId, mediaType, bytes, at }) => ({
    about: linkTo('FILE', `${id}/${fileId}`),
    cells: [fileId, typeOf(fileId), mediaType, formatCount(bytes), moment(at)],
  }));
  const addresses = documents.flatMap((each) =>
    'url' in each ? [{ about: null, cells: [each.url, each.type, 'address', '', ''] }] : [],
  );
  return listOfRows(
    'Documents of the merchant',
    ['Document', 'Shows', 'What', 'Bytes', 'Uploaded'],
    [...uploaded, ...addresses],
    ({ about, cells }) => [about, ...cells],
  );
}
