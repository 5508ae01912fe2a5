import { titleOfProvider } from '../../providers/registry.js';
import { lowerFirst } from '../../domain/case-words.js';
import { postedFor } from '../../domain/journal-words.js';
import { accountNameOf } from '../../domain/chart-of-accounts.js';
import { formatCount } from '../../domain/money.js';
import { scheduleWords } from '../../pages/parts/words.js';
import type { AccountParts, DeliveryParts, JournalParts, MerchantParts } from './thing-parts.js';
import {
  casesList,
  factsOf,
  joined,
  linkTo,
  linkToOrder,
  listOfRows,
  listsOf,
  moment,
  type Teller,
} from './thing-text.js';
import type { ThingLink, ThingWords } from './things.dto.js';

export function accountWords(_: string, v: AccountParts, { money, account }: Teller): ThingWords {
  const received =
    v.count === 0
      ? 'Nothing has come to it'
      : `${money(v.received)} came to it in ${formatCount(v.count)} ${v.count === 1 ? 'payment' : 'payments'}`;
  return {
    title: `Account number ${v.accountNumber} of ${v.merchantName ?? 'nobody'}`,
    status: v.status,
    amountsText: v.amount === null ? `${received}.` : `For ${money(v.amount)}. ${received}.`,
    moneyText: v.count === 0 ? [] : ['The page of each payment says where it is now.'],
    facts: factsOf([
      ['Merchant', v.merchantName, linkTo('MERCHANT', v.merchantId)],
      ['Order', v.paymentReference, linkToOrder(v.merchantId, v.paymentReference)],
      ['Kind', v.type === 'STATIC' ? 'permanent' : 'for one payment'],
      ['Name', v.accountName],
      ['At', v.bankName],
      ['Reference', v.reference],
      ['Identity', v.identity && `${v.identity} was given`],
      ['Made', moment(v.madeAt)],
      ['Takes money until', v.expiresAt && moment(v.expiresAt)],
      ['Stopped', v.stoppedAt && moment(v.stoppedAt)],
      ['Free again since', v.releasedAt && moment(v.releasedAt)],
    ]),
    lists: listsOf(
      listOfRows(
        'Payments, the newest 50',
        ['Transaction', 'Amount', 'Status', 'From', 'Received'],
        v.credits,
        (each) => [
          linkTo('TRANSACTION', each.transactionReference),
          ...[each.transactionReference, money(each.amount), each.status],
          ...[joined(each.senderName, account(each.senderAccount)), moment(each.at)],
        ],
      ),
    ),
  };
}

const noAddress = 'The shop had set no address when it happened, so it was not sent.';
const placesOfDeliveries: Readonly<Record<string, string>> = {
  PENDING: 'It is sent in a moment.',
  DELIVERING: 'It is being sent.',
  DELIVERED: 'The merchant’s server has taken it.',
  RETRYING: 'The merchant’s server has not taken it yet; it is tried again.',
  DEAD: 'It was given up. The merchant can ask for it again.',
  SUPPRESSED: 'The address is switched off, and nothing is sent to it.',
};

export function deliveryWords(id: string, d: DeliveryParts): ThingWords {
  return {
    title: `Webhook ${d.type ?? id}${d.merchantName === null ? '' : ` of ${d.merchantName}`}`,
    status: d.status,
    amountsText: `${d.url === null ? noAddress : (placesOfDeliveries[d.status] ?? d.status)} Attempts: ${d.count}.`,
    moneyText: [],
    facts: factsOf([
      ['Merchant', d.merchantName, linkTo('MERCHANT', d.merchantId)],
      ['Order', d.paymentReference, linkToOrder(d.merchantId, d.paymentReference)],
      ['Address', d.url ?? 'none was set when it happened'],
      ['Event', d.eventId],
      ['Sent again after', d.redeliveryOf, linkTo('DELIVERY', d.redeliveryOf)],
      ['Replay', d.replayId],
      ['Written', d.writtenAt && moment(d.writtenAt)],
      ['Ended', d.finishedAt && moment(d.finishedAt)],
    ]),
    lists: listsOf(
      casesList(d.cases),
      listOfRows(
        'Attempts',
        ['Attempt', 'Began', 'Took', 'HTTP', 'Failure', 'Answer'],
        d.attempts,
        (each) => [
          null,
          ...[String(each.attempt), moment(each.at), `${each.tookMs} ms`],
          ...[each.httpStatus === null ? '' : String(each.httpStatus), each.failure, each.response],
        ],
      ),
    ),
  };
}

