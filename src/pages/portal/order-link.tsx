import { pathOfOrder } from './order-path.js';

/** Names an order by its reference, which is a link to its page. */
export function OrderLink({ reference }: { readonly reference: string }) {
  return (
    <a href={pathOfOrder(reference)}>
      <bdi>{reference}</bdi>
    </a>
  );
}

/** The cell with the order of a payment; a payment may belong to no order. */
export function orderCell({ paymentReference }: { readonly paymentReference: string | null }) {
  return paymentReference === null ? 'none' : <OrderLink reference={paymentReference} />;
}
