import type { PortalPorts } from '../../pages/portal/portal-ports.js';
import { PgMembers } from '../../people/member.store.js';
import { SandboxLink } from '../../people/sandbox-link.js';
import { PgSandboxLinks } from '../../people/sandbox-link.store.js';
import type { Connections } from './connections.js';

/** Merchants' people: who they are, and how they prove it. */
export function portalPeople({ pool, config, logger }: Connections): PortalPorts {
  const members = new PgMembers(pool);
  const { environment } = config;
  return {
    members,
    sandboxLink:
      environment === 'sandbox' ? new SandboxLink(new PgSandboxLinks(pool), members) : undefined,
    environment,
    https: config.portalUrl.startsWith('https:'),
    logger,
  };
}