/** Returns the link to the thing that a journal was posted for. */
function sourceOf({ source, sourceId, settlementId }: JournalParts): ThingLink | null {
  if (source === 'credit') return linkTo('TRANSACTION', sourceId);
  if (source === 'refund') return linkTo('REFUND', sourceId);
  if (source === 'dispute') return linkTo('DISPUTE', sourceId);
  return linkTo('SETTLEMENT', settlementId);
}

/**
 * Writes a balance in words. On accounts with codes 2 to 4 the money is others’ or earned, so their credit balance is
 * shown as a positive amount.
 */
function balanceText(account: string, balance: number, { money }: Teller): string {
  return account < '2' || account.startsWith('5') ? money(balance) : money(-balance);
}

export function journalWords(id: string, j: JournalParts, teller: Teller): ThingWords {
  const { money } = teller;
  const side = (sign: 1 | -1) => j.legs.filter(({ amount }) => amount * sign > 0);
  const names = (legs: JournalParts['legs']): string =>
    [...new Set(legs.map((leg) => accountNameOf(leg.account)))].join(', ');
  const debits = side(1).reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  return {
    title: `Journal ${id}: ${lowerFirst(postedFor(j.source, j.purpose))}`,
    status: null,
    amountsText: `${money(Number(debits))} is debited and credited.`,
    moneyText: [`Debited: ${names(side(1))}.`, `Credited: ${names(side(-1))}.`],
    facts: factsOf([
      ['Posted for', `${postedFor(j.source, j.purpose)} (${j.sourceId})`, sourceOf(j)],
      ['Posted', moment(j.postedAt)],
    ]),
    lists: listsOf(
      listOfRows(
        'Legs',
        ['Account', 'Code', 'Whose', 'Debit', 'Credit', 'In the account now'],
        j.legs,
        (leg) => {
          const owner = leg.account.slice(5, -4);
          return [
            owner.startsWith('mch_') ? linkTo('MERCHANT', owner) : null,
            ...[
              accountNameOf(leg.account),
              leg.account.slice(0, 4),
              owner === '-' ? 'ours' : (leg.ownerName ?? titleOfProvider(owner)),
            ],
            leg.amount > 0 ? money(leg.amount) : '',
            leg.amount < 0 ? money(-leg.amount) : '',
            balanceText(leg.account, leg.balance, teller),
          ];
        },
      ),
    ),
  };
}

export function merchantWords(_: string, m: MerchantParts, teller: Teller): ThingWords {
  const { money } = teller;
  const share = m.initiated === 0 ? '' : ` (${Math.round((m.paid / m.initiated) * 100)} %)`;
  const next =
    m.nextOn === null || m.nextAmount === null
      ? 'No payout is coming.'
      : `The next payout is ${money(m.nextAmount)} on ${m.nextOn}.`;
  return {
    title: `Merchant ${m.merchantName}`,
    status: m.status,
    amountsText: `Balance ${money(m.total)}: available ${money(m.available)}, not due yet ${money(m.pending)}, reserved for disputes ${money(m.reserved)}, on its way to the bank ${money(m.inTransit)}.`,
    moneyText: [
      next,
      `In the last 30 days: ${formatCount(m.payments)} payments of ${money(m.gross)}, fees ${money(m.feesOf)}, refunds ${money(m.refunds)}. Of ${formatCount(m.initiated)} orders ${formatCount(m.paid)} were paid${share}.`,
    ],
    facts: merchantFacts(m, money),
    lists: merchantLists(m, teller),
  };
}

