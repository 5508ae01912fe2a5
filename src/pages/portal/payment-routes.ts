import { accountNumberPattern } from '../../domain/reference.js';
import { ApiError } from '../../http/api-error.js';
import type { Page } from '../../http/paging.js';
import { may } from '../../http/access/may.js';
import {
  CheckoutListItem,
  ListCheckoutsQuery,
} from '../../payments/checkouts/checkout-list.dto.js';
import { checkoutColumns } from '../../payments/checkouts/checkout-list-file.js';
import { queryIn, readList, rowsOfPage } from './list-query.js';
import { fieldsOf } from './money-parts.js';
import type { FoundGroup, MoneyPorts, ReceivedPayment } from './money-ports.js';
import { homePage } from './pages/home.js';
import {
  heldPage,
  paymentFilters,
  paymentsPage,
  receivedPage,
  searchPage,
} from './pages/payments.js';
import { maskedNames, nameFor, noteAccounts, seesPayers, senderFor } from './payer-sight.js';
import type { PortalCall, PortalRoute } from './portal-route.js';
import type { PortalViewer } from './portal-viewer.js';
import { savedList } from './saved-list.js';

/** Home, the list of orders, and the search. */
export function paymentRoutes(ports: MoneyPorts): readonly PortalRoute[] {
  return [
    {
      ...{ method: 'GET', path: '/', right: 'self' },
      handler: async ({ viewer }) => ({
        page: homePage(viewer, await ports.home.find(viewer.merchantId)),
      }),
    },
    {
      ...{ method: 'GET', path: '/payments', right: 'checkout:read' },
      handler: (call) => list(ports, call),
    },
    {
      ...{ method: 'GET', path: '/payments.csv', right: 'checkout:read' },
      handler: (call) => file(ports, call),
    },
    {
      ...{ method: 'GET', path: '/payments/held', right: 'transactions:read' },
      handler: async (call) => ({
        page: heldPage(await received(ports, call, { status: 'HELD' })),
      }),
    },
    {
      ...{ method: 'GET', path: '/payments/to/:accountNumber', right: 'transactions:read' },
      handler: async (call) => {
        const { accountNumber = '' } = call.params;
        if (!accountNumberPattern.test(accountNumber)) throw new ApiError('RESOURCE_NOT_FOUND');
        await ports.accounts.find(call.viewer.merchantId, accountNumber);
        return {
          page: receivedPage(accountNumber, await received(ports, call, { accountNumber })),
        };
      },
    },
    {
      ...{ method: 'GET', path: '/search', right: 'checkout:read' },
      handler: (call) => search(ports, call),
    },
  ];
}

/** Lists money as the viewer may see it, and notes whose whole account numbers were shown. */
async function received(
  ports: MoneyPorts,
  { viewer, actor, query }: PortalCall,
  which: Parameters<MoneyPorts['received']['list']>[1],
): Promise<Page<ReceivedPayment>> {
  const { cursor } = fieldsOf(query, ['cursor']);
  const { items, page } = await ports.received.list(viewer.merchantId, which, cursor || undefined);
  await noteAccounts(ports, { viewer, actor }, items);
  return { items: items.map((each) => senderFor(viewer, each)), page };
}

async function list({ lists, views }: MoneyPorts, { viewer, query }: PortalCall) {
  const wish = fieldsOf(query, paymentFilters);
  const { cursor } = fieldsOf(query, ['cursor']);
  const [read, kept] = await Promise.all([
    readList(async () => {
      const asked = queryIn(ListCheckoutsQuery, { ...wish, cursor, size: String(rowsOfPage) });
      return shownTo(viewer, await lists.list(viewer.merchantId, asked, seesPayers(viewer)));
    }),
    views.of(viewer.personId, 'PAYMENTS'),
  ]);
  const isSandbox = viewer.environment === 'sandbox';
  return { page: paymentsPage({ wish, read, views: kept, isSandbox }) };
}

/** Returns the whole list as a file, with the columns of the API's file. */
function file(ports: MoneyPorts, call: PortalCall) {
  const { viewer, query } = call;
  return savedList(call, {
    ...{ name: 'payments', columns: checkoutColumns, wish: fieldsOf(query, paymentFilters) },
    read: async (fields) => {
      const asked = queryIn(ListCheckoutsQuery, fields);
      const page = await ports.lists.list(viewer.merchantId, asked, seesPayers(viewer));
      return shownTo(viewer, page);
    },
  });
}

/** Masks the customers' names for people who may not see payers. The list itself has masked addresses and numbers. */
export function shownTo(
  viewer: PortalViewer,
  page: Page<CheckoutListItem>,
): Page<CheckoutListItem> {
  if (seesPayers(viewer)) return page;
  const items = page.items.map((item) => ({
    ...item,
    customer: { ...item.customer, ...maskedNames(item.customer) },
  }));
  return { ...page, items };
}

async function search({ search: by }: MoneyPorts, { viewer, query }: PortalCall) {
  const q = fieldsOf(query, ['q']).q.slice(0, 100);
  if (q === '') return { to: '/payments' };
  const sees = seesPayers(viewer);
  const granted = (scope: string): boolean =>
    scope === 'transactions:pii' ? sees : may(viewer, scope as Parameters<typeof may>[1]);
  const { groups } = await by.ofMerchant(viewer.merchantId, q, granted, 10);
  const shown = groups.map((group): FoundGroup => ({
    ...group,
    items: group.items.map((item) => ({ ...item, name: nameFor(item.name, sees) })),
  }));
  return { page: searchPage(q, shown, null) };
}
