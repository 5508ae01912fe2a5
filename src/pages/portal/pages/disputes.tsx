import { disputeKinds, disputeStatuses } from '../../../domain/dispute-state.js';
import type { DisputeView } from '../../../payments/disputes/dispute.dto.js';
import { Choice, Input, Said } from '../../parts/parts.js';
import { DayInput, Filters, KeptViews, ListEnd } from '../list-form.js';
import type { Read } from '../list-query.js';
import { type Column, Foreign, moment, money, Standing, Table, timeLeft } from '../money-parts.js';
import type { ShownPage } from '../portal-route.js';
import type { PortalView } from '../portal-view.js';
import { wordsOf } from '../words.js';
import { orderCell } from '../order-link.js';

export const disputeFilters = ['status', 'kind', 'reference', 'from', 'to'] as const;
export type DisputeWish = Readonly<Record<(typeof disputeFilters)[number], string>>;

interface Shown {
  readonly wish: DisputeWish;
  readonly read: Read<DisputeView>;
  readonly views: readonly PortalView[];
}

export function pathOfDispute(disputeId: string): string {
  return `/disputes/${encodeURIComponent(disputeId)}`;
}

export function disputesPage({ wish, read, views }: Shown): ShownPage {
  const { page, fault, status } = read;
  const isFiltered = Object.values(wish).some((value) => value !== '');
  const all = ['', 'all'] as const;
  const children = (
    <>
      <h1>Disputes</h1>
      <Said fault={fault} done={null} />
      <KeptViews page="DISPUTES" path="/disputes" wish={wish} views={views} />
      <Filters action="/disputes" isOpen={isFiltered}>
        <Choice
          {...{ name: 'status', label: 'Status', value: wish.status }}
          choices={[all, ...disputeStatuses.map((each) => [each, wordsOf('disputes', each)])]}
        />
        <Choice
          {...{ name: 'kind', label: 'Kind', value: wish.kind }}
          choices={[all, ...disputeKinds.map((each) => [each, wordsOf('disputeKinds', each)])]}
        />
        <Input name="reference" label="Order or payment" value={wish.reference} />
        <DayInput name="from" label="From" value={wish.from} />
        <DayInput name="to" label="To, included" value={wish.to} />
      </Filters>
      {page.items.length === 0 && fault === null ? (
        <p>
          {isFiltered
            ? 'No dispute is like this. Take a filter away.'
            : 'No payment is disputed. When a card holder disputes one, it appears here and under Home, with the time until which you can answer.'}
        </p>
      ) : (
        <Table label="Disputes" columns={columns} items={page.items} />
      )}
      <ListEnd page={page} path="/disputes" wish={wish} />
    </>
  );
  return { title: 'Disputes', here: 'disputes', children, status };
}

/** Says what the merchant must do about a dispute, or how the dispute ended. */
export function DisputeStanding({ dispute }: { readonly dispute: DisputeView }) {
  const { status, nextActions, answer, evidenceDueAt } = dispute;
  if (nextActions.length > 0) {
    const due = evidenceDueAt === null ? 'no deadline' : `due ${timeLeft(evidenceDueAt)}`;
    return <span class="late">waits for your answer, {due}</span>;
  }
  return (
    <>
      <Standing of="disputes" status={status} />
      {status === 'OPENED' && answer !== null && `, ${wordsOf('answerStandings', answer.status)}`}
    </>
  );
}

const columns: readonly Column<DisputeView>[] = [
  {
    title: 'Dispute',
    cell: ({ disputeId, kind }) => (
      <a href={pathOfDispute(disputeId)}>{wordsOf('disputeKinds', kind)}</a>
    ),
  },
  {
    ...{ title: 'Amount', isNumber: true },
    cell: ({ amount, currency }) => money(amount, currency),
  },
  { title: 'Status', cell: (dispute) => <DisputeStanding dispute={dispute} /> },
  { title: 'Order', cell: orderCell },
  { title: 'Why', cell: ({ reason }) => <Foreign text={reason} /> },
  { title: 'Opened', cell: ({ openedAt }) => moment(openedAt) },
];
