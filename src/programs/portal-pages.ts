import type { AccountPorts } from '../pages/portal/account-ports.js';
import { accountRoutes } from '../pages/portal/account-routes.js';
import { auditRoutes } from '../pages/portal/audit-routes.js';
import { customerRoutes } from '../pages/portal/customer-routes.js';
import { developerRoutes } from '../pages/portal/developer-routes.js';
import { disputeRoutes } from '../pages/portal/dispute-routes.js';
import { keyRoutes } from '../pages/portal/key-routes.js';
import { linkRoutes } from '../pages/portal/link-routes.js';
import type { MoneyPorts } from '../pages/portal/money-ports.js';
import { orderRoutes } from '../pages/portal/order-routes.js';
import { paymentRoutes } from '../pages/portal/payment-routes.js';
import type { PortalPorts } from '../pages/portal/portal-ports.js';
import type { PortalRoute } from '../pages/portal/portal-route.js';
import { profileRoutes } from '../pages/portal/profile-routes.js';
import { refundRoutes } from '../pages/portal/refund-routes.js';
import { refundRuleRoutes } from '../pages/portal/refund-rule-routes.js';
import { settingsRoutes } from '../pages/portal/settings-routes.js';
import { settlementAccountRoutes } from '../pages/portal/settlement-account-routes.js';
import { settlementRoutes } from '../pages/portal/settlement-routes.js';
import { teamRoutes } from '../pages/portal/team-routes.js';
import { viewRoutes } from '../pages/portal/view-routes.js';
import { webhookRoutes } from '../pages/portal/webhook-routes.js';

/** The sources of the portal's pages, for each group of pages. */
export interface PortalParts {
  readonly people: PortalPorts;
  readonly account: AccountPorts;
  readonly money: MoneyPorts;
}

/** Lists all routes of the portal for people who are signed in, theme by theme. */
export function portalTable({ people, account, money }: PortalParts): readonly PortalRoute[] {
  return [
    ...teamRoutes(people),
    ...auditRoutes(people),
    ...profileRoutes(people),
    ...keyRoutes(account),
    ...webhookRoutes(account),
    ...developerRoutes(account),
    ...settlementAccountRoutes(account),
    ...settlementRoutes(account),
    ...accountRoutes(account),
    ...linkRoutes(account),
    ...settingsRoutes(account),
    ...paymentRoutes(money),
    ...orderRoutes(money),
    ...refundRoutes(money),
    ...refundRuleRoutes(money),
    ...disputeRoutes(money),
    ...customerRoutes(money),
    ...viewRoutes(money),
  ];
}
