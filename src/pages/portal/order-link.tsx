import { pathOfOrder } from './reference-paths.js';

/** Names an order by its reference, which is a link to its page. */
export function OrderLink({ reference }: { readonly reference: string }) {
  return (
    <a href={pathOfOrder(reference)}>
      <bdi>{reference}</bdi>
    </a>
  );
}

/** The cell with the order that a row is about; a row without an order says `none`. */
export function orderCell({ paymentReference }: { readonly paymentReference: string | null }) {
  return paymentReference === null ? 'none' : <OrderLink reference={paymentReference} />;
}
