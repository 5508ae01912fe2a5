import { pathOfOrder } from './order-path.js';

/** An order by its reference, with the way to its page. */
export function OrderLink({ reference }: { readonly reference: string }) {
  return (
    <a href={pathOfOrder(reference)}>
      <bdi>{reference}</bdi>
    </a>
  );
}

/** The cell of a payment's order; a payment may be of none. */
export function orderCell({ paymentReference }: { readonly paymentReference: string | null }) {
  return paymentReference === null ? 'none' : <OrderLink reference={paymentReference} />;
}
