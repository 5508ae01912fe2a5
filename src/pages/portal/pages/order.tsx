import { openStatuses } from '../../../domain/checkout-state.js';
import type { CheckoutView, TransactionView } from '../../../payments/checkouts/query.dto.js';
import { may } from '../../../http/access/may.js';
import { Said } from '../../parts/parts.js';
import {
  type Column,
  Facts,
  Foreign,
  moment,
  money,
  pathWith,
  Standing,
  Table,
  timeLeft,
} from '../money-parts.js';
import type { OrderRefund, OrderSender, OrderStory } from '../order-story.js';
import { Form } from '../portal-page.js';
import type { ShownPage } from '../portal-route.js';
import type { PortalViewer } from '../portal-viewer.js';
import { wordsOf } from '../words.js';
import { Timeline, SentList } from './order-story.js';
import { pathOfOrder, pathOfRefund, pathOfSettlement } from '../reference-paths.js';

export interface ShownOrder {
  readonly viewer: PortalViewer;
  readonly order: CheckoutView;
  readonly story: OrderStory;
  /** The customer's page of the order; null when the order can no longer be paid. */
  readonly pageUrl: string | null;
  readonly done: string | null;
}

/** One order on one page. */
export function orderPage(shown: ShownOrder): ShownPage {
  const { order, story, viewer, done } = shown;
  const { paymentReference, status, statusReason } = order;
  const children = (
    <>
      <h1>
        Order <bdi>{paymentReference}</bdi>
      </h1>
      <Said fault={null} done={done} />
      <p class="standing">
        <b>{money(order.amountExpected, order.currency)}</b>{' '}
        <Standing of="orders" status={status} />
        {statusReason !== null && `: ${wordsOf('endings', statusReason)}`}
        {order.exceptions.map((each) => ` · ${wordsOf('exceptions', each)}`)}
      </p>
      <Actions {...shown} />
      <Amounts order={order} />
      <Customer order={order} story={story} />
      <Paid {...shown} />
      <Refunds refunds={story.refunds} order={order} />
      {may(viewer, 'disputes:read') && <Disputes order={order} story={story} />}
      <SentList {...{ story, viewer, paymentReference }} />
      <Timeline story={story} currency={order.currency} />
    </>
  );
  return { title: `Order ${paymentReference}`, here: 'payments', children };
}

/** Offers the actions that this person may take now. */
function Actions({ viewer, order, pageUrl }: ShownOrder) {
  const isOpen = (openStatuses as readonly string[]).includes(order.status);
  const mayCancel = isOpen && may(viewer, 'checkout:write') && viewer.suspendedReason === null;
  if (!mayCancel && pageUrl === null) return null;
  return (
    <section aria-label="What can be done">
      {pageUrl !== null && (
        <p>
          The customer pays on this page: <a href={pageUrl}>{pageUrl}</a>
        </p>
      )}
      {mayCancel && (
        <details>
          <summary>Cancel this order</summary>
          <p>The customer can no longer pay it. What was paid so far goes back.</p>
          <Form action={`${pathOfOrder(order.paymentReference)}/cancel`}>
            <button class="danger">Cancel the order</button>
          </Form>
        </details>
      )}
    </section>
  );
}

/** Shows where the received money is now: the parts add up to the amount received. */
function Amounts({ order }: { readonly order: CheckoutView }) {
  const of = (minor: number): string | null => (minor === 0 ? null : money(minor, order.currency));
  return (
    <section>
      <h2>Money</h2>
      <Facts
        facts={[
          ['Due from the customer', money(order.amountExpected, order.currency)],
          ['You asked for', order.amount === order.amountExpected ? null : of(order.amount)],
          ['Received', money(order.amountPaid, order.currency)],
          ['Accepted as payment', of(order.amountAccepted)],
          ['Kept beyond what was due', of(order.amountKept)],
          ['Held, not decided', of(order.amountHeld)],
          ['Went or goes back by your settings', of(order.amountReturned)],
          ['Refunded by you', of(order.amountRefunded)],
          ['Taken back by disputes', of(order.amountTakenBack)],
          ['Still missing', of(order.amountOutstanding)],
        ]}
      />
    </section>
  );
}

function Customer({ order, story }: { readonly order: CheckoutView; readonly story: OrderStory }) {
  const notes = Object.entries(order.metadata);
  return (
    <section>
      <h2>Customer and order</h2>
      <Facts
        facts={[
          ['Name', <Foreign text={story.payerName} />],
          ['E-mail', story.payerEmail && <Foreign text={story.payerEmail} />],
          ['Phone', story.payerPhone && <Foreign text={story.payerPhone} />],
          ['For', story.description && <Foreign text={story.description} />],
          ['Begun', moment(order.createdAt)],
          ['Can be paid until', moment(order.expiresAt)],
          ['Account number', order.virtualAccount?.accountNumber ?? null],
          ['Payment link', order.paymentLinkId],
          ...notes.map(
            ([name, value]) => [`Your note: ${name}`, <Foreign text={value} />] as const,
          ),
        ]}
      />
    </section>
  );
}

