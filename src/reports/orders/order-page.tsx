import type { ComponentChildren } from 'preact';
import { lagosMoment } from '../../domain/lagos-day.js';
import { cardAnswerWords } from '../../domain/card-code.js';
import { formatMoney } from '../../domain/money.js';
import { deskDocument, type Frame } from '../../operators/desk/desk-page.js';
import { postedFor } from '../../domain/journal-words.js';
import { reasonWords } from '../../domain/case-words.js';
import { deskWords } from '../../operators/desk/status-words.js';
import { becameWords, stepWords } from '../../pages/parts/step-words.js';
import { plainWords } from '../../pages/parts/words.js';
import { Story } from '../../pages/parts/parts.js';
import { pageOfThing } from '../things/thing-kinds.js';
import type { OrderView } from './order.dto.js';

export function orderDocument(frame: Frame, order: OrderView): string {
  const { paymentReference, merchantName, status, statusReason, workflow } = order;
  const children = (
    <>
      <h1>
        Order {paymentReference} of{' '}
        <a href={pageOfThing('MERCHANT', order.merchantId)}>{merchantName}</a>:{' '}
        {deskWords('orders', status)}
        {statusReason !== null && ` (${deskWords('endings', statusReason)})`}
      </h1>
      <p>
        <b>{order.amountsText}</b>
      </p>
      {order.moneyText.length > 0 && (
        <>
          <h2>Where the money is now</h2>
          <ul>
            {order.moneyText.map((line) => (
              <li>{line}</li>
            ))}
          </ul>
        </>
      )}
      <Payer order={order} />
      {sectionsOf(order, frame.nameOf).map((section) => (
        <Table {...section} />
      ))}
      <p>
        <a href={workflow}>Its workflow in the Temporal UI</a>
      </p>
    </>
  );
  return deskDocument({ ...frame, title: `Order ${paymentReference}`, children });
}

/** Returns the policy or cause of a step, or the acquirer's answer. */
function whyWords({ kind, reason }: OrderView['timeline'][number]): string {
  if (reason === null) return '';
  if (kind === 'CARD_ATTEMPT') return cardAnswerWords(reason);
  return deskWords(kind === 'REFUND' ? 'refundCauses' : 'policies', reason);
}

function Payer({ order }: { readonly order: OrderView }) {
  const facts = [
    ['Customer', order.payerName ?? 'erased, or not given'],
    ['E-mail', order.payerEmail],
    ['Phone', order.payerPhone],
    ['For', order.description],
    ['Made', moment(order.initiatedAt)],
    ['Session ends', moment(order.expiresAt)],
    ['Id', order.checkoutId],
  ].filter(([, value]) => value !== null);
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Formats a time without its zone, because the foot of the page says that times are in Lagos time. */
function moment(at: string | null): string {
  return at === null ? '–' : lagosMoment(new Date(at));
}

interface Section {
  readonly title: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly ComponentChildren[])[];
}

function Table({ title, heads, rows }: Section) {
  if (rows.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <Story titles={heads} rows={rows} />
    </section>
  );
}

const joined = (...parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null && part !== '').join(', ');

/** Returns the acquirer's answer, or the reason that there is none. */
function answerOf({ responseCode, failure }: OrderView['attempts'][number]): string {
  const answers = [responseCode, failure].filter((each) => each !== null);
  return answers.map(cardAnswerWords).join(', ');
}

type Money = (minor: number | null) => string;

function sectionsOf(order: OrderView, nameOf: Frame['nameOf']): Section[] {
  const money: Money = (minor) =>
    minor === null ? '' : formatMoney(BigInt(minor), order.currency);
  return [...moneySections(order, money), ...storySections(order, money, nameOf)];
}

