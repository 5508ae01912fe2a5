import { orderCell, OrderLink } from '../order-link.js';
import { channelNames } from '../../../domain/channels.js';
import { checkoutStatuses, statusReasons } from '../../../domain/checkout-state.js';
import type { CheckoutListItem } from '../../../payments/checkouts/checkout-list.dto.js';
import { Choice, Input, Said } from '../../parts/parts.js';
import { DayInput, Filters, KeptViews, ListEnd } from '../list-form.js';
import type { Read } from '../list-query.js';
import {
  type Column,
  Foreign,
  moment,
  money,
  NextPage,
  pathWith,
  Standing,
  Table,
} from '../money-parts.js';
import type { FoundGroup, ReceivedPayment } from '../money-ports.js';
import type { ShownPage } from '../portal-route.js';
import type { PortalView } from '../portal-view.js';
import type { Page } from '../../../http/paging.js';
import { wordsOf } from '../words.js';
import { Found } from './found.js';

/** The names of the filters in the address. */
export const paymentFilters = [
  ...(['status', 'statusReason', 'exception', 'paymentChannel', 'from', 'to'] as const),
  ...(['email', 'phoneNumber', 'paymentReference', 'paymentLinkId'] as const),
] as const;
export type PaymentWish = Readonly<Record<(typeof paymentFilters)[number], string>>;

interface Shown {
  readonly wish: PaymentWish;
  readonly read: Read<CheckoutListItem>;
  readonly views: readonly PortalView[];
  readonly isSandbox: boolean;
}

const all = ['', 'all'] as const;
const chosen = (
  set: 'orders' | 'endings' | 'exceptions' | 'channels',
  names: readonly string[],
) => [all, ...names.map((name) => [name, wordsOf(set, name)] as const)];
const exceptions = ['UNDERPAID', 'OVERPAID', 'LATE', 'DUPLICATE'];

export function paymentsPage({ wish, read, views, isSandbox }: Shown): ShownPage {
  const { page, fault, status } = read;
  const isFiltered = Object.values(wish).some((value) => value !== '');
  const children = (
    <>
      <h1>Payments</h1>
      <SearchForm q="" />
      <Said fault={fault} done={null} />
      <KeptViews page="PAYMENTS" path="/payments" wish={wish} views={views} />
      <Filters action="/payments" isOpen={isFiltered}>
        <Choice
          {...{ name: 'status', label: 'Status', value: wish.status }}
          choices={chosen('orders', checkoutStatuses)}
        />
        <Choice
          {...{ name: 'statusReason', label: 'Why it ended', value: wish.statusReason }}
          choices={chosen('endings', statusReasons)}
        />
        <Choice
          {...{ name: 'exception', label: 'Did not fit', value: wish.exception }}
          choices={chosen('exceptions', exceptions)}
        />
        <Choice
          {...{ name: 'paymentChannel', label: 'Paid by', value: wish.paymentChannel }}
          choices={chosen('channels', channelNames)}
        />
        <DayInput name="from" label="From" value={wish.from} />
        <DayInput name="to" label="To, included" value={wish.to} />
        <Input name="email" label="Customer’s e-mail" value={wish.email} />
        <Input name="phoneNumber" label="Customer’s phone" value={wish.phoneNumber} />
        <Input name="paymentReference" label="Reference" value={wish.paymentReference} />
        <Input name="paymentLinkId" label="Payment link (id)" value={wish.paymentLinkId} />
      </Filters>
      {page.items.length === 0 && fault === null ? (
        <Nothing {...{ isFiltered, isSandbox }} />
      ) : (
        <Table label="Orders" columns={orderColumns} items={page.items} />
      )}
      <ListEnd page={page} path="/payments" wish={wish} />
    </>
  );
  return { title: 'Payments', here: 'payments', children, status };
}

export const orderColumns: readonly Column<CheckoutListItem>[] = [
  {
    title: 'Order',
    cell: ({ paymentReference }) => <OrderLink reference={paymentReference} />,
  },
  {
    ...{ title: 'Amount', isNumber: true },
    cell: ({ amountExpected, currency }) => money(amountExpected, currency),
  },
  {
    title: 'Status',
    cell: ({ status, exception }) => (
      <>
        <Standing of="orders" status={status} />
        {exception !== null && <small> {wordsOf('exceptions', exception)}</small>}
      </>
    ),
  },
  {
    title: 'Customer',
    cell: ({ customer: { firstName, lastName, email } }) => (
      <>
        <Foreign text={[firstName, lastName].filter(Boolean).join(' ')} />
        {email !== null && (
          <small>
            {' '}
            <Foreign text={email} />
          </small>
        )}
      </>
    ),
  },
  { title: 'Paid by', cell: ({ paymentChannel }) => wordsOf('channels', paymentChannel) },
  { title: 'Begun', cell: ({ createdAt }) => moment(createdAt) },
];

