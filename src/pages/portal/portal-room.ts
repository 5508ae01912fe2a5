import type { FastifyReply, FastifyRequest } from 'fastify';
import { formKeyOf } from '../../people/session-secret.js';
import type { SessionCookie } from '../parts/session-cookie.js';
import type { FormBody } from '../parts/forms.js';
import { portalDocument, type RefusedForm } from './portal-page.js';
import type { PortalPorts } from './portal-ports.js';
import type { ShownPage } from './portal-route.js';
import type { PortalViewer } from './portal-viewer.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once somebody is signed in at the portal. */
    viewer?: PortalViewer;
  }
}

/** Draws the pages of the portal and answers them. */
export class PortalRoom {
  constructor(
    readonly ports: PortalPorts,
    readonly cookie: SessionCookie,
    private readonly drawn: { readonly style: string; readonly script: string },
  ) {}

  show(request: FastifyRequest, reply: FastifyReply, page: ShownPage): FastifyReply {
    const { status = 200, ...shown } = page;
    const secret = this.cookie.read(request.headers.cookie);
    const document = portalDocument({
      ...this.drawn,
      ...shown,
      environment: this.ports.environment,
      viewer: request.viewer ?? null,
      refused: status < 400 ? null : refusedIn(request),
      formKey: request.viewer !== undefined && secret !== undefined ? formKeyOf(secret) : '',
    });
    return reply.code(status).type('text/html; charset=utf-8').send(document);
  }
}

/**
 * Returns the form of a request, unless it has a file: the fields that were sent are shown again beside the reason of
 * the refusal.
 */
function refusedIn({ method, url, body }: FastifyRequest): RefusedForm | null {
  const isForm =
    method === 'POST' && typeof body === 'object' && body !== null && !('pipe' in body);
  return isForm ? { action: url.split('?')[0] ?? '', body: body as FormBody } : null;
}
