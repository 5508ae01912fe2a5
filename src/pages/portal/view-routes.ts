import { ApiError } from '../../http/api-error.js';
import { textOf } from '../parts/forms.js';
import type { MoneyPorts } from './money-ports.js';
import { pathWith, plainText } from './money-parts.js';
import type { PortalRoute } from './portal-route.js';
import type { ViewedPage } from './portal-view.js';

const pathsOfViews: Readonly<Record<ViewedPage, string>> = {
  PAYMENTS: '/payments',
  REFUNDS: '/refunds',
  DISPUTES: '/disputes',
};

/**
 * Fields that a saved list leaves out: the place in the list, and fields that name a customer, because an erased
 * customer must not remain there.
 */
const leftOut = ['cursor', 'email', 'phoneNumber'];

/** The routes of saved lists, which belong to one person each. */
export function viewRoutes({ views }: Pick<MoneyPorts, 'views'>): readonly PortalRoute[] {
  return [
    {
      ...{ method: 'POST', path: '/views', right: 'self' },
      handler: async ({ viewer, body }) => {
        const page = pageIn(textOf(body, 'page'));
        const name = plainText(textOf(body, 'name')).trim();
        const asked = new URLSearchParams(plainText(textOf(body, 'query')));
        for (const each of leftOut) asked.delete(each);
        const query = pathWith('', Object.fromEntries(asked)).slice(1);
        if (name === '' || name.length > 40) {
          throw fault('Give the list a name of at most 40 signs.');
        }
        if (query === '' || query.length > 500)
          throw fault('These filters cannot be kept. A customer’s address or number never is.');
        if (!(await views.save(viewer.personId, page, { name, query }))) {
          throw fault('You keep as many lists as you can. Forget one first.');
        }
        return { to: `${pathsOfViews[page]}?${query}` };
      },
    },
    {
      ...{ method: 'POST', path: '/views/forget', right: 'self' },
      handler: async ({ viewer, body }) => {
        const page = pageIn(textOf(body, 'page'));
        await views.forget(viewer.personId, page, plainText(textOf(body, 'name')));
        return { to: pathsOfViews[page] };
      },
    },
  ];
}

function pageIn(text: string): ViewedPage {
  if (!Object.hasOwn(pathsOfViews, text)) throw fault('There is no such list.');
  return text as ViewedPage;
}

function fault(message: string): ApiError {
  return new ApiError('VALIDATION_FAILED', { message });
}