/** Returns the sections that a calling customer asks about. */
function moneySections(order: OrderView, money: Money): Section[] {
  return [
    {
      ...{ title: 'Cases', heads: ['Case', 'Why', 'Status', 'Since'] },
      rows: order.cases.map((each) => [
        <a href={`/desk/cases/${each.caseNumber}`}>Case {each.caseNumber}</a>,
        ...[reasonWords(each.reason), deskWords('cases', each.status), moment(each.openedAt)],
      ]),
    },
    {
      ...{ title: 'Payments', heads: ['Amount', 'Status', 'From', 'Session', 'Received'] },
      rows: order.credits.map((each) => [
        <a href={pageOfThing('TRANSACTION', each.transactionReference)}>{money(each.amount)}</a>,
        joined(
          deskWords('payments', each.status),
          each.exception && deskWords('exceptions', each.exception),
        ),
        ...[joined(each.senderName, each.senderBank, each.senderAccount), each.sessionId],
        moment(each.receivedAt),
      ]),
    },
    {
      ...{ title: 'Refunds', heads: ['Amount', 'Refund', 'Status', 'To', 'Session', 'Decided'] },
      rows: order.refunds.map((each) => [
        money(each.amount),
        <a href={pageOfThing('REFUND', each.refundId)}>{each.refundReference}</a>,
        joined(deskWords('refunds', each.status), deskWords('refundCauses', each.cause)),
        ...[joined(each.receiverName, each.receiverBank, each.receiverAccount), each.sessionId],
        moment(each.requestedAt),
      ]),
    },
    {
      ...{ title: 'Messages', heads: ['What', 'To', 'By', 'What became of it', 'Written'] },
      rows: order.messages.map((each) => [
        <a href={`/desk/messages/${each.messageId}`}>{deskWords('mails', each.kind)}</a>,
        ...[plainWords(each.recipient), each.channel === 'SMS' ? 'SMS' : 'e-mail'],
        ...[joined(deskWords('mailStandings', each.status), each.reason), moment(each.at)],
      ]),
    },
    {
      ...{ title: 'Disputes', heads: ['Dispute', 'Amount', 'Status', 'Evidence until'] },
      rows: order.disputes.map((each) => [
        <a href={pageOfThing('DISPUTE', each.disputeId)}>
          {`${deskWords('disputeKinds', each.kind)} ${each.disputeId}`}
        </a>,
        ...[money(each.amount), deskWords('disputes', each.status)],
        moment(each.evidenceDueAt),
      ]),
    },
    {
      ...{ title: 'Card attempts', heads: ['Attempt', 'Amount', 'Status', 'Answer', 'Began'] },
      rows: order.attempts.map((each) => [
        ...[
          joined(each.attemptId, each.last4),
          money(each.amount),
          deskWords('attempts', each.status),
        ],
        ...[answerOf(each), moment(each.at)],
      ]),
    },
  ];
}

/** Returns the sections that engineers and the finance team ask about. */
function storySections(order: OrderView, money: Money, nameOf: Frame['nameOf']): Section[] {
  return [
    {
      ...{
        title: 'Account numbers',
        heads: ['Number', 'Name', 'Bank connection', 'Amount', 'Status', 'Until'],
      },
      rows: order.accounts.map((each) => [
        ...[each.accountNumber, each.accountName, nameOf(each.provider)],
        ...[money(each.amount), deskWords('accounts', each.status)],
        moment(each.expiresAt),
      ]),
    },
    {
      ...{ title: 'Webhooks', heads: ['Event', 'Status', 'Attempts', 'Written'] },
      rows: order.webhooks.map((each) => [
        each.deliveryId === null ? (
          each.type
        ) : (
          <a href={pageOfThing('DELIVERY', each.deliveryId)}>{each.type}</a>
        ),
        ...[
          each.status === null ? 'not sent' : deskWords('deliveries', each.status),
          each.attempts ?? 0,
          moment(each.at),
        ],
      ]),
    },
    {
      ...{ title: 'Timeline', heads: ['When', 'What', 'Became', 'Amount', 'Why'] },
      rows: order.timeline.map((each) => [
        ...[moment(each.at), `${stepWords(each.kind)} ${each.subject}`],
        ...[becameWords(each, deskWords), money(each.amount), whyWords(each)],
      ]),
    },
    {
      ...{ title: 'Journals', heads: ['Journal', 'For', 'Legs', 'Posted'] },
      rows: order.journals.map((each) => [
        <a href={pageOfThing('JOURNAL', String(each.journalId))}>{each.journalId}</a>,
        postedFor(each.source, each.purpose),
        each.legs.map((leg) => (
          <div>
            {money(leg.amount)} <small>{leg.accountName}</small>
          </div>
        )),
        moment(each.postedAt),
      ]),
    },
  ];
}
