import { refundOrigins, refundStatuses } from '../../../domain/refund-state.js';
import { may } from '../../../http/access/may.js';
import type { RefundProposal } from '../../../payouts/refunds/refund-proposal.js';
import type { RefundView } from '../../../payouts/refunds/refund.dto.js';
import { Choice, Input, Said } from '../../parts/parts.js';
import { DayInput, Filters, KeptViews, ListEnd } from '../list-form.js';
import type { Read } from '../list-query.js';
import { type Column, Foreign, moment, money, Standing, Table } from '../money-parts.js';
import { Form } from '../portal-page.js';
import type { ShownPage } from '../portal-route.js';
import type { PortalView } from '../portal-view.js';
import type { PortalViewer } from '../portal-viewer.js';
import { wordsOf } from '../words.js';
import { orderCell } from '../order-link.js';
import { pathOfOrder, pathOfRefund } from '../reference-paths.js';

export const refundFilters = ['status', 'origin', 'reference', 'from', 'to'] as const;
export type RefundWish = Readonly<Record<(typeof refundFilters)[number], string>>;

interface Shown {
  readonly viewer: PortalViewer;
  readonly wish: RefundWish;
  readonly read: Read<RefundView>;
  readonly views: readonly PortalView[];
  readonly waiting: readonly RefundProposal[];
  readonly done: string | null;
}

export function refundsPage({ viewer, wish, read, views, waiting, done }: Shown): ShownPage {
  const { page, fault, status } = read;
  const isFiltered = Object.values(wish).some((value) => value !== '');
  const all = ['', 'all'] as const;
  const children = (
    <>
      <h1>Refunds</h1>
      <Said fault={fault} done={done} />
      <Waiting viewer={viewer} waiting={waiting} />
      <KeptViews page="REFUNDS" path="/refunds" wish={wish} views={views} />
      <Filters action="/refunds" isOpen={isFiltered}>
        <Choice
          {...{ name: 'status', label: 'Status', value: wish.status }}
          choices={[all, ...refundStatuses.map((each) => [each, wordsOf('refunds', each)])]}
        />
        <Choice
          {...{ name: 'origin', label: 'Decided by', value: wish.origin }}
          choices={[all, ...refundOrigins.map((each) => [each, wordsOf('origins', each)])]}
        />
        <Input name="reference" label="Order or payment" value={wish.reference} />
        <DayInput name="from" label="From" value={wish.from} />
        <DayInput name="to" label="To, included" value={wish.to} />
      </Filters>
      {page.items.length === 0 && fault === null ? (
        <p>
          {isFiltered
            ? 'No refund is like this. Take a filter away.'
            : 'There are no refunds yet. To refund a payment, open its order under Payments.'}
        </p>
      ) : (
        <Table label="Refunds" columns={columns} items={page.items} />
      )}
      <ListEnd page={page} path="/refunds" wish={wish} />
      {may(viewer, 'settings:write') && (
        <p>
          <a href="/refunds/rule">What is asked before a large refund</a>
        </p>
      )}
    </>
  );
  return { title: 'Refunds', here: 'refunds', children, status };
}

const columns: readonly Column<RefundView>[] = [
  {
    title: 'Refund',
    cell: ({ refundReference }) => (
      <a href={pathOfRefund(refundReference)}>
        <bdi>{refundReference}</bdi>
      </a>
    ),
  },
  {
    ...{ title: 'Amount', isNumber: true },
    cell: ({ amount, currency }) => money(amount, currency),
  },
  { title: 'Status', cell: ({ status }) => <Standing of="refunds" status={status} /> },
  { title: 'Order', cell: orderCell },
  {
    title: 'Why',
    cell: ({ cause, reason }) => (
      <>
        {wordsOf('refundCauses', cause)}
        {reason !== null && (
          <small>
            {' '}
            <Foreign text={reason} />
          </small>
        )}
      </>
    ),
  },
  { title: 'Asked for', cell: ({ createdAt }) => moment(createdAt) },
];

interface WaitingProps {
  readonly viewer: PortalViewer;
  readonly waiting: readonly RefundProposal[];
}

/** Refunds that one person has asked for and another must confirm. */
function Waiting({ viewer, waiting }: WaitingProps) {
  if (waiting.length === 0) return null;
  const mayDecide = may(viewer, 'refunds:write') && viewer.suspendedReason === null;
  return (
    <section>
      <h2>Another person must confirm</h2>
      <ul class="proposals">
        {waiting.map((each) => (
          <li>
            <p>
              <b>{money(each.amountMinor)}</b> of{' '}
              {each.paymentReference === null ? (
                each.transactionReference
              ) : (
                <a href={pathOfOrder(each.paymentReference)}>
                  order <bdi>{each.paymentReference}</bdi>
                </a>
              )}
              , asked for by <Foreign text={each.person} />, {moment(each.createdAt)}:{' '}
              <Foreign text={each.reason} />
            </p>
            {mayDecide && <Decide viewer={viewer} proposal={each} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Decide({
  viewer,
  proposal: { proposalId, personId, amountMinor },
}: {
  readonly viewer: PortalViewer;
  readonly proposal: RefundProposal;
}) {
  return (
    <div class="row">
      {personId === viewer.personId ? (
        <p>You asked for it. Another person confirms it.</p>
      ) : (
        <Form action={`/refunds/proposals/${proposalId}/confirm`}>
          <button>Refund {money(amountMinor)}</button>
        </Form>
      )}
      <Form action={`/refunds/proposals/${proposalId}/withdraw`}>
        <button class="other">Call it off</button>
      </Form>
    </div>
  );
}