/** Says what to do next when the list is empty. */
function Nothing({ isFiltered, isSandbox }: { isFiltered: boolean; isSandbox: boolean }) {
  if (isFiltered) return <p>No order is like this. Take a filter away, or search.</p>;
  return (
    <p>
      There are no orders yet. An order appears here as soon as your program begins a checkout, or a
      customer opens a <a href="/links">payment link</a>.
      {isSandbox && (
        <>
          {' '}
          <a href="/developers/sandbox">Play a customer</a> who pays one.
        </>
      )}
    </p>
  );
}

/**
 * Searches for an order, a payment, a refund, a dispute, a settlement or an account number by any text that people
 * know.
 */
export function SearchForm({ q }: { readonly q: string }) {
  return (
    <form method="get" action="/search" role="search" class="search">
      <input
        {...{ name: 'q', value: q, accesskey: '/', maxLength: 100, required: true }}
        type="search"
        aria-label="Search"
        placeholder="Reference, name, e-mail, phone, amount, session id"
      />
      <button>Search</button>
    </form>
  );
}

export function searchPage(q: string, groups: readonly FoundGroup[], fault: string | null) {
  const children = (
    <>
      <h1>Search</h1>
      <SearchForm q={q} />
      <Said fault={fault} done={null} />
      {groups.map((group) => (
        <Found group={group} />
      ))}
      {groups.length === 0 && fault === null && (
        <p>
          Nothing of yours is found by <Foreign text={q} />. Try a whole reference, an e-mail
          address, a phone number, or the beginning of a name.
        </p>
      )}
    </>
  );
  const status = fault === null ? 200 : 400;
  return { title: 'Search', here: 'payments', children, status } as const satisfies ShownPage;
}

/** Shows the payments to one of the merchant's account numbers. */
export function receivedPage(
  accountNumber: string,
  { items, page }: Page<ReceivedPayment>,
): ShownPage {
  const title = `Payments to ${accountNumber}`;
  const children = (
    <>
      <p>
        <a href={`/accounts/${accountNumber}`}>{accountNumber}</a>
      </p>
      <h1>{title}</h1>
      {items.length === 0 ? (
        <p>There is none.</p>
      ) : (
        <Table label={title} columns={receivedColumns('What is special')} items={items} />
      )}
      <NextPage
        page={page}
        pathOf={(cursor) => pathWith(`/payments/to/${accountNumber}`, { cursor })}
      />
    </>
  );
  return { title, here: 'payments', children };
}

/** Lists payments that fit no order and need a decision. */
export function heldPage({ items, page }: Page<ReceivedPayment>): ShownPage {
  const children = (
    <>
      <h1>Held payments</h1>
      <p>
        They came late, twice, or for no order. They go back or become yours as your settings say;
        the operator decides about the rest. Write to your operator when you know more about one.
      </p>
      {items.length === 0 ? (
        <p>No payment is held.</p>
      ) : (
        <Table label="Held payments" columns={receivedColumns('Why')} items={items} />
      )}
      <NextPage page={page} pathOf={(cursor) => pathWith('/payments/held', { cursor })} />
    </>
  );
  return { title: 'Held payments', here: 'payments', children };
}

const receivedColumns = (ofException: string): readonly Column<ReceivedPayment>[] => [
  {
    ...{ title: 'Amount', isNumber: true },
    cell: ({ amount, currency }) => money(amount, currency),
  },
  { title: ofException, cell: ({ exception }) => wordsOf('exceptions', exception) },
  { title: 'Order', cell: orderCell },
  {
    title: 'From',
    cell: ({ senderName, senderAccount }) => (
      <>
        <Foreign text={senderName} />{' '}
        <small>
          <Foreign text={senderAccount} />
        </small>
      </>
    ),
  },
  { title: 'Received', cell: ({ receivedAt }) => moment(receivedAt) },
];
