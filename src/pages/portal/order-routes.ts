import { openStatuses } from '../../domain/checkout-state.js';
import { isId } from '../../domain/ids.js';
import { paymentReferencePattern } from '../../domain/reference.js';
import { ApiError } from '../../http/api-error.js';
import { textOf } from '../parts/forms.js';
import type { MoneyPorts } from './money-ports.js';
import { pathWith } from './money-parts.js';
import { orderPage } from './pages/order.js';
import { pathOfOrder } from './reference-paths.js';
import { seesPayers } from './payer-sight.js';
import type { PortalCall, PortalRoute } from './portal-route.js';

/** The messages on an order's page after an action. */
const doneTexts: Readonly<Record<string, string>> = {
  cancelled: 'The order is cancelled.',
  'sent-again': 'The webhook is sent again.',
};

/** The page of an order, and the actions on it. */
export function orderRoutes(ports: MoneyPorts): readonly PortalRoute[] {
  return [
    {
      ...{ method: 'GET', path: '/payments/:reference', right: 'checkout:read' },
      handler: (call) => order(ports, call),
    },
    {
      ...{ method: 'POST', path: '/payments/:reference/cancel', right: 'checkout:write' },
      handler: async ({ viewer, params }) => {
        const reference = referenceIn(params);
        await ports.cancels.cancel(viewer.merchantId, reference);
        return { to: pathWith(pathOfOrder(reference), { done: 'cancelled' }) };
      },
    },
    {
      ...{ method: 'POST', path: '/payments/:reference/send-again', right: 'webhooks:write' },
      handler: async ({ viewer, params, body }) => {
        const deliveryId = textOf(body, 'deliveryId');
        if (!isId('dlv', deliveryId)) throw new ApiError('RESOURCE_NOT_FOUND');
        await ports.replays.redeliver(viewer.merchantId, deliveryId);
        return { to: pathWith(pathOfOrder(referenceIn(params)), { done: 'sent-again' }) };
      },
    },
  ];
}

/** @throws ApiError RESOURCE_NOT_FOUND for a text that cannot be a reference */
function referenceIn({ reference = '' }: PortalCall['params']): string {
  if (!paymentReferencePattern.test(reference)) throw new ApiError('RESOURCE_NOT_FOUND');
  return reference;
}

async function order(ports: MoneyPorts, { viewer, actor, params, query }: PortalCall) {
  const { merchantId } = viewer;
  const reference = referenceIn(params);
  const sees = seesPayers(viewer);
  const atOnce = { ifNoneMatch: undefined, waitMs: 0 };
  const [{ state }, story] = await Promise.all([
    ports.queries.query(merchantId, reference, atOnce),
    ports.orders.find(merchantId, reference, sees),
  ]);
  if (state === undefined || story === undefined) throw new ApiError('RESOURCE_NOT_FOUND');
  const showsAccount = [...story.credits, ...story.refunds].some((each) =>
    'senderAccount' in each ? each.senderAccount !== null : each.receiverAccount !== null,
  );
  if (sees && showsAccount) {
    await ports.reads.note(actor, merchantId, {
      ...{ action: 'account.read', subjectKind: 'checkout', subject: state.checkoutId },
      facts: { paymentReference: reference },
    });
  }
  const isOpen = (openStatuses as readonly string[]).includes(state.status);
  const done = doneTexts[String(query['done'])] ?? null;
  const pageUrl = isOpen ? ports.pageLinks.urlOf(state.checkoutId) : null;
  return { page: orderPage({ viewer, order: state, story, pageUrl, done }) };
}
