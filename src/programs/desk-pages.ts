import type { DeskPages } from '../operators/desk/desk-routes.js';
import { addInDoubtPage } from '../reports/in-doubt/in-doubt-page.js';
import type { InDoubtService } from '../reports/in-doubt/in-doubt.service.js';
import { addOrderPage } from '../reports/orders/order-routes.js';
import type { OrderService } from '../reports/orders/order.service.js';
import { addSearchPage } from '../reports/search/search-routes.js';
import type { SearchService } from '../reports/search/search.service.js';

export interface LookUps {
  readonly search: Pick<SearchService, 'everywhere'>;
  readonly orders: Pick<OrderService, 'find'>;
  readonly doubts: Pick<InDoubtService, 'find'>;
}

/** Pages of the desk that show what the reports read. */
export function lookUpPages({ search, orders, doubts }: LookUps): readonly DeskPages[] {
  return [
    (room, desk) => addSearchPage(room, desk, search),
    (room, desk) => addOrderPage(room, desk, orders),
    (room, desk) => addInDoubtPage(room, desk, doubts),
  ];
}
