import type { CheckoutListItem } from '../../../payments/checkouts/checkout-list.dto.js';
import { may } from '../../../http/access/may.js';
import { Input, Said } from '../../parts/parts.js';
import type { AskedErasure } from '../erasure.js';
import type { Read } from '../list-query.js';
import { type Column, moment, NextPage, pathWith, Table } from '../money-parts.js';
import { Form } from '../portal-page.js';
import type { ShownPage } from '../portal-route.js';
import type { PortalViewer } from '../portal-viewer.js';
import { OrderLink } from '../order-link.js';
import { orderColumns } from './payments.js';

export const customerFields = ['email', 'phoneNumber'] as const;
export type CustomerWish = Readonly<Record<(typeof customerFields)[number], string>>;

interface Shown {
  readonly viewer: PortalViewer;
  readonly wish: CustomerWish;
  /** Null: no customer was searched for. */
  readonly read: Read<CheckoutListItem> | null;
  readonly asked: readonly AskedErasure[];
  readonly fault: string | null;
  readonly done: string | null;
}

/** A customer's orders by e-mail address or phone number, and the request to erase the customer. */
export function customersPage({ viewer, wish, read, asked, fault, done }: Shown): ShownPage {
  const said = fault ?? read?.fault ?? null;
  const children = (
    <>
      <h1>Customers</h1>
      <Said fault={said} done={done} />
      <p>Find all orders of a customer. Write one of the two, whole.</p>
      <form method="get" action="/customers" class="filters">
        <Input name="email" label="E-mail address" value={wish.email} />
        <Input name="phoneNumber" label="Phone number" value={wish.phoneNumber} />
        <button>Find</button>
      </form>
      {read !== null && read.fault === null && (
        <Orders {...{ viewer, wish, read, mayErase: may(viewer, 'checkout:write') }} />
      )}
      {asked.length > 0 && (
        <section>
          <h2>Requests to erase a customer</h2>
          <Table label="Requests to erase" columns={askedColumns} items={asked} />
        </section>
      )}
    </>
  );
  const status = said === null ? 200 : (read?.status ?? 400);
  return { title: 'Customers', here: 'customers', children, status };
}

interface OrdersProps {
  readonly viewer: PortalViewer;
  readonly wish: CustomerWish;
  readonly read: Read<CheckoutListItem>;
  readonly mayErase: boolean;
}

function Orders({ viewer, wish, read: { page }, mayErase }: OrdersProps) {
  if (page.items.length === 0) {
    return <p>No order has this customer. Look at the spelling, or search under Payments.</p>;
  }
  return (
    <section>
      <h2>Orders of the customer</h2>
      <Table label="Orders of the customer" columns={orderColumns} items={page.items} />
      <NextPage page={page.page} pathOf={(cursor) => pathWith('/customers', { ...wish, cursor })} />
      {mayErase && viewer.suspendedReason === null && <AskErasure wish={wish} />}
    </section>
  );
}

function AskErasure({ wish }: { readonly wish: CustomerWish }) {
  return (
    <details>
      <summary>The customer wants to be erased</summary>
      <p>
        Operators look at the request. They erase the name, the addresses and the account numbers of
        the customer where no law and no open payment keeps them. The amounts stay in the books.
      </p>
      <Form action="/customers/erase">
        <input type="hidden" name="email" value={wish.email} />
        <input type="hidden" name="phoneNumber" value={wish.phoneNumber} />
        <Input
          {...{ name: 'reason', label: 'Why' }}
          required
          hint="Such as: asked by letter. Do not name the customer here."
        />
        <button>Ask the operator</button>
      </Form>
    </details>
  );
}

const askedColumns: readonly Column<AskedErasure>[] = [
  {
    title: 'Customer of order',
    cell: ({ paymentReference }) => <OrderLink reference={paymentReference} />,
  },
  { title: 'Asked', cell: ({ askedAt }) => moment(askedAt) },
  { title: 'Now', cell: ({ isDecided }) => (isDecided ? 'closed by the operator' : 'waits') },
];
