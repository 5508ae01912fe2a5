import type { ComponentChildren } from 'preact';
import { resultCodes } from '../../domain/result-code.js';
import { ApiError } from '../../http/api-error.js';
import type { MerchantRight } from '../../people/rights.js';
import { may } from '../../http/access/may.js';
import { refusalText } from '../parts/forms.js';
import { Said } from '../parts/parts.js';
import { newOnce } from './once.js';
import { type DeveloperPlace, DeveloperPlaces } from './pages/developer-places.js';
import type { FormGiven } from './pages/form.js';
import { freshPath } from './portal-guard.js';
import type { PortalAnswer, PortalCall, ShownPage } from './portal-route.js';
import { isFresh } from './portal-viewer.js';

/** The message about the form that was just sent. */
export interface Notice {
  readonly fault: ApiError | null;
  readonly done: string | null;
}

/** Returns the message for `?done=` of the address. */
export function noticeOf({ query }: PortalCall, words: Readonly<Record<string, string>>): Notice {
  const { done } = query;
  return { fault: null, done: typeof done === 'string' ? (words[done] ?? null) : null };
}

/** Makes a page with the message about a form above it. A refusal has its own status. */
export function said({ fault, done }: Notice, page: ShownPage): PortalAnswer {
  const status = fault === null ? (page.status ?? 200) : resultCodes[fault.reason].httpStatus;
  const children = (
    <>
      <Said fault={fault && refusalText(fault)} done={done} />
      {page.children}
    </>
  );
  return { page: { ...page, status, children } };
}

/** Makes a page for developers, with links to the others. */
export function developerPage(
  { viewer }: PortalCall,
  here: DeveloperPlace,
  title: string,
  children: ComponentChildren,
): ShownPage {
  const open = new Set(
    Object.entries(rightOfPlace)
      .filter(([path, right]) => may(viewer, right) && isThere(path, viewer.environment))
      .map(([path]) => path),
  );
  const within = (
    <>
      <DeveloperPlaces here={here} open={open} />
      {children}
    </>
  );
  return { title, here: 'developers', children: within };
}

const rightOfPlace: Readonly<Record<DeveloperPlace, MerchantRight>> = {
  '/developers/keys': 'keys:read',
  '/developers/webhooks': 'webhooks:read',
  '/developers/requests': 'keys:read',
  '/developers/events': 'webhooks:read',
  '/developers/sandbox': 'checkout:write',
};

const isThere = (path: string, environment: 'sandbox' | 'live') =>
  path !== '/developers/sandbox' || environment === 'sandbox';

/** Carries out a form, and shows a refusal on the form's page. @throws any other error */
export async function tried(
  work: () => Promise<PortalAnswer>,
  show: (notice: Notice) => Promise<PortalAnswer>,
): Promise<PortalAnswer> {
  try {
    return await work();
  } catch (error) {
    const isShown = error instanceof ApiError && !unseen.has(error.reason);
    if (!isShown) throw error;
    return show({ fault: error, done: null });
  }
}

/** Reasons with which the form's page could not be shown either. */
const unseen: ReadonlySet<string> = new Set(['RESOURCE_NOT_FOUND', 'INTERNAL_ERROR']);

/** The hidden fields of a page's forms, for viewers who may send them. */
export function givenTo({ viewer, request }: PortalCall, right: MerchantRight): FormGiven {
  const page = request.routeOptions.url === undefined ? '/' : (request.url.split('?')[0] ?? '/');
  const isPage = request.method === 'GET';
  return {
    once: newOnce(),
    mayWrite: viewer.suspendedReason === null && may(viewer, right),
    proveAt: isFresh(viewer) || !isPage ? null : `${freshPath}?to=${encodeURIComponent(page)}`,
  };
}