function merchantFacts(m: MerchantParts, money: Teller['money']): ThingWords['facts'] {
  const limit = (minor: number | null): string => (minor === null ? 'no limit' : money(minor));
  const missing = (m.checklist ?? []).filter(({ done }) => !done).map(({ item }) => item);
  return factsOf([
    ['Legal name', m.name],
    ['Id', m.merchantId],
    ['Status because of', m.statusReason],
    ['Missing before it may go live', missing.join(', ')],
    [
      'Paid out',
      joined(
        scheduleWords(m.schedule),
        `from ${money(m.minimumPayout)} on`,
        `fee ${money(m.payoutFee)}`,
      ),
    ],
    ['An order may be', `${money(m.minAmount)} to ${money(m.maxAmount)}`],
    ['Received in a day', limit(m.dailyLimit)],
    ['Paid out on demand in a day', limit(m.dailySettlementLimit)],
    ['Account numbers that may wait at once', formatCount(m.openAccountLimit)],
    ['Extra rights of its tokens', m.scopes.join(', ')],
    ['Made', moment(m.madeAt)],
  ]);
}

function merchantLists(m: MerchantParts, { money, account }: Teller): ThingWords['lists'] {
  return listsOf(
    casesList(m.cases),
    listOfRows('Webhooks', ['Address', 'Status', 'Failing since'], m.endpoints, (each) => [
      null,
      ...[each.url, each.status, moment(each.failingSince)],
    ]),
    listOfRows(
      'Webhooks that did not arrive',
      ['Status', 'How many', 'Oldest'],
      m.deliveries,
      (each) => [null, ...[each.status, formatCount(each.count), moment(each.oldest)]],
    ),
    listOfRows('Fee plans', ['Channel', 'Plan', 'Borne by', 'Then'], m.channels, (each) => [
      null,
      ...[each.channel, each.feePlanId, each.feeBearer],
      each.next.map(({ feePlanId, from }) => `${feePlanId} from ${moment(from)}`).join(', '),
    ]),
    listOfRows('Prefixes', ['Prefix', 'Status', 'Default'], m.prefixes, (each) => [
      null,
      ...[each.prefix, each.status, each.isDefault ? 'yes' : ''],
    ]),
    listOfRows(
      'Keys',
      ['Client id', 'Name', 'Status', 'May', 'Last used', 'Ends'],
      m.keys,
      (each) => [
        null,
        ...[each.clientId, each.name, each.isLive ? 'ACTIVE' : 'ENDED', each.groups.join(', ')],
        ...[each.lastUsedAt === null ? 'never' : moment(each.lastUsedAt), moment(each.expiresAt)],
      ],
    ),
    listOfRows(
      'Bank accounts',
      ['Account', 'Held at', 'Holder', 'Default', 'Paid from'],
      m.accounts,
      (each) => [
        null,
        ...[account(each.accountNumber), each.bankName, each.accountName],
        ...[each.isDefault ? 'yes' : '', moment(each.usableFrom)],
      ],
    ),
    listOfRows(
      'Settlements, the newest 5',
      ['Settlement', 'Amount', 'Status', 'Made'],
      m.settlements,
      (each) => [
        linkTo('SETTLEMENT', each.settlementId),
        ...[each.reference, money(each.amount), each.status, moment(each.at)],
      ],
    ),
    listOfRows(
      'Contacts',
      ['For', 'Name', 'E-mail', 'Phone'],
      Object.entries(m.contacts ?? {}).flatMap(([kind, each]) =>
        each === undefined ? [] : [{ kind, ...each }],
      ),
      (each) => [null, ...[each.kind, each.name, each.email, each.phoneNumber]],
    ),
  );
}
