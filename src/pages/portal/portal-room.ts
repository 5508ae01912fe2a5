import type { FastifyReply, FastifyRequest } from 'fastify';
import { formKeyOf } from '../../people/session-secret.js';
import type { SessionCookie } from '../parts/session-cookie.js';
import { portalDocument } from './portal-page.js';
import type { PortalPorts } from './portal-ports.js';
import type { ShownPage } from './portal-route.js';
import type { PortalViewer } from './portal-viewer.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** At the portal, once somebody is signed in. */
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
      formKey: request.viewer !== undefined && secret !== undefined ? formKeyOf(secret) : '',
    });
    return reply.code(status).type('text/html; charset=utf-8').send(document);
  }
}
