import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../http/api-error.js';
import { formKeyOf, hashOf } from '../../people/session-secret.js';
import { isUsableWhilePending, scopes } from '../../http/access/scopes.js';
import { may } from '../../http/access/may.js';
import { type FormBody, textOf } from '../parts/forms.js';
import type { PortalRoom } from './portal-room.js';
import type { PortalRoute } from './portal-route.js';
import { isFresh, type PortalViewer, viewerOf } from './portal-viewer.js';

/** The page on which a person confirms the identity; `to` is the address to which the browser goes afterwards. */
export const freshPath = '/confirm-it-is-you';

/** Lets a request through to its route, or answers it. Returns the viewer; undefined when the request was answered. */
export async function guard(
  room: PortalRoom,
  route: PortalRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<PortalViewer | undefined> {
  const secret = room.cookie.read(request.headers.cookie);
  const member = secret && (await room.ports.members.bySession(hashOf(secret)));
  if (!member || secret === undefined) {
    const to = request.method === 'GET' ? request.url : '/';
    void reply.redirect(`/sign-in?to=${encodeURIComponent(ownPath(to))}`, 303);
    return undefined;
  }
  const viewer = viewerOf(member, room.ports.environment);
  request.viewer = viewer;
  request.note.merchantId = viewer.merchantId;
  if (route.method === 'POST') refuseForeignForm(request, secret);
  if (route.right !== 'self' && !may(viewer, route.right)) throw rightMissing(viewer, route);
  if (route.method === 'POST' && route.whileSuspended !== true) {
    refuseSuspended(viewer);
    refusePending(member.merchantStatus, route);
  }
  if (route.fresh === true && !isFresh(viewer)) {
    void reply.redirect(`${freshPath}?to=${encodeURIComponent(pageOf(request))}`, 303);
    return undefined;
  }
  return viewer;
}

/** Returns the page of a form, which the browser names in the referrer. For a page, returns the page itself. */
function pageOf({ method, url, headers }: FastifyRequest): string {
  if (method === 'GET') return ownPath(url);
  const { referer } = headers;
  if (referer === undefined || !URL.canParse(referer)) return '/';
  const { pathname, search } = new URL(referer);
  return ownPath(`${pathname}${search}`);
}

/** @throws ApiError for a form that was not made for this session */
function refuseForeignForm(request: FastifyRequest, secret: string): void {
  const { body, query } = request as FastifyRequest<{
    Body: FormBody | null;
    Querystring: FormBody;
  }>;
  const formKey = textOf(body, 'formKey') || textOf(query, 'formKey');
  if (formKey === formKeyOf(secret)) return;
  throw new ApiError('OPERATION_NOT_PERMITTED', {
    message: 'This form is not one of this sign-in. Nothing was done. Load the page again.',
  });
}

/** @throws ApiError for the people of a suspended merchant */
function refuseSuspended({ suspendedReason }: PortalViewer): void {
  if (suspendedReason === null) return;
  throw new ApiError('MERCHANT_INACTIVE', {
    message: 'Your business is suspended: you can read and export, and change nothing.',
  });
}

/** A PENDING merchant may prepare, but takes no payments; the same rule holds for its keys. @throws ApiError */
function refusePending(status: string, { right }: PortalRoute): void {
  const isOfKeys = (scopes as readonly string[]).includes(right);
  if (status !== 'PENDING' || !isOfKeys || isUsableWhilePending(right)) return;
  throw new ApiError('MERCHANT_INACTIVE', {
    message: 'Your business takes no payments yet: its operator has not activated it.',
  });
}

function rightMissing({ role }: PortalViewer, { right }: PortalRoute): ApiError {
  return new ApiError('PERMISSION_MISSING', {
    message: `Your role (${role}) lacks the right ${right}. An owner or an admin can give it to you.`,
  });
}

/** Returns the path if it is one of the portal: a link must not lead a person who signs in to another site. */
export function ownPath(to: unknown): string {
  return typeof to === 'string' && /^\/(?!\/)[\w/?=&%.+*:@-]*$/.test(to) ? to : '/';
}
