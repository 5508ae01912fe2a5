import type { OrderLists } from './order.dto.js';

type Journal = OrderLists['journals'][number];

/** The lists of an order as SQL's `order_parts` returns them, without the names of accounts. */
export type OrderParts = Omit<OrderLists, 'journals'> & {
  journals: (Omit<Journal, 'legs'> & { legs: Omit<Journal['legs'][number], 'accountName'>[] })[];
};
