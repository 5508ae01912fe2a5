import { resultCodes } from '../../domain/result-code.js';
import { ApiError } from '../../http/api-error.js';
import { toE164 } from '../../http/phone-number.js';
import { ListCheckoutsQuery } from '../../payments/checkouts/checkout-list.dto.js';
import { textOf } from '../parts/forms.js';
import { queryIn, readList, rowsOfPage } from './list-query.js';
import type { MoneyPorts } from './money-ports.js';
import { fieldsOf, plainText } from './money-parts.js';
import { customerFields, customersPage } from './pages/customers.js';
import { seesPayers } from './payer-sight.js';
import { shownTo } from './payment-routes.js';
import { orShown, type PortalAnswer, type PortalCall, type PortalRoute } from './portal-route.js';

const doneTexts: Readonly<Record<string, string>> = {
  ASKED: 'The operator is asked to erase the customer.',
  ASKED_BEFORE: 'The operator was asked before, and has not decided yet.',
};

/** Customers: their orders, and the request to erase one. */
export function customerRoutes(ports: MoneyPorts): readonly PortalRoute[] {
  return [
    {
      ...{ method: 'GET', path: '/customers', right: 'transactions:read' },
      handler: (call) => customers(ports, call),
    },
    {
      ...{ method: 'POST', path: '/customers/erase', right: 'checkout:write' },
      handler: (call) => askErasure(ports, call),
    },
  ];
}

async function customers(ports: MoneyPorts, { viewer, query }: PortalCall): Promise<PortalAnswer> {
  const { merchantId } = viewer;
  const wish = fieldsOf(query, customerFields);
  const { cursor } = fieldsOf(query, ['cursor']);
  const isAsked = wish.email !== '' || wish.phoneNumber !== '';
  const [read, asked] = await Promise.all([
    isAsked
      ? readList(async () => {
          const slice = { ...wish, cursor, size: String(rowsOfPage) };
          const filter = queryIn(ListCheckoutsQuery, slice);
          return shownTo(viewer, await ports.lists.list(merchantId, filter, seesPayers(viewer)));
        })
      : null,
    ports.erasures.of(merchantId),
  ]);
  const done = doneTexts[String(query['done'])] ?? null;
  return { page: customersPage({ viewer, wish, read, asked, fault: null, done }) };
}

async function askErasure(ports: MoneyPorts, call: PortalCall): Promise<PortalAnswer> {
  const { viewer, actor, body } = call;
  const wish = fieldsOf(body, customerFields);
  const show = async (fault: string, status: number) => {
    const asked = await ports.erasures.of(viewer.merchantId);
    const page = customersPage({ viewer, wish, read: null, asked, done: null, fault });
    return { page: { ...page, status } };
  };
  return orShown(show, async () => {
    const reason = plainText(textOf(body, 'reason')).trim();
    // Addresses and phone numbers follow the same rules as the filters of the list of checkouts.
    const { email, phoneNumber } = queryIn(ListCheckoutsQuery, wish);
    if (reason === '' || reason.length > 500) throw fault('Say why, in at most 500 signs.');
    if (email === undefined && phoneNumber === undefined) {
      throw fault('Write the customer’s e-mail address or phone number.');
    }
    const phone =
      email === undefined && phoneNumber !== undefined ? toE164(phoneNumber) : undefined;
    const payer = { email: email ?? null, phone: phone ?? null, reason };
    const outcome = await ports.erasures.ask(actor, viewer.merchantId, payer);
    if (outcome !== 'UNKNOWN') return { to: `/customers?done=${outcome}` };
    return show('No order has this customer.', resultCodes.RESOURCE_NOT_FOUND.httpStatus);
  });
}

function fault(message: string): ApiError {
  return new ApiError('VALIDATION_FAILED', { message });
}