/** Shows the payer, the accepted amount, its cost, and where the money goes. */
function Paid({ viewer, order, story }: ShownOrder) {
  const { transactions, currency } = order;
  if (transactions.length === 0) {
    return (
      <section>
        <h2>Payments</h2>
        <p>Nothing was paid yet.</p>
      </section>
    );
  }
  return (
    <section>
      <h2>Payments</h2>
      <Table
        label="Payments of the order"
        columns={paidColumns(viewer, story, currency)}
        items={transactions}
      />
    </section>
  );
}

function paidColumns(
  viewer: PortalViewer,
  story: OrderStory,
  currency: string,
): readonly Column<TransactionView>[] {
  const mayRefund = may(viewer, 'refunds:write') && viewer.suspendedReason === null;
  const senders = new Map(story.credits.map((each) => [each.transactionReference, each]));
  return [
    {
      title: 'Received',
      cell: (t) => (
        <>
          <b>{money(t.amountReceived, currency)}</b> <small>{moment(t.receivedAt)}</small>
        </>
      ),
    },
    {
      title: 'From',
      cell: (t) => (
        <Sender sender={senders.get(t.transactionReference)} channel={t.paymentChannel} />
      ),
    },
    {
      title: 'Status',
      cell: (t) => (
        <>
          <Standing
            of="payments"
            status={senders.get(t.transactionReference)?.status ?? 'PROCESSING'}
          />
          {t.exception !== null && <small> {wordsOf('exceptions', t.exception)}</small>}
        </>
      ),
    },
    { ...{ title: 'Accepted', isNumber: true }, cell: (t) => money(t.amountApplied, currency) },
    { ...{ title: 'Fee and VAT', isNumber: true }, cell: (t) => money(t.fee + t.vat, currency) },
    {
      title: 'Yours',
      cell: (t) => (
        <>
          {money(t.settlementAmount, currency)}{' '}
          <PaidOut
            reference={senders.get(t.transactionReference)?.settlementReference ?? null}
            dueOn={t.settlementDueDate}
          />
        </>
      ),
    },
    {
      title: 'Refund',
      cell: (t) =>
        mayRefund && t.amountRefundable > 0 ? (
          <a href={pathWith('/refunds/new', { transaction: t.transactionReference })}>
            Refund up to {money(t.amountRefundable, currency)}
          </a>
        ) : (
          '–'
        ),
    },
  ];
}

interface PaidOutProps {
  readonly reference: string | null;
  readonly dueOn: string | null;
}

/** Names the settlement that pays the money out, or the day from which it can be paid out. */
function PaidOut({ reference, dueOn }: PaidOutProps) {
  if (reference === null) return dueOn === null ? null : <small>due {dueOn}</small>;
  return (
    <small>
      <a href={pathOfSettlement(reference)}>{reference}</a>
    </small>
  );
}

interface SenderProps {
  readonly sender: OrderSender | undefined;
  readonly channel: string;
}

function Sender({ sender, channel }: SenderProps) {
  return (
    <>
      <Foreign text={sender?.senderName ?? wordsOf('channels', channel)} />{' '}
      <small>
        {[sender?.senderBank, sender?.senderAccount].filter(Boolean).join(' ')}
        {sender?.narration && (
          <>
            {' “'}
            <Foreign text={sender.narration} />”
          </>
        )}
      </small>
    </>
  );
}

function Refunds({
  refunds,
  order: { currency },
}: {
  readonly refunds: readonly OrderRefund[];
  readonly order: CheckoutView;
}) {
  if (refunds.length === 0) return null;
  const columns: readonly Column<OrderRefund>[] = [
    {
      title: 'Refund',
      cell: ({ refundReference }) => (
        <a href={pathOfRefund(refundReference)}>
          <bdi>{refundReference}</bdi>
        </a>
      ),
    },
    { ...{ title: 'Amount', isNumber: true }, cell: ({ amount }) => money(amount, currency) },
    { title: 'Status', cell: ({ status }) => <Standing of="refunds" status={status} /> },
    { title: 'Why', cell: ({ cause }) => wordsOf('refundCauses', cause) },
    {
      title: 'To',
      cell: (each) => (
        <>
          <Foreign text={each.receiverName} />{' '}
          <small>{[each.receiverBank, each.receiverAccount].filter(Boolean).join(' ')}</small>
        </>
      ),
    },
    { title: 'Asked for', cell: ({ requestedAt }) => moment(requestedAt) },
  ];
  return (
    <section>
      <h2>Refunds</h2>
      <Table label="Refunds of the order" columns={columns} items={refunds} />
    </section>
  );
}

function Disputes({ story, order }: { readonly story: OrderStory; readonly order: CheckoutView }) {
  if (story.disputes.length === 0) return null;
  return (
    <section>
      <h2>Disputes</h2>
      <ul>
        {story.disputes.map(({ disputeId, kind, status, amount, evidenceDueAt }) => (
          <li>
            <a href={`/disputes/${disputeId}`}>
              {wordsOf('disputeKinds', kind)} of {money(amount, order.currency)}
            </a>
            , <Standing of="disputes" status={status} />
            {status === 'OPENED' &&
              evidenceDueAt !== null &&
              `, answer due ${timeLeft(evidenceDueAt)}`}
          </li>
        ))}
      </ul>
    </section>
  );
}
