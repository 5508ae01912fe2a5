import type { PortalPorts } from '../pages/portal/portal-ports.js';
import type { PortalRoute } from '../pages/portal/portal-route.js';
import { auditRoutes } from '../pages/portal/audit-routes.js';
import { profileRoutes } from '../pages/portal/profile-routes.js';
import { teamRoutes } from '../pages/portal/team-routes.js';

/** What the pages of the portal are drawn from. */
export interface PortalParts {
  readonly people: PortalPorts;
}

/** All that the portal answers to people who are signed in: one table, theme by theme. */
export function portalTable({ people }: PortalParts): readonly PortalRoute[] {
  return [...teamRoutes(people), ...auditRoutes(people), ...profileRoutes(people)];
}
